"""Solve a game: batches of vector external sampling MCCFR, resumable and deterministic.

The tables are a pure function of (game, abstraction, solver parameters, iterations): not of
threads, machine, chunks of a run, or kills. Algorithm: docs/algorithms.md; native twin:
``native/include/feltprint/solver/monte_carlo_cfr.hpp``.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.artifacts import Array, Artifact, open_artifact, write_artifact
from feltprint.checkpoint import STATE_KIND, CheckpointFolder
from feltprint.config.solver import SolverConfig
from feltprint.errors import ArtifactError, ConfigError
from feltprint.gain_curve import GainCurve
from feltprint.games import AnyGame
from feltprint.lock import exclusive
from feltprint.root_curve import RootWindows, curve_row, window_values
from feltprint.solved_game import SolvedGame
from feltprint.solver_params import (
    NATIVE_SECONDS,
    ProgressCallback,
    native_params,
    solver_meta,
)
from feltprint.strategy import Strategy
from feltprint.weight_tables import sums

# Of what a solve reports, the figures that should come to rest.
DRIFT_OF = ("root_mean_chips",)


class Solver:
    """One solve. Threads: one ``run`` at a time; a second one raises ConfigError."""

    def __init__(self, game: AnyGame, cards: CardAbstraction | None, config: SolverConfig) -> None:
        self.solved_game = SolvedGame.build(game, cards)
        self.config = config
        params = native_params(config, self.solved_game.tree.deck)
        self._native = _core.MonteCarloCfr(self.solved_game.native, params)
        self._requested = 0
        self._curve = RootWindows(self.solved_game.tree.num_players)
        self._gains = GainCurve(
            config.gain, self.solved_game, self._native.iterations_per_batch, config.ranges
        )
        self._snapshots: list[Array] = []

    @property
    def iterations(self) -> int:
        """Iterations done; one iteration is a traversal for every seat on one deal."""
        return self._native.iterations

    @property
    def finished(self) -> bool:
        """All of the config's iterations are done and their gains measured, or its target met."""
        ended = self.iterations >= self.total_for(self.config.iterations)
        return self._gains.reached or (ended and not self._gain_is_due)

    @property
    def gain_curve(self) -> NDArray[np.float64]:
        """Gains at the marks so far; shape and units: `gain_curve.GainCurve`."""
        return self._gains.array()

    @property
    def _gain_is_due(self) -> bool:
        mark = self._gains.next_mark
        return mark is not None and self.iterations >= mark

    def run(
        self,
        iterations: int | None = None,
        *,
        until: int | None = None,
        threads: int = 1,
        on_progress: ProgressCallback | None = None,
        stop_requested: Callable[[], bool] | None = None,
    ) -> int:
        """Run to the first batch boundary at or after the target; return the iterations done.

        Ends before it when the config's target gain is met at one of its marks.

        Parameters
        ----------
        iterations
            Added to the total requested so far (of a resumed solver: to what it has done).
        until
            The total itself. Exactly one of the two must be given.
        threads
            Worker threads; the result does not depend on them.
        on_progress
            Called as ``on_progress(done, total, info)`` at least twice a second; ``info`` has
            the mean root value of each seat in chips and its standard error.
        stop_requested
            Asked at every batch boundary that the call comes back from; true ends the run early.

        Raises
        ------
        ConfigError
            For a target below 1, or when another ``run`` is under way.
        KeyboardInterrupt
            On Ctrl-C, with the solver at a batch boundary.
        """
        total = self.total_for(self._target(iterations, until))
        report = on_progress if on_progress is not None else _report_nothing
        should_stop = stop_requested if stop_requested is not None else bool
        while (self._gain_is_due or self.iterations < total) and not self._gains.reached:
            if self._gain_is_due:
                if not self._measure_gain(total, threads, report, should_stop):
                    break
                continue
            self._advance(total, threads)
            report(self.iterations, total, self._info())
            if should_stop():
                break
        return self.iterations

    def _advance(self, total: int, threads: int) -> None:
        """Go some way to the total, at most to the next mark of a curve."""
        per_batch = self._native.iterations_per_batch
        mark = self._curve.next_mark(self.iterations // per_batch) * per_batch
        self._native.advance(
            min(mark, total, self._gains.next_mark or total), threads, NATIVE_SECONDS
        )
        if self.iterations == mark:
            self._close_window()

    def _measure_gain(
        self,
        total: int,
        threads: int,
        on_progress: ProgressCallback,
        stop_requested: Callable[[], bool],
    ) -> bool:
        """Measure the gain that is due; False when it was asked to stop first."""
        return self._gains.measure(
            self.iterations,
            self._answer().probabilities(),
            threads,
            lambda info: on_progress(self.iterations, total, info),
            stop_requested,
        )

    def _answer(self) -> Strategy:
        """The strategy that is frozen."""
        average = self.config.answer == "average"
        return self.average_strategy() if average else self.current_strategy()

    def total_for(self, target: int) -> int:
        """The first batch boundary at or after a target, in iterations."""
        per_batch: int = self._native.iterations_per_batch
        return -(-target // per_batch) * per_batch

    def _target(self, iterations: int | None, until: int | None) -> int:
        if (iterations is None) == (until is None):
            raise ConfigError("run: expected exactly one of iterations and until")
        target = until if until is not None else self._requested + (iterations or 0)
        if target < 1:
            raise ConfigError(f"run: expected a target of at least 1 iteration, found {target}")
        self._requested = max(self._requested, target)
        return target

    def _close_window(self) -> None:
        self._curve.append(self.iterations, *self._native.root_moments())
        seats = self.solved_game.tree.num_players
        self._native.set_root_moments(0, [0.0] * seats, [0.0] * seats)
        if self.config.snapshots:
            self._snapshots.append(self._native.tables()["cum_strategy"].copy())

    def _info(self) -> dict[str, Any]:
        boards, sums, squares = self._native.root_moments()
        if boards < 2:
            return {}
        row = curve_row(self.iterations, boards, sums, squares)
        mean, error = window_values(np.array([row]))
        return {
            "root_mean_chips": mean[0].tolist(),
            "root_se_chips": error[0].tolist(),
            "nodes_touched": self._native.nodes_touched,
            "iterations_per_node": self.iterations / sum(self.solved_game.tree.size.decision_nodes),
        }

    def average_strategy(self) -> Strategy:
        """View of the average strategy; it follows the solver's tables."""
        tables = self._native.tables()
        return Strategy(
            self.solved_game,
            sums(tables, "strategy"),
            sums(tables, "regret"),
            visits=tables.get("node_visits"),
        )

    def current_strategy(self) -> Strategy:
        """View of the current strategy, by regret matching."""
        regrets = sums(self._native.tables(), "regret")
        return Strategy(self.solved_game, regrets, fallback=regrets)

    def save(self, path: str | os.PathLike[str]) -> str:
        """Write the state atomically; return the sha256 of the file."""
        boards, sums, squares = self._native.root_moments()
        window = curve_row(self.iterations, boards, sums, squares)
        tables = self._native.tables()
        shape = (len(self._snapshots), *tables["cum_strategy"].shape)
        snapshots = np.array(self._snapshots, dtype=np.float32).reshape(shape)
        gains = {"gain_curve": self.gain_curve} if self.config.gain.marks else {}
        return write_artifact(
            path,
            STATE_KIND,
            self.solved_game.meta()
            | {"solver": solver_meta(self.config), "iterations": self.iterations},
            {
                **tables,
                "root_curve": self._curve.array(),
                "root_window": window,
                "strategy_snapshots": snapshots,
                **gains,
            },
        )

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        game: AnyGame,
        cards: CardAbstraction | None,
        config: SolverConfig | None = None,
    ) -> Solver:
        """Go on from a saved state; the same bytes as if it had never stopped.

        Raises ArtifactError when the file is damaged or belongs to another game, abstraction or
        solver configuration.
        """
        state = open_artifact(path, STATE_KIND)
        saved = state.meta.get("solver")
        config = config if config is not None else SolverConfig.model_validate(saved)
        if solver_meta(config) != saved:
            raise ArtifactError(
                f"{state.path}: expected solver parameters {solver_meta(config)}, found {saved}; "
                "use the configuration it was made with, or start anew"
            )
        solver = cls(game, cards, config)
        solver.solved_game.require_same(state)
        solver._load(state)
        return solver

    def _load(self, state: Artifact) -> None:
        arrays = state.arrays
        try:
            self._native.load_tables(dict(arrays), int(state.meta["iterations"]))
            self._curve = RootWindows(self.solved_game.tree.num_players, arrays["root_curve"])
            window = arrays["root_window"]
            seats = self.solved_game.tree.num_players
            self._native.set_root_moments(
                int(window[1]), window[2 : 2 + seats].tolist(), window[2 + seats :].tolist()
            )
            self._snapshots = [np.array(table) for table in arrays["strategy_snapshots"]]
            if self.config.gain.marks:
                self._gains.load(arrays["gain_curve"])
        except (KeyError, ConfigError) as error:
            raise ArtifactError(f"{state.path}: not a state of this game: {error}") from error
        self._requested = self.iterations


def _report_nothing(done: int, total: int, info: dict[str, Any]) -> None:
    """Stands for a caller that does not want to know."""


@dataclass(frozen=True)
class Outcome:
    """How a call of `solve_to_state` ended."""

    iterations: int
    finished: bool


def solve_to_state(
    game: AnyGame,
    cards: CardAbstraction | None,
    config: SolverConfig,
    *,
    checkpoint_dir: Path,
    state_path: Path,
    threads: int = 1,
    checkpoint_seconds: float = 60.0,
    lock_wait_seconds: float = 0.0,
    on_progress: ProgressCallback | None = None,
    stop_requested: Callable[[], bool] | None = None,
) -> Outcome:
    """Solve to ``config.iterations``, or to its target gain, with checkpoints.

    Resumes from the newest good checkpoint of ``checkpoint_dir`` (whose lock it holds for the
    whole call), saves at least every ``checkpoint_seconds`` (but not more often than 30 times the
    time that the last write took), and when done links the last checkpoint to ``state_path``. When
    ``stop_requested()`` turns true it saves and returns an outcome that is not finished.
    Raises LockedError when another process holds the folder for longer than
    ``lock_wait_seconds``. A checkpoint beyond the budget, of a run with a larger one, is left out:
    the state is a function of the config alone.
    """
    # lizard forgives: keyword-only, what one job of the workflow is told.
    should_stop = stop_requested if stop_requested is not None else bool
    with exclusive(checkpoint_dir, wait_seconds=lock_wait_seconds, stop_requested=should_stop):
        folder = CheckpointFolder(checkpoint_dir)
        solver = folder.load(lambda path: _resume_within(path, game, cards, config))
        if solver is None:
            solver = Solver(game, cards, config)
        saver = _PeriodicSaver(solver, folder, checkpoint_seconds)
        while not solver.finished and not should_stop():
            solver.run(
                until=config.iterations,
                threads=threads,
                on_progress=on_progress,
                stop_requested=lambda: should_stop() or saver.is_due(),
            )
            saver.save()
        saver.save()
        if solver.finished:
            folder.publish(state_path)
        return Outcome(solver.iterations, solver.finished)


def _resume_within(
    path: Path, game: AnyGame, cards: CardAbstraction | None, config: SolverConfig
) -> Solver:
    """Resume a checkpoint that is not beyond the budget. Raises ArtifactError for one that is."""
    solver = Solver.resume(path, game, cards, config)
    if solver.iterations > solver.total_for(config.iterations):
        raise ArtifactError(
            f"{path}: expected at most {solver.total_for(config.iterations)} iterations, found "
            f"{solver.iterations}; it is of a run with a larger budget, and is left out"
        )
    return solver


class _PeriodicSaver:
    """Decides when a checkpoint is due and writes it once per iteration count."""

    WRITE_SHARE = 30

    def __init__(self, solver: Solver, folder: CheckpointFolder, seconds: float) -> None:
        self._solver = solver
        self._folder = folder
        self._seconds = seconds
        self._last_end = time.monotonic()
        self._last_cost = 0.0
        self._saved_at = -1

    def is_due(self) -> bool:
        if self._saved_at == self._solver.iterations:
            return False  # measuring a gain goes on where a checkpoint has just been written
        wait = max(self._seconds, self.WRITE_SHARE * self._last_cost)
        return time.monotonic() - self._last_end >= wait

    def save(self) -> None:
        if self._saved_at == self._solver.iterations:
            return
        start = time.monotonic()
        self._folder.save(self._solver.save)
        self._last_end = time.monotonic()
        self._last_cost = self._last_end - start
        self._saved_at = self._solver.iterations
