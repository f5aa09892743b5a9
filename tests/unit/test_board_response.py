"""The best response on a sample of boards against sums over all pairs of hands, and its uses."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint import _core
from feltprint.board_response import board_best_response, sample_boards
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.evaluation import Sampling, responder_gain, root_values
from feltprint.games import kuhn, leduc, preset
from feltprint.solved_game import SolvedGame
from feltprint.solver import Solver
from feltprint.strategy import Strategy

STACK_BB, RAKE_BP, CAP = 10, 500, 60
STACK, SMALL, BIG = 2_000, 100, 200


@pytest.fixture(scope="module")
def push_fold() -> SolvedGame:
    rake = {"percent": RAKE_BP / 100, "cap": CAP, "no_flop_no_drop": False}
    return SolvedGame.build(preset("push-fold", stacks_bb=STACK_BB, rake=rake), None)


def made_up_table(solved: SolvedGame, seed: int) -> np.ndarray:
    table = np.random.default_rng(seed).random((solved.tree.size.blocks, 8)).astype(np.float32)
    return Strategy(solved, table, table).probabilities()


def pairs_on(board: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(disjoint, outcome): of every pair of hands; 1, 0, -1 for the first one's win, tie, loss."""
    ranks = _core.river_ranks(board[np.newaxis])[0].astype(np.int64)
    cards = np.zeros((1326, 52), dtype=np.float32)
    np.put_along_axis(cards, HAND_CARDS.astype(np.int64), 1.0, axis=1)
    disjoint = (cards @ cards.T == 0) & (ranks > 0)[:, None] & (ranks > 0)[None, :]
    return disjoint, np.sign(ranks[:, None] - ranks[None, :])


# Values in chips by a sum over the 1.07 million pairs of hands of each board; the best response
# by the best of two numbers a class. A tie pays half the rake each.
def test_push_fold_equals_the_sum_over_all_pairs(push_fold: SolvedGame) -> None:
    boards = sample_boards(2, seed=5)
    table = made_up_table(push_fold, seed=1)
    strategy = Strategy(push_fold, table, table)
    push, call = strategy.node([])[:, 1], strategy.node([f"r{STACK}"])[:, 1]
    classes = PREFLOP_CLASSES.astype(np.int64)
    expected = {"value": 0.0, "folds": np.zeros(169), "pushes": np.zeros(169)}
    rake = min(2 * STACK * RAKE_BP // 10_000, CAP)
    for board in boards:
        disjoint, outcome = pairs_on(board)
        showdown = np.select([outcome > 0, outcome == 0], [STACK - rake, -rake / 2], -STACK)
        steal = BIG - min(2 * BIG * RAKE_BP // 10_000, CAP)
        called = call[classes][None, :]
        pushed = disjoint * (called * showdown + (1 - called) * steal)
        folded = disjoint * -float(SMALL)
        for name, matrix in (("pushes", pushed), ("folds", folded)):
            expected[name] += np.bincount(classes, matrix.sum(axis=1), 169)
    pairs = 1081 * 990 * len(boards)
    value = (push * expected["pushes"] + (1 - push) * expected["folds"]).sum() / pairs
    best = np.maximum(expected["pushes"], expected["folds"]).sum() / pairs
    found = board_best_response(push_fold, table, boards)
    assert found.value[0] == pytest.approx(value, abs=1e-6)
    assert found.best_response_value[0] == pytest.approx(best, abs=1e-6)


def test_no_seat_gains_less_than_nothing_and_uniform_play_loses_much(
    push_fold: SolvedGame,
) -> None:
    boards = sample_boards(8, seed=6)
    uniform = np.ones((push_fold.tree.size.blocks, 8), dtype=np.float32)
    probabilities = Strategy(push_fold, uniform, uniform).probabilities()
    found = board_best_response(push_fold, probabilities, boards)
    gains = [b - v for b, v in zip(found.best_response_value, found.value, strict=True)]
    assert min(gains) > 0
    assert found.exploitability == pytest.approx(sum(gains) / 2)


def test_boards_are_the_same_for_a_seed_and_have_five_different_cards() -> None:
    boards = sample_boards(50, seed=9)
    assert np.array_equal(boards, sample_boards(50, seed=9))
    assert not np.array_equal(boards, sample_boards(50, seed=10))
    assert all(len(set(board)) == 5 for board in boards.tolist())


def test_another_game_is_refused() -> None:
    solved = SolvedGame.build(kuhn(2), None)
    table = np.ones((solved.tree.size.blocks, 8), dtype=np.float32)
    with pytest.raises(ConfigError, match="found kuhn"):
        board_best_response(solved, table, sample_boards(1, seed=1))


@pytest.fixture(scope="module")
def leduc_solver() -> Solver:
    solver = Solver(leduc(3), None, SolverConfig(seed=1))
    solver.run(until=20_000)
    return solver


def test_probabilities_are_the_rows_of_every_node(leduc_solver: Solver) -> None:
    strategy = leduc_solver.average_strategy()
    table = strategy.probabilities()
    again = Strategy(leduc_solver.solved_game, table, np.zeros_like(table))
    records = leduc_solver.solved_game.tree.nodes
    for node in np.flatnonzero(records["kind"] == 0):
        assert again.node_rows(node) == pytest.approx(strategy.node_rows(node), abs=1e-6)


def test_one_seat_alone_has_the_same_values(leduc_solver: Solver) -> None:
    table = leduc_solver.average_strategy().probabilities()
    sampling = Sampling(200, seed=3)
    whole = root_values(leduc_solver.solved_game, table, table, sampling)
    alone = root_values(leduc_solver.solved_game, table, table, sampling, seat=1)
    assert np.array_equal(alone.board_means[:, 1], whole.board_means[:, 1])
    assert not alone.board_means[:, [0, 2]].any()


# A responder that starts from sums of weights would have to unlearn them first.
def test_a_responder_refuses_sums(leduc_solver: Solver) -> None:
    sums = leduc_solver.average_strategy().table
    with pytest.raises(ConfigError, match="probabilities"):
        responder_gain(leduc_solver.solved_game, sums, 0, Sampling(10), iterations=64)
