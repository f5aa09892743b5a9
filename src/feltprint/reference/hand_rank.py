"""Poker hands ranked by the rules, slowly: the oracle of the native evaluator.

Shares no table and no trick with it. Works on whole arrays of five-card hands; six and seven
cards are the best of their five-card subsets, as the rule book says. A strength is
`category << 20 | five rank nibbles`: the ranks of the hand by falling count, then falling rank.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(1, 10)

# Counts of the ranks of five cards, most frequent rank first -> category without straight, flush.
_PATTERNS = {
    (4, 1): QUADS,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): TRIPS,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): PAIR,
    (1, 1, 1, 1, 1): HIGH_CARD,
}
# sum of count^2 tells the six patterns apart: 17, 13, 11, 9, 7, 5
_CATEGORY = np.zeros(18, np.uint32)
for _counts, _category in _PATTERNS.items():
    _CATEGORY[sum(count * count for count in _counts)] = _category

_ACE, _FIVE = 12, 3


def five_card_strengths(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Strengths of five-card hands: a stronger hand has a larger one, equal hands equal ones.

    Parameters
    ----------
    cards : uint8 (N, 5), card = 4*rank + suit, all different in a hand.
    """
    ranks = np.sort(cards >> 2, axis=1)[:, ::-1].astype(np.int32)
    same = ranks[:, :, None] == ranks[:, None, :]
    counts = same.sum(axis=2)  # of each card's rank, in its hand
    category = _CATEGORY[counts.sum(axis=1)]

    flush = np.all((cards & 3) == (cards[:, :1] & 3), axis=1)
    distinct = category == HIGH_CARD
    regular = distinct & (ranks[:, 0] - ranks[:, 4] == 4)
    wheel = distinct & (ranks[:, 0] == _ACE) & (ranks[:, 1] == _FIVE)
    straight = regular | wheel
    category = np.where(straight, STRAIGHT, category)
    category = np.where(flush, np.where(straight, STRAIGHT_FLUSH, FLUSH), category)

    order = np.argsort(-(counts * 16 + ranks), axis=1, kind="stable")
    shown = np.take_along_axis(ranks, order, axis=1)
    shown = np.where(wheel[:, None], np.array([3, 2, 1, 0, 0]), shown)  # the ace plays low
    strength = category.astype(np.uint32)
    for position in range(5):
        strength = (strength << np.uint32(4)) | shown[:, position].astype(np.uint32)
    return strength


def strengths(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Strengths of hands of five, six or seven cards: the best five of them."""
    best = np.zeros(len(cards), np.uint32)
    for subset in combinations(range(cards.shape[1]), 5):
        np.maximum(best, five_card_strengths(cards[:, subset]), out=best)
    return best


def all_five_card_hands() -> NDArray[np.uint8]:
    """All 2,598,960 five-card hands in lexicographic order, uint8 (2598960, 5)."""
    hands = np.arange(52, dtype=np.uint8)[:, None]
    for _ in range(4):
        # Append to every hand each card above its last one.
        above = 51 - hands[:, -1].astype(np.int64)
        starts = np.repeat(np.cumsum(above) - above, above)
        step = np.arange(above.sum()) - starts
        last = np.repeat(hands[:, -1], above) + 1 + step.astype(np.uint8)
        hands = np.column_stack([np.repeat(hands, above, axis=0), last])
    return hands
