"""Artifacts: our writer against the public safetensors library, and every refusal by name."""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from feltprint import plain_files
from feltprint.artifacts import (
    ArrayStream,
    Artifact,
    canonical_json,
    open_artifact,
    read_compressed,
    sha256_file,
    write_artifact,
    write_compressed,
)
from feltprint.errors import ArtifactError, ConfigError
from feltprint.zstd_frame import compress_file, unpack

META = {"game": {"name": "kuhn", "stacks": [2, 2]}, "seed": 7, "weight": 0.5, "none": None}


def sample_arrays() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        "prob": rng.integers(0, 256, (37, 8), dtype=np.uint8),
        "cum_regret": rng.standard_normal((37, 8)).astype(np.float32),
        "a_wide": rng.integers(0, 1 << 60, 5, dtype=np.int64),
        "half": np.arange(3, dtype=np.float16),
        "empty": np.empty((0, 4), dtype=np.float32),
        "flag": np.array(True),
        "words": np.arange(11, dtype=np.uint16),
    }


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "sample.safetensors"
    write_artifact(path, "sample", META, sample_arrays())
    return path


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    path = tmp_path / "sample.safetensors.zst"
    write_compressed(path, "sample", META, sample_arrays())
    return path


def assert_is_sample(artifact: Artifact) -> None:
    assert artifact.meta == META
    expected = sample_arrays()
    assert set(artifact.arrays) == set(expected)
    for name, array in expected.items():
        np.testing.assert_array_equal(artifact.arrays[name], array)
        assert artifact.arrays[name].dtype == array.dtype
        assert not artifact.arrays[name].flags.writeable


def test_plain_file_reads_back_equal_and_read_only(plain: Path) -> None:
    artifact = open_artifact(plain, "sample")
    assert_is_sample(artifact)
    assert artifact.sha256 == sha256_file(plain)


def test_write_returns_the_file_hash_and_leaves_no_temporary(tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    assert write_artifact(path, "sample", META, sample_arrays()) == sha256_file(path)
    assert os.listdir(tmp_path) == ["x.safetensors"]


def test_public_library_reads_our_file(plain: Path) -> None:
    found = safetensors.numpy.load_file(plain)
    for name, array in sample_arrays().items():
        np.testing.assert_array_equal(found[name], array)
    with safetensors.safe_open(plain, "numpy") as file:
        assert list(file.metadata()) == ["feltprint"]
        assert json.loads(file.metadata()["feltprint"])["meta"] == META


def test_header_is_padded_and_arrays_fall_in_element_size_without_gaps(plain: Path) -> None:
    data = plain.read_bytes()
    length = int.from_bytes(data[:8], "little")
    assert (8 + length) % 64 == 0
    header = json.loads(data[8 : 8 + length])
    del header["__metadata__"]
    by_offset = sorted(header.items(), key=lambda item: (item[1]["data_offsets"], item[0]))
    names = [name for name, _ in by_offset]
    assert names == ["a_wide", "cum_regret", "empty", "half", "words", "flag", "prob"] or names == [
        "a_wide", "empty", "cum_regret", "half", "words", "flag", "prob"
    ]  # fmt: skip
    ends = [entry["data_offsets"][1] for _, entry in by_offset]
    begins = [entry["data_offsets"][0] for _, entry in by_offset]
    assert begins == [0, *ends[:-1]]
    assert 8 + length + ends[-1] == len(data)


def test_streamed_array_gives_the_same_bytes_as_a_whole_one(tmp_path: Path) -> None:
    whole = sample_arrays()

    def chunks() -> Iterator[np.ndarray]:
        yield from (whole["prob"][i : i + 5] for i in range(0, 37, 5))

    streamed = {**whole, "prob": ArrayStream(np.dtype(np.uint8), (37, 8), chunks)}
    first = write_artifact(tmp_path / "a", "sample", META, whole)
    assert write_artifact(tmp_path / "b", "sample", META, streamed) == first
    short = {**whole, "prob": ArrayStream(np.dtype(np.uint8), (38, 8), chunks)}
    with pytest.raises(ConfigError, match="304 bytes for its shape, its chunks gave 296"):
        write_artifact(tmp_path / "c", "sample", META, short)
    assert not (tmp_path / "c").exists()


def test_compressed_reads_back_and_payload_is_the_plain_file(plain: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.zst"
    file_sha256, payload_sha256 = write_compressed(path, "sample", META, sample_arrays())
    assert file_sha256 == sha256_file(path)
    assert payload_sha256 == sha256_file(plain)
    artifact = read_compressed(path, "sample")
    assert_is_sample(artifact)
    assert artifact.sha256 == payload_sha256
    assert unpack(path, tmp_path / "u", max_bytes=1 << 20) == payload_sha256
    assert (tmp_path / "u").read_bytes() == plain.read_bytes()


def test_packed_plain_file_is_read_as_a_compressed_artifact(plain: Path, tmp_path: Path) -> None:
    compress_file(plain, tmp_path / "p.zst", level=9)
    artifact = read_compressed(tmp_path / "p.zst", "sample")
    assert_is_sample(artifact)
    assert artifact.sha256 == sha256_file(plain)
    with pytest.raises(ArtifactError, match="expected at most 100 bytes"):
        unpack(tmp_path / "p.zst", tmp_path / "u", max_bytes=100)
    assert sorted(os.listdir(tmp_path)) == ["p.zst", "sample.safetensors"]


def test_compressed_bytes_do_not_depend_on_threads_or_chunks(tmp_path: Path) -> None:
    codes = np.random.default_rng(3).integers(0, 9, (1 << 19, 8), dtype=np.uint8)

    def chunks() -> Iterator[np.ndarray]:
        yield from (codes[i : i + 77_777] for i in range(0, len(codes), 77_777))

    one = write_compressed(tmp_path / "1", "sample", META, {"prob": codes}, threads=1)
    three = write_compressed(tmp_path / "3", "sample", META, {"prob": codes}, threads=3)
    streamed = {"prob": ArrayStream(codes.dtype, codes.shape, chunks)}
    assert one == three == write_compressed(tmp_path / "s", "sample", META, streamed)
    with pytest.raises(ConfigError, match="threads >= 1"):
        write_compressed(tmp_path / "0", "sample", META, {"prob": codes}, threads=0)


@pytest.mark.parametrize("size", [0, 1, mmap.PAGESIZE, mmap.PAGESIZE + 1, 3 * mmap.PAGESIZE])
def test_hash_of_a_file_is_that_of_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(plain_files, "HASHED_BYTES", mmap.PAGESIZE)
    data = np.random.default_rng(size).bytes(size)
    (tmp_path / "x").write_bytes(data)
    assert sha256_file(tmp_path / "x") == hashlib.sha256(data).hexdigest()


def test_failed_write_keeps_the_old_file(plain: Path) -> None:
    before = plain.read_bytes()

    def chunks() -> Iterator[np.ndarray]:
        raise RuntimeError("stop")
        yield np.empty(0)

    with pytest.raises(RuntimeError):
        write_artifact(plain, "sample", META, {"x": ArrayStream(np.dtype(np.uint8), (1,), chunks)})
    assert plain.read_bytes() == before
    assert os.listdir(plain.parent) == [plain.name]


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(3, dtype=np.complex64), "little-endian"),
        (np.zeros(3, dtype=">f4"), "little-endian"),
        (np.zeros((4, 4), dtype=np.float32).T[::2], "not C-contiguous"),
    ],
    ids=["complex", "big-endian", "strided"],
)
def test_arrays_that_the_format_cannot_hold_are_refused(
    tmp_path: Path, array: np.ndarray, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        write_artifact(tmp_path / "x", "sample", META, {"x": array})


def test_meta_with_nan_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not JSON"):
        write_artifact(tmp_path / "x", "sample", {"x": float("nan")}, {})


def test_other_kind_and_missing_file_are_named(plain: Path, packed: Path, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="expected kind 'policy', found 'sample'"):
        open_artifact(plain, "policy")
    with pytest.raises(ArtifactError, match="expected kind 'policy', found 'sample'"):
        read_compressed(packed, "policy")
    with pytest.raises(ArtifactError, match="found nothing"):
        open_artifact(tmp_path / "absent", "sample")
    with pytest.raises(ArtifactError, match="plain file"):
        open_artifact(tmp_path, "sample")
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ArtifactError, match="plain file"):
        open_artifact(tmp_path / "fifo", "sample")


def test_other_format_version_is_named(plain: Path) -> None:
    data = plain.read_bytes()
    changed = data.replace(rb"\"format\":1", rb"\"format\":2")
    assert changed != data
    plain.write_bytes(changed)
    with pytest.raises(ArtifactError, match="expected format 1, found 2"):
        open_artifact(plain, "sample")


def test_damaged_array_is_found_by_name(plain: Path) -> None:
    data = bytearray(plain.read_bytes())
    data[-1] ^= 1
    plain.write_bytes(data)
    with pytest.raises(ArtifactError, match="array 'prob': expected sha256"):
        open_artifact(plain, "sample")
    open_artifact(plain, "sample", verify=False)


@pytest.mark.parametrize("change", ["cut", "extend"])
def test_every_length_but_the_right_one_is_refused(plain: Path, packed: Path, change: str) -> None:
    for path, read in ((plain, open_artifact), (packed, read_compressed)):
        data = path.read_bytes()
        step = 1 if len(data) < 2_000 else 13
        if change == "cut":
            variants = [data[:size] for size in range(0, len(data), step)]
            variants += [data[: len(data) - i] for i in range(1, 9)]
        else:
            variants = [data + b"\0", data + data, data + b"\x50\x2a\x4d\x18\0\0\0\0"]
        for variant in variants:
            path.write_bytes(variant)
            with pytest.raises(ArtifactError):
                read(path, "sample")


def test_declared_size_is_bounded_before_memory_is_taken(packed: Path) -> None:
    with pytest.raises(ArtifactError, match="expected at most 100 bytes"):
        read_compressed(packed, "sample", max_bytes=100)
    data = bytearray(packed.read_bytes())
    # Frame header: magic, descriptor; the content size field follows (single segment frames).
    data[4] |= 0xC0
    data[5:5] = (1 << 45).to_bytes(8, "little")
    packed.write_bytes(data)
    with pytest.raises(ArtifactError):
        read_compressed(packed, "sample")


def check_refused_or_equal(path: Path, data: bytes, read: object) -> None:
    path.write_bytes(data)
    try:
        artifact = read(path, "sample")
    except ArtifactError:
        return
    assert_is_sample(artifact)


MUTATION = st.lists(
    st.tuples(
        st.integers(0, 1 << 30),
        st.sampled_from(["set", "insert", "delete"]),
        st.binary(min_size=1, max_size=4),
    ),
    min_size=1,
    max_size=4,
)
FUZZ = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def mutate(data: bytes, edits: list[tuple[int, str, bytes]], limit: int) -> bytes:
    out = bytearray(data)
    for position, how, text in edits:
        at = position % limit
        if how == "set":
            out[at : at + len(text)] = text
        elif how == "insert":
            out[at:at] = text
        else:
            del out[at : at + len(text)]
    return bytes(out)


@FUZZ
@given(edits=MUTATION)
def test_every_mutation_of_the_header_is_refused_or_harmless(
    plain: Path, edits: list[tuple[int, str, bytes]]
) -> None:
    data = plain.read_bytes()
    header = 8 + int.from_bytes(data[:8], "little")
    check_refused_or_equal(plain.with_suffix(".fuzz"), mutate(data, edits, header), open_artifact)


@FUZZ
@given(edits=MUTATION)
def test_every_mutation_of_the_zstd_frame_is_refused_or_harmless(
    packed: Path, edits: list[tuple[int, str, bytes]]
) -> None:
    data = packed.read_bytes()
    mutated = mutate(data, edits, len(data))
    check_refused_or_equal(packed.with_suffix(".fuzz"), mutated, read_compressed)


@settings(FUZZ, max_examples=40)
@given(
    header=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["__metadata__", "feltprint", "x", "dtype", "shape", "data_offsets"]
                ),
                inner,
                max_size=3,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_as_header_is_refused(tmp_path: Path, header: object) -> None:
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)
    path = tmp_path / "x"
    path.write_bytes(len(text).to_bytes(8, "little") + text)
    with pytest.raises(ArtifactError):
        open_artifact(path, "sample")


def test_canonical_json_is_one_spelling() -> None:
    assert canonical_json({"b": [1, 2.5], "a": "\u00e9"}) == '{"a":"\\u00e9","b":[1,2.5]}'
