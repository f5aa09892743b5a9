"""Two generations of a checkpoint in one folder, with one writer at a time.

The files ``state-0.safetensors`` and ``state-1.safetensors`` are written in turn, each atomically,
so that the older good one is never touched by a write. The folder is held by an exclusive lock on
the file ``lock``, which names its owner.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO, TypeVar

from feltprint.artifacts import open_artifact
from feltprint.errors import ArtifactError, SolverError

T = TypeVar("T")


class CheckpointBusyError(SolverError):
    """Another process holds the checkpoint folder."""


class CheckpointFolder:
    """A locked checkpoint folder; use as a context manager.

    Raises CheckpointBusyError on entry when another process holds the lock.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._lock: TextIO | None = None
        self._newest: Path | None = None

    def __enter__(self) -> Self:
        self.path.mkdir(parents=True, exist_ok=True)
        lock = (self.path / "lock").open("a+", encoding="ascii")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            lock.close()
            raise CheckpointBusyError(
                f"{self.path}: expected the checkpoint to be free, found it held by {owner}; "
                "wait for that solver to end or stop it"
            ) from error
        lock.truncate(0)
        lock.write(f"host {socket.gethostname()} process {os.getpid()}\n")
        lock.flush()
        self._lock = lock
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _generations(self) -> list[Path]:
        """Existing generations, most iterations first; one with an unreadable header last."""
        found = [path for path in self._slots() if path.exists()]
        return sorted(found, key=_iterations, reverse=True)

    def _slots(self) -> tuple[Path, Path]:
        return self.path / "state-0.safetensors", self.path / "state-1.safetensors"

    def load(self, load: Callable[[Path], T]) -> T | None:
        """Load the newest generation that ``load`` accepts; None when there is none.

        A generation that is refused (ArtifactError) is named on stderr and left as it is.
        """
        for path in self._generations():
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
    try:
        return int(open_artifact(path, "state", verify=False).meta["iterations"])
    except (ArtifactError, KeyError, TypeError, ValueError):
        return -1
