"""The gain of trained responders over the average strategy at declared iterations of a solve.

It is part of the state: a function of the config and of the iterations alone, so a solve that ends
by its target gain ends at the same iteration on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint.artifacts import Array
from feltprint.config.gain import GainConfig
from feltprint.evaluation import Sampling, responder_gain
from feltprint.solved_game import SolvedGame

OnSeat = Callable[[dict[str, Any]], None]


class GainCurve:
    """Gains at the marks that a solve has passed, and whether the target is reached.

    Shape of ``array()``: [mark, 1 + 2 * num_players]: iterations, then gain and standard error of
    each seat, in chips per hand.
    """

    def __init__(
        self,
        config: GainConfig,
        solved_game: SolvedGame,
        per_batch: int,
        ranges: tuple[str, ...] | None = None,
    ) -> None:
        self._config = config
        self._ranges = ranges
        self._game = solved_game
        self._marks = [-(-mark // per_batch) * per_batch for mark in config.marks]
        self._rows: list[NDArray[np.float64]] = []

    @property
    def next_mark(self) -> int | None:
        """The batch boundary of the first mark without a row; None when all have one."""
        return self._marks[len(self._rows)] if len(self._rows) < len(self._marks) else None

    @property
    def reached(self) -> bool:
        """The newest gain is within the target."""
        target = self._config.target_mbb
        return target is not None and bool(self._rows) and self._newest_mean_mbb() <= target

    def _newest_mean_mbb(self) -> float:
        gains: list[float] = self._rows[-1][1::2].tolist()
        return 1000.0 * sum(gains) / len(gains) / big_blind(self._game)

    def measure(
        self,
        iterations: int,
        table: NDArray[np.float32],
        threads: int,
        on_seat: OnSeat,
        stop_requested: Callable[[], bool],
    ) -> bool:
        """Measure the gain of every seat over probabilities; False, and no row, when stopped."""
        config = self._config
        sampling = Sampling(config.boards, seed=config.seed, threads=threads, ranges=self._ranges)
        row = [float(iterations)]
        for seat in range(self._game.tree.num_players):
            if stop_requested():
                return False
            on_seat({"responder": seat})
            found = responder_gain(
                self._game, table, seat, sampling, iterations=config.responder_iterations
            )
            row += [found.gain, found.standard_error]
        self._rows.append(np.array(row))
        on_seat({"gain_mbb": self._newest_mean_mbb()})
        return True

    def array(self) -> NDArray[np.float64]:
        """All rows."""
        width = 1 + 2 * self._game.tree.num_players
        return np.array(self._rows, dtype=np.float64).reshape(len(self._rows), width)

    def load(self, rows: Array) -> None:
        """Go on with the rows of a state."""
        self._rows = [np.array(row) for row in rows]


def big_blind(solved_game: SolvedGame) -> int:
    """Chips of a big blind; 1 in games without one, so that mbb are thousandths of a chip."""
    size: int = solved_game.game.resolved.get("min_bet", 1)
    return size
