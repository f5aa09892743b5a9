"""A folder of unpacked artifacts, named by their payload hash, that all processes map read-only.

The folder is ``$FELTPRINT_CACHE``, else ``feltprint`` in ``$XDG_CACHE_HOME`` or ``~/.cache``. A
file in it appears whole or not at all, and is verified each time it is opened. Deleting the folder
costs time and nothing else.
"""

from __future__ import annotations

import os
from pathlib import Path

from feltprint.artifacts import Artifact, open_artifact, sha256_file
from feltprint.errors import ArtifactError
from feltprint.zstd_frame import unpack


def default_folder() -> Path:
    """Where unpacked policies are kept when nobody says otherwise."""
    named = os.environ.get("FELTPRINT_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "feltprint"


def cached_path(folder: Path, payload_sha256: str) -> Path:
    """Where a cache folder keeps a payload."""
    return folder / f"{payload_sha256}.safetensors"


def open_payload(
    compressed: Path, kind: str, payload_sha256: str, folder: Path, *, max_bytes: int
) -> Artifact | None:
    """Map the unpacked form of a compressed artifact, made first if need be.

    max_bytes bounds the disk that it may take. None when the folder cannot be used: the caller
    then unpacks into its own memory.

    Raises
    ------
    ArtifactError
        When the compressed artifact is damaged, larger than that, or has another payload.
    """
    target = cached_path(folder, payload_sha256)
    if _holds(target, payload_sha256):
        return open_artifact(target, kind, verify=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = unpack(compressed, target, max_bytes=max_bytes)
    except ArtifactError:
        raise
    except OSError:
        return None
    if found != payload_sha256:
        target.unlink(missing_ok=True)
        raise ArtifactError(
            f"{compressed}: expected payload sha256 {payload_sha256}, found {found}; copy it again"
        )
    return open_artifact(target, kind, verify=False)  # hashed while it was written


def _holds(target: Path, payload_sha256: str) -> bool:
    """Whether the file is there and whole; one that is damaged is removed."""
    if not target.exists():
        return False
    if sha256_file(target) == payload_sha256:
        return True
    target.unlink(missing_ok=True)
    return False
