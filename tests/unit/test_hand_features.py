"""Features of hands: moments, histograms and strength against clusters, by brute force."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint import _core
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES, parse_cards, river_ranks
from feltprint.errors import ConfigError
from feltprint.features import NUM_RUNOUTS, HandFeatures


@pytest.fixture(scope="module")
def strength() -> _core.HandStrength:
    return _core.HandStrength(1)


def turn_strengths(strength: _core.HandStrength, turn: np.ndarray) -> np.ndarray:
    """x of every hand on every river, -1 where a card meets: int (48, 1326)."""
    rivers = [card for card in range(52) if card not in turn]
    rows = [strength.river(np.append(turn, np.uint8(card))).astype(int) for card in rivers]
    return np.where(np.array(rows) == 0xFFFF, -1, rows)


def test_moments_and_histogram_sum_over_all_rivers(strength):
    turn = parse_cards("QsJh2h3d")
    x = turn_strengths(strength, turn)
    live = x >= 0
    total, square, runouts = strength.moments(turn)
    assert np.array_equal(runouts, live.sum(axis=0))
    assert set(runouts.tolist()) == {0, 46}
    assert np.array_equal(total, (x * live).sum(axis=0))
    assert np.array_equal(square, (x * x * live).sum(axis=0))
    histogram = strength.histogram(turn, 50)
    for hand in range(0, 1326, 97):
        bins = np.minimum(49, x[live[:, hand], hand] * 50 // 1980)
        assert np.array_equal(histogram[hand], np.bincount(bins, minlength=50))


def test_flop_has_1081_runouts_and_follows_from_its_turns(strength):
    flop = parse_cards("QsJh2h")
    total, square, runouts = strength.moments(flop)
    sums = np.zeros((2, 1326), np.int64)
    for card in range(52):
        if card not in flop:
            one, two, _ = strength.moments(np.append(flop, np.uint8(card)))
            blocked = np.isin(HAND_CARDS, card).any(axis=1)
            sums += np.array([one, two]).astype(np.int64) * ~blocked
    assert set(runouts.tolist()) == {0, 1081}
    # Every runout is met in both orders.
    assert np.array_equal(sums, 2 * np.array([total, square]).astype(np.int64))


@pytest.mark.parametrize("board", ["Qs9h2c8d3c", "Td8d6d4dAc"], ids=["no-flush", "four-suited"])
def test_cluster_strength_equals_brute_force(board):
    clusters = (PREFLOP_CLASSES % 8).astype(np.uint8)
    ranks = river_ranks(board).astype(int)
    x, opponents = _core.cluster_strength(parse_cards(board), clusters, 8)
    for hand in np.flatnonzero(ranks)[::101]:
        shares = np.isin(HAND_CARDS, HAND_CARDS[hand]).any(axis=1)
        others = np.flatnonzero((ranks > 0) & ~shares)
        points = 1 + np.sign(ranks[hand] - ranks[others])
        assert np.array_equal(
            x[hand], np.bincount(clusters[others], points, minlength=8).astype(int)
        )
        assert np.array_equal(opponents[hand], np.bincount(clusters[others], minlength=8))
    blocked = ranks == 0
    assert not x[blocked].any()
    assert not opponents[blocked].any()


def test_clusters_add_up_to_the_strength_against_all(strength):
    board = parse_cards("QhJh2h3d3c")
    clusters = (PREFLOP_CLASSES % 5).astype(np.uint8)
    x, opponents = _core.cluster_strength(board, clusters, 5)
    total = strength.river(board).astype(int)
    live = total != 0xFFFF
    assert np.array_equal(x.sum(axis=1)[live], total[live])
    assert set(opponents.sum(axis=1)[live].tolist()) == {990}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.histogram(parse_cards("QsJh2h"), 0), "0 bins"),
        (lambda s: s.moments(parse_cards("QsJh")), "2 cards"),
        (
            lambda s: _core.cluster_strength(
                parse_cards("QsJh2h3d3c"), np.full(1326, 9, np.uint8), 8
            ),
            "hand 0 is in cluster 9 of 8",
        ),
    ],
)
def test_impossible_feature_is_refused(strength, call, message):
    with pytest.raises(ConfigError, match=message):
        call(strength)


@pytest.fixture(scope="module")
def features() -> HandFeatures:
    return HandFeatures()


@pytest.mark.slow
@pytest.mark.parametrize("power", [1, 2])
def test_sums_of_all_boards_are_the_moments_of_each(features, power):
    for street, sums in enumerate(features.sums(power), start=1):
        boards = _core.canonical_boards(street)[0]
        assert sums.shape == (len(boards), 1326)
        for board in np.linspace(0, len(boards) - 1, 5).astype(int):
            assert np.array_equal(sums[board], features.moments(boards[board])[power - 1])


@pytest.mark.slow
def test_mean_strength_against_all_is_one_half(features):
    """Every pair of hands shares 2 between its two x: the mean of x is half of 1980."""
    flops, turns = features.sums(1)
    for street, sums in ((1, flops), (2, turns)):
        live = sums[7] > 0
        assert sums[7].sum(dtype=np.int64) == live.sum() * NUM_RUNOUTS[street] * 990


def test_strengths_of_many_rivers_are_those_of_each(features, strength):
    boards = _core.canonical_boards(3)[0][::20_000].copy()
    for board, row in zip(boards, features.strength(boards), strict=True):
        assert np.array_equal(row, strength.river(board))


def test_clusters_of_classes_are_those_of_their_hands(features):
    by_class = (np.arange(169) % 8).astype(np.uint8)
    one = features.cluster_strength("Qs9h2c8d3c", by_class)
    two = features.cluster_strength("Qs9h2c8d3c", by_class[PREFLOP_CLASSES])
    assert np.array_equal(one, two)
    with pytest.raises(ConfigError, match=r"expected uint8 \(169,\) or \(1326,\)"):
        features.cluster_strength("Qs9h2c8d3c", by_class[:5])
