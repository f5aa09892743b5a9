"""Runs with their curve: exact exploitability at marks on a logarithmic grid, and snapshots.

The content of a run (`ConvergenceRun.content`) is a pure function of game, algorithm and
iterations; CPU times are kept beside it and never inside. JSON layout: docs/formats.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from feltprint.errors import ConfigError
from feltprint.lab.core_sampled import CoreSampledSolver, sampled_solver
from feltprint.lab.exact import Evaluator, ProfileValues
from feltprint.lab.full_width import FullWidthSolver, Updates
from feltprint.lab.game import LabGame, Vector
from feltprint.lab.games import game as make_game
from feltprint.lab.sampled import SCHEMES, SampledSolver
from feltprint.lab.schedules import SCHEDULES, schedule
from feltprint.progress import OnProgress

FORMAT = 1
ALGORITHMS = (*SCHEDULES, *SCHEMES)
POINTS_PER_DECADE = 10


@dataclass(frozen=True)
class Mark:
    """One point of a curve. Units: payoffs of the game; the last iterate is None where sampled."""

    iteration: int
    values: ProfileValues
    last_iterate: ProfileValues | None


@dataclass(frozen=True)
class Snapshot:
    """Strategies and regrets at one iteration, flat over all entries."""

    iteration: int
    average: Vector
    current: Vector
    regret: Vector


@dataclass
class ConvergenceRun:
    """A finished run: where it came from, its curve, its last strategy."""

    game: LabGame
    algorithm: str
    parameters: Mapping[str, Any]
    updates: str
    iterations: int
    seed: int | None
    strategy: Vector
    marks: list[Mark]
    snapshots: list[Snapshot] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)

    @property
    def values(self) -> ProfileValues:
        """Exact values of the average strategy at the end."""
        return self.marks[-1].values

    @property
    def exploitability(self) -> float:
        """Exploitability of the average strategy at the end."""
        return self.values.exploitability

    @property
    def nash_conv(self) -> float:
        """NashConv of the average strategy at the end."""
        return self.values.nash_conv

    def first_below(self, threshold: float) -> int | None:
        """First marked iteration whose average strategy is below a threshold; None for never."""
        for mark in self.marks:
            if mark.values.exploitability < threshold:
                return mark.iteration
        return None

    def content(self, *, with_strategies: bool = True) -> dict[str, Any]:
        """The run as JSON values, docs/formats.md, `lab_run`."""
        content: dict[str, Any] = {
            "format": FORMAT,
            "kind": "lab_run",
            "game": {
                "name": self.game.name,
                "family": self.game.family,
                "players": self.game.num_players,
                "infosets": self.game.num_infosets,
                "unit": self.game.unit,
            },
            "algorithm": self.algorithm,
            "parameters": dict(self.parameters),
            "updates": self.updates,
            "seed": self.seed,
            "iterations": self.iterations,
            "curve": [_mark_content(mark) for mark in self.marks],
            "final": _values_content(self.values),
        }
        if with_strategies:
            content["infosets"] = [
                {
                    "label": self.game.full_label(i),
                    "actions": list(
                        self.game.action_labels[self.game.offsets[i] : self.game.offsets[i + 1]]
                    ),
                }
                for i in range(self.game.num_infosets)
            ]
            content["strategy"] = self._by_infoset(self.strategy)
            content["snapshots"] = [
                {
                    "iteration": shot.iteration,
                    "average": self._by_infoset(shot.average),
                    "current": self._by_infoset(shot.current),
                    "regret": self._by_infoset(shot.regret),
                }
                for shot in self.snapshots
            ]
        return content

    def _by_infoset(self, flat: Vector) -> list[list[float]]:
        numbers = flat.tolist()
        offsets = self.game.offsets
        return [numbers[offsets[i] : offsets[i + 1]] for i in range(self.game.num_infosets)]


def marks_until(iterations: int, points_per_decade: int = POINTS_PER_DECADE) -> list[int]:
    """Iterations 1, 2, .. on a logarithmic grid; always with every 10^k and the end."""
    if points_per_decade < 1 or points_per_decade > 1000:
        raise ConfigError(f"points per decade: expected 1..1000, found {points_per_decade}")
    step = _root_of_ten(points_per_decade)
    found = set()
    decade = 1
    while decade <= iterations:
        found.add(decade)
        point = float(decade)
        for _ in range(points_per_decade):
            found.add(round(point))
            point *= step
        decade *= 10
    return sorted({mark for mark in found if mark <= iterations} | {iterations})


def _root_of_ten(n: int) -> float:
    """10 ** (1/n) by bisection: the same bits everywhere."""
    low, high = 1.0, 10.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        product = 1.0
        for _ in range(n):
            product *= middle
        low, high = (middle, high) if product < 10.0 else (low, middle)
    return low


@dataclass(frozen=True)
class RunOptions:
    """How a run goes and what it keeps.

    Attributes
    ----------
    updates
        `alternating` or `simultaneous`; full-width only.
    seed
        Random stream of a sampled run.
    marks
        Iterations at which the average strategy is scored; None for ten a decade.
    snapshots
        Iterations at which strategies and regrets are kept; full-width only.
    """

    updates: Updates = "alternating"
    seed: int = 1
    marks: Sequence[int] | None = None
    snapshots: Sequence[int] = ()

    def points(self, iterations: int) -> list[int]:
        """All iterations at which a run of this length is scored."""
        wanted = marks_until(iterations) if self.marks is None else self.marks
        return sorted(
            {m for m in (*wanted, *self.snapshots) if 1 <= m <= iterations} | {iterations}
        )


AnySolver = FullWidthSolver | SampledSolver | CoreSampledSolver


def solve(
    game: str | LabGame,
    algorithm: str = "dcfr",
    iterations: int = 1_000,
    options: RunOptions | None = None,
    on_progress: OnProgress | None = None,
    **parameters: Any,
) -> ConvergenceRun:
    """Solve a game exactly or by sampling and return the run with its exact curve.

    Parameters
    ----------
    game
        A name of `lab.games.GAMES`, a river endgame file, or a game.
    algorithm
        A schedule (`cfr`, `cfr+`, `linear`, `dcfr`, ..) or a sampling scheme (`es`, `cs`, `os`).
    parameters
        Of the schedule, such as `prediction=0.1` or `average_power=5`; of the sampling,
        `exploration`.

    Raises
    ------
    ConfigError
        For an unknown game, algorithm or parameter.
    """
    chosen = make_game(game) if isinstance(game, str) else game
    if iterations < 1:
        raise ConfigError(f"iterations: expected at least 1, found {iterations}")
    options = options or RunOptions()
    solver: AnySolver
    seed: int | None
    if algorithm in SCHEMES:
        solver = sampled_solver(chosen, algorithm, options.seed, **parameters)
        used: Mapping[str, Any] = (
            {"exploration": solver.exploration} if isinstance(solver, SampledSolver) else {}
        )
        seed, how = options.seed, "sampled"
    else:
        rule = schedule(algorithm, family=chosen.family, horizon=iterations, **parameters)
        solver = FullWidthSolver(chosen, rule, options.updates)
        used, seed, how = rule.parameters, None, options.updates
    run = ConvergenceRun(chosen, algorithm, used, how, iterations, seed, chosen.uniform(), [])
    _fill(run, solver, options.points(iterations), set(options.snapshots), on_progress)
    return run


def _fill(
    run: ConvergenceRun,
    solver: AnySolver,
    points: Sequence[int],
    snapshots: set[int],
    on_progress: OnProgress | None,
) -> None:
    evaluator = Evaluator(run.game)
    seconds = 0.0
    for point in points:
        start = time.process_time()
        solver.run(until=point)
        seconds += time.process_time() - start
        run.strategy = solver.average_strategy()
        last = None
        if isinstance(solver, FullWidthSolver):
            last = evaluator.values(solver.current_strategy())
            if point in snapshots:
                run.snapshots.append(
                    Snapshot(point, run.strategy, solver.current_strategy(), solver.regrets())
                )
        run.marks.append(Mark(point, evaluator.values(run.strategy), last))
        run.cpu_seconds.append(seconds)
        if on_progress is not None:
            on_progress(point, points[-1], {"exploitability": run.exploitability})


def _values_content(values: ProfileValues) -> dict[str, Any]:
    return {
        "value": list(values.value),
        "best_response_value": list(values.best_response_value),
        "nash_conv": values.nash_conv,
        "exploitability": values.exploitability,
    }


def _mark_content(mark: Mark) -> dict[str, Any]:
    content = {"iteration": mark.iteration, **_values_content(mark.values)}
    if mark.last_iterate is not None:
        content["last_iterate_exploitability"] = mark.last_iterate.exploitability
    return content


def slope(iterations: Sequence[int], values: Sequence[float]) -> float:
    """Least-squares slope of log(value) against log(iteration) over the last half of a curve."""
    half = len(iterations) // 2
    x = [math.log(i) for i in iterations[half:]]
    y = [math.log(v) for v in values[half:] if v > 0.0]
    if len(x) != len(y) or len(x) < 2:
        raise ConfigError("slope: expected two or more positive values in the last half")
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / sum(
        (a - mean_x) ** 2 for a in x
    )
