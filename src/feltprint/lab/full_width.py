"""Full-width solving: a game, a schedule, iterations; exact results at any iteration.

A run is a function of the game, the schedule and the number of iterations alone: pieces, restarts,
threads and instruction sets change no bit.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Literal

import numpy as np

from feltprint import _core
from feltprint.artifacts import open_artifact, write_artifact
from feltprint.errors import ArtifactError, ConfigError
from feltprint.lab.exact import Evaluator, ProfileValues
from feltprint.lab.game import LabGame, Vector
from feltprint.lab.schedules import SCHEDULES, Schedule

Updates = Literal["alternating", "simultaneous"]

STATE_KIND = "lab_state"
TABLES = ("regret", "average", "strategy")
# A native call is at most this long, so that a signal is seen in time.
CALL_SECONDS = 0.1
MAX_CALL_ITERATIONS = 65_536


class FullWidthSolver:
    """Solves one game with one schedule.

    Parameters
    ----------
    updates
        `alternating`: player 0 first, then player 1 against the updated player 0, and so on;
        `simultaneous`: all players against the strategies of the iteration's start.
    track_regret
        Keep what `overall_regret` needs; costs a pass over the payoffs of every iteration.
    """

    def __init__(
        self,
        game: LabGame,
        schedule: Schedule,
        updates: Updates = "alternating",
        *,
        track_regret: bool = False,
    ) -> None:
        if updates not in ("alternating", "simultaneous"):
            raise ConfigError(f"updates: expected alternating or simultaneous, found {updates!r}")
        self.game, self.schedule, self.updates = game, schedule, updates
        self._native = _core.LabFullWidth(
            game.native,
            floored=schedule.floored,
            predictive=schedule.predictive,
            simultaneous=updates == "simultaneous",
            track_sums=track_regret,
        )
        self._evaluator = Evaluator(game)
        self._call_iterations = 1

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self._native.iterations

    def run(self, iterations: int | None = None, *, until: int | None = None) -> int:
        """Run so many iterations more, or up to a count; return the count.

        Raises
        ------
        SolverError
            When a regret or an average overflows.
        """
        if (iterations is None) == (until is None):
            raise ConfigError("run: expected iterations or until, one of them")
        target = self.iterations + iterations if iterations is not None else until
        assert target is not None
        while self.iterations < target:
            count = min(target - self.iterations, self._call_iterations)
            rows = self.schedule.coefficients(self.iterations + 1, count)
            start = time.perf_counter()
            self._native.run(rows)
            seconds = time.perf_counter() - start
            if count == self._call_iterations and seconds < CALL_SECONDS / 2:
                self._call_iterations = min(2 * self._call_iterations, MAX_CALL_ITERATIONS)
            elif seconds > CALL_SECONDS and self._call_iterations > 1:
                self._call_iterations //= 2
        return self.iterations

    def average_strategy(self) -> Vector:
        """The average strategy; uniform rows where an infoset was never reached."""
        return self._native.average_strategy

    def current_strategy(self) -> Vector:
        """The strategy of the next iteration (the last iterate)."""
        return self._native.strategy

    def regrets(self) -> Vector:
        """Cumulative regrets."""
        return self._native.regret

    def values(self) -> ProfileValues:
        """Exact values of the average strategy."""
        return self._evaluator.values(self.average_strategy())

    def current_values(self) -> ProfileValues:
        """Exact values of the last iterate."""
        return self._evaluator.values(self.current_strategy())

    def overall_regret(self, player: int) -> float:
        """Average regret of a player against its best fixed strategy in hindsight.

        The average has the weights of the average strategy. With simultaneous updates the largest
        of the players' overall regrets is the gap of the empirical play to a coarse correlated
        equilibrium; in a two-player zero-sum game their sum is the NashConv of the average.
        """
        return self._native.overall_regret(player)

    def coarse_correlated_gap(self) -> float:
        """The most that a player gains by leaving the recommended play: the largest regret.

        Raises ConfigError with alternating updates, where players have not met the same play.
        """
        if self.updates != "simultaneous":
            raise ConfigError("coarse correlated gap: expected a run with simultaneous updates")
        return max(self.overall_regret(player) for player in range(self.game.num_players))

    def save(self, path: str | Path) -> str:
        """Write the state; return the sha256 of the file."""
        arrays = {
            "regret": self._native.regret,
            "average": self._native.average,
            "strategy": self._native.strategy,
        }
        return write_artifact(path, STATE_KIND, self._meta(), arrays)

    @classmethod
    def resume(cls, path: str | Path, game: LabGame) -> FullWidthSolver:
        """Go on from a saved state, as if the run had never stopped.

        Raises
        ------
        ArtifactError
            When the file is damaged or belongs to another game.
        """
        artifact = open_artifact(path, STATE_KIND)
        meta = artifact.meta
        if meta["game"] != _plain(game.resolved):
            raise ArtifactError(
                f"{path}: expected a state of {game.resolved}, found {meta['game']}; "
                "resume it with its own game"
            )
        schedule = SCHEDULES[meta["algorithm"]](**meta["parameters"])
        solver = cls(game, schedule, meta["updates"])
        regret, average, strategy = (np.ascontiguousarray(artifact.arrays[name]) for name in TABLES)
        solver._native.restore(regret, average, strategy, meta["iterations"])
        return solver

    def _meta(self) -> dict[str, Any]:
        return {
            "game": _plain(self.game.resolved),
            "algorithm": self.schedule.name,
            "parameters": self.schedule.parameters,
            "updates": self.updates,
            "iterations": self.iterations,
        }


def _plain(value: Any) -> Any:
    """Mappings and tuples as JSON gives them back."""
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
