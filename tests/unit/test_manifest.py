"""The manifest of a build, and what `verify` says of a folder that is not that build."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from feltprint import manifest
from feltprint.errors import ArtifactError


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A small finished results folder."""
    folder = tmp_path / "results"
    for name, content in {"a/one.bin": b"one", "a/two.zst": b"two", "b/deep/three": b"3"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    manifest.write_hashes(folder / "a/one.sha256", [folder / "a/one.bin"])
    manifest.write_hashes(folder / "a/two.sha256", [folder / "a/two.zst"], payload_sha256="ab" * 32)
    manifest.write_hashes(folder / "b.sha256", [folder / "b/deep/three"])
    for name in ("checkpoints/x/ckpt", "logs/solve.log", "benchmarks/solve.tsv", "report.html"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("not part of the build")
    manifest.write_manifest(folder, folder.rglob("*.sha256"))
    return folder


def found(results: Path) -> list[tuple[str, str]]:
    return [(difference.kind, difference.path) for difference in manifest.verify(results)]


def test_untouched_build_has_no_differences(results: Path) -> None:
    assert found(results) == []


@pytest.mark.parametrize("name", ["a/one.bin", "a/two.zst", "b/deep/three", "a/one.sha256"])
def test_flipped_bit_is_named(results: Path, name: str) -> None:
    content = bytearray((results / name).read_bytes())
    content[0] ^= 1
    (results / name).write_bytes(content)
    assert found(results) == [("changed", name)]


def test_truncated_file_is_named(results: Path) -> None:
    (results / "a/one.bin").write_bytes(b"on")
    assert found(results) == [("changed", "a/one.bin")]


def test_missing_file_is_named(results: Path) -> None:
    (results / "b/deep/three").unlink()
    assert found(results) == [("missing", "b/deep/three")]


def test_extra_file_is_named(results: Path) -> None:
    (results / "b/deep/four").write_text("4")
    assert found(results) == [("extra", "b/deep/four")]


def test_all_differences_are_named_in_path_order(results: Path) -> None:
    (results / "a/one.bin").unlink()
    (results / "b/deep/three").write_bytes(b"4")
    (results / "c").write_text("c")
    assert found(results) == [("missing", "a/one.bin"), ("changed", "b/deep/three"), ("extra", "c")]


@pytest.mark.parametrize("old", ["one.bin", '"bytes": 3', '"format": 1', "abab"])
def test_altered_manifest_is_refused(results: Path, old: str) -> None:
    path = results / "manifest.json"
    path.write_text(path.read_text().replace(old, old[:-1] + "7", 1))
    with pytest.raises(ArtifactError, match=r"manifest\.json"):
        manifest.verify(results)


def test_missing_manifest_is_refused(results: Path) -> None:
    (results / "manifest.json").unlink()
    with pytest.raises(ArtifactError, match="missing"):
        manifest.verify(results)


def test_manifest_does_not_depend_on_the_place(results: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "r"
    shutil.copytree(results, copy)
    manifest.write_manifest(copy, sorted(copy.rglob("*.sha256"), reverse=True))
    assert (copy / "manifest.json").read_bytes() == (results / "manifest.json").read_bytes()


def test_payload_hash_of_a_compressed_artifact_is_kept(results: Path) -> None:
    files = json.loads((results / "manifest.json").read_text())["files"]
    assert files["a/two.zst"]["payload_sha256"] == "ab" * 32
    assert "payload_sha256" not in files["a/one.bin"]


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum here")
def test_hash_files_are_readable_by_sha256sum(results: Path) -> None:
    for sidecar in ("one.sha256", "two.sha256"):
        subprocess.run(["sha256sum", "--check", "--strict", sidecar], cwd=results / "a", check=True)


def test_checked_hash_is_the_one_of_the_hash_file(results: Path) -> None:
    recorded = manifest.read_hashes(results / "a/one.sha256")["one.bin"]["sha256"]
    assert manifest.checked_sha256(results / "a/one.bin") == recorded
    (results / "a/one.bin").write_bytes(b"one!")
    with pytest.raises(ArtifactError, match=f"expected sha256 {recorded}"):
        manifest.checked_sha256(results / "a/one.bin")


def test_artifact_without_an_entry_in_a_hash_file_is_refused(results: Path) -> None:
    (results / "a/three.bin").write_bytes(b"three")
    with pytest.raises(ArtifactError, match=r"three\.sha256: missing"):
        manifest.checked_sha256(results / "a/three.bin")
    shutil.copy(results / "a/one.sha256", results / "a/three.sha256")
    with pytest.raises(ArtifactError, match=r"expected an entry of three\.bin"):
        manifest.checked_sha256(results / "a/three.bin")


def test_known_hash_stands_for_a_read(results: Path) -> None:
    paths = [results / "a/one.bin", results / "a/two.zst"]
    manifest.write_hashes(results / "a/both.sha256", paths, known={paths[0]: "ef" * 32})
    entries = manifest.read_hashes(results / "a/both.sha256")
    assert entries["one.bin"]["sha256"] == "ef" * 32
    expected = manifest.read_hashes(results / "a/two.sha256")["two.zst"]["sha256"]
    assert entries["two.zst"]["sha256"] == expected
