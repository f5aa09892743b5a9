"""Any bytes as the three texts that a stranger's bundle is made of, each with what must hold.

A target takes bytes and returns what it saw ("refused" or "opened"); anything but a refusal by
name, or a broken promise (AssertionError), is a finding. The first byte of an input says whether
hashes are made right first: with wrong ones everything ends at the first comparison, and a stranger
can compute them as well as we can.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any, Literal

import numpy as np
import safetensors
import zstandard

from feltprint import bundle_manifest
from feltprint.abstraction import CardAbstraction
from feltprint.adapters.rows import ROW
from feltprint.artifacts import (
    ALIGNMENT,
    canonical_json,
    open_artifact,
    read_compressed,
)
from feltprint.bundle import Bundle
from feltprint.bundle_manifest import MANIFEST_NAME, BundleManifest
from feltprint.errors import ArtifactError, ConfigError
from feltprint.policy import Policy
from feltprint.zstd_frame import MAX_BLOCK_BYTES, FrameReader, unpack

Seen = Literal["refused", "opened"]
REFUSALS = (ArtifactError, ConfigError)
MAX_CONTENT = 1 << 20
MAX_DATA = 1 << 16
SIZES = {"F64": 8, "I64": 8, "F32": 4, "U32": 4, "F16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1}


class ManifestTarget:
    """A manifest beside the members of a small bundle; what opens must verify and answer."""

    def __init__(self, bundle: Path) -> None:
        self._folder = bundle
        self._members = {member.path: member for member in BundleManifest.read(bundle).members()}
        self._original = (bundle / MANIFEST_NAME).read_bytes()

    @property
    def seed(self) -> bytes:
        """The input that is the bundle as it was built."""
        return b"\1" + self._original

    def __call__(self, data: bytes) -> Seen:
        text = data[1:]
        if data[:1] and data[0] & 1:
            text = self._repaired(text)
        (self._folder / MANIFEST_NAME).write_bytes(text)
        try:
            manifest = BundleManifest.read(self._folder)
        except REFUSALS:
            return "refused"
        for member in manifest.members():
            inside = (self._folder / member.path).resolve()
            assert inside.is_relative_to(self._folder.resolve()), f"{member.path} leads outside"
        manifest.write(self._folder)
        assert BundleManifest.read(self._folder).content == manifest.content
        try:
            opened = Bundle.open(self._folder, cache=None)
            opened.verify()
        except REFUSALS:
            return "refused"
        opened.info()
        opened.act(np.zeros(1, dtype=ROW), np.zeros(1))
        return "opened"

    def _repaired(self, text: bytes) -> bytes:
        """The same with the sizes and hashes of the real members, and the version of it all."""
        try:
            content = json.loads(text)
            for entry in content["policies"]:
                real = self._members.get(entry["path"])
                if real is not None:
                    entry |= {
                        "bytes": real.bytes,
                        "sha256": real.sha256,
                        "payload_sha256": real.payload_sha256,
                    }
            content["version"] = bundle_manifest._version(content)
            return json.dumps(content).encode()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return text


class HeaderTarget:
    """A safetensors header with as much data as it declares, plain and in a zstd frame."""

    def __init__(self, folder: Path) -> None:
        self._plain, self._packed = folder / "header", folder / "header.zst"

    def __call__(self, data: bytes) -> Seen:
        repair = bool(data[:1]) and data[0] & 1 == 1
        text = data[1:]
        if repair:
            text = _repaired_header(text)
        self._plain.write_bytes(text)
        frame = zstandard.ZstdCompressor(level=1, write_checksum=True, threads=1).compress(text)
        self._packed.write_bytes(frame)
        kinds = ("policy", "abstraction", "sample")
        seen = [self._open(kind, data[0] & 2 == 2 if data else False) for kind in kinds]
        assert seen.count("opened") <= 1, "one file, one kind"
        return "opened" if "opened" in seen else "refused"

    def _open(self, kind: str, use_known_hash: bool) -> Seen:
        known = hashlib.sha256(self._plain.read_bytes()).hexdigest() if use_known_hash else None
        packed = _attempt(
            lambda: read_compressed(
                self._packed, kind, max_bytes=MAX_CONTENT, expected_sha256=known
            )
        )
        plain = _attempt(lambda: open_artifact(self._plain, kind, verify=known is None))
        assert (plain is None) == (packed is None), "the frame changes what is accepted"
        if plain is None or packed is None:
            return "refused"
        with safetensors.safe_open(self._plain, "np") as public:  # an oracle: it must open too
            assert sorted(public.keys()) == sorted(plain.arrays)
        for name, array in plain.arrays.items():
            assert array.shape == packed.arrays[name].shape
            assert array.tobytes() == packed.arrays[name].tobytes()
        readers: dict[str, Callable[[], object]] = {
            "policy": lambda: Policy.of(plain, plain.sha256),
            "abstraction": lambda: CardAbstraction.open(self._plain),
        }
        if kind in readers:
            _attempt(readers[kind])
        return "opened"


class FrameTarget:
    """A zstd frame; what is accepted has the content that one-shot decompression gives."""

    def __init__(self, folder: Path) -> None:
        self._path, self._out = folder / "frame.zst", folder / "frame"

    def __call__(self, data: bytes) -> Seen:
        made = bool(data[:1]) and data[0] & 1 == 1
        frame = _frame_of(data[1:]) if made else data[1:]
        self._path.write_bytes(frame)
        content = _attempt(self._read)
        digest = _attempt(lambda: unpack(self._path, self._out, max_bytes=MAX_CONTENT))
        assert (content is None) == (digest is None), "reading and unpacking disagree"
        if content is None:
            return "refused"
        assert len(content) <= MAX_CONTENT
        assert digest == hashlib.sha256(content).hexdigest()
        oracle = zstandard.ZstdDecompressor().decompress(frame, allow_extra_data=False)
        assert oracle == content
        return "opened"

    def _read(self) -> bytes:
        with open(self._path, "rb") as file:
            reader = FrameReader(file, self._path, MAX_CONTENT)
            content = reader.read(reader.content_size)
            reader.finish()
        return content


def make_targets(folder: Path, bundle: Path) -> dict[str, Callable[[bytes], Seen]]:
    """The targets by name; they write into ``folder`` and into the bundle."""
    return {
        "manifest": ManifestTarget(bundle),
        "header": HeaderTarget(folder),
        "frame": FrameTarget(folder),
    }


def _attempt(read: Callable[[], Any]) -> Any:
    """What was read, None where it is refused by name."""
    try:
        return read()
    except REFUSALS:
        return None


def _repaired_header(text: bytes) -> bytes:
    """A file of a JSON header: laid out, hashed and padded as by the writer, its data zeros."""
    try:
        header = json.loads(text)
        declared = json.loads(header["__metadata__"]["feltprint"])
        dtypes = {name: SIZES[header[name]["dtype"]] for name in header if name != "__metadata__"}
        names = sorted(dtypes, key=lambda name: (-dtypes[name], name))
        size = 0
        for name in names:
            begin, size = size, size + dtypes[name] * prod(int(n) for n in header[name]["shape"])
            header[name]["data_offsets"] = [begin, size]
            if size <= MAX_DATA:
                declared["arrays"][name] = hashlib.sha256(bytes(size - begin)).hexdigest()
        layout = [[name, header[name]["dtype"], header[name]["shape"]] for name in names]
        del declared["digest"]
        digest = hashlib.sha256(canonical_json([declared, layout]).encode()).hexdigest()
        header["__metadata__"]["feltprint"] = canonical_json({**declared, "digest": digest})
        spelled = canonical_json(header).encode("ascii")
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError):
        spelled, size = text, 0
    spelled += b" " * (-(8 + len(spelled)) % ALIGNMENT)
    return len(spelled).to_bytes(8, "little") + spelled + bytes(min(max(size, 0), MAX_DATA))


def _frame_of(data: bytes) -> bytes:
    """A frame with a right checksum, its header and blocks by the bytes of the input.

    Two bytes: descriptor and window; eight: content size (0 = what the blocks hold); then blocks of
    three bytes (kind, size), and their content.
    """
    head, rest = data[:10].ljust(10, b"\0"), data[10:]
    blocks, content = b"", b""
    while rest and len(content) < MAX_CONTENT:
        word, rest = rest[:3].ljust(3, b"\0"), rest[3:]
        kind, size = word[0] & 3, min(int.from_bytes(word[1:], "little") * 4, MAX_BLOCK_BYTES + 4)
        last = int(word[0] & 4 == 4 or len(rest) <= (1 if kind == 1 else size))
        taken, rest = (rest[:1], rest[1:]) if kind == 1 else (rest[:size], rest[size:])
        size = size if kind == 1 else len(taken)
        blocks += (last | kind << 1 | size << 3).to_bytes(3, "little") + taken
        content += taken * size if kind == 1 else taken
        if last:
            break
    stated = int.from_bytes(head[2:], "little") or len(content)
    single = head[0] & 0x20
    window = b"" if single else head[1:2]
    descriptor = bytes([0xC0 | head[0] & 0x3F])
    checksum = zstandard.ZstdCompressor(write_checksum=True).compress(content)[-4:]
    frame_head = b"\x28\xb5\x2f\xfd" + descriptor + window + bytes(_dictionary_bytes(head[0]))
    return frame_head + stated.to_bytes(8, "little") + blocks + checksum


def _dictionary_bytes(descriptor: int) -> int:
    return (0, 1, 2, 4)[descriptor & 3]


def temporary_folder() -> Path:
    """A new folder in memory where there is one: targets write files thousands of times."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
