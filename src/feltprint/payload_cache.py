"""A folder of unpacked policies, named by their payload hash, that all processes map read-only.

The folder is ``$FELTPRINT_CACHE``, else ``feltprint`` in ``$XDG_CACHE_HOME`` or ``~/.cache``. A
file in it appears whole or not at all, and is verified each time it is opened. Deleting the folder
costs time and nothing else.
"""

from __future__ import annotations

import os
from pathlib import Path

from feltprint.artifacts import Artifact, open_artifact, unpack
from feltprint.errors import ArtifactError


def default_folder() -> Path:
    """Where unpacked policies are kept when nobody says otherwise."""
    named = os.environ.get("FELTPRINT_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "feltprint"


def open_payload(compressed: Path, kind: str, payload_sha256: str, folder: Path) -> Artifact | None:
    """Map the unpacked form of a compressed artifact, made first if need be.

    None when the folder cannot be used: the caller then unpacks into its own memory.

    Raises
    ------
    ArtifactError
        When the compressed artifact is damaged or has another payload.
    """
    target = folder / f"{payload_sha256}.safetensors"
    mapped = _open(target, kind, verify=True)
    if mapped is not None:
        return mapped
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = unpack(compressed, target)
    except ArtifactError:
        raise
    except OSError:
        return None
    if found != payload_sha256:
        target.unlink(missing_ok=True)
        raise ArtifactError(
            f"{compressed}: expected payload sha256 {payload_sha256}, found {found}; copy it again"
        )
    return _open(target, kind, verify=False)  # hashed while it was written


def _open(target: Path, kind: str, verify: bool) -> Artifact | None:
    """The mapped file; None when it is missing or damaged (a damaged one is removed)."""
    if not target.exists():
        return None
    try:
        return open_artifact(target, kind, verify)
    except ArtifactError:
        target.unlink(missing_ok=True)
        return None
