"""A state is a function of its config: not of budgets that the checkpoint folder saw before."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltprint.artifacts import sha256_file
from feltprint.config import SolverConfig
from feltprint.games import kuhn
from feltprint.solver import solve_to_state


def solve(folder: Path, name: str, iterations: int) -> str:
    """Solve Kuhn in a checkpoint folder and return the hash of the state."""
    config = SolverConfig(iterations=iterations, deals_per_board=2, boards_per_batch=5)
    path = folder / f"{name}-{iterations}.safetensors"
    solve_to_state(kuhn(), None, config, checkpoint_dir=folder / name, state_path=path)
    return sha256_file(path)


def test_raised_budget_goes_on_from_the_old_state(tmp_path: Path) -> None:
    solve(tmp_path, "grown", 400)
    assert solve(tmp_path, "grown", 1000) == solve(tmp_path, "fresh", 1000)


def test_lowered_budget_gives_the_state_of_a_fresh_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solve(tmp_path, "shrunk", 1000)
    assert solve(tmp_path, "shrunk", 405) == solve(tmp_path, "fresh", 405)
    assert "expected at most 410 iterations, found 1000" in capsys.readouterr().err
