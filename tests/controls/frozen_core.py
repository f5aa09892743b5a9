"""The solver core at frozen regrets, and the check of its increments against their exact law."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from sampling_law import Moments

from feltprint import _core
from feltprint.config.solver import SolverConfig
from feltprint.solver import Solver
from feltprint.solver_params import native_params
from feltprint.strategy import Strategy
from feltprint.toy_games import ToyGame

WORST_Z = 5.0
MANY = 100  # entries of a row hang together: fewer say nothing about the mean of z^2
BATCH = 1024
CONFIG: Mapping[str, Any] = {
    "seed": 5, "deals_per_board": 1, "boards_per_batch": BATCH, "weighting": {"kind": "vanilla"},
}  # fmt: skip


class Core:
    """The core at frozen regrets: increments of many iterations, added up.

    mixed: every row plays all its actions.
    """

    def __init__(
        self,
        game: ToyGame,
        *,
        responder: int | None = None,
        uniform: bool = False,
        mixed: bool = False,
        **method: Any,
    ) -> None:
        config = SolverConfig.model_validate({**CONFIG, **method})
        self.solver = Solver(game, None, config)
        native = _core.MonteCarloCfr(self.solver.solved_game.native, native_params(config, 0))
        self._start = {k: np.zeros_like(v) for k, v in native.tables().items()}
        shape = self._start["cum_regret"].shape
        random = np.random.default_rng(8)
        self.regrets = (8 * random.standard_normal(shape)).astype(np.float32)
        if mixed:
            self.regrets = np.abs(self.regrets)
        self._start["cum_regret"] = self.regrets
        if responder is not None:
            native.train_responder(
                responder, np.zeros_like(self.regrets) if uniform else self.regrets
            )
        self._native = native

    def profile(self, node: int) -> np.ndarray:
        """The frozen strategy."""
        return Strategy(self.solver.solved_game, self.regrets, self.regrets).node_rows(node)

    def profile_of(self, native: _core.MonteCarloCfr) -> Callable[[int], np.ndarray]:
        """The current strategy of a core."""
        regrets = np.array(native.tables()["cum_regret"])
        return Strategy(self.solver.solved_game, regrets, regrets).node_rows

    def fresh(self) -> _core.MonteCarloCfr:
        """Another core that has learned nothing yet."""
        params = native_params(self.solver.config, 0)
        return _core.MonteCarloCfr(self.solver.solved_game.native, params)

    def increments(self, batches: int) -> dict[str, np.ndarray]:
        """Sums over batches * BATCH iterations by table, float64 [block, lane]."""
        sums = {name: np.zeros(self.regrets.shape) for name in ("cum_regret", "cum_strategy")}
        for batch in range(batches):
            self._native.load_tables(self._start, batch * BATCH)
            self._native.advance((batch + 1) * BATCH, 1, 1e9)
            tables = self._native.tables()
            for name, total in sums.items():
                total += tables[name].astype(np.float64) - self._start[name]
        return sums

    def rows(self, table: np.ndarray, node: int) -> np.ndarray:
        """A node's entries of a table, [bucket, action]."""
        record = self.solver.solved_game.tree.nodes[node]
        actions = int(record["num_actions"])
        buckets = self.solver.solved_game.tree.num_buckets[int(record["street"])]
        groups, first = -(-buckets // 8), int(record["row"])
        blocks = table[first : first + groups * actions].reshape(groups, actions, 8)
        return blocks.transpose(0, 2, 1).reshape(groups * 8, actions)[:buckets]


def z_scores(
    core: Core, sums: np.ndarray, expected: Mapping[int, Moments], iterations: int
) -> np.ndarray:
    """(sum - mean) / exact standard deviation of every entry; inf where one moves that cannot."""
    scores = []
    for node, moments in expected.items():
        variance = moments.second - moments.first**2
        off = core.rows(sums, node) - iterations * moments.first
        moving = variance > 1e-12
        if np.abs(off[~moving]).max(initial=0.0) > 0.02 * iterations**0.5:
            scores.append(np.array([np.inf]))
        scores.append(off[moving] / np.sqrt(iterations * variance[moving]))
    return np.concatenate(scores)


def is_the_law(scores: np.ndarray) -> bool:
    spread = (scores**2).mean() if len(scores) >= MANY else 1.0
    return bool(np.abs(scores).max() < WORST_Z and spread < 2.0)
