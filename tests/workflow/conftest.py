"""Fixtures of the workflow tests."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest
from workspace import Workspace, copy_workflow, copy_workspace


@pytest.fixture
def workspace(root: Path, tmp_path: Path) -> Workspace:
    """The workflow with its default config, nothing built."""
    return copy_workflow(root, tmp_path / "work", root / "config.yaml")


@pytest.fixture(scope="session")
def built_once(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The finished build of the tiny config, shared by all test processes; never write to it."""
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):
        shared = shared.parent
    folder = shared / "built"
    with (shared / "built.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            workspace = copy_workflow(root, folder, root / "tests" / "configs" / "tiny.yaml")
            workspace.snakemake("--cores", "2")
    return Workspace(folder)


@pytest.fixture
def built(built_once: Workspace, tmp_path: Path) -> Workspace:
    """A copy of the finished build. Its results are hard links: replace them, never edit them."""
    return copy_workspace(built_once, tmp_path / "work")
