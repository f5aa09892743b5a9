"""Duplicate matches: a strategy against itself is 0, a spoiled one loses."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint.arena import match, match_tables
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.evaluation import Sampling, best_responder, responder_gain
from feltprint.games import kuhn, leduc
from feltprint.solver import Solver
from feltprint.strategy import Strategy

SAMPLING = Sampling(boards=4_000, deals_per_board=4, seed=3)


@pytest.fixture(scope="module")
def solver() -> Solver:
    made = Solver(leduc(3), None, SolverConfig(seed=1))
    made.run(until=20_000)
    return made


def test_a_strategy_against_itself_is_exactly_0(solver: Solver) -> None:
    table = solver.average_strategy().table
    result = match_tables(solver.solved_game, table, np.array(table), SAMPLING)
    assert (result.edge, result.standard_error) == (0.0, 0.0)
    assert result.edges == ((0.0, 0.0),) * 3


# Uniform play among three seats of the strategy loses in every seat, by far more than 5 errors.
def test_a_seat_that_plays_at_random_loses(solver: Solver) -> None:
    table = solver.average_strategy().table
    result = match_tables(solver.solved_game, np.ones_like(table), table, SAMPLING)
    assert result.edge < -5 * result.standard_error < 0
    assert all(edge < -5 * error for edge, error in result.edges)
    assert result.edge == pytest.approx(sum(edge for edge, _ in result.edges) / 3)


def test_the_same_seed_gives_the_same_match(solver: Solver) -> None:
    table = solver.average_strategy().table
    other = solver.current_strategy().table
    first = match_tables(solver.solved_game, other, table, Sampling(200, seed=4))
    assert match_tables(solver.solved_game, other, table, Sampling(200, seed=4, threads=2)) == first


def test_strategies_play_as_their_rows_say(solver: Solver) -> None:
    """A row without weight is played by the fallback, in matches and against responders."""
    average, current = solver.average_strategy(), solver.current_strategy()
    hollow = average.probabilities()
    root = solver.solved_game.tree.nodes[0]
    hollow[int(root["row"]) : int(root["row"]) + int(root["num_actions"])] = 0.0
    strategy = Strategy(solver.solved_game, hollow, average.probabilities())
    result = match(strategy, average, deals=400)
    assert result.edge == pytest.approx(0.0, abs=1e-6)
    plain = match(average, current, deals=403, seed=5)
    tables = average.probabilities(), current.probabilities()
    assert plain == match_tables(solver.solved_game, *tables, Sampling(101, seed=5))
    sampling = Sampling(100, seed=5)
    found = best_responder(strategy, 0, iterations=1_000, sampling=sampling)
    expected = responder_gain(
        solver.solved_game, strategy.probabilities(), 0, sampling, iterations=1_000
    )
    assert found == expected


def test_strategies_of_different_games_do_not_meet(solver: Solver) -> None:
    other = Solver(kuhn(), None, SolverConfig()).average_strategy()
    with pytest.raises(ConfigError, match="one game and one card abstraction"):
        match(solver.average_strategy(), other, deals=4)
