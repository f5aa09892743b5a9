"""Runs of the lab as CSV, for analysis elsewhere: curves, and strategies over iterations.

Rows come from the JSON content of runs (docs/formats.md, `lab_run`), floats in full; a cell is
empty where a run has no such number.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from feltprint.plain_files import replacing

HEAD = ("game", "algorithm", "seed")
Row = list[object]


def curve_rows(runs: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """One row a point of a curve, the header first; runs of one game."""
    players = range(runs[0]["game"]["players"])
    names = ("iteration", "exploitability", "nash_conv", "last_iterate_exploitability")
    lists = ("value", "best_response_value")
    yield [*HEAD, *names, *(f"{name}_{p}" for name in lists for p in players)]
    for run in runs:
        for point in run["curve"]:
            numbers = [point.get(name) for name in names]
            yield [*_head(run), *numbers, *(x for name in lists for x in point[name])]


def strategy_rows(runs: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """One row an iteration, infoset and action, the header first.

    Snapshots in their order, then the final average strategy where it is not one of them.
    """
    kinds = ("average", "current", "regret")
    yield [*HEAD, "iteration", "infoset", "action", *kinds]
    for run in runs:
        shots = list(run["snapshots"])
        if not shots or shots[-1]["iteration"] != run["iterations"]:
            shots.append({"iteration": run["iterations"], "average": run["strategy"]})
        for shot in shots:
            head = [*_head(run), shot["iteration"]]
            for i, infoset in enumerate(run["infosets"]):
                for a, action in enumerate(infoset["actions"]):
                    numbers = [shot[kind][i][a] if kind in shot else None for kind in kinds]
                    yield [*head, infoset["label"], action, *numbers]


def write_csv(path: Path, rows: Iterable[Row]) -> None:
    """Write rows atomically."""
    with replacing(path) as file:
        csv.writer(_Encoder(file), lineterminator="\n").writerows(rows)


def _head(run: Mapping[str, Any]) -> Row:
    return [run["game"]["name"], run["algorithm"], run["seed"]]


class _Encoder:
    """Passes the text of a csv writer on as bytes."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, text: str) -> None:
        self._file.write(text.encode())
