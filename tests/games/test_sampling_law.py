"""One iteration of the core has the exact mean: regrets and averages against full enumeration.

Standard errors are exact too (second moments are enumerated), so a row that is rarely met cannot
hide behind its own sample. False alarms: |z| above 5 in one of fewer than 500 entries, in 3e-4 of
the seeds; the mean of z^2 above 2 over a hundred entries or more is rarer still. Seeds are fixed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from feltprint import _core
from feltprint.config.solver import SolverConfig
from feltprint.games import kuhn, leduc
from feltprint.solver import Solver
from feltprint.solver_params import native_params
from feltprint.strategy import Strategy
from feltprint.toy_games import ToyGame

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "controls"))
from sampling_law import Law, Moments, law_of

WORST_Z = 5.0
MANY = 100  # entries of a row hang together: fewer say nothing about the mean of z^2
BATCH = 1024
GAMES = {"kuhn": kuhn(), "kuhn for three": kuhn(3), "leduc": leduc()}
CONFIG = SolverConfig.model_validate(
    {"seed": 5, "deals_per_board": 1, "boards_per_batch": BATCH, "weighting": {"kind": "vanilla"}}
)


class Core:
    """The core at frozen regrets: increments of many iterations, added up."""

    def __init__(self, game: ToyGame, *, responder: int | None = None, uniform: bool = False):
        self.solver = Solver(game, None, CONFIG)
        native = _core.ExternalSampling(self.solver.solved_game.native, native_params(CONFIG))
        self._start = {k: np.zeros_like(v) for k, v in native.tables().items()}
        shape = self._start["cum_regret"].shape
        random = np.random.default_rng(8)
        self.regrets = (8 * random.standard_normal(shape)).astype(np.float32)
        self._start["cum_regret"] = self.regrets
        if responder is not None:
            native.train_responder(
                responder, np.zeros_like(self.regrets) if uniform else self.regrets
            )
        self._native = native

    def profile(self, node: int) -> np.ndarray:
        """The frozen strategy."""
        return Strategy(self.solver.solved_game, self.regrets, self.regrets).node_rows(node)

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


@pytest.mark.parametrize(
    "name",
    [pytest.param(g, marks=pytest.mark.slow) if g == "leduc" else g for g in GAMES],
)
def test_regret_increments_have_the_exact_mean(name: str) -> None:
    game, batches = GAMES[name], 20
    core = Core(game)
    sums = core.increments(batches)["cum_regret"]
    for traverser in range(game.players):
        law = law_of(game, core.profile, traverser)
        assert is_the_law(z_scores(core, sums, law.regret, batches * BATCH))


@pytest.mark.parametrize("uniform", [False, True], ids=["own law", "reach dropped"])
def test_the_check_rejects_a_core_that_drops_the_opponents_reach(*, uniform: bool) -> None:
    core = Core(kuhn(), responder=0, uniform=uniform)
    sums = core.increments(20)["cum_regret"]
    law = law_of(kuhn(), core.profile, 0)
    assert is_the_law(z_scores(core, sums, law.regret, 20 * BATCH)) != uniform


def strategy_law(core: Core, game: ToyGame, *, reach_of_all: bool) -> Law:
    """Of both walks of an iteration; the rows of the two seats are apart."""
    laws = [law_of(game, core.profile, seat, reach_of_all=reach_of_all) for seat in (0, 1)]
    return Law(strategy=laws[0].strategy | laws[1].strategy)


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.slow)])
@pytest.mark.parametrize("reach_of_all", [False, True], ids=["own reach", "all reach"])
def test_average_increments_have_the_mean_of_the_own_reach(
    name: str, *, reach_of_all: bool
) -> None:
    core = Core(GAMES[name])
    sums = core.increments(20)["cum_strategy"]
    law = strategy_law(core, GAMES[name], reach_of_all=reach_of_all)
    assert is_the_law(z_scores(core, sums, law.strategy, 20 * BATCH)) != reach_of_all
