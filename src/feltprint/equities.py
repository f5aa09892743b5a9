"""All-in equity and showdown values of hands and weighted ranges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.cards import NUM_HANDS, CardsLike, hand_id
from feltprint.cards import board as board_ids
from feltprint.errors import ConfigError
from feltprint.ranges import parse_range

RangeLike: TypeAlias = str | NDArray[np.float64]
"""A hand (`AsKd`), range text (`22+,AKs:0.5`) or weights of all hands, float64 (1326,)."""

MAX_EXACT_WORK = 5_000_000.0
"""Deals times runouts that are enumerated: under a second on one core of a laptop."""

_ONE_HAND = re.compile(r"\s*(?:[2-9TJQKA][cdhs]\s*){2}", re.IGNORECASE)


@dataclass(frozen=True)
class Equity:
    """Who wins how often.

    Attributes
    ----------
    win, tie, share
        For each seat, of all weight: sole best hand; a tie; share of the pot.
    total
        Weight of all deals and runouts; their number when every range is one hand.
    method
        `exact` (every deal and runout) or `monte_carlo`.
    standard_error
        Of each share, 0 when exact.
    """

    win: tuple[float, ...]
    tie: tuple[float, ...]
    share: tuple[float, ...]
    total: float
    method: Literal["exact", "monte_carlo"]
    standard_error: tuple[float, ...]

    def counts(self, seat: int = 0) -> tuple[float, float, float]:
        """Win, tie and lose of a seat in units of `total`: exact counts for single hands."""
        win, tie = self.win[seat] * self.total, self.tie[seat] * self.total
        return win, tie, self.total - win - tie


def equity(
    hand: RangeLike,
    opponents: RangeLike | Sequence[RangeLike],
    board: CardsLike = (),
    *,
    samples: int = 200_000,
    seed: int = 1,
    max_exact_work: float = MAX_EXACT_WORK,
) -> Equity:
    """Compute the equity of a hand or range against one to five others.

    Parameters
    ----------
    hand, opponents
        Seat 0, then the others in order.
    board
        0, 3, 4 or 5 cards.
    samples, seed, max_exact_work
        Beyond `max_exact_work` deals times runouts, so many deals are sampled instead.
        Two ranges are always exact.

    Raises
    ------
    ConfigError
        When no deal is possible, or a card, hand or range is not one.
    """
    others = [opponents] if isinstance(opponents, (str, np.ndarray)) else list(opponents)
    ranges = [range_weights(item) for item in (hand, *others)]
    seats, total, errors = _core.equity(ranges, board_ids(board), max_exact_work, seed, samples)
    return Equity(
        win=tuple(win / total for win, _, _ in seats),
        tie=tuple(tie / total for _, tie, _ in seats),
        share=tuple(share / total for _, _, share in seats),
        total=total,
        method="monte_carlo" if errors else "exact",
        standard_error=tuple(errors) or (0.0,) * len(seats),
    )


def range_weights(value: RangeLike) -> NDArray[np.float64]:
    """Take a hand, range text or weights; return weights of all hands, float64 (1326,)."""
    if isinstance(value, str):
        if _ONE_HAND.fullmatch(value):
            weights = np.zeros(NUM_HANDS)
            weights[hand_id(value)] = 1.0
            return weights
        return parse_range(value)
    if not isinstance(value, np.ndarray):
        raise ConfigError(f"range {value!r} is neither text nor an array of 1326 weights")
    return np.ascontiguousarray(value, np.float64)


def showdown(board_cards: CardsLike, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Value of every hand against a weighted range: weight it beats minus weight it loses to.

    Parameters
    ----------
    board_cards
        Five cards.
    weights : float64 (1326,)
        Of the opponent's hands; hands that share a card count for nothing.
    """
    values: NDArray[np.float64] = _core.showdown(board_ids(board_cards), weights)
    return values


def disjoint_weights(board_cards: CardsLike, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weight of the range's hands that share no card with each hand: what winning a fold takes."""
    out: NDArray[np.float64] = _core.disjoint_weights(board_ids(board_cards), weights)
    return out
