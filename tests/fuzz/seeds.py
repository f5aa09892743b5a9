"""The inputs that fuzzing starts from: valid files, made when they are needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import zstandard
from made_up_bundles import make_bundle

from feltprint.artifacts import write_artifact
from feltprint.bundle_manifest import MANIFEST_NAME
from feltprint.games import preset


def small_bundle(folder: Path) -> Path:
    """A bundle of push-fold with two classes, a few kilobytes."""
    return make_bundle(folder, {f"{bb}bb": preset("push-fold", bb) for bb in (5, 10)}, None)


def seeds(folder: Path, bundle: Path) -> dict[str, list[bytes]]:
    """Valid inputs of each target, by its name."""
    policy = (bundle / "policies" / "5bb.safetensors.zst").read_bytes()
    payload = zstandard.ZstdDecompressor().decompress(policy)
    header = payload[8 : 8 + int.from_bytes(payload[:8], "little")]
    sample = folder / "sample"
    arrays = {"wide": np.zeros(3), "bytes": np.zeros((2, 8), dtype=np.uint8)}
    write_artifact(sample, "sample", {"numbers": [1, 2.5, None]}, arrays)
    made_frame = bytes([1, 0x24, 0, *bytes(8)]) + b"\0\2\0abcdefgh" + b"\5\xff\0z"
    return {
        "manifest": [b"\1" + (bundle / MANIFEST_NAME).read_bytes()],
        "header": [b"\0" + payload, b"\3" + header, b"\2" + sample.read_bytes()],
        "frame": [b"\0" + policy, made_frame],
    }
