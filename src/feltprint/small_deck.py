"""Hold'em decks cut from below: their boards, hand strengths, buckets and exact pair outcomes.

A deck of 20, 24, 28, 32 or 36 cards has the highest ranks of the full one, whose card numbers, hand
numbers and rank order stay. Everything is exact and small enough for numpy. Strength of a hand on a
river: x = 2 wins + ties against all hands of the deck that share no card with it or the board; on
flop and turn the sum of x^2 over all runouts, as in the percentile abstraction of the full deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES
from feltprint.config.abstraction import FULL_DECK, DeckName
from feltprint.errors import ConfigError

SMALL_DECKS = tuple(cards for cards in get_args(DeckName) if cards < FULL_DECK)
NUM_HANDS = len(HAND_CARDS)
NUM_CLASSES = 169
BLOCKED = 65_535  # rank of a hand that the board blocks: no other is equal or higher
CHUNK = 256  # boards at a time: some megabytes of comparisons

Integers = NDArray[np.int64]


class SmallDeck:
    """One deck; `hands` are the numbers of its hands, ascending."""

    def __init__(self, cards: int) -> None:
        if cards not in SMALL_DECKS:
            raise ConfigError(f"small deck: found {cards} cards; allowed: {SMALL_DECKS}")
        self.first_card = FULL_DECK - cards
        self.hands: Integers = np.flatnonzero(HAND_CARDS.min(axis=1) >= self.first_card)
        pairs = HAND_CARDS[self.hands]
        shared = (pairs[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
        self._disjoint = ~shared
        self._permuted = _core.permuted_hands()

    def boards(self, street: int) -> tuple[Integers, NDArray[np.uint8], Integers]:
        """Give canonical numbers, cards and weights of the deck's boards of street 1..3.

        Shape: [board], [board, card], [board]; the weight is the number of real boards.
        """
        boards, weights = _core.canonical_boards(street)
        inside = np.flatnonzero(boards.min(axis=1) >= self.first_card)
        return inside, boards[inside], weights[inside].astype(np.int64)

    @cached_property
    def _rivers(self) -> dict[int, Integers]:
        """Strength of all 1,326 hands by canonical number of the river; -1 = blocked."""
        numbers, boards, _ = self.boards(3)
        rivers: dict[int, Integers] = {}
        for first in range(0, len(boards), CHUNK):
            chunk = slice(first, first + CHUNK)
            rows = np.full((len(boards[chunk]), NUM_HANDS), -1)
            rows[:, self.hands] = self._strengths(self._ranks(boards[chunk]))
            rivers.update(zip(numbers[chunk].tolist(), rows, strict=True))
        return rivers

    def _ranks(self, boards: NDArray[np.uint8]) -> Integers:
        """Ranks of the deck's hands on rivers, [board, hand]; BLOCKED above all others."""
        ranks = _core.river_ranks(np.ascontiguousarray(boards))[:, self.hands].astype(np.int64)
        return np.where(ranks == 0, BLOCKED, ranks)

    def _strengths(self, ranks: Integers) -> Integers:
        """2 wins + ties of every hand: against all, without those that share one of its cards."""
        x = np.array([_wins_and_ties(row) for row in ranks])
        for card in range(self.first_card, FULL_DECK):
            members = np.flatnonzero((HAND_CARDS[self.hands] == card).any(axis=1))
            own, other = ranks[:, members, np.newaxis], ranks[:, np.newaxis, members]
            x[:, members] -= (own > other).sum(axis=2) + (own >= other).sum(axis=2) - 1
        strengths: Integers = np.where(ranks == BLOCKED, -1, x)
        return strengths

    def strength(self, board: NDArray[np.uint8]) -> Integers:
        """Strength of all 1,326 hands on a board of 3, 4 or 5 cards of the deck; -1 = blocked."""
        total = np.zeros(len(self.hands), dtype=np.int64)
        for runout in self._runouts(board):
            number, permutation = _core.canonical_id(np.append(board, runout).astype(np.uint8))
            x = self._rivers[number][self._permuted[permutation][self.hands]]
            total += np.where(x < 0, 0, x * (x if len(board) < 5 else 1))
        strength: Integers = np.full(NUM_HANDS, -1)
        dead = np.isin(HAND_CARDS[self.hands], board).any(axis=1)
        strength[self.hands] = np.where(dead, -1, total)
        return strength

    def _runouts(self, board: NDArray[np.uint8]) -> Iterator[tuple[int, ...]]:
        left = [card for card in range(self.first_card, FULL_DECK) if card not in board]
        return combinations(left, 5 - len(board))

    def percentile(self, street: int, num_buckets: int) -> tuple[NDArray[Any], NDArray[np.uint32]]:
        """Make the bucket map of a street and its cuts, as `HandStrength.percentile` does.

        Shape: [canonical board of the full deck, hand]; boards that are not of the deck are
        blocked whole. A cut is the first strength with which the running weight passes k /
        num_buckets of the whole.

        Raises
        ------
        ConfigError
            When a bucket would be empty.
        """
        numbers, boards, weights = self.boards(street)
        rows = np.stack([self.strength(board) for board in boards])
        values, inverse = np.unique(rows, return_inverse=True)
        weight = np.bincount(
            inverse.ravel(), weights=np.repeat(weights, NUM_HANDS), minlength=len(values)
        ).astype(np.int64)
        weight[values < 0] = 0
        through = np.cumsum(weight)
        share = np.arange(1, num_buckets) * through[-1]
        cuts = values[np.searchsorted(through * num_buckets, share, side="right")]
        least = values[np.flatnonzero(weight)[0]]
        if (np.diff(cuts, prepend=least) <= 0).any():
            raise ConfigError(
                f"street {street} has {num_buckets} buckets, but one would be empty (one value "
                f"outweighs it) in a deck of {FULL_DECK - self.first_card}; use fewer"
            )
        blocked = 255 if num_buckets <= 255 else 65535
        dtype = np.uint8 if num_buckets <= 255 else np.uint16
        map_ = np.full((len(_core.canonical_boards(street)[0]), NUM_HANDS), blocked, dtype=dtype)
        buckets = np.searchsorted(cuts, rows, side="right")
        map_[numbers] = np.where(rows < 0, blocked, buckets).astype(dtype)
        return map_, cuts.astype(np.uint32)

    def lossless(self, street: int) -> NDArray[np.uint16]:
        """Make the map of a street that parts all hands which no renaming of suits makes alike.

        Shape: [canonical board of the full deck, hand]; buckets count up board by board.

        Raises
        ------
        ConfigError
            When there are more than 65,535 buckets.
        """
        numbers, boards, _ = self.boards(street)
        suits = _core.suit_permutations().astype(np.int64)
        map_ = np.full((len(_core.canonical_boards(street)[0]), NUM_HANDS), BLOCKED, np.uint16)
        first = 0
        for number, board in zip(numbers.tolist(), boards.astype(np.int64), strict=True):
            renamed = np.sort((board & ~3) | suits[:, board & 3], axis=1)
            alike = self._permuted[(renamed == np.sort(board)).all(axis=1)].min(axis=0)
            live = self.hands[~np.isin(HAND_CARDS[self.hands], board).any(axis=1)]
            classes, places = np.unique(alike[live], return_inverse=True)
            if first + len(classes) > BLOCKED:
                raise ConfigError(
                    f"street {street} of a deck of {FULL_DECK - self.first_card} has more than "
                    f"{BLOCKED} lossless buckets; use another kind"
                )
            map_[number, live] = first + places
            first += len(classes)
        return map_

    def bucket_strengths(self, river: NDArray[Any]) -> NDArray[np.uint64]:
        """Count the weight of each (river bucket, strength). Shape: [bucket, strength]."""
        numbers, _, weights = self.boards(3)
        rows = np.stack([self._rivers[int(number)] for number in numbers])
        live = rows >= 0
        buckets = river[numbers][live].astype(np.int64)
        joint = np.zeros((int(buckets.max()) + 1, int(rows.max()) + 1), dtype=np.uint64)
        each = np.broadcast_to(weights[:, None], rows.shape)[live].astype(np.uint64)
        np.add.at(joint, (buckets, rows[live]), each)
        return joint

    def pair_outcomes(self) -> dict[str, NDArray[Any]]:
        """Count what happens between two preflop classes, over every deal of the deck.

        Returns
        -------
        dict
            `outcomes` int64 [class, other, (win, tie, lose)] and `pairs` int32 [class, other],
            pairs of hands that share no card: as `tables.build_preflop_equity`; 0 for a class
            that is not in the deck.
        """
        classes = PREFLOP_CLASSES[self.hands]
        order = np.argsort(classes, kind="stable")
        present, starts = np.unique(classes[order], return_index=True)

        def by_class(matrix: NDArray[Any]) -> Integers:
            rows = np.add.reduceat(matrix[np.ix_(order, order)].astype(np.int64), starts, axis=0)
            summed: Integers = np.add.reduceat(rows, starts, axis=1)
            return summed

        wins = np.zeros(self._disjoint.shape, dtype=np.int64)
        ties = np.zeros_like(wins)
        _, boards, weights = self.boards(3)
        for board, weight in zip(boards, weights.tolist(), strict=True):
            ranks = self._ranks(board[np.newaxis])[0]
            live = ranks < BLOCKED
            meet = self._disjoint & live[:, np.newaxis] & live
            wins += weight * (meet & (ranks[:, np.newaxis] > ranks))
            ties += weight * (meet & (ranks[:, np.newaxis] == ranks))
        won, tied = by_class(wins), by_class(ties)
        outcomes = np.zeros((NUM_CLASSES, NUM_CLASSES, 3), dtype=np.int64)
        pairs = np.zeros((NUM_CLASSES, NUM_CLASSES), dtype=np.int32)
        place = np.ix_(present, present)
        outcomes[place] = np.stack([won, tied, won.T], axis=2)
        pairs[place] = by_class(self._disjoint)
        return {"outcomes": outcomes, "pairs": pairs}


def _wins_and_ties(ranks: Integers) -> Integers:
    """2 wins + ties of every entry against all others."""
    ordered = np.sort(ranks)
    below = np.searchsorted(ordered, ranks, side="left")
    wins_and_ties: Integers = below + np.searchsorted(ordered, ranks, side="right") - 1
    return wins_and_ties
