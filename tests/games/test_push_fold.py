"""Push-fold against the exact equilibrium of heads-up push/fold without ante or rake.

Source of the values: CFR+ and a linear program over the 169 classes with exact pair counts, which
agree to 1e-6 bb; equilibrium values of the small blind in big blinds per hand.
"""

from __future__ import annotations

import pytest

from feltprint.config.solver import SolverConfig
from feltprint.evaluation import ExactValues, PairOutcomes, exact_values
from feltprint.games import preset
from feltprint.solver import Solver
from feltprint.tables import build_preflop_equity

SMALL_BLIND_VALUE_BB = {5: 0.056201, 10: -0.045371, 20: -0.183190}
LIMP_VALUE_BB = {5: 0.056201, 10: -0.025673, 20: -0.052130}
ITERATIONS = {5: 1_000_000, 10: 500_000, 20: 1_000_000}
MBB_PER_CHIP = 1000 / 200


@pytest.fixture(scope="module")
def outcomes() -> PairOutcomes:
    return PairOutcomes.preflop(**build_preflop_equity())


def solved_values(
    stack_bb: int, iterations: int, outcomes: PairOutcomes, **overrides: object
) -> ExactValues:
    game = preset("push-fold", stacks_bb=stack_bb, **overrides)
    solver = Solver(game, None, SolverConfig(seed=1, iterations=iterations))
    solver.run(until=iterations, threads=2)
    table = solver.average_strategy().table
    return exact_values(solver.solved_game.tree, table, outcomes)


# One stack in the quick tests; the default build's audit has the NashConv of all three.
@pytest.mark.parametrize(
    "stack_bb",
    [s if s == 10 else pytest.param(s, marks=pytest.mark.slow) for s in SMALL_BLIND_VALUE_BB],
)
def test_push_fold_reaches_the_equilibrium(stack_bb: int, outcomes: PairOutcomes) -> None:
    values = solved_values(stack_bb, ITERATIONS[stack_bb], outcomes)
    assert values.nash_conv * MBB_PER_CHIP <= 1.0
    expected = SMALL_BLIND_VALUE_BB[stack_bb] * 1000
    assert values.value[0] * MBB_PER_CHIP == pytest.approx(expected, abs=1.0)
    assert values.value[0] + values.value[1] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("stack_bb", LIMP_VALUE_BB)
def test_limp_or_jam_reaches_the_equilibrium(stack_bb: int, outcomes: PairOutcomes) -> None:
    values = solved_values(stack_bb, 2_000_000, outcomes, open_call=True, postflop_max_players=1)
    assert values.nash_conv * MBB_PER_CHIP <= 1.0
    assert values.value[0] * MBB_PER_CHIP == pytest.approx(LIMP_VALUE_BB[stack_bb] * 1000, abs=1.0)


def test_too_few_iterations_do_not_pass(outcomes: PairOutcomes) -> None:
    values = solved_values(20, 1_000, outcomes)
    assert values.nash_conv * MBB_PER_CHIP > 1.0
