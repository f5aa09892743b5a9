"""External and chance sampling of Kuhn and Leduc by the solver core, with the lab's exact curves.

The core walks the public tree, logs and applies as in a hold'em solve; a batch is one iteration, so
that any count can be reached exactly. Other games, and outcome sampling, run on their histories
(`lab.sampled`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from feltprint import toy_games
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.lab.core_strategy import strategy_of_core
from feltprint.lab.exact import Evaluator, ProfileValues
from feltprint.lab.game import LabGame, Vector
from feltprint.lab.sampled import SampledSolver
from feltprint.solver import Solver
from feltprint.toy_games import ToyGame

TRAVERSALS = {"es": "external", "cs": "chance"}


def core_game(game: LabGame) -> ToyGame | None:
    """The same game as the solver core knows it; None when it does not."""
    resolved = dict(game.resolved)
    if game.family == "kuhn" and resolved.pop("cards") == resolved["players"] + 1:
        return toy_games.from_resolved(resolved)
    if game.family == "leduc" and not resolved.pop("suit_aware"):
        return toy_games.from_resolved(resolved)
    return None


def sampled_solver(
    game: LabGame, scheme: str, seed: int = 1, **parameters: Any
) -> CoreSampledSolver | SampledSolver:
    """The solver of a sampling scheme: the core where it knows game and scheme.

    Raises ConfigError for an unknown scheme or parameter.
    """
    own = {"exploration"} if scheme == "os" else set()
    if unknown := sorted(set(parameters) - own):
        raise ConfigError(
            f"{scheme}: expected the parameters {sorted(own)}, found {', '.join(unknown)}"
        )
    if scheme in TRAVERSALS and core_game(game) is not None:
        return CoreSampledSolver(game, scheme, seed)
    return SampledSolver(game, scheme, seed, **parameters)


class CoreSampledSolver:
    """A solve of the core with one hand a seat and equal weights, scored by the lab.

    Raises ConfigError for a game or scheme that the core does not have.
    """

    def __init__(self, game: LabGame, scheme: str, seed: int = 1) -> None:
        known = core_game(game)
        if known is None or scheme not in TRAVERSALS:
            raise ConfigError(
                f"{game.name}, {scheme}: expected Kuhn or Leduc, and one of {', '.join(TRAVERSALS)}"
            )
        config = SolverConfig.model_validate(
            {
                "seed": seed,
                "deals_per_board": 1,
                "boards_per_batch": 1,
                "traversal": {"kind": TRAVERSALS[scheme]},
                "weighting": {"kind": "vanilla"},
            }
        )
        self.game, self.scheme, self.seed = game, scheme, seed
        self._solver = Solver(known, None, config)
        self._evaluator = Evaluator(game)

    @property
    def iterations(self) -> int:
        """Iterations done: one walk for each player on one deal."""
        return self._solver.iterations

    def run(self, *, until: int) -> int:
        """Run up to a count of iterations; return it."""
        if until > self.iterations:
            self._solver.run(until=until)
        return self.iterations

    def average_strategy(self) -> Vector:
        """The average strategy; rows that were never visited are the current strategy."""
        return strategy_of_core(self.game, self._solver.average_strategy())

    def values(self) -> ProfileValues:
        """Exact values of the average strategy."""
        return self._evaluator.values(self.average_strategy())

    def save(self, path: str | Path) -> str:
        """Write the core's state; return the sha256 of the file."""
        return self._solver.save(path)

    @classmethod
    def resume(
        cls, path: str | Path, game: LabGame, scheme: str, seed: int = 1
    ) -> CoreSampledSolver:
        """Go on from a saved state, as if the run had never stopped.

        Raises ArtifactError when the file is damaged or belongs to another game, scheme or seed.
        """
        solver = cls(game, scheme, seed)
        fresh = solver._solver
        solver._solver = Solver.resume(path, fresh.solved_game.game, None, fresh.config)
        return solver
