"""Root values of a solve over windows of iterations: the curve that its state carries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from feltprint.artifacts import Array


class RootWindows:
    """Root values over windows of iterations that end at fixed batch counts.

    The marks are 1, 2, 3, 4, 6, 8, 12, .. batches (2^k and 3 * 2^k): they do not depend on the
    target, so a curve is a function of the iterations alone. Shape of ``array()``:
    [window, 2 + 2 * num_players]: iterations at its end, boards, sums, sums of squares per seat.
    """

    def __init__(self, num_players: int, rows: Array | None = None) -> None:
        self._width = 2 + 2 * num_players
        self._rows = [] if rows is None else [np.array(row) for row in rows]

    @staticmethod
    def next_mark(batches: int) -> int:
        """The first mark above a number of batches."""
        power = 1
        while True:
            for mark in (power, power + power // 2):
                if mark > batches:
                    return mark
            power *= 2

    def append(
        self, iterations: int, boards: int, sums: Sequence[float], squares: Sequence[float]
    ) -> None:
        """Close a window."""
        self._rows.append(curve_row(iterations, boards, sums, squares))

    def array(self) -> NDArray[np.float64]:
        """All closed windows."""
        return np.array(self._rows, dtype=np.float64).reshape(len(self._rows), self._width)


def curve_row(
    iterations: int, boards: int, sums: Sequence[float], squares: Sequence[float]
) -> NDArray[np.float64]:
    """One window as a row of ``root_curve``."""
    return np.array([iterations, boards, *sums, *squares], dtype=np.float64)


def window_values(rows: Array) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and standard error of each seat's root value per window, in chips per hand.

    Shape: rows as ``Curve.array()``; both results [window, seat].
    """
    seats = (rows.shape[1] - 2) // 2
    boards = rows[:, 1:2]
    mean = rows[:, 2 : 2 + seats] / boards
    variance = np.maximum(rows[:, 2 + seats :] / boards - mean * mean, 0.0)
    return mean, np.sqrt(variance / np.maximum(boards - 1, 1))
