"""The plan of the lab: the cells of its matrix, where their files lie, and what shapes each.

A cell is an algorithm on a game, with a seed where it samples: `dcfr`, `es-seed1`. Methods that
take `wildcards` are given to Snakemake as functions; they read `lab_run` and `cell`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltprint.config import LabConfig, LabRunConfig
from feltprint.config.lab import SAMPLED_ALGORITHMS

ABLATIONS = "ablations"
TOURNAMENT_GAMES = ("kuhn", "leduc", "no-limit-leduc")


class LabPlan:
    """Jobs and paths of the lab; nothing at all where the config has none.

    Parameters
    ----------
    results
        The results folder, as the rules write it.
    spec
        Makes the param of a job from its component and content.
    """

    def __init__(self, lab: LabConfig | None, results: str, spec: Callable[..., str]) -> None:
        self._lab = lab
        self._folder = f"{results}/lab"
        self._cpu_folder = f"{results}/benchmarks/lab_cell"
        self._spec = spec

    def problems(self) -> list[str]:
        """Why the lab cannot be built, one line each."""
        found = []
        for name, run in self._runs().items():
            if name == ABLATIONS:
                found.append(f"lab.runs.{name}: the name is a folder of the lab; choose another")
            if len(set(run.algorithms)) < len(run.algorithms):
                found.append(f"lab.runs.{name}.algorithms: found one of them twice")
            if run.tournament_hands == 1 or (
                run.tournament_hands > 0 and run.game not in TOURNAMENT_GAMES
            ):
                found.append(
                    f"lab.runs.{name}.tournament_hands: found {run.tournament_hands}; allowed: 0, "
                    f"or at least 2 with one of the games {', '.join(TOURNAMENT_GAMES)}"
                )
        return found

    def cell(self, wildcards: Any) -> str:
        """Param of run_lab_cell."""
        run = self._runs()[wildcards.lab_run]
        algorithm, seed = self._cells(run)[wildcards.cell]
        sampled = algorithm in SAMPLED_ALGORITHMS
        return self._spec(
            "lab",
            **self._game(run),
            algorithm=algorithm,
            seed=seed,
            iterations=run.sampled_iterations if sampled else run.iterations,
            points_per_decade=run.points_per_decade,
            snapshots=[] if sampled else list(run.snapshots),
        )

    def report(self, wildcards: Any) -> str:
        """Param of report_lab: the cells in the order of the config."""
        run = self._runs()[wildcards.lab_run]
        cells = list(self._cells(run))
        return self._spec("lab", **self._game(run), cells=cells, thresholds=list(run.thresholds))

    def tournament(self, wildcards: Any) -> str:
        """Param of play_lab_tournament."""
        run = self._runs()[wildcards.lab_run]
        return self._spec("lab", **self._game(run), tournament_hands=run.tournament_hands)

    def ablations(self, wildcards: Any) -> str:
        """Param of run_lab_ablations."""
        assert self._lab is not None
        return self._spec("lab", iterations=self._lab.ablation_iterations)

    def runs(self, wildcards: Any) -> list[str]:
        """The runs of one game, in the order of its cells."""
        folder = f"{self._folder}/{wildcards.lab_run}/runs"
        return [f"{folder}/{cell}.json" for cell in self._cells(self._runs()[wildcards.lab_run])]

    def cpu_times(self, wildcards: Any) -> list[str]:
        """The CPU times of these runs, in the same order."""
        folder = f"{self._cpu_folder}/{wildcards.lab_run}"
        return [f"{folder}/{c}.cpu.json" for c in self._cells(self._runs()[wildcards.lab_run])]

    def sidecars(self) -> list[str]:
        """The hash files of every artifact of the lab."""
        paths = []
        for name, run in self._runs().items():
            folder = f"{self._folder}/{name}"
            paths += [f"{folder}/runs/{cell}.sha256" for cell in self._cells(run)]
            paths.append(f"{folder}/report.sha256")
            if run.tournament_hands > 0:
                paths.append(f"{folder}/tournament.sha256")
        if self._lab is not None and self._lab.ablation_iterations > 0:
            paths.append(f"{self._folder}/{ABLATIONS}.sha256")
        return paths

    def _runs(self) -> dict[str, LabRunConfig]:
        return {} if self._lab is None else self._lab.runs

    def _game(self, run: LabRunConfig) -> dict[str, Any]:
        return {"game": run.game, "options": run.model_dump(mode="json")["options"]}

    def _cells(self, run: LabRunConfig) -> dict[str, tuple[str, int | None]]:
        cells: dict[str, tuple[str, int | None]] = {}
        for algorithm in run.algorithms:
            if algorithm in SAMPLED_ALGORITHMS:
                cells.update({f"{algorithm}-seed{seed}": (algorithm, seed) for seed in run.seeds})
            else:
                cells[algorithm] = (algorithm, None)
        return cells
