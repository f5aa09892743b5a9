"""Artifacts as a stranger would make them: right hashes, wrong content."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from feltprint.artifacts import canonical_json, open_artifact
from feltprint.errors import ArtifactError


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000,
        b'{"__metadata__":{"feltprint":"' + b"[" * 100_000 + b'"}}',
        b"{" + b"9" * 9999,
    ],
    ids=["nested", "nested-inside", "digits"],
)
def test_hostile_json_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(len(text).to_bytes(8, "little") + text)
    with pytest.raises(ArtifactError):
        open_artifact(path, "sample")


def forged_file(declared: dict[str, object], entries: dict[str, object], layout: object) -> bytes:
    """A file with a right digest and padding, as a stranger would make it, and no data."""
    digest = hashlib.sha256(canonical_json([declared, layout]).encode()).hexdigest()
    key = canonical_json({**declared, "digest": digest})
    text = canonical_json({"__metadata__": {"feltprint": key}, **entries}).encode()
    text += b" " * (-(8 + len(text)) % 64)
    return len(text).to_bytes(8, "little") + text


DECLARED = {"arrays": {}, "code_version": "0", "format": 1, "kind": "sample", "meta": {}}


def test_forged_file_without_faults_opens(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(forged_file(DECLARED, {}, []))
    assert open_artifact(path, "sample").meta == {}


@pytest.mark.parametrize(
    "change",
    [{"meta": None}, {"meta": 3}, {"arrays": {"y": "0" * 64}}, {"arrays": 1}, {"format": "1"}],
    ids=["null-meta", "number-meta", "foreign-hash", "number-hashes", "text-format"],
)
def test_forged_declarations_are_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "x"
    path.write_bytes(forged_file({**DECLARED, **change}, {}, []))
    with pytest.raises(ArtifactError):
        open_artifact(path, "sample")


@pytest.mark.parametrize(
    ("dtype", "shape"),
    [
        ("U8", [1 << 70]),
        ("U8", [0, 1 << 70]),
        ("F64", [0, 1 << 40, 1 << 40]),
        ("U8", [1] * 70),
        ("U8", [-1]),
        ("U8", [True]),
        ("U8", "ab"),
        ("C64", [1]),
        ([], [1]),
        (None, None),
    ],
    ids=str,
)
def test_forged_entries_are_refused(tmp_path: Path, dtype: object, shape: object) -> None:
    declared = {**DECLARED, "arrays": {"x": hashlib.sha256().hexdigest()}}
    entry = {"dtype": dtype, "shape": shape, "data_offsets": [0, 0]}
    path = tmp_path / "x"
    path.write_bytes(forged_file(declared, {"x": entry}, [["x", dtype, shape]]))
    with pytest.raises(ArtifactError):
        open_artifact(path, "sample")
