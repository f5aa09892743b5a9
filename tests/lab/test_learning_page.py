"""The learning page says what the lab computes, and its figures are those of the workflow."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from feltprint.lab import FullWidthSolver, evaluate, game, schedule, solve
from feltprint.lab.ablations import ABLATIONS
from feltprint.lab.equilibria import kuhn_equilibrium
from feltprint.lab.exact import clairvoyant_value
from feltprint.lab.tournament import AGENTS, agent, duplicate_value, exploiting_response


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return " ".join((root / "docs" / "how-cfr-works.md").read_text().split())


def test_figures_are_there_and_have_the_workflows_names(root: Path, page: str) -> None:
    named = set(re.findall(r"\(figures/([\w-]+)\.svg\)", page))
    assert named == {*ABLATIONS, "kuhn-convergence", "leduc-convergence"}
    for name in named:
        assert (root / "docs" / "figures" / f"{name}.svg").read_text().startswith("<svg")


def test_numbers_of_the_text_are_those_of_the_lab(page: str) -> None:
    run = solve("kuhn", "cfr", 1_000)
    last = run.marks[-1].last_iterate
    assert last is not None
    assert f"exploitable by {run.exploitability:.5f} chips" in page
    assert f"current strategy by {last.exploitability:.3f}" in page
    made, strategy = kuhn_equilibrium(1 / 6)
    assert clairvoyant_value(made, strategy, 0) == pytest.approx(1 / 3, abs=1e-12)
    assert "a clairvoyant wins a third of a chip" in page
    solver = FullWidthSolver(game("kuhn"), schedule("cfr"))
    solver.run(10_000)
    largest = np.maximum.reduceat(np.maximum(solver.regrets(), 0.0), made.offsets[:-1]).sum()
    ratio = largest / 10_000 / solver.values().exploitability
    assert round(ratio) == 11
    assert "eleven times too large after 10,000 iterations" in page
    uniform = evaluate(made, made.uniform()).exploitability
    assert uniform == pytest.approx(11 / 24, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "equilibrium", "response"),
    [
        ("calling station", "1/6", "1/3"), ("maniac", "1/9", "1/3"), ("rock", "1/6", "1"),
        ("honest", "0", "1/4"), ("random", "5/36", "11/24"),
    ],
)  # fmt: skip
def test_table_of_opponents_is_exact(page: str, name: str, equilibrium: str, response: str) -> None:
    assert f"| {name} | {equilibrium} | {response} |" in page
    made, strategy = kuhn_equilibrium(1 / 6)
    other = agent(made, AGENTS[name])
    for own, text in ((strategy, equilibrium), (exploiting_response(made, other), response)):
        top, _, bottom = text.partition("/")
        expected = int(top) / int(bottom or 1)
        assert sum(duplicate_value(made, own, other)) / 2 == pytest.approx(expected, abs=1e-12)


@pytest.mark.slow
def test_costs_of_the_two_bugs_are_as_written(page: str) -> None:
    drift, floor = ABLATIONS["drift"](1_000), ABLATIONS["floor-per-deal"](1_000)
    assert f"is {drift.cost:.0f} times as exploitable" in page
    assert f"on Leduc it is {floor.cost:.1f} after 100" in page
