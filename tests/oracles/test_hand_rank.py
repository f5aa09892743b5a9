"""The native evaluator against the slow twin, on every five-card hand and on random ones."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from textbook import FLUSH, STRAIGHT, Value, best_value

from feltprint import _core
from feltprint.cards import evaluate, parse_cards, river_ranks
from feltprint.reference import hand_rank

pytestmark = pytest.mark.oracle

SUM_OF_FIVE_CARD_RANKS = 4_792_773_180  # reference: every five-card hand, dense ranks


@pytest.fixture(scope="module")
def five_cards() -> np.ndarray:
    return hand_rank.all_five_card_hands()


@pytest.fixture(scope="module")
def strengths(five_cards: np.ndarray) -> np.ndarray:
    return hand_rank.five_card_strengths(five_cards)


def random_hands(num_hands: int, num_cards: int, seed: int) -> np.ndarray:
    """Different cards a hand: the first of a random order of the deck."""
    rng = np.random.default_rng(seed)
    order = np.argsort(rng.random((num_hands, 52)), axis=1)[:, :num_cards]
    return np.ascontiguousarray(order.astype(np.uint8))


def dense_ranks(strengths: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Dense ranks of strengths by the order of all five-card strengths."""
    return np.searchsorted(np.unique(strengths), values) + 1


def test_every_five_card_hand_has_the_rank_of_the_rules(five_cards, strengths):
    assert len(five_cards) == 2_598_960
    assert len(np.unique(strengths)) == 7_462
    ranks = evaluate(five_cards)
    assert np.array_equal(ranks, dense_ranks(strengths, strengths))
    assert int(ranks.sum(dtype=np.int64)) == SUM_OF_FIVE_CARD_RANKS


def test_swapping_straight_and_flush_is_caught(five_cards, strengths):
    """Negative control: a twin with the two categories swapped must not agree."""
    category = strengths >> 20
    swapped = np.where(category == hand_rank.STRAIGHT, hand_rank.FLUSH, category)
    swapped = np.where(category == hand_rank.FLUSH, hand_rank.STRAIGHT, swapped)
    broken = (strengths & 0xFFFFF) | (swapped.astype(np.uint32) << 20)
    assert not np.array_equal(evaluate(five_cards), dense_ranks(broken, broken))


@pytest.mark.parametrize("num_cards", [6, 7])
def test_random_hands_are_worth_their_best_five_cards(strengths, num_cards):
    hands = random_hands(200_000, num_cards, seed=7 + num_cards)
    best = hand_rank.strengths(hands)
    assert np.array_equal(evaluate(hands), dense_ranks(strengths, best))


def same_order(ranks: np.ndarray, values: list[Value]) -> bool:
    """Whether ranks rise where values rise, and tie where they tie."""
    order = sorted(range(len(values)), key=values.__getitem__)
    return all(
        (ranks[one] < ranks[two]) if values[one] < values[two] else ranks[one] == ranks[two]
        for one, two in pairwise(order)
    )


@pytest.mark.slow
def test_seven_cards_stand_in_the_order_of_the_textbook_best_of_twenty_one():
    """20,000 hands; negative control: the same textbook with straight and flush swapped."""
    hands = random_hands(20_000, 7, seed=21)
    ranks = evaluate(hands)
    values = [best_value(hand) for hand in hands.tolist()]
    assert same_order(ranks, values)
    decided = [i for i, (category, _) in enumerate(values) if category in (STRAIGHT, FLUSH)]
    assert len(decided) > 1_000
    swapped = [best_value(hands[i].tolist(), swapped=True) for i in decided]
    assert not same_order(ranks[decided], swapped)


def test_river_ranks_equal_seven_card_ranks_on_boards_of_every_suit_pattern():
    # five, four and three of a suit, with and without pairs, quads and straights
    texts = ["3h4h5h6h7h", "2c3c4c5cKd", "AsKsQsJd9c", "8d8h8sAd2d"]
    texts += ["8d8h8s8cAd", "7c7dTcThJc", "2d5d9dQdQc", "6s7s8s9sTs"]
    boards = [*random_hands(100, 5, seed=11), *(parse_cards(text) for text in texts)]
    hands = _core.hand_cards()
    for board in boards:
        live = ~np.isin(hands, board).any(axis=1)
        cards = np.column_stack([hands[live], np.tile(board, (live.sum(), 1))])
        ranks = river_ranks(board)
        assert np.array_equal(ranks[live], evaluate(np.ascontiguousarray(cards)))
        assert not ranks[~live].any()
