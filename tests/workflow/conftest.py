"""Fixtures of the workflow tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from workspace import Workspace, copy_workflow


@pytest.fixture
def workspace(root: Path, tmp_path: Path) -> Workspace:
    """The workflow with its default config, nothing built."""
    return copy_workflow(root, tmp_path / "work", root / "config.yaml")
