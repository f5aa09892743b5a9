"""Push-fold with rake and with a stack a seat, against the exact values of the finished strategy.

NashConv is exact over the 169 classes, so a small one proves the solve whatever the stacks.
"""

from __future__ import annotations

import pytest

from feltprint.config.solver import SolverConfig
from feltprint.evaluation import ExactValues, PairOutcomes, exact_values
from feltprint.games import preset
from feltprint.solver import Solver
from feltprint.tables import build_preflop_equity

pytestmark = pytest.mark.slow

MBB_PER_CHIP = 1000 / 200
RAKE = {"rake": {"percent": 5, "cap": 100, "no_flop_no_drop": False}}


@pytest.fixture(scope="module")
def outcomes() -> PairOutcomes:
    return PairOutcomes.preflop(**build_preflop_equity())


def solved(
    outcomes: PairOutcomes, stacks: object, iterations: int, **changes: object
) -> ExactValues:
    game = preset("push-fold", stacks_bb=stacks, **changes)
    solver = Solver(game, None, SolverConfig(seed=2, iterations=iterations))
    solver.run(until=iterations)
    return exact_values(solver.solved_game.tree, solver.average_strategy().table, outcomes)


# What the deeper seat has beyond the other's stack is never at stake: the values are those of the
# smaller stack for both, within 2 NashConv either way.
@pytest.mark.parametrize("stacks", [(6, 15), (15, 6)])
def test_the_shorter_stack_decides(outcomes: PairOutcomes, stacks: tuple[int, int]) -> None:
    unequal, equal = (solved(outcomes, s, 60_000) for s in (stacks, 6))
    assert 0 < unequal.nash_conv * MBB_PER_CHIP < 6
    assert unequal.value[0] == pytest.approx(equal.value[0], abs=2 * 6 / MBB_PER_CHIP)
    assert sum(unequal.value) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("stack", [5, 10, 20])
def test_push_fold_with_rake_reaches_the_equilibrium(outcomes: PairOutcomes, stack: int) -> None:
    values = solved(outcomes, stack, 600_000, **RAKE)
    assert values.nash_conv * MBB_PER_CHIP <= 1.0
    assert sum(values.value) < -1.0  # chips a hand: the house takes its part


def test_rake_costs_both_seats(outcomes: PairOutcomes) -> None:
    plain, raked = solved(outcomes, 10, 60_000), solved(outcomes, 10, 60_000, **RAKE)
    assert raked.nash_conv * MBB_PER_CHIP < 8
    assert sum(raked.value) < -1.0 < sum(plain.value)
