"""Nested abstractions: exact features, bins to the letter of the rule, board classes, controls."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.abstraction_build import nested_spec
from feltprint.cards import HAND_CARDS, hand_id, parse_cards
from feltprint.config.abstraction import NestedConfig
from feltprint.errors import ConfigError

FLOPS = ("QsJh2h", "7c7d7h", "AsKsQs", "9h8h2c", "5d5c2s")
TURNS = ("QsJh2h3d", "AsKsQs2s", "7c7d7h2h", "9h8h2c3c")


@pytest.fixture(scope="module")
def strength() -> _core.HandStrength:
    return _core.HandStrength(1)


def river_values(strength: _core.HandStrength, turn: np.ndarray) -> np.ndarray:
    """HS*1980 of all hands on every river of a turn, -1 where a card meets: int (48, 1326)."""
    rivers = [card for card in range(52) if card not in turn]
    rows = [strength.river(np.append(turn, np.uint8(card))).astype(np.int64) for card in rivers]
    return np.where(np.array(rows) == 0xFFFF, -1, rows)


def brute_force_potential(strength: _core.HandStrength, board: np.ndarray) -> tuple:
    """e1 and e2 of all hands, summed over every runout, as exact integers and their scales."""
    if len(board) == 4:
        x = river_values(strength, board)
        x = np.where(x < 0, 0, x)
        return x.sum(axis=0), (x * x).sum(axis=0), 46 * 1980, 46 * 1980**2
    first = np.zeros(1326, np.int64)
    second = np.zeros(1326, np.int64)
    for card in (c for c in range(52) if c not in board):
        x = river_values(strength, np.append(board, np.uint8(card)))
        means = np.where(x < 0, 0, x).sum(axis=0)
        first += means
        second += means * means
    return first // 2, second, 1081 * 1980, 47 * (46 * 1980) ** 2


def equal_width_bins(values: np.ndarray, scale: int, count: int) -> np.ndarray:
    """The rule as it is written: the first k with v <= lo + (hi - lo + 1e-8) * k / N."""
    exact = [Fraction(int(v), scale) for v in values]
    low, width = min(exact), max(exact) - min(exact) + Fraction(1, 10**8)
    return np.array(
        [next(k for k in range(1, count + 1) if v <= low + width * k / count) - 1 for v in exact]
    )


def reference_buckets(strength: _core.HandStrength, board: np.ndarray, bins: int, sub: int):
    """Buckets of a flop or turn without board classes, by the text of the rule alone."""
    e1, e2, scale1, scale2 = brute_force_potential(strength, board)
    live = np.flatnonzero(~np.isin(HAND_CARDS, board).any(axis=1))
    bin_of = equal_width_bins(e1[live], scale1, bins)
    buckets = np.full(1326, -1)
    for k in set(bin_of.tolist()):
        inside = live[bin_of == k]
        buckets[inside] = k * sub + equal_width_bins(e2[inside], scale2, sub)
    return buckets


def map_row(map_: np.ndarray, board: np.ndarray) -> np.ndarray:
    """The buckets of any board from a map of canonical boards."""
    index, permutation = _core.canonical_id(board)
    row = map_[index][_core.permuted_hands()[permutation]].astype(int)
    return np.where(row == np.iinfo(map_.dtype).max, -1, row)


def spec(bins: int = 12, sub: int = 4, classes: str = "none", mass: bool = False):
    return _core.NestedSpec(bins, sub, getattr(_core.BoardClasses, classes), mass)


@pytest.fixture(scope="module")
def flop_map(strength) -> np.ndarray:
    return _core.nested_map(strength, 1, spec())


@pytest.mark.parametrize("text", FLOPS)
def test_flop_buckets_follow_the_rule_over_every_runout(strength, flop_map, text):
    board = parse_cards(text)
    assert np.array_equal(map_row(flop_map, board), reference_buckets(strength, board, 12, 4))


@pytest.mark.slow
def test_turn_buckets_follow_the_rule_over_every_river(strength):
    turn_map = _core.nested_map(strength, 2, spec())
    for text in TURNS:
        board = parse_cards(text)
        assert np.array_equal(map_row(turn_map, board), reference_buckets(strength, board, 12, 4))


def test_river_buckets_are_equal_widths_of_hand_strength(strength):
    map_ = _core.nested_map(strength, 3, spec(24, 1))
    for text in ("QsJh2h3d3c", "AsKsQsJsTs", "7c7d7h2h2c"):
        board = parse_cards(text)
        x = strength.river(board).astype(int)
        expected = np.array([-1 if v == 65535 else max(0, -(-v * 24 // 1980) - 1) for v in x])
        assert np.array_equal(map_row(map_, board), expected)


def test_sub_bins_cut_by_equity_are_caught(strength, flop_map):
    """Negative control: the second cut by e1 instead of e2 gives other buckets."""
    board = parse_cards("9h8h2c")
    e1, _, scale, _ = brute_force_potential(strength, board)
    live = np.flatnonzero(~np.isin(HAND_CARDS, board).any(axis=1))
    bin_of = equal_width_bins(e1[live], scale, 12)
    wrong = np.full(1326, -1)
    for k in set(bin_of.tolist()):
        inside = live[bin_of == k]
        wrong[inside] = k * 4 + equal_width_bins(e1[inside], scale, 4)
    assert np.count_nonzero(map_row(flop_map, board) != wrong) > 300


def test_flush_draws_have_more_potential_than_no_draws_of_equal_equity(strength):
    """On Qh8h3c: two hearts against the hands within 0.002 of the same equity without a heart."""
    board = parse_cards("Qh8h3c")
    e1, e2, scale1, scale2 = brute_force_potential(strength, board)
    e1, e2 = e1 / scale1, e2 / scale2
    hearts = ((HAND_CARDS & 3) == 2).sum(axis=1)
    live = ~np.isin(HAND_CARDS, board).any(axis=1)
    draws = np.flatnonzero(live & (hearts == 2) & (e1 < 0.7))
    higher = compared = 0
    for hand in draws:
        others = np.flatnonzero(live & (hearts == 0) & (abs(e1 - e1[hand]) < 0.002))
        compared += len(others)
        higher += np.count_nonzero(e2[hand] > e2[others])
    assert compared > 200
    assert higher == compared


def test_equal_mass_bins_hold_equal_shares_of_each_board(strength, flop_map):
    map_ = _core.nested_map(strength, 1, spec(mass=True))
    for text in FLOPS:
        counts = np.bincount(map_row(map_, parse_cards(text)) + 1, minlength=49)[1:]
        bins = counts.reshape(12, 4).sum(axis=1)
        assert bins.sum() == 1176
        # A share is 98 hands; ties keep together, at most 24 suit variants of a hand at a cut.
        assert abs(bins - 98).max() <= 48
    weights = _core.canonical_boards(1)[1].astype(float)
    masses = [
        np.bincount(m[m != 255], np.repeat(weights, 1326)[m.ravel() != 255], 48)
        for m in (map_, flop_map)
    ]
    shares = [mass / mass.sum() * 48 for mass in masses]
    # Negative control: the equal-width map fails the very bound that the equal-mass map holds.
    assert shares[0].min() > 0.8
    assert shares[1].min() < 0.2


@pytest.mark.parametrize(
    ("text", "suits", "texture"),
    [
        ("2c3d4h", 0, 0), ("7c3d4c", 1, 11), ("AcKcJc", 2, 29), ("2c3d4h5s", 0, 0),
        ("2c3c4h5s", 1, 15), ("2c3c4h5h", 2, 30), ("2c3c4c5h", 3, 45), ("AcKcQcJc", 4, 74),
        ("2c3c4h5h6s", 0, 0), ("2c3c4c5h6s", 1, 21), ("2c3c4c5c6s", 2, 42),
        ("TcJcQcKcAc", 3, 82),
    ],
)  # fmt: skip
def test_board_classes_are_flush_structure_and_high_cards(text, suits, texture):
    board = parse_cards(text)
    assert _core.board_class(_core.BoardClasses.none, board) == 0
    assert _core.board_class(_core.BoardClasses.suits, board) == suits
    assert _core.board_class(_core.BoardClasses.texture, board) == texture


def test_board_classes_part_the_buckets_and_nothing_else(strength, flop_map):
    parted = _core.nested_map(strength, 1, spec(classes="suits"))
    boards = _core.canonical_boards(1)[0][:, :3]
    structure = [
        _core.board_class(_core.BoardClasses.suits, np.ascontiguousarray(b)) for b in boards
    ]
    live = flop_map != 255
    expected = flop_map + 48 * np.array(structure)[:, None]
    assert np.array_equal(parted[live], expected[live])
    # Negative control: a class that is blind to suits does not part them.
    assert not np.array_equal(parted[live], flop_map[live])


def test_config_reaches_the_native_cut(strength):
    options = NestedConfig(potential_bins=3, bins="equal-mass", boards=("suits", "none", "none"))
    ours = _core.nested_map(strength, 1, nested_spec(options, 1, 5))
    assert np.array_equal(ours, _core.nested_map(strength, 1, spec(5, 3, "suits", mass=True)))
    assert set(np.unique(ours).tolist()) == {*range(45), 255}


def test_flop_features_follow_from_every_runout_of_a_hand(strength):
    """e1 and e2 of one hand by a loop over its 1,081 runouts, river by river."""
    board, hand = parse_cards("QsJh2h"), hand_id("AhTh")
    equity, square, scale1, scale2 = _core.potential(strength, 1)
    index, permutation = _core.canonical_id(board)
    deck = [c for c in range(52) if c not in (*board, *HAND_CARDS[hand])]
    x = np.zeros((52, 52), np.int64)
    for runout in combinations(deck, 2):
        value = strength.river(np.append(board, np.array(runout, np.uint8)))[hand]
        x[runout] = x[runout[::-1]] = value
    means = x.sum(axis=1)
    low, high = HAND_CARDS[_core.permuted_hands()[permutation][hand]].astype(int)
    a, b = low >> 2, high >> 2
    slot = 16 * (b * (b + 1) // 2 + a) + 4 * (low & 3) + (high & 3)
    assert (scale1, scale2) == (1081 * 1980, 47 * (46 * 1980) ** 2)
    assert equity[index, slot] == means.sum() // 2
    assert square[index, slot] == (means**2).sum()


def test_equal_mass_river_shares_the_weight_of_each_class(strength):
    map_ = _core.nested_map(strength, 3, spec(10, 1, "suits", mass=True))
    native = _core.BucketMap(flop=None, turn=None, river=map_, num_buckets=(1, 1, 40))
    shares = _core.bucket_masses(native, 3, 1).reshape(4, 10).astype(float)
    shares *= 10 / shares.sum(axis=1, keepdims=True)
    assert shares[:2].min() > 0.9
    assert shares[:2].max() < 1.1
    # On a board of one suit most hands play the board: one value outweighs two shares.
    assert shares[3].max() > 2
    assert shares.min() > 0.2


@pytest.mark.slow
def test_equal_mass_bins_that_would_starve_are_refused():
    with pytest.raises(ConfigError, match=r"river has 6000 equal-mass buckets, but \d+ of them"):
        CardAbstraction.build(
            kind=("percentile", "percentile", "nested"),
            buckets=(2, 2, 1500),
            nested={"bins": "equal-mass", "boards": ("none", "none", "suits")},
        )


@pytest.mark.slow
@pytest.mark.usefixtures("restore_isa")
@pytest.mark.parametrize(
    ("street", "each"),
    [
        (1, spec(9, 3, "suits", mass=True)),
        (2, spec(12, 4, "texture")),
        (3, spec(24, 1, "texture", mass=True)),
    ],
    ids=["flop", "turn", "river"],
)
def test_threads_and_instruction_sets_give_the_same_map(street, each):
    """From the strengths on; each instruction set with another number of threads."""
    seen = set()
    for threads, isa in enumerate(_core.available_isas(), start=1):
        _core.set_active_isa(isa)
        map_ = _core.nested_map(_core.HandStrength(threads), street, each)
        seen.add(hashlib.sha256(map_.tobytes()).hexdigest())
    assert len(seen) == 1
