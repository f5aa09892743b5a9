"""Binary artifacts: write, open, verify. The only file that knows the byte layout.

An artifact is a standard safetensors file: 8 bytes of header length, a JSON header padded with
spaces to a multiple of 64 bytes, then the arrays by falling element size and name, without gaps.
The single metadata key ``feltprint`` holds canonical JSON: format, kind, code version, meta, the
sha256 of every array and a digest of all of this, so that a file proves itself. The header must be
exactly the text that the writer makes; anything else is refused. Policies are the same bytes in
one zstd frame (see ``zstd_frame``). Layout and kinds: docs/formats.md.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from feltprint.errors import ArtifactError, ConfigError
from feltprint.plain_files import open_plain, replacing, sha256_file
from feltprint.version import __version__
from feltprint.zstd_frame import FrameReader, FrameWriter

FORMAT = 1
KEY = "feltprint"
ALIGNMENT = 64
MAX_HEADER_BYTES = 1 << 20
CHUNK_BYTES = 4 << 20
MAX_PAYLOAD_BYTES = 64 << 30
MAX_DIMENSIONS = 8

_DTYPES = {
    "F64": "<f8", "I64": "<i8", "U64": "<u8",
    "F32": "<f4", "I32": "<i4", "U32": "<u4",
    "F16": "<f2", "I16": "<i2", "U16": "<u2",
    "I8": "|i1", "U8": "|u1", "BOOL": "|b1",
}  # fmt: skip
_DTYPE_NAMES = {np.dtype(text): name for name, text in _DTYPES.items()}

Array: TypeAlias = NDArray[Any]
PathLike: TypeAlias = str | os.PathLike[str]

__all__ = [
    "ArrayStream",
    "Artifact",
    "canonical_json",
    "open_artifact",
    "payload_sha256",
    "read_compressed",
    "sha256_file",
    "write_artifact",
    "write_compressed",
]


@dataclass(frozen=True)
class ArrayStream:
    """An array that is made while it is written, so that it never lies in memory whole.

    ``chunks()`` must yield the C-contiguous pieces, in order, that make up ``shape``. It is called
    twice (once to hash, once to write), or once when ``sha256`` of the bytes is known already.
    """

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    chunks: Callable[[], Iterator[Array]]
    sha256: str | None = None


@dataclass(frozen=True)
class Artifact:
    """An open artifact. ``arrays`` are read-only; of a plain file they are memory maps."""

    path: Path
    kind: str
    meta: dict[str, Any]
    arrays: Mapping[str, Array]
    payload_sha256: str | None = None

    @cached_property
    def sha256(self) -> str:
        """Sha256 of the payload: the bytes of the file, uncompressed. Cost: one read of it."""
        return self.payload_sha256 or sha256_file(self.path)


@dataclass(frozen=True)
class _Entry:
    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(frozen=True)
class _Header:
    kind: str
    meta: dict[str, Any]
    hashes: dict[str, str]
    entries: list[_Entry]
    data_start: int

    @property
    def payload_bytes(self) -> int:
        return self.data_start + (self.entries[-1].end if self.entries else 0)


def canonical_json(obj: object) -> str:
    """The one spelling of a JSON value: sorted keys, no spaces, ASCII, no NaN."""
    return json.dumps(
        obj, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


def write_artifact(
    path: PathLike, kind: str, meta: dict[str, Any], arrays: Mapping[str, Array | ArrayStream]
) -> str:
    """Write an artifact atomically and return the sha256 of the file.

    The arrays are streamed in chunks: no second copy in memory, two passes over them.
    Raises ConfigError for an array or meta that the format cannot hold.
    """
    digest = hashlib.sha256()
    with replacing(Path(path)) as file:
        for chunk in _payload(kind, meta, arrays)[1]:
            digest.update(chunk)
            file.write(chunk)
    return digest.hexdigest()


def write_compressed(
    path: PathLike,
    kind: str,
    meta: dict[str, Any],
    arrays: Mapping[str, Array | ArrayStream],
    *,
    level: int = 3,
    threads: int = 1,
) -> tuple[str, str]:
    """Write an artifact inside one zstd frame; return (sha256 of the file, of the payload).

    The bytes do not depend on ``threads`` (at least 1).
    """
    payload_digest = hashlib.sha256()
    size, chunks = _payload(kind, meta, arrays)
    with replacing(Path(path)) as file:
        writer = FrameWriter(file, size, level=level, threads=threads)
        for chunk in chunks:
            payload_digest.update(chunk)
            writer.write(chunk)
        writer.close()
        file_sha256 = writer.sha256
    return file_sha256, payload_digest.hexdigest()


def payload_sha256(
    kind: str, meta: dict[str, Any], arrays: Mapping[str, Array | ArrayStream]
) -> str:
    """Sha256 that write_artifact would return, without writing."""
    digest = hashlib.sha256()
    for chunk in _payload(kind, meta, arrays)[1]:
        digest.update(chunk)
    return digest.hexdigest()


def open_artifact(path: PathLike, kind: str, verify: bool = True) -> Artifact:
    """Map an artifact read-only after checking version, kind, sizes and the header's digest.

    verify: also hash every array (one read of the file). Without it only the array bytes are
    trusted. Raises ArtifactError. The caller checks finiteness and meaning.
    """
    where = Path(path)
    with open_plain(where) as file:
        size = os.fstat(file.fileno()).st_size
        header = _parse_header(file.read(8 + MAX_HEADER_BYTES), where, kind)
        if header.payload_bytes != size:
            raise ArtifactError(
                f"{where}: expected {header.payload_bytes} bytes by its header, found {size}; "
                "the file is truncated or has foreign bytes at its end: make it again"
            )
        buffer = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
    arrays = _views(memoryview(buffer), header)
    if verify:
        _verify_arrays(arrays, header, where)
    return Artifact(where, kind, header.meta, arrays)


def read_compressed(
    path: PathLike,
    kind: str,
    *,
    max_bytes: int = MAX_PAYLOAD_BYTES,
    expected_sha256: str | None = None,
) -> Artifact:
    """Unpack a compressed artifact into memory and verify all of it.

    max_bytes bounds the memory. expected_sha256: of the payload, where the caller knows it; it
    then stands for the hashes of the arrays. Raises ArtifactError for a frame that is damaged,
    truncated, followed by other bytes, or larger than that.
    """
    where = Path(path)
    with open_plain(where) as file:
        reader = FrameReader(file, where, max_bytes)
        header, first = _read_prefix(reader, where, kind)
        buffer = np.empty(reader.content_size, dtype=np.uint8)
        buffer[: len(first)] = np.frombuffer(first, dtype=np.uint8)
        filled = len(first)
        while filled < len(buffer):
            filled += reader.readinto(buffer.data[filled : filled + CHUNK_BYTES])
        reader.finish()
    buffer.setflags(write=False)
    found = hashlib.sha256(buffer.data).hexdigest()
    arrays = _views(buffer.data, header)
    if expected_sha256 is None:
        _verify_arrays(arrays, header, where)
    elif found != expected_sha256:
        raise ArtifactError(
            f"{where}: expected payload sha256 {expected_sha256}, found {found}; copy it again"
        )
    return Artifact(where, kind, header.meta, arrays, found)


def _array_chunks(array: Array | ArrayStream) -> Iterator[memoryview]:
    """Bytes of an array in pieces of bounded size."""
    pieces = array.chunks() if isinstance(array, ArrayStream) else iter((array,))
    for piece in pieces:
        if piece.size:
            flat = piece.reshape(-1).view(np.uint8).data
            for begin in range(0, len(flat), CHUNK_BYTES):
                yield flat[begin : begin + CHUNK_BYTES]


def _entries(arrays: Mapping[str, Array | ArrayStream]) -> list[_Entry]:
    for name, array in arrays.items():
        if array.dtype not in _DTYPE_NAMES or name == "__metadata__":
            raise ConfigError(
                f"array {name!r} has type {array.dtype}; an artifact holds little-endian "
                f"{', '.join(_DTYPES)}; convert it"
            )
        if isinstance(array, np.ndarray) and not array.flags.c_contiguous:
            raise ConfigError(f"array {name!r} is not C-contiguous; copy it before writing")
    entries = []
    begin = 0
    for name in sorted(arrays, key=lambda name: (-arrays[name].dtype.itemsize, name)):
        dtype, shape = arrays[name].dtype, tuple(int(n) for n in arrays[name].shape)
        end = begin + prod(shape) * dtype.itemsize
        entries.append(_Entry(name, dtype, shape, begin, end))
        begin = end
    return entries


def _array_sha256(array: Array | ArrayStream, entry: _Entry) -> str:
    if isinstance(array, ArrayStream) and array.sha256 is not None:
        return array.sha256
    digest = hashlib.sha256()
    size = 0
    for chunk in _array_chunks(array):
        digest.update(chunk)
        size += len(chunk)
    if size != entry.end - entry.begin:
        raise ConfigError(
            f"array {entry.name!r}: expected {entry.end - entry.begin} bytes for its shape, its "
            f"chunks gave {size}"
        )
    return digest.hexdigest()


def _payload(
    kind: str, meta: dict[str, Any], arrays: Mapping[str, Array | ArrayStream]
) -> tuple[int, Iterator[bytes | memoryview]]:
    """Size of the payload and its bytes in chunks, header first."""
    entries = _entries(arrays)
    hashes = {entry.name: _array_sha256(arrays[entry.name], entry) for entry in entries}
    header = _header_bytes(_declaration(kind, __version__, meta, hashes, entries), entries)

    def chunks() -> Iterator[bytes | memoryview]:
        yield header
        for entry in entries:
            yield from _array_chunks(arrays[entry.name])

    return len(header) + (entries[-1].end if entries else 0), chunks()


def _declaration(
    kind: str, code_version: str, meta: object, hashes: object, entries: list[_Entry]
) -> str:
    """Canonical JSON of the metadata key, digest included."""
    declared = {
        "arrays": hashes,
        "code_version": code_version,
        "format": FORMAT,
        "kind": kind,
        "meta": meta,
    }
    layout = [[entry.name, _DTYPE_NAMES[entry.dtype], list(entry.shape)] for entry in entries]
    try:
        digest = hashlib.sha256(canonical_json([declared, layout]).encode()).hexdigest()
    except (TypeError, ValueError) as error:
        raise ConfigError(f"meta of a {kind!r} artifact is not JSON: {error}") from error
    return canonical_json({**declared, "digest": digest})


def _header_bytes(declaration: str, entries: list[_Entry]) -> bytes:
    header: dict[str, object] = {"__metadata__": {KEY: declaration}}
    for entry in entries:
        header[entry.name] = {
            "dtype": _DTYPE_NAMES[entry.dtype],
            "shape": list(entry.shape),
            "data_offsets": [entry.begin, entry.end],
        }
    text = canonical_json(header).encode("ascii")
    text += b" " * (-(8 + len(text)) % ALIGNMENT)
    if len(text) > MAX_HEADER_BYTES:
        raise ConfigError(
            f"header has {len(text)} bytes, the limit is {MAX_HEADER_BYTES}; shorten the meta"
        )
    return len(text).to_bytes(8, "little") + text


def _parse_header(prefix: bytes, where: Path, kind: str) -> _Header:
    """Check a file's first bytes and return what they declare."""
    length = int.from_bytes(prefix[:8], "little")
    if len(prefix) < 8 or not 0 < length <= MAX_HEADER_BYTES or len(prefix) < 8 + length:
        raise _bad_header(where, f"a header of 1..{MAX_HEADER_BYTES} bytes", f"{length} declared")
    try:
        header = json.loads(prefix[8 : 8 + length].decode("ascii"))
        declared = json.loads(header.pop("__metadata__")[KEY])
        version, found_kind = declared["format"], declared["kind"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _bad_header(where, f"safetensors with a {KEY!r} key", "other content") from error
    if version != FORMAT:
        raise ArtifactError(
            f"{where}: expected format {FORMAT}, found {version!r}; read it with the feltprint "
            "that wrote it, or make it again"
        )
    if found_kind != kind:
        raise ArtifactError(
            f"{where}: expected kind {kind!r}, found {found_kind!r}; check the path"
        )
    try:
        entries = _declared_entries(header)
        meta, hashes = dict(declared["meta"]), dict(declared["arrays"])
        text = _declaration(kind, declared["code_version"], meta, hashes, entries)
        exact = _header_bytes(text, entries) == prefix[: 8 + length]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _bad_header(where, "well-formed entries", "others") from error
    if not exact or set(hashes) != {entry.name for entry in entries}:
        raise _bad_header(where, "the text and digest that feltprint writes", "a changed header")
    return _Header(kind, meta, hashes, entries, 8 + length)


def _declared_entries(header: dict[str, Any]) -> list[_Entry]:
    """The arrays of a parsed header with the offsets that the layout rules give them."""
    shapes = {name: tuple(declared["shape"]) for name, declared in header.items()}
    for shape in shapes.values():
        sizes_fit = all(type(n) is int and 0 <= n <= MAX_PAYLOAD_BYTES for n in shape)
        if not sizes_fit or len(shape) > MAX_DIMENSIONS or prod(max(n, 1) for n in shape) >> 48:
            raise ValueError("shape")
    return _entries(
        {
            name: ArrayStream(np.dtype(_DTYPES[declared["dtype"]]), shapes[name], lambda: iter(()))
            for name, declared in header.items()
        }
    )


def _bad_header(where: Path, expected: str, found: str) -> ArtifactError:
    return ArtifactError(
        f"{where}: expected {expected}, found {found}; the file is damaged or not an artifact: "
        "make it again"
    )


def _read_prefix(reader: FrameReader, where: Path, kind: str) -> tuple[_Header, bytes]:
    """Read header bytes from a frame and check the declared size before anything is allocated."""
    prefix = reader.read(8)
    length = int.from_bytes(prefix, "little")
    if 0 < length <= MAX_HEADER_BYTES:
        prefix += reader.read(length)
    header = _parse_header(prefix, where, kind)
    if header.payload_bytes != reader.content_size:
        raise ArtifactError(
            f"{where}: expected {header.payload_bytes} bytes by its header, found "
            f"{reader.content_size} in the frame; make it again"
        )
    return header, prefix


def _views(buffer: memoryview, header: _Header) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    for entry in header.entries:
        if entry.end == entry.begin:
            array: Array = np.empty(entry.shape, dtype=entry.dtype)
            array.setflags(write=False)
        else:
            count = prod(entry.shape)
            flat = np.frombuffer(buffer, entry.dtype, count, header.data_start + entry.begin)
            array = flat.reshape(entry.shape)
        arrays[entry.name] = array
    return arrays


def _verify_arrays(arrays: Mapping[str, Array], header: _Header, where: Path) -> None:
    for entry in header.entries:
        found = _array_sha256(arrays[entry.name], entry)
        if found != header.hashes[entry.name]:
            raise ArtifactError(
                f"{where}: array {entry.name!r}: expected sha256 {header.hashes[entry.name]}, "
                f"found {found}; the file is damaged: make it again"
            )
