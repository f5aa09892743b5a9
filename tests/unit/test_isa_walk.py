"""Every kernel of the card layer gives the same bytes on every instruction set."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from feltprint import _core
from feltprint.cards import (
    HAND_CARDS,
    dense_ranks,
    evaluate,
    evaluate_planes,
    parse_cards,
    river_order,
    suit_planes,
)
from feltprint.errors import ConfigError

SUIT_PATTERNS = (
    "5h6h7h8h9h", "2c3c4c5cKd", "AsKsQsJd9c", "8d8h8sAd2d", "8d8h8s8cAd", "7c7dTcThJc",
    "2d5d9dQdQc", "6s7s8s9sTs", "Qs9h2c8d3c", "AcAdKcKdQc",
)  # fmt: skip


def random_hands(num_hands: int, num_cards: int, seed: int) -> np.ndarray:
    order = np.argsort(np.random.default_rng(seed).random((num_hands, 52)), axis=1)
    return np.ascontiguousarray(order[:, :num_cards].astype(np.uint8))


def boards() -> np.ndarray:
    listed = np.array([parse_cards(text) for text in SUIT_PATTERNS])
    return np.concatenate([listed, random_hands(40, 5, 1)])


def weights() -> np.ndarray:
    return np.random.default_rng(2).random(1326)


def of_all_boards(work: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    return np.array([work(board) for board in boards()])


def some_hands() -> list[np.ndarray]:
    """Few enough to be compared on a flop hand by hand."""
    return [np.where(np.arange(1326) % 97 == first, weights(), 0.0) for first in (3, 40)]


KERNELS: dict[str, Callable[[], np.ndarray]] = {
    **{f"evaluate-{n}": lambda n=n: evaluate(random_hands(2_001, n, n)) for n in (5, 6, 7)},
    **{
        f"planes-{n}": lambda n=n: evaluate_planes(suit_planes(random_hands(2_001, n, n)), n)
        for n in (5, 6, 7)
    },
    "river_ranks": lambda: _core.river_ranks(boards()),
    "river_lanes": lambda: _core.river_lanes(boards()),
    "showdown": lambda: of_all_boards(lambda board: _core.showdown(board, weights())),
    "disjoint_weights": lambda: of_all_boards(
        lambda board: _core.disjoint_weights(board, weights())
    ),
    "equity-flop": lambda: np.array(
        _core.equity([weights()[::-1].copy()] * 2, boards()[0, :4], 1e9, 1, 2)[0]
    ),
    "equity-runouts": lambda: np.array(
        [_core.equity(some_hands(), board[:3].copy(), 1e9, 1, 2)[0] for board in boards()[::9]]
    ),
    "seven_card_totals": lambda: np.array(_core.seven_card_totals(), np.uint64),
}


def results_by_isa(kernel: Callable[[], np.ndarray]) -> set[bytes]:
    """The different results of a kernel over the instruction sets of this machine."""
    results = set()
    for isa in _core.available_isas():
        _core.set_active_isa(isa)
        results.add(kernel().tobytes())
    return results


@pytest.mark.usefixtures("restore_isa")
@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS.keys())
def test_kernel_gives_the_same_bytes_on_every_instruction_set(kernel):
    assert len(results_by_isa(kernel)) == 1


@pytest.mark.usefixtures("restore_isa")
@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS.keys())
def test_one_bit_on_one_instruction_set_is_caught(kernel):
    """Negative control: a twin of each kernel that is wrong in its last byte on the widest path."""
    isas = _core.available_isas()
    if len(isas) == 1:
        pytest.skip("one instruction set: nothing to compare with (no AVX2 here)")

    def broken() -> np.ndarray:
        data = np.frombuffer(kernel().tobytes(), np.uint8).copy()
        data[-1] ^= _core.active_isa() == isas[-1]
        return data

    assert len(results_by_isa(broken)) == 2


def test_lanes_hold_the_ranks_of_the_hands():
    low, high = HAND_CARDS.astype(int).T
    classes = (high >> 2) * ((high >> 2) + 1) // 2 + (low >> 2)
    ranks, lanes = _core.river_ranks(boards()), _core.river_lanes(boards())
    live = ranks > 0
    for one, two in ((low, high), (high, low)):
        slots = 16 * classes + 4 * (one & 3) + (two & 3)
        if one is high:  # a pair has two lanes
            slots = np.where(
                low >> 2 == high >> 2, slots, 16 * classes + 4 * (low & 3) + (high & 3)
            )
        assert np.array_equal(np.where(live, lanes[:, slots], 0), ranks)


def test_order_of_a_board_is_that_of_its_ranks():
    for board in boards():
        ranks = _core.river_ranks(board[None])[0]
        expected = np.argsort(ranks, kind="stable")[-1081:]
        assert np.array_equal(river_order(board), expected)
    with pytest.raises(ConfigError, match="board has 4 cards; expected 5"):
        river_order("AsKsQsJs")


def test_seven_card_totals_are_the_published_ones():
    assert _core.seven_card_totals() == (133_784_560, 450_468_187_308)


@pytest.mark.parametrize("num_cards", [5, 6, 7])
def test_values_of_planes_are_the_ranks(num_cards):
    hands = random_hands(20_000, num_cards, 3)
    values = evaluate_planes(suit_planes(hands), num_cards)
    ranks = evaluate(hands)
    assert np.array_equal(dense_ranks(values), ranks)
    order = np.argsort(values, kind="stable")
    assert (np.diff(ranks[order].astype(int)) >= 0).all()


@pytest.mark.parametrize("num_cards", [5, 6, 7])
@pytest.mark.parametrize("num_hands", [1, 65, 66, 131])
def test_bad_card_is_found_wherever_it_is(num_cards, num_hands):
    """Each hand, each position, each kind of bad card; the sound cards before it stay sound."""
    hands = random_hands(num_hands, num_cards, num_cards)
    rng = np.random.default_rng(num_hands)
    for hand in range(0, num_hands, max(1, num_hands // 13)):
        position = int(rng.integers(1, num_cards))
        other = int(rng.integers(position))
        for bad in (52, 63, 64, 128, 255):
            broken = hands.copy()
            broken[hand, position] = bad
            text = rf"hand {hand}: card {bad} at position {position} is out of range"
            with pytest.raises(ConfigError, match=text):
                evaluate(broken)
        broken = hands.copy()
        broken[hand, position] = broken[hand, other]
        text = rf"hand {hand}: card \w\w at position {position} is already at position {other};"
        with pytest.raises(ConfigError, match=text):
            evaluate(broken)


def test_every_pair_of_positions_is_compared():
    for num_cards in (5, 6, 7):
        for one in range(num_cards):
            for two in range(one + 1, num_cards):
                hands = random_hands(70, num_cards, 5)
                hands[3, two] = hands[3, one]
                with pytest.raises(ConfigError, match=f"hand 3: .* position {two} .* {one};"):
                    evaluate(hands)


@pytest.mark.parametrize(
    ("planes", "num_cards", "message"),
    [
        (np.full((4, 2), 8192, np.uint16), 7, "hand 0 has 8192 in suit 0"),
        (np.full((4, 2), 1, np.uint16), 5, "hand 0 has 4 cards; expected 5"),
        (np.zeros((3, 2), np.uint16), 5, "3 suits; expected 4"),
        (np.zeros((4, 2), np.uint16), 4, "expected 5, 6 or 7"),
        (np.zeros((4, 2), np.uint8), 5, "expected uint16"),
    ],
)
def test_bad_planes_are_refused(planes, num_cards, message):
    with pytest.raises(ConfigError, match=message):
        evaluate_planes(planes, num_cards)


def test_renamed_suits_move_the_ranks_and_values_of_hands():
    permuted = _core.permuted_hands()
    w = weights()
    for board in boards()[::7]:
        ranks, values = _core.river_ranks(board[None])[0], _core.showdown(board, w)
        for suits, moved in list(zip(_core.suit_permutations(), permuted, strict=True))[::5]:
            renamed = np.ascontiguousarray((board & 0xFC) | suits[board & 3])
            renamed_weights = np.empty_like(w)
            renamed_weights[moved] = w
            assert np.array_equal(_core.river_ranks(renamed[None])[0][moved], ranks)
            there = _core.showdown(renamed, renamed_weights)[moved]
            # Other suits, another order of the sums.
            assert np.allclose(there, values, rtol=0, atol=1e-10)


def test_two_random_ranges_win_from_each_other_on_every_suit_pattern():
    one, two = np.random.default_rng(6).integers(0, 1024, (2, 1326)) / 1024
    for board in boards():
        assert one @ _core.showdown(board, two) + two @ _core.showdown(board, one) == 0


def test_showdown_equals_brute_force_on_every_suit_pattern():
    shares = (HAND_CARDS[:, None, :, None] == HAND_CARDS[None, :, None, :]).any(axis=(2, 3))
    w = np.random.default_rng(7).integers(0, 1024, 1326) / 1024
    for board in boards()[:16]:
        ranks = _core.river_ranks(board[None])[0].astype(int)
        live = ranks > 0
        meet = ~shares & live[:, None] & live
        expected = (np.sign(ranks[:, None] - ranks) * meet) @ w
        assert np.array_equal(_core.showdown(board, w), expected)
        assert np.array_equal(_core.disjoint_weights(board, w), meet @ w)
