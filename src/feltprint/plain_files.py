"""Plain files on disk: open safely, hash, replace atomically."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, BufferedWriter
from pathlib import Path

from feltprint.errors import ArtifactError


def open_plain(path: Path) -> BufferedReader:
    """Open a regular file for reading. Raises ArtifactError for anything else."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            return open(path, "rb")
    except FileNotFoundError as error:
        raise ArtifactError(f"{path}: expected a file, found nothing; make it first") from error
    except (OSError, ValueError) as error:
        raise ArtifactError(f"{path}: cannot be opened ({error}); check the path") from error
    raise ArtifactError(f"{path}: expected a plain file, found something else; check the path")


def sha256_file(path: str | os.PathLike[str]) -> str:
    """Sha256 of a file as hex. Raises ArtifactError when it is missing or not a plain file."""
    with open_plain(Path(path)) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def replacing(path: Path) -> Iterator[BufferedWriter]:
    """Open a temporary file beside ``path`` that takes its name when the block succeeds.

    File and folder are synced, so that after a crash there is the old file or the new one.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
