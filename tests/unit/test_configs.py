"""Every larger run of configs/ loads, plans, and has a size below 16 GB."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from feltprint.config import load
from feltprint.plan import Plan

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_larger_run_loads_and_plans(path: Path) -> None:
    run = load(yaml.safe_load(path.read_text()))
    assert Plan(run).run.blueprints


def test_there_are_larger_runs() -> None:
    assert CONFIGS
