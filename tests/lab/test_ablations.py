"""The ablations: the right variant is the solver's algorithm, the faults cost what they cost."""

from __future__ import annotations

import pytest

from feltprint.lab import FullWidthSolver, game, schedule
from feltprint.lab.ablations import (
    ABLATIONS,
    PerDealSolver,
    average_or_current,
    drift,
    floor_per_deal,
)
from feltprint.lab.exact import evaluate


def test_plain_python_without_a_fault_is_cfr_plus() -> None:
    made = game("kuhn")
    plain, fast = PerDealSolver(made), FullWidthSolver(made, schedule("cfr+"))
    for until in (1, 2, 10, 60):
        plain.run(until)
        fast.run(until=until)
        found = evaluate(made, plain.average_strategy()).exploitability
        assert found == pytest.approx(fast.values().exploitability, rel=1e-9)


def test_current_strategy_does_not_converge() -> None:
    result = average_or_current(1_000)
    average, current = result.curves
    assert average.exploitability[-1] == pytest.approx(9.3761664699e-4, rel=1e-9)
    assert current.exploitability[-1] > 0.02
    assert result.cost > 20


def test_drifting_strategy_shows_after_one_iteration_and_costs_a_factor() -> None:
    result = drift(150)
    frozen, moving = result.curves
    assert frozen.exploitability[0] == pytest.approx(11 / 24, abs=1e-12)
    assert moving.exploitability[0] < 0.3
    assert result.cost > 5


def test_floor_after_every_deal_is_another_algorithm() -> None:
    result = floor_per_deal(100)  # 10 iterations of Leduc
    right, wrong = result.curves
    assert right.exploitability[0] == wrong.exploitability[0] == pytest.approx(2.3736111111)
    assert right.exploitability[-1] == pytest.approx(6.1043890e-1, rel=1e-7)
    assert result.cost > 1.05


def test_content_names_the_experiment() -> None:
    content = ABLATIONS["average-or-current"](30).content()
    assert content["kind"] == "lab_ablation"
    assert [curve["label"] for curve in content["curves"]] == [
        "average strategy", "current strategy",
    ]  # fmt: skip
