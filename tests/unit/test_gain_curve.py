"""Judging while solving: gains at declared iterations, and the gain that ends a solve."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from feltprint.artifacts import open_artifact
from feltprint.checkpoint import STATE_KIND
from feltprint.config.gain import GainConfig
from feltprint.config.solver import SolverConfig
from feltprint.evaluation import Sampling, responder_gain
from feltprint.games import kuhn
from feltprint.solver import Solver, solve_to_state

BATCH = 15
GAIN = GainConfig(marks=(20, 200, 2_000), responder_iterations=1_000, boards=200)


def config(iterations: int = 4_000, **gain: object) -> SolverConfig:
    """A solve of Kuhn in batches of 15."""
    return SolverConfig(
        iterations=iterations,
        deals_per_board=3,
        boards_per_batch=5,
        gain=GAIN.model_copy(update=gain),
    )


@pytest.fixture(scope="module")
def whole() -> Solver:
    solver = Solver(kuhn(), None, config())
    solver.run(until=4_000)
    return solver


def test_gains_are_measured_at_the_batch_boundaries_of_the_marks(whole: Solver) -> None:
    assert whole.finished
    assert whole.gain_curve[:, 0].tolist() == [30, 210, 2_010]
    assert whole.gain_curve.shape == (3, 5)


def test_a_row_is_what_the_responders_of_that_moment_gain(whole: Solver) -> None:
    solver = Solver(kuhn(), None, config(marks=()))
    solver.run(until=210)
    sampling = Sampling(GAIN.boards, seed=GAIN.seed)
    table = solver.average_strategy().probabilities()
    expected = []
    for seat in range(2):
        found = responder_gain(solver.solved_game, table, seat, sampling, iterations=1_000)
        expected += [found.gain, found.standard_error]
    assert whole.gain_curve[1, 1:].tolist() == expected


def test_measuring_changes_no_table(whole: Solver) -> None:
    plain = Solver(kuhn(), None, SolverConfig(deals_per_board=3, boards_per_batch=5))
    plain.run(until=4_000)
    for name in ("average_strategy", "current_strategy"):
        assert np.array_equal(getattr(plain, name)().table, getattr(whole, name)().table)


def test_the_gain_falls_as_the_solve_goes_on(whole: Solver) -> None:
    """From a random strategy to one that is nearly solved: far beyond the errors."""
    gains = whole.gain_curve[:, 1::2].sum(axis=1)
    errors = np.sqrt((whole.gain_curve[:, 2::2] ** 2).sum(axis=1))
    assert gains[0] - gains[2] > 5 * errors[[0, 2]].max()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_and_stops_do_not_change_a_gain(
    whole: Solver, tmp_path: Path, threads: int
) -> None:
    """A solve that is stopped at every question, between two responders too."""
    state = tmp_path / "state.safetensors"
    for _ in range(400):
        calls = iter(range(10**9))
        outcome = solve_to_state(
            kuhn(), None, config(), checkpoint_dir=tmp_path / "kept", state_path=state,
            threads=threads, stop_requested=lambda calls=calls: next(calls) > 3,
        )  # fmt: skip
        if outcome.finished:
            break
    assert outcome.iterations == 4_005
    found = open_artifact(state, STATE_KIND).arrays["gain_curve"]
    assert np.array_equal(found, whole.gain_curve)


def test_a_checkpoint_at_every_batch_does_not_keep_a_gain_from_being_measured(
    whole: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Due at once again, however long the last one took to write."""
    monkeypatch.setattr("feltprint.solver._PeriodicSaver.WRITE_SHARE", 0)
    state, looks = tmp_path / "state.safetensors", count()  # ends a solve that makes no progress
    outcome = solve_to_state(
        kuhn(), None, config(), checkpoint_dir=tmp_path / "kept", state_path=state,
        checkpoint_seconds=0.0, stop_requested=lambda: next(looks) >= 10_000,
    )  # fmt: skip
    assert outcome.finished
    assert np.array_equal(open_artifact(state, STATE_KIND).arrays["gain_curve"], whole.gain_curve)


def test_the_target_gain_ends_the_solve_at_its_mark(whole: Solver, tmp_path: Path) -> None:
    means = whole.gain_curve[:, 1::2].mean(axis=1) * 1000.0
    target = float(means[1])  # met at the second mark, and not at the first
    assert means[0] > target
    state = tmp_path / "state.safetensors"
    outcome = solve_to_state(
        kuhn(), None, config(target_mbb=target), checkpoint_dir=tmp_path / "kept", state_path=state
    )
    assert outcome.finished
    assert outcome.iterations == 210
    again = solve_to_state(
        kuhn(), None, config(target_mbb=target), checkpoint_dir=tmp_path / "kept", state_path=state
    )
    assert again == outcome


def test_a_target_that_is_not_met_ends_with_the_iterations() -> None:
    solver = Solver(kuhn(), None, config(target_mbb=-10_000.0))
    assert solver.run(until=4_000) == 4_005
    assert solver.finished


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ({"marks": (10, 10)}, "found 10 after 10"),
        ({"target_mbb": 5.0}, "without marks"),
        ({"marks": (200_000,)}, "at most iterations, 100000"),
    ],
)
def test_impossible_marks_are_refused(found: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        SolverConfig(gain=found)  # type: ignore[arg-type]
