"""Rows as JSON lines and CSV say what the strategy says."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.games import leduc
from feltprint.solver import Solver
from feltprint.strategy_export import decision_nodes, export


@pytest.fixture(scope="module")
def solver() -> Solver:
    made = Solver(leduc(), None, SolverConfig(seed=1))
    made.run(until=600)
    return made


def test_json_lines_hold_every_row(solver: Solver, tmp_path: Path) -> None:
    strategy = solver.average_strategy()
    count = export(strategy, tmp_path / "all.jsonl")
    found = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    nodes = decision_nodes(strategy)
    assert count == len(found) == sum(len(strategy.node_rows(node)) for node in nodes)
    for row in found:
        probabilities = list(row["actions"].values())
        assert probabilities == strategy.row(row["node"], row["bucket"]).tolist()
        assert row["mass"] == strategy.mass(row["node"])[row["bucket"]]


def test_csv_holds_a_part_with_one_action_a_line(solver: Solver, tmp_path: Path) -> None:
    strategy = solver.average_strategy()
    nodes = decision_nodes(strategy, street=1)[:3]
    export(strategy, tmp_path / "part.csv", nodes)
    with (tmp_path / "part.csv").open() as file:
        found = list(csv.DictReader(file))
    assert {int(line["node"]) for line in found} == set(nodes)
    assert {line["street"] for line in found} == {"1"}
    total = sum(float(line["probability"]) for line in found)
    assert total == pytest.approx(3 * 9)


def test_another_ending_is_refused(solver: Solver, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"\.jsonl or \.csv"):
        export(solver.average_strategy(), tmp_path / "rows.txt")
