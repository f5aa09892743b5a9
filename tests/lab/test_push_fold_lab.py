"""Push-fold in the lab: the equilibrium value of CFR+ and of the linear program, in big blinds."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint.evaluation import PairOutcomes, exact_values
from feltprint.games import preset
from feltprint.lab import RunOptions, evaluate, solve
from feltprint.lab.games import push_fold
from feltprint.lab.linear_program import solve_linear_program
from feltprint.tables import build_preflop_equity

CHIPS_PER_BB = 200
SMALL_BLIND_VALUE_BB = {5: 0.056201, 10: -0.045371, 20: -0.183190}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def equity() -> dict[str, np.ndarray]:
    return build_preflop_equity()


@pytest.mark.parametrize("stack_bb", SMALL_BLIND_VALUE_BB)
def test_push_fold_is_worth_what_is_known(stack_bb: int, equity: dict[str, np.ndarray]) -> None:
    made = push_fold(stack_bb, equity)
    run = solve(made, "pcfr+", 1_000, RunOptions(marks=(1_000,)))
    value = run.values.value[0] / CHIPS_PER_BB
    assert value == pytest.approx(SMALL_BLIND_VALUE_BB[stack_bb], abs=2e-6)
    assert run.exploitability / CHIPS_PER_BB < 1e-5


def test_linear_program_and_uniform_play_agree_with_the_other_evaluation(
    equity: dict[str, np.ndarray],
) -> None:
    made = push_fold(10, equity)
    value = solve_linear_program(made).value / CHIPS_PER_BB
    assert value == pytest.approx(SMALL_BLIND_VALUE_BB[10], abs=1e-6)
    tree = preset("push-fold", 10).build_tree((169, 1, 1, 1))
    table = np.zeros((int(tree.size.blocks), 8), dtype=np.float32)
    expected = exact_values(tree, table, PairOutcomes.preflop(**equity))
    found = evaluate(made, made.uniform())
    assert found.value == pytest.approx(expected.value, rel=1e-9)
    assert found.best_response_value == pytest.approx(expected.best_response_value, rel=1e-9)
