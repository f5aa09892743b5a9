"""Equities and showdown values: published counts, brute force, identities, sampling."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from feltprint.cards import HAND_CARDS, evaluate, parse_cards, river_ranks
from feltprint.equities import disjoint_weights, equity, showdown
from feltprint.errors import ConfigError
from feltprint.ranges import parse_range

BOARDS = {
    "no-flush": "Qs9h2c8d3c",
    "three-suited": "QhJh2h3d3c",
    "four-suited": "Td8d6d4dAc",
    "five-suited": "9h7h5h3h2h",
    "quads": "8s8h8d8cAd",
    "royal-on-board": "AsKsQsJsTs",
}
SHARES = np.array([[not set(a) & set(b) for b in HAND_CARDS.tolist()] for a in HAND_CARDS.tolist()])


def brute_force_showdown(board: str, weights: np.ndarray) -> np.ndarray:
    """Sum of sign over all disjoint hands, one matrix."""
    ranks = river_ranks(board).astype(int)
    live = (ranks > 0) & True
    sign = np.sign(ranks[:, None] - ranks[None, :]) * SHARES * live[:, None] * live[None, :]
    return sign @ weights


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
def test_showdown_equals_brute_force(board):
    # Multiples of 1/1024 below 1: all sums are exact in double precision.
    weights = np.random.default_rng(3).integers(0, 1024, 1326) / 1024
    assert np.array_equal(showdown(board, weights), brute_force_showdown(board, weights))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
def test_two_ranges_win_from_each_other(board):
    rng = np.random.default_rng(5)
    one, two = rng.integers(0, 1024, (2, 1326)) / 1024
    assert one @ showdown(board, two) + two @ showdown(board, one) == 0


def test_forgetting_card_removal_is_caught():
    """Negative control: values without card removal differ from brute force."""
    board = BOARDS["no-flush"]
    weights = np.ones(1326)
    ranks = river_ranks(board).astype(int)
    live = ranks > 0
    careless = (np.sign(ranks[:, None] - ranks[None, :]) * live[None, :]) @ weights
    assert not np.array_equal((careless * live), brute_force_showdown(board, weights))


def test_disjoint_weights_leave_out_hands_with_a_common_card():
    weights = np.random.default_rng(4).integers(0, 1024, 1326) / 1024
    board = parse_cards("QhJh2h")
    live = ~np.isin(HAND_CARDS, board).any(axis=1)
    expected = (SHARES @ (weights * live)) * live
    assert np.array_equal(disjoint_weights(board, weights), expected)


def test_preflop_hands_have_the_published_counts():
    result = equity("AhAs", "KhKs")
    assert result.method == "exact"
    assert result.total == 1_712_304
    assert result.counts() == pytest.approx((1_410_336, 9_308, 292_660))
    assert equity("AhAs", "random").share[0] == pytest.approx(0.85203713, abs=5e-9)


def test_flop_runouts_of_the_reference_hand():
    """AsKs against QhQd on Js7c2d: 287 wins of 990 runouts, no tie."""
    result = equity("AsKs", "QhQd", "Js7c2d")
    assert result.total == 990
    assert result.counts() == pytest.approx((287, 0, 703))


# Cards in a suit of each hand with the flop; where flushes meet full houses, quads and each other.
FLUSH_RUNOUTS = {
    "three-and-none": ("AsKs", "JhJd", "Js7c2d"),
    "three-straight-and-quads": ("9s8s", "7h7d", "7s7c2d"),
    "three-wheel-and-none": ("As4s", "3h3d", "3s9c9d"),
    "none-and-three": ("QhQd", "AsKs", "QsJc2d"),
    "three-and-three": ("As5d", "Ks9h", "Js7s2d"),
    "three-and-three-of-another": ("AsKs", "8h7h", "Js2h9d"),
    "four-and-none": ("8s7s", "JhJd", "Js6s2d"),
    "four-and-three-of-another": ("8s7s", "AdKd", "Js6s2d"),
    "three-and-four": ("Ah2s", "8s7s", "9s6s6d"),
    "four-and-four": ("Ah2s", "8s3c", "9s6s4s"),
    "four-and-none-with-a-set": ("AsKh", "9h9d", "9s6s4s"),
    "five-and-three": ("As2s", "9h9d", "9s6s4s"),
    "five-and-four": ("8s7s", "AsAd", "9s6s4s"),
    "five-and-five": ("8s7s", "AsKs", "9s6s4s"),
    "none": ("AhKc", "7d7h", "Js7c2h"),
}


@pytest.mark.parametrize("spot", FLUSH_RUNOUTS.values(), ids=FLUSH_RUNOUTS.keys())
def test_two_hands_on_a_flop_equal_enumeration_by_the_evaluator(spot):
    one, two, flop = (parse_cards(text) for text in spot)
    dead = np.concatenate([one, two, flop])
    live = [card for card in range(52) if card not in dead]
    runouts = np.array(list(combinations(live, 2)), np.uint8)
    ranks = [
        evaluate(np.hstack([np.tile(np.concatenate([hand, flop]), (990, 1)), runouts]))
        .astype(int) for hand in (one, two)
    ]  # fmt: skip
    wins, losses = (ranks[0] > ranks[1]).sum(), (ranks[0] < ranks[1]).sum()
    assert equity(spot[0], spot[1], spot[2]).counts() == (wins, 990 - wins - losses, losses)


SEATS = ("AsKs", "QhQd", "7h7d", "Tc9c", "5d4d", "AdAh")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_hands_of_several_seats_equal_enumeration_by_the_evaluator(players):
    texts, board = SEATS[:players], "Js7c2d"
    result = equity(texts[0], list(texts[1:]), board)
    hands = [parse_cards(text) for text in texts]
    dead = np.concatenate([*hands, parse_cards(board)])
    runouts = list(combinations([c for c in range(52) if c not in dead], 2))
    wins, ties, shares = np.zeros((3, players))
    for runout in runouts:
        full = np.concatenate([parse_cards(board), np.array(runout, np.uint8)])
        ranks = evaluate(np.array([np.concatenate([hand, full]) for hand in hands]))
        best = ranks == ranks.max()
        shares += best / best.sum()
        wins += best * (best.sum() == 1)
        ties += best * (best.sum() > 1)
    assert (result.method, result.total) == ("exact", len(runouts))
    assert result.share == pytest.approx(shares / len(runouts))
    assert result.win == pytest.approx(wins / len(runouts))
    assert result.tie == pytest.approx(ties / len(runouts))
    assert sum(result.share) == pytest.approx(1)


def test_weighted_ranges_equal_the_sum_over_their_hands():
    board = "QsJh2h"
    one, two = parse_range("AhKh,9h9d:0.5"), parse_range("QcQd,87s:0.25")
    result = equity(one, two, board)
    win = total = 0.0
    for a in np.flatnonzero(one):
        for b in np.flatnonzero(two):
            if not SHARES[a, b] or np.isin(HAND_CARDS[[a, b]], parse_cards(board)).any():
                continue
            single_one, single_two = np.zeros(1326), np.zeros(1326)
            single_one[a], single_two[b] = 1.0, 1.0
            part = equity(single_one, single_two, board)
            win += one[a] * two[b] * part.win[0] * part.total
            total += one[a] * two[b] * part.total
    assert result.total == pytest.approx(total)
    assert result.win[0] == pytest.approx(win / total)


def test_sampling_says_so_and_agrees_within_its_error():
    exact = equity("AhAs", ["KhKs", "QhQs"], "Js7c2d")
    sampled = equity("AhAs", ["KhKs", "QhQs"], "Js7c2d", max_exact_work=0, samples=20_000, seed=2)
    assert sampled.method == "monte_carlo"
    again = equity("AhAs", ["KhKs", "QhQs"], "Js7c2d", max_exact_work=0, samples=20_000, seed=2)
    assert sampled == again
    # Fixed seed; five standard errors: a correct sampler fails for fewer than 1 seed in 10^6.
    for seat in range(3):
        error = sampled.standard_error[seat]
        assert 0 < error < 0.005
        assert abs(sampled.share[seat] - exact.share[seat]) < 5 * error


def test_sampled_ranges_keep_the_law_of_disjoint_deals():
    """AA against AA and AK: exact enumeration of deals against rejection sampling."""
    ranges = ("AA", ["AA,AKs", "KK,AKo:0.5"], "Js7c2d")
    exact = equity(*ranges, max_exact_work=1e9)
    sampled = equity(*ranges, max_exact_work=0, samples=40_000, seed=3)
    assert exact.method == "exact"
    for seat in range(3):
        assert abs(sampled.share[seat] - exact.share[seat]) < 5 * sampled.standard_error[seat]


@pytest.mark.parametrize(
    ("hand", "opponents", "board", "message"),
    [
        ("AhAs", "AhKs", "", "no deal"),
        ("AhAs", "KhKs", "AhKd2c", "range 0 has no hand"),
        ("AhAs", [], "", "expected 2 to 6"),
        ("AhAs", ["KK"] * 6, "", "expected 2 to 6"),
        ("AhAs", "KhKs", "AdKd", "board has 2 cards"),
        ("AhA", "KhKs", "", "is not hands"),
    ],
)
def test_impossible_equity_is_refused(hand, opponents, board, message):
    with pytest.raises(ConfigError, match=message):
        equity(hand, opponents, board)


def test_bad_weights_are_refused():
    weights = np.ones(1326)
    weights[7] = np.nan
    with pytest.raises(ConfigError, match="weight nan of hand 7"):
        showdown(BOARDS["no-flush"], weights)
    with pytest.raises(ConfigError, match="expected float64"):
        showdown(BOARDS["no-flush"], np.ones(1326, np.float32))
