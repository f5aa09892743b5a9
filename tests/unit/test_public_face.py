"""The names that feltprint promises exist, are typed, and do not shadow one another."""

from __future__ import annotations

import subprocess
import sys

import pytest

import feltprint as fp


@pytest.mark.parametrize("name", fp.__all__)
def test_public_name_is_there(name: str) -> None:
    assert getattr(fp, name) is not None
    assert name in dir(fp)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solve_everything'"):
        fp.solve_everything  # noqa: B018


def test_functions_stay_functions_once_their_modules_are_imported() -> None:
    from feltprint import bundle, equities, freezing  # noqa: F401

    assert callable(fp.freeze)
    assert callable(fp.equity)


def test_reading_a_config_does_not_import_the_native_module() -> None:
    code = "import sys, feltprint; sys.exit('feltprint._core' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
