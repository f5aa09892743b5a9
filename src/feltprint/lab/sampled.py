"""Sampled solving: external, chance and outcome sampling on the histories of a game.

Kuhn and Leduc are sampled by the solver core instead (`lab.core_sampled`), except for outcome
sampling.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from feltprint import _core
from feltprint.artifacts import open_artifact, write_artifact
from feltprint.errors import ArtifactError, ConfigError
from feltprint.lab.exact import Evaluator, ProfileValues
from feltprint.lab.full_width import CALL_SECONDS
from feltprint.lab.game import LabGame, Vector

SCHEMES: Mapping[str, int] = {"cs": 0, "es": 1, "os": 2}
EXPLORATION = 0.6
STATE_KIND = "lab_sampled_state"


class SampledSolver:
    """Monte Carlo CFR with one random stream for each (seed, iteration, player).

    Parameters
    ----------
    scheme
        `es`: chance and the others sampled, all own actions; `cs`: only chance sampled; `os`: one
        history, with `exploration` of uniform actions at the own nodes.
    """

    def __init__(
        self, game: LabGame, scheme: str, seed: int = 1, exploration: float = EXPLORATION
    ) -> None:
        if scheme not in SCHEMES:
            raise ConfigError(f"scheme: expected one of {', '.join(SCHEMES)}, found {scheme!r}")
        if game.extensive is None:
            raise ConfigError(f"{game.name}: sampling needs single histories; it is a vector game")
        self.game, self.scheme, self.seed, self.exploration = game, scheme, seed, exploration
        self._native = _core.LabSampled(game.extensive, SCHEMES[scheme], seed, exploration)
        self._evaluator = Evaluator(game)
        self._call_iterations = 64

    @property
    def iterations(self) -> int:
        """Iterations done: one walk for each player."""
        return self._native.iterations

    def run(self, *, until: int) -> int:
        """Run up to a count of iterations; return it."""
        while self.iterations < until:
            count = min(until - self.iterations, self._call_iterations)
            start = time.perf_counter()
            self._native.run(count)
            seconds = time.perf_counter() - start
            if count == self._call_iterations and seconds < CALL_SECONDS / 2:
                self._call_iterations *= 2
            elif seconds > CALL_SECONDS and self._call_iterations > 1:
                self._call_iterations //= 2
        return self.iterations

    def average_strategy(self) -> Vector:
        """The average strategy; rows that were never visited are uniform."""
        weights = self._native.average
        sums = np.repeat(np.add.reduceat(weights, self.game.offsets[:-1]), self.game.num_actions)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(sums > 0.0, weights / sums, self.game.uniform())

    def values(self) -> ProfileValues:
        """Exact values of the average strategy."""
        return self._evaluator.values(self.average_strategy())

    def save(self, path: str | Path) -> str:
        """Write the state; return the sha256 of the file."""
        meta = {
            "game": self.game.name, "scheme": self.scheme, "seed": self.seed,
            "exploration": self.exploration, "iterations": self.iterations,
        }  # fmt: skip
        arrays = {"regret": self._native.regret, "average": self._native.average}
        return write_artifact(path, STATE_KIND, meta, arrays)

    @classmethod
    def resume(cls, path: str | Path, game: LabGame) -> SampledSolver:
        """Go on from a saved state, as if the run had never stopped.

        Raises ArtifactError when the file is damaged or belongs to another game.
        """
        artifact = open_artifact(path, STATE_KIND)
        meta = artifact.meta
        if meta["game"] != game.name:
            raise ArtifactError(f"{path}: expected a state of {game.name}, found {meta['game']}")
        solver = cls(game, meta["scheme"], meta["seed"], meta["exploration"])
        regret, average = (
            np.ascontiguousarray(artifact.arrays[name]) for name in ("regret", "average")
        )
        solver._native.restore(regret, average, meta["iterations"])
        return solver
