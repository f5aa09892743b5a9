"""The value of a hand as a textbook has it: the best of its five-card hands, one by one.

Slower and plainer than the twin in `feltprint.reference`, and written apart from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

ACE_LOW = [12, 3, 2, 1, 0]
STRAIGHT, FLUSH = 4, 5

Value = tuple[int, list[int]]


def five_card_value(cards: Iterable[int]) -> Value:
    """Category 0..8 and the ranks that break ties, most frequent and highest first."""
    ranks, suits = zip(*((card // 4, card % 4) for card in cards), strict=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [count for _, count in counts]
    by_count = [rank for rank, _ in counts]
    flush = len(set(suits)) == 1
    straight = len(counts) == 5 and (by_count[0] - by_count[4] == 4 or by_count == ACE_LOW)
    if straight:
        top = [3 if by_count == ACE_LOW else by_count[0]]
        return (8, top) if flush else (STRAIGHT, top)
    if flush:
        return FLUSH, by_count
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return category.get(tuple(shape), 0), by_count


def best_value(cards: Iterable[int], *, swapped: bool = False) -> Value:
    """Best of all five-card hands; `swapped` ranks straights above flushes (the broken twin)."""
    swap = {STRAIGHT: FLUSH, FLUSH: STRAIGHT} if swapped else {}
    values = (five_card_value(five) for five in combinations(cards, 5))
    return max((swap.get(category, category), ranks) for category, ranks in values)
