"""Hold'em decks cut from below: their boards, hand strengths, buckets and exact pair outcomes.

A deck of 20, 24, 28, 32 or 36 cards has the highest ranks of the full one, whose card numbers, hand
numbers and rank order stay: the native kernels of whole boards rank and compare them, with the
hands of the other cards at weight 0. Strength of a hand on a river: x = 2 wins + ties against all
hands of the deck that share no card with it or the board; on flop and turn the sum of x^2 over all
runouts, as in the percentile abstraction of the full deck.
"""

from __future__ import annotations

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
BLOCKED = 65_535  # bucket of a hand that the board blocks

Integers = NDArray[np.int64]


class SmallDeck:
    """One deck; `hands` are the numbers of its hands, ascending."""

    def __init__(self, cards: int) -> None:
        if cards not in SMALL_DECKS:
            raise ConfigError(f"small deck: found {cards} cards; allowed: {SMALL_DECKS}")
        self.first_card = FULL_DECK - cards
        self._native = _core.SmallDeck(cards)
        self.hands: Integers = self._native.hands.astype(np.int64)
        self._permuted = _core.permuted_hands()

    def boards(self, street: int) -> tuple[Integers, NDArray[np.uint8], Integers]:
        """Give canonical numbers, cards and weights of the deck's boards of street 1..3.

        Shape: [board], [board, card], [board]; the weight is the number of real boards.
        """
        boards, weights = _core.canonical_boards(street)
        inside = np.flatnonzero(boards.min(axis=1) >= self.first_card)
        return inside, boards[inside], weights[inside].astype(np.int64)

    def strengths(self, boards: NDArray[np.uint8]) -> Integers:
        """Strength of all 1,326 hands on boards of the deck; -1 = blocked.

        Shape: boards are [board, 3 to 5 cards], the result is [board, hand].

        Raises
        ------
        ConfigError
            When a card of a board is not of the deck.
        """
        strengths: Integers = self._native.strengths(np.ascontiguousarray(boards, np.uint8))
        return strengths

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
        rows = self.strengths(boards)
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
        numbers, boards, weights = self.boards(3)
        rows = self.strengths(boards)
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

        pairs_of = HAND_CARDS[self.hands]
        disjoint = (pairs_of[:, None, :, None] != pairs_of[None, :, None, :]).all(axis=(2, 3))
        wins, ties = self._native.pair_counts()
        won, tied = by_class(wins * disjoint), by_class(ties * disjoint)
        outcomes = np.zeros((NUM_CLASSES, NUM_CLASSES, 3), dtype=np.int64)
        pairs = np.zeros((NUM_CLASSES, NUM_CLASSES), dtype=np.int32)
        place = np.ix_(present, present)
        outcomes[place] = np.stack([won, tied, won.T], axis=2)
        pairs[place] = by_class(disjoint)
        return {"outcomes": outcomes, "pairs": pairs}
