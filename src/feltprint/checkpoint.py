"""Two generations of a checkpoint in one folder.

The files ``state-0.safetensors`` and ``state-1.safetensors`` are written in turn, each atomically,
so that the newest good one is never touched by a write. Who may write is settled by
``feltprint.lock``.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from feltprint.artifacts import open_artifact
from feltprint.errors import ArtifactError

T = TypeVar("T")

STATE_KIND = "state"


class CheckpointFolder:
    """The generations in a folder. Requires: the caller holds the folder's lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._newest: Path | None = None

    def _slots(self) -> tuple[Path, Path]:
        return self.path / "state-0.safetensors", self.path / "state-1.safetensors"

    def load(self, load: Callable[[Path], T]) -> T | None:
        """Load the generation with the most iterations that ``load`` accepts; None without one.

        A generation that is refused (ArtifactError) is named on stderr and left as it is.
        """
        found = [path for path in self._slots() if path.exists()]
        for path in sorted(found, key=_iterations, reverse=True):
            try:
                loaded = load(path)
            except ArtifactError as error:
                print(f"checkpoint refused: {error}", file=sys.stderr, flush=True)
                continue
            self._newest = path
            return loaded
        return None

    def save(self, write: Callable[[Path], object]) -> None:
        """Write the next generation over the older one (never over the newest good one)."""
        first, second = self._slots()
        path = second if self._newest == first else first
        write(path)
        self._newest = path

    def publish(self, target: Path) -> None:
        """Make the newest generation appear as ``target``: a hard link, or a copy elsewhere."""
        if self._newest is None:
            raise ArtifactError(f"{self.path}: expected a checkpoint to publish, found none")
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".{target.name}.{os.getpid()}")
        temporary.unlink(missing_ok=True)
        try:
            os.link(self._newest, temporary)
        except OSError:
            shutil.copyfile(self._newest, temporary)
        temporary.replace(target)


def _iterations(path: Path) -> int:
    """Iterations by the header; more than any where it cannot be read, so that it is named."""
    try:
        return int(open_artifact(path, STATE_KIND, verify=False).meta["iterations"])
    except (ArtifactError, KeyError, TypeError, ValueError):
        return sys.maxsize
