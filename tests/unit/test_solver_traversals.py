"""Traversals with one hand, regrets floored at 0 and averages by walks of their own, as options."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltprint import _core
from feltprint.config.solver import SolverConfig
from feltprint.evaluation import Sampling, root_values
from feltprint.games import Game, kuhn, leduc, preset
from feltprint.reference.toy_values import ToyValues, toy_values
from feltprint.solver import Solver
from feltprint.solver_params import solver_meta
from feltprint.toy_games import ToyGame

KINDS = ["external", "chance"]


def solved(
    game: ToyGame | Game, iterations: int, kind: str, threads: int = 1, **method: Any
) -> Solver:
    fields = {"seed": 3, "deals_per_board": 2, "boards_per_batch": 9, **method}
    solver = Solver(game, None, SolverConfig.model_validate(fields | {"traversal": {"kind": kind}}))
    solver.run(until=iterations, threads=threads)
    return solver


def values(solver: Solver) -> ToyValues:
    game = solver.solved_game.game
    assert not isinstance(game, Game)
    return toy_values(game, solver.average_strategy().node_rows)


def tables_hash(solver: Solver) -> str:
    arrays = solver._native.tables()
    return hashlib.sha256(b"".join(arrays[k].tobytes() for k in sorted(arrays))).hexdigest()


OPTIONS: list[dict[str, Any]] = [
    {"averaging": {"method": "sampled", "probability": 0.3}, "visit_counts": True},
    {"averaging": {"method": "weighted", "max_street": 0}, "weighting": {"rm_plus": True}},
    {"storage": "int16", "weighting": {"kind": "discounted", "period": 50, "rm_plus": True}},
    {"pruning": {"threshold": 1e-3, "explore": 0.5}, "averaging": {"snapshot_every": 60}},
]


@pytest.mark.usefixtures("restore_isa")
@pytest.mark.parametrize("kind", ["vector", *KINDS])
@pytest.mark.parametrize("options", OPTIONS, ids=["sampled", "weighted", "int16", "pruned"])
def test_the_same_bytes_for_threads_stops_and_isas(
    kind: str, options: dict[str, Any], tmp_path: Path
) -> None:
    game = leduc(3)
    whole = tables_hash(solved(game, 540, kind, **options))
    for threads in (2, 3, 8):
        assert tables_hash(solved(game, 540, kind, threads, **options)) == whole
    for name in _core.available_isas():
        _core.set_active_isa(name)
        assert tables_hash(solved(game, 540, kind, **options)) == whole
    first = solved(game, 247, kind, 3, **options)
    first.save(tmp_path / "half")
    second = Solver.resume(tmp_path / "half", game, None)
    second.run(until=260)
    second.run(until=540, threads=2)
    assert tables_hash(second) == whole


# Of the plain walk and each option, 540 iterations: leaves settled beforehand (two seats) and when
# they are met (three).
PINNED = {
    ("external", "kuhn-2"): "a830663e8552dad5",
    ("external", "leduc-2"): "d8efb336dbec16d8",
    ("external", "leduc-3"): "87d67730ea5ec65c",
    ("chance", "kuhn-2"): "d150ab11157c6c58",
    ("chance", "leduc-2"): "0c09301945015332",
    ("chance", "leduc-3"): "3410075259eb6a5a",
}


@pytest.mark.parametrize("game", [kuhn(), leduc(), leduc(3)], ids=lambda game: game.name)
@pytest.mark.parametrize("kind", KINDS)
def test_walks_with_one_hand_learn_the_recorded_bytes(kind: str, game: ToyGame) -> None:
    found = [tables_hash(solved(game, 540, kind, **options)) for options in [{}, *OPTIONS]]
    assert hashlib.sha256("".join(found).encode()).hexdigest()[:16] == PINNED[kind, game.name]


def test_each_option_changes_what_is_learned() -> None:
    made = [solved(leduc(3), 540, kind, **options) for kind in KINDS for options in OPTIONS]
    assert len({tables_hash(solver) for solver in made}) == len(made)
    assert solver_meta(made[0].config)["traversal"] == {"kind": "external", "min_reach": 1e-7}


@pytest.mark.parametrize("kind", KINDS)
def test_one_hand_a_walk_learns_kuhn_and_leduc(kind: str) -> None:
    found = values(solved(kuhn(), 20_000, kind))
    assert found.nash_conv < 0.06
    assert found.value[0] == pytest.approx(-1 / 18, abs=0.005)
    assert values(solved(leduc(), 20_000, kind)).nash_conv < 0.5


# Scalar external sampling reaches .0284 at 1e6 (reference), the vectors .0129 to .0170 (ours).
@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_one_hand_a_walk_and_vectors_agree_on_leduc(kind: str) -> None:
    scalar, vector = (values(solved(leduc(), 500_000, k)) for k in (kind, "vector"))
    assert scalar.nash_conv < 0.08
    assert scalar.value[0] == pytest.approx(-0.0856064, abs=0.004)
    # Each value lies within its NashConv of the game's.
    assert scalar.value[0] == pytest.approx(
        vector.value[0], abs=scalar.nash_conv + vector.nash_conv
    )


def mean_and_error_at(solver: Solver, regrets: np.ndarray, batches: int) -> np.ndarray:
    """Root values of the solver's own walks at frozen regrets: [mean or error, seat]."""
    native, per_batch = solver._native, solver._native.iterations_per_batch
    arrays = {name: np.array(table) for name, table in native.tables().items()}
    arrays["cum_regret"] = regrets
    native.set_root_moments(0, [0.0] * 3, [0.0] * 3)
    for batch in range(batches):
        native.load_tables(arrays, batch * per_batch)
        native.advance((batch + 1) * per_batch, 1, 1e9)
    count, sums, squares = native.root_moments()
    mean = np.array(sums) / count
    return np.array([mean, np.sqrt((np.array(squares) / count - mean**2) / count)])


# The seats' own hands are dealt here and enumerated there. |z| above 5 in one of three seats: 2e-6
# of the seeds, which are fixed. The control: the value of another seat.
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "game", [leduc(3), preset("push-fold", stacks_bb=[6, 8, 7], players=3)], ids=["leduc", "jam"]
)
def test_root_values_are_those_of_the_vectors(game: ToyGame | Game, kind: str) -> None:
    solver = solved(game, 18, kind)
    shape = solver._native.tables()["cum_regret"].shape
    regrets = np.random.default_rng(8).standard_normal(shape).astype(np.float32)
    mean, error = mean_and_error_at(solver, regrets, 300)
    exact = root_values(solver.solved_game, regrets, regrets, Sampling(boards=2_000, seed=4))
    spread = np.sqrt(error**2 + np.array(exact.standard_error) ** 2)
    assert (np.abs(mean - exact.mean) < 5 * spread).all()
    assert (np.abs(np.roll(mean, 1) - exact.mean) > 5 * spread).any()


def with_min_reach(iterations: int, least: float) -> Solver:
    fields = {"seed": 3, "deals_per_board": 2, "traversal": {"kind": "chance", "min_reach": least}}
    solver = Solver(leduc(), None, SolverConfig.model_validate(fields))
    solver.run(until=iterations)
    return solver


# Nothing is learned in the first batch: of three actions each is played a third of the time.
def test_the_least_reach_leaves_out_what_the_opponents_hardly_play() -> None:
    whole, usual, coarse = (with_min_reach(4, least) for least in (0.0, 1e-7, 0.2))
    assert tables_hash(whole) == tables_hash(usual)
    masses = [s._native.tables()["cum_strategy"].sum() for s in (coarse, whole)]
    assert 0 < masses[0] < masses[1]
    found = [values(with_min_reach(20_000, least)).nash_conv for least in (0.0, 1e-7)]
    assert found[1] == pytest.approx(found[0], rel=0.2)


@pytest.mark.parametrize("kind", ["vector", *KINDS])
@pytest.mark.parametrize("storage", ["float32", "int16"])
def test_rm_plus_floors_regrets_after_each_batch(kind: str, storage: str) -> None:
    plain, floored = (
        solved(leduc(), 18, kind, storage=storage, weighting={"rm_plus": rm_plus})
        for rm_plus in (False, True)
    )
    for name in ("cum_regret", "regret_codes"):
        if name not in plain._native.tables():
            continue
        before, after = (np.array(s._native.tables()[name]) for s in (plain, floored))
        assert (before < 0).any()
        assert (after >= 0).all()
        if name == "cum_regret":
            assert np.array_equal(np.maximum(before, 0), after)
    later = solved(leduc(), 1_800, kind, storage=storage, weighting={"rm_plus": True})
    assert min(np.array(later._native.tables()["cum_regret"]).min(), 0) == 0


# Walks with one hand log rows; a node counts once a board, as with vectors: seat 0 acts at the root
# on each of 270 boards.
@pytest.mark.parametrize("kind", KINDS)
def test_nodes_count_the_boards_on_which_they_are_met(kind: str) -> None:
    strategy = solved(leduc(), 540, kind, visit_counts=True).average_strategy()
    nodes = [i for i, n in enumerate(strategy.solved_game.tree.nodes) if n["kind"] == 0]
    counts = [strategy.visits(node) for node in nodes]
    assert counts[0] == max(counts) == 270
    assert 0 < min(counts) < 270


# As in test_solver_methods: a first bet of 60 antes is bad for every hand. One sample of it moves a
# regret by so much that a threshold below would be its noise.
@pytest.mark.parametrize("kind", KINDS)
def test_pruning_does_not_change_what_is_learned(kind: str) -> None:
    game = leduc(bets=(60, 1), max_raises=1)
    pruning = {"threshold": 600.0, "after": 1_000}
    pruned, plain = solved(game, 20_000, kind, pruning=pruning), solved(game, 20_000, kind)
    assert tables_hash(pruned) != tables_hash(plain)
    assert values(pruned).nash_conv < 1.5 * values(plain).nash_conv + 0.05


@pytest.mark.parametrize("method", ["sampled", "weighted"])
def test_walks_of_their_own_learn_kuhn_and_leduc(method: str) -> None:
    averaging = {"method": method, "probability": 0.5}
    for kind in ("vector", "external"):
        assert values(solved(kuhn(), 20_000, kind, averaging=averaging)).nash_conv < 0.06
    assert values(solved(leduc(), 20_000, "vector", averaging=averaging)).nash_conv < 0.3


# A walk of Kuhn meets, for the first seat, the root, and two or four nodes after a check, two after
# a bet; for the second seat the root, its node and two leaves, or the opponent's answer to a bet
# more. All actions of all: nine nodes a seat.
@pytest.mark.parametrize(("kind", "least", "most"), [("vector", 9, 12), ("external", 9, 12)])
def test_nodes_touched_are_those_of_the_walks(kind: str, least: int, most: int) -> None:
    found = solved(kuhn(), 1_800, kind)._native.nodes_touched
    assert least * 1_800 < found < most * 1_800


def test_a_walk_of_all_actions_touches_every_node() -> None:
    assert solved(kuhn(), 18, "chance")._native.nodes_touched == 18 * 2 * 9
