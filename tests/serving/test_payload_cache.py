"""The cache of unpacked policies: shared, verified, and never in the way."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hands import row_of

from feltprint import payload_cache
from feltprint.bundle import Bundle
from feltprint.errors import ArtifactError

ROW = row_of("", stacks=(2000, 2000))


def memory(bundle: Bundle) -> set[str]:
    return {entry["memory"] for entry in bundle.info()["classes"].values()}


def test_classes_are_unpacked_once_and_mapped(
    push_fold_folder: Path, push_fold: Bundle, tmp_path: Path
) -> None:
    first = Bundle.open(push_fold_folder, cache=tmp_path / "cache")
    assert memory(first) == {"not open"}
    first.verify()
    names = sorted(os.listdir(tmp_path / "cache"))
    assert names == sorted(
        f"{policy.payload_sha256}.safetensors" for policy in push_fold.policies.values()
    )
    times = [path.stat().st_mtime_ns for path in sorted((tmp_path / "cache").iterdir())]
    second = Bundle.open(push_fold_folder, cache=tmp_path / "cache")
    second.verify()
    assert times == [path.stat().st_mtime_ns for path in sorted((tmp_path / "cache").iterdir())]
    assert memory(first) == memory(second) == {"shared map"}
    push_fold.verify()
    assert memory(push_fold) == {"private"}
    uniforms = np.full(1, 0.3)
    assert second.act(ROW, uniforms).tobytes() == push_fold.act(ROW, uniforms).tobytes()


def test_damaged_cache_is_made_again(push_fold_folder: Path, tmp_path: Path) -> None:
    Bundle.open(push_fold_folder, cache=tmp_path).verify()
    for path in tmp_path.iterdir():
        data = bytearray(path.read_bytes())
        data[-1] ^= 255
        path.write_bytes(data)
    opened = Bundle.open(push_fold_folder, cache=tmp_path)
    opened.verify()
    assert memory(opened) == {"shared map"}
    for policy in opened.policies.values():
        np.testing.assert_array_equal(policy.node(0).sum(axis=1), 1)


def test_without_a_usable_folder_the_copy_is_private(
    push_fold_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    opened = Bundle.open(push_fold_folder, cache=tmp_path / "file")
    opened.verify()
    assert memory(opened) == {"private"}


def test_class_is_opened_by_the_first_row_that_needs_it(
    push_fold_folder: Path, tmp_path: Path
) -> None:
    opened = Bundle.open(push_fold_folder, cache=tmp_path)
    rows = np.concatenate([row_of("", stacks=(chips, chips)) for chips in (1000, 4000)])
    answers = opened.act(rows, np.full(2, 0.3))
    assert [opened.stack_classes[index] for index in answers["stack_class"]] == ["5bb", "20bb"]
    states = {name: entry["memory"] for name, entry in opened.info()["classes"].items()}
    assert states == {"5bb": "shared map", "10bb": "not open", "20bb": "shared map"}


def test_threads_open_a_class_once(push_fold_folder: Path, tmp_path: Path) -> None:
    opened = Bundle.open(push_fold_folder, cache=tmp_path)
    uniforms = np.full(1, 0.3)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: opened.act(ROW, uniforms).tobytes(), range(32)))
    assert len(set(answers)) == 1
    assert len(os.listdir(tmp_path)) == 1


def test_payload_of_another_hash_is_refused(push_fold_folder: Path, tmp_path: Path) -> None:
    member = push_fold_folder / "policies/5bb.safetensors.zst"
    with pytest.raises(ArtifactError, match="expected payload sha256 00"):
        payload_cache.open_payload(member, "policy", "00" * 32, tmp_path, max_bytes=1 << 20)
    assert os.listdir(tmp_path) == []


def test_folder_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELTPRINT_CACHE", "/a")
    assert payload_cache.default_folder() == Path("/a")
    monkeypatch.delenv("FELTPRINT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/b")
    assert payload_cache.default_folder() == Path("/b/feltprint")
