"""The solver's promises: same bytes for any threads, chunks, stops and instruction sets."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.config.solver import SolverConfig
from feltprint.errors import ArtifactError, ConfigError
from feltprint.freezing import freeze
from feltprint.games import Game, kuhn, leduc, preset
from feltprint.lock import LockedError, exclusive
from feltprint.root_curve import RootWindows
from feltprint.solver import Solver, solve_to_state

CONFIG = SolverConfig(seed=7, iterations=4_000, deals_per_board=3, boards_per_batch=5)


@pytest.fixture
def push_fold() -> Game:
    return preset("push-fold", stacks_bb=10)


def tables_hash(solver: Solver) -> str:
    digest = hashlib.sha256()
    digest.update(solver.average_strategy().table.tobytes())
    digest.update(solver.current_strategy().table.tobytes())
    return digest.hexdigest()


def solved(game: Game, *, threads: int = 1, iterations: int = 4_000) -> str:
    solver = Solver(game, None, CONFIG)
    solver.run(until=iterations, threads=threads)
    return tables_hash(solver)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_do_not_change_the_tables(push_fold: Game, threads: int) -> None:
    assert solved(push_fold, threads=threads) == solved(push_fold)


@pytest.mark.usefixtures("restore_isa")
def test_instruction_sets_do_not_change_the_tables(push_fold: Game) -> None:
    hashes = set()
    for name in _core.available_isas():
        _core.set_active_isa(name)
        hashes.add(solved(push_fold))
    assert len(hashes) == 1


@pytest.mark.usefixtures("restore_isa")
def test_instruction_sets_do_not_change_the_tables_of_four_streets() -> None:
    """Values move between streets through gathers, which one street has not."""
    game = preset("hu", stacks_bb=10, deck=24)
    cards = CardAbstraction.build(buckets=(16, 16, 16), deck=24)
    hashes = set()
    for name in _core.available_isas():
        _core.set_active_isa(name)
        solver = Solver(game, cards, CONFIG)
        solver.run(until=300)
        hashes.add(tables_hash(solver))
    assert len(hashes) == 1


@pytest.mark.parametrize("stop", [1, 15, 100, 1_234])
def test_a_stop_at_any_iteration_does_not_change_the_tables(push_fold: Game, stop: int) -> None:
    solver = Solver(push_fold, None, CONFIG)
    done = solver.run(until=stop)
    assert done == -(-stop // 15) * 15
    solver.run(until=4_000)
    assert tables_hash(solver) == solved(push_fold)


def test_iterations_add_to_the_requested_total(push_fold: Game) -> None:
    solver = Solver(push_fold, None, CONFIG)
    assert solver.run(iterations=1) == 15
    assert solver.run(iterations=10) == 15
    assert solver.run(iterations=10) == 30


def test_save_and_resume_give_the_bytes_of_an_unbroken_run(push_fold: Game, tmp_path: Path) -> None:
    whole = Solver(push_fold, None, CONFIG)
    whole.run(until=4_000)
    first = Solver(push_fold, None, CONFIG)
    first.run(until=777)
    first.save(tmp_path / "half.safetensors")
    second = Solver.resume(tmp_path / "half.safetensors", push_fold, None)
    second.run(until=4_000)
    assert second.save(tmp_path / "b.safetensors") == whole.save(tmp_path / "a.safetensors")


def test_a_state_of_another_game_or_configuration_is_refused(
    push_fold: Game, tmp_path: Path
) -> None:
    solver = Solver(push_fold, None, CONFIG)
    solver.run(until=100)
    path = tmp_path / "state.safetensors"
    solver.save(path)
    with pytest.raises(ArtifactError, match="another game"):
        Solver.resume(path, preset("push-fold", stacks_bb=11), None)
    with pytest.raises(ArtifactError, match="solver parameters"):
        Solver.resume(path, push_fold, None, CONFIG.model_copy(update={"seed": 8}))


@pytest.mark.parametrize("request_", [{}, {"iterations": 1, "until": 1}, {"until": 0}])
def test_an_unclear_or_empty_target_is_an_error(push_fold: Game, request_: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match="expected"):
        Solver(push_fold, None, CONFIG).run(**request_)


def test_a_checkpointed_solve_survives_stops_and_a_torn_checkpoint(
    push_fold: Game, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def run(name: str, stops: int) -> bytes:
        state = tmp_path / f"{name}.safetensors"
        for stop in range(stops):
            calls = iter(range(10**9))
            outcome = solve_to_state(
                push_fold, None, CONFIG, checkpoint_dir=tmp_path / name, state_path=state,
                stop_requested=lambda calls=calls: next(calls) > 2,
            )  # fmt: skip
            assert not outcome.finished
            assert outcome.iterations < CONFIG.iterations
            assert not state.exists()
            if stop == 1:
                newest = max((tmp_path / name).glob("state-*"), key=os.path.getmtime)
                newest.write_bytes(newest.read_bytes()[:-100])
        solve_to_state(push_fold, None, CONFIG, checkpoint_dir=tmp_path / name, state_path=state)
        return state.read_bytes()

    assert run("stopped", 4) == run("whole", 0)
    assert "checkpoint refused" in capfd.readouterr().err


def test_a_second_solver_on_a_checkpoint_leaves(push_fold: Game, tmp_path: Path) -> None:
    with (
        exclusive(tmp_path, wait_seconds=0),
        pytest.raises(LockedError, match="let that process end"),
    ):
        solve_to_state(
            push_fold, None, CONFIG, checkpoint_dir=tmp_path, state_path=tmp_path / "s.safetensors"
        )


def test_marks_of_the_curve_do_not_depend_on_the_target() -> None:
    marks = [0]
    for _ in range(9):
        marks.append(RootWindows.next_mark(marks[-1]))
    assert marks[1:] == [1, 2, 3, 4, 6, 8, 12, 16, 24]


def test_a_forked_child_can_run_the_pool(push_fold: Game) -> None:
    expected = solved(push_fold, threads=2)
    child = os.fork()
    if child == 0:
        os._exit(0 if solved(push_fold, threads=2) == expected else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_rows_of_a_strategy_sum_to_one() -> None:
    solver = Solver(kuhn(), None, CONFIG)
    solver.run(until=100)
    rows = solver.average_strategy().node_rows(0)
    assert rows.shape == (3, 2)
    assert rows.sum(axis=1) == pytest.approx(1.0)


@pytest.mark.parametrize("storage", ["float32", "int16"])
def test_reading_never_changes_the_tables(storage: str, tmp_path: Path) -> None:
    solver = Solver(leduc(), None, CONFIG.model_copy(update={"storage": storage}))
    solver.run(until=600)
    before = {name: array.tobytes() for name, array in solver._native.tables().items()}
    strategy = solver.average_strategy()
    for node, record in enumerate(solver.solved_game.tree.nodes):
        if record["kind"] == 0:
            strategy.node_rows(node)
            strategy.mass(node)
            solver.current_strategy().row(node, 0)
    solver.save(tmp_path / "state")
    freeze(strategy, tmp_path / "policy")
    with pytest.raises(ValueError, match="read-only"):
        solver._native.tables()["cum_regret"][0, 0] = 1.0
    assert before == {name: array.tobytes() for name, array in solver._native.tables().items()}
