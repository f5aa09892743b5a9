"""Fixtures that more than one folder of tests uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltprint import _core

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture
def restore_isa() -> Iterator[None]:
    """Give back the instruction set that was active before the test."""
    before = _core.active_isa()
    yield
    _core.set_active_isa(before)
