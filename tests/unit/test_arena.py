"""Duplicate matches: a strategy against itself is 0, a spoiled one loses."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint.arena import match
from feltprint.config.solver import SolverConfig
from feltprint.evaluation import Sampling
from feltprint.games import leduc
from feltprint.solver import Solver

SAMPLING = Sampling(boards=4_000, deals_per_board=4, seed=3)


@pytest.fixture(scope="module")
def solver() -> Solver:
    made = Solver(leduc(3), None, SolverConfig(seed=1))
    made.run(until=20_000)
    return made


def test_a_strategy_against_itself_is_exactly_0(solver: Solver) -> None:
    table = solver.average_strategy().table
    result = match(solver.solved_game, table, np.array(table), SAMPLING)
    assert (result.edge, result.standard_error) == (0.0, 0.0)
    assert result.edges == ((0.0, 0.0),) * 3


# Uniform play among three seats of the strategy loses in every seat, by far more than 5 errors.
def test_a_seat_that_plays_at_random_loses(solver: Solver) -> None:
    table = solver.average_strategy().table
    result = match(solver.solved_game, np.ones_like(table), table, SAMPLING)
    assert result.edge < -5 * result.standard_error < 0
    assert all(edge < -5 * error for edge, error in result.edges)
    assert result.edge == pytest.approx(sum(edge for edge, _ in result.edges) / 3)


def test_the_same_seed_gives_the_same_match(solver: Solver) -> None:
    table = solver.average_strategy().table
    other = solver.current_strategy().table
    first = match(solver.solved_game, other, table, Sampling(200, seed=4))
    assert match(solver.solved_game, other, table, Sampling(200, seed=4, threads=2)) == first
