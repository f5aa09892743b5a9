"""The same config gives the same bytes: elsewhere, with other cores, umask, locale and kernels."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from workspace import Workspace, copy_workflow

from feltprint import _core, manifest

pytestmark = [pytest.mark.workflow, pytest.mark.slow]

GOLDEN = Path("tests/golden/tiny_manifest.json")


@pytest.fixture
def fresh(root: Path, tmp_path: Path) -> Workspace:
    """The tiny config in a folder with another name, nothing built."""
    return copy_workflow(
        root, tmp_path / "another folder", root / "tests" / "configs" / "tiny.yaml"
    )


@pytest.fixture
def strict_umask() -> Iterator[None]:
    old = os.umask(0o077)
    yield
    os.umask(old)


def files(text: str) -> dict[str, dict[str, object]]:
    """The entries of a manifest."""
    found: dict[str, dict[str, object]] = json.loads(text)["files"]
    return found


def test_build_has_the_golden_hashes(root: Path, built_once: Workspace) -> None:
    golden = files((root / GOLDEN).read_text())
    found = files((built_once.results / "manifest.json").read_text())
    changed = sorted(name for name in golden | found if golden.get(name) != found.get(name))
    assert not changed, (
        "artifacts changed. If that was decided, say so in CHANGELOG.md and copy the manifest of "
        f"`snakemake --configfile tests/configs/tiny.yaml` to {GOLDEN}"
    )


def test_one_core_other_folder_umask_locale_and_plain_kernels_give_the_same_bytes(
    fresh: Workspace, built_once: Workspace, strict_umask: None
) -> None:
    fresh.snakemake(
        "--cores",
        "1",
        env={
            "FELTPRINT_ISA": "baseline",
            "LC_ALL": "C",
            "LANG": "de_DE.UTF-8",
            "TZ": "Asia/Kathmandu",
            "PYTHONHASHSEED": "7",
        },
    )
    expected = (built_once.results / "manifest.json").read_text()
    assert files((fresh.results / "manifest.json").read_text()) == files(expected)


@pytest.mark.parametrize("isa", [name for name in _core.available_isas() if name != "baseline"])
def test_each_instruction_set_gives_the_same_bytes(
    fresh: Workspace, built_once: Workspace, isa: str
) -> None:
    if isa == _core.active_isa():
        pytest.skip(f"{isa} is the path of the build that the others are compared with")
    fresh.snakemake("--cores", "2", env={"FELTPRINT_ISA": isa})
    expected = (built_once.results / "manifest.json").read_text()
    assert files((fresh.results / "manifest.json").read_text()) == files(expected)


@pytest.mark.parametrize("damage", ["flipped", "missing", "extra"])
def test_verify_names_what_is_not_as_built(built: Workspace, damage: str) -> None:
    name = "trio/8bb/policy.safetensors.zst"
    path = built.results / name
    content = bytearray(path.read_bytes())
    path.unlink()
    if damage != "missing":
        content[len(content) // 2] ^= damage == "flipped"
        path.write_bytes(content)
    if damage == "extra":
        name = "trio/8bb/notes.txt"
        (built.results / name).write_text("not part of the build")
    command = [sys.executable, "-m", "feltprint", "verify", str(built.results), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    kind = {"flipped": "changed"}.get(damage, damage)
    found = json.loads(done.stdout)["differences"]
    assert [(entry["kind"], entry["path"]) for entry in found] == [(kind, name)]


def test_untouched_build_verifies(built_once: Workspace) -> None:
    assert manifest.verify(built_once.results) == []
