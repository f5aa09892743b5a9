"""Every config in the repository is one that a build would accept."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from feltprint import config
from feltprint.plan import Plan

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted([*ROOT.glob("configs/*.yaml"), *ROOT.glob("tests/configs/*.yaml")])


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_named_config_is_accepted(path: Path) -> None:
    Plan(config.load(yaml.safe_load(path.read_text())))
