"""Features of hands in exact integers: strength, its moments and histograms, OCHS.

On a river, x = 2 wins + ties of a hand against the 990 hands that board and hand leave, so hand
strength HS = x / 1980. Earlier streets sum over the runouts that leave the hand: 46 rivers of a
turn, 1,081 of a flop. Nothing depends on order or threads. Sources: Gilpin & Sandholm 2007
(histograms), Johanson et al. 2013 (OCHS, E[HS^2]).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.cards import PREFLOP_CLASSES, CardsLike
from feltprint.cards import board as board_ids
from feltprint.errors import ConfigError

MAX_STRENGTH = 1980
"""x of a hand that beats every other: 2 * 990."""

NUM_RUNOUTS = {1: 1081, 2: 46, 3: 1}
"""Runouts of a board of each street that leave a hand."""


class HandFeatures:
    """Features of all hands; the tables behind them take about half a second of one core.

    Parameters
    ----------
    threads
        Threads for the tables and for `sums`; the numbers do not depend on it.
    """

    def __init__(self, threads: int = 1) -> None:
        if threads < 1:
            raise ConfigError(f"threads is {threads}; expected 1 or more")
        self._strength = _core.HandStrength(threads)

    def strength(self, boards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """x on river boards, uint8 (N, 5) -> uint16 (N, 1326); 65,535 = blocked."""
        x: NDArray[np.uint16] = self._strength.rivers(boards)
        return x

    def sums(self, power: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Sum x (power 1) or x^2 (power 2) over the runouts of all canonical flops and turns.

        E[HS] = sum / NUM_RUNOUTS[street] / 1980, E[HS^2] = sum / NUM_RUNOUTS[street] / 1980^2.

        Returns
        -------
        uint32 (1755, 1326) of the flops and (16432, 1326) of the turns; 0 for blocked hands.
        """
        flops, turns = self._strength.sums(power)
        return flops, turns

    def moments(
        self, board: CardsLike
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint32]]:
        """Sums of x and x^2 over the runouts of one board of 3 to 5 cards, and their number."""
        total, square, runouts = self._strength.moments(board_ids(board))
        return total, square, runouts

    def histogram(self, board: CardsLike, bins: int) -> NDArray[np.uint32]:
        """Count the runouts by strength, uint32 (1326, bins).

        Bin i holds x with i = min(bins - 1, x * bins // 1980).
        """
        counts: NDArray[np.uint32] = self._strength.histogram(board_ids(board), bins)
        return counts

    def cluster_strength(
        self, board: CardsLike, clusters: NDArray[np.uint8]
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """Compare with the hands of each cluster of the opponent on a river (OCHS).

        Parameters
        ----------
        clusters : uint8 (169,) by preflop class, or (1326,) by hand; numbers from 0.

        Returns
        -------
        2 wins + ties against the cluster's hands that share no card with board or hand, and their
        number, both uint16 (1326, clusters): OCHS = x / (2 * number). 0 for blocked hands.
        """
        by_hand = np.asarray(clusters)
        if by_hand.shape == (169,):
            by_hand = by_hand[PREFLOP_CLASSES]
        if by_hand.shape != (1326,) or by_hand.dtype != np.uint8:
            raise ConfigError(
                f"clusters: found {by_hand.dtype} {by_hand.shape}; expected uint8 (169,) or (1326,)"
            )
        count = int(by_hand.max()) + 1
        x, opponents = _core.cluster_strength(board_ids(board), by_hand, count)
        return x, opponents
