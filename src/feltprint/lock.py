"""One writer at a time: an exclusive lock on a folder, held by the process.

A killed head leaves its solver running; a second solver on the same checkpoint must wait for it
or leave. The lock is a kernel lock (flock), so it ends with its holder, however that dies. Who
holds it is written inside, for people.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from feltprint.errors import ArtifactError

LOCK_NAME = "writer.lock"
POLL_SECONDS = 0.2


class LockedError(ArtifactError):
    """Another process holds the folder, and did not let go in time."""


@contextmanager
def exclusive(
    folder: Path, *, wait_seconds: float, stop_requested: Callable[[], bool] = lambda: False
) -> Iterator[None]:
    """Hold the lock of a folder, which is created when missing.

    Raises
    ------
    LockedError
        When the lock is still held after `wait_seconds`, or when a stop was requested; the
        message names the holder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK_NAME
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _acquire(descriptor, path, wait_seconds, stop_requested)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, (json.dumps(_owner()) + "\n").encode(), 0)
        yield
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _acquire(
    descriptor: int, path: Path, wait_seconds: float, stop_requested: Callable[[], bool]
) -> None:
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= deadline or stop_requested():
                owner = os.pread(descriptor, 4096, 0).decode(errors="replace").strip()
                raise LockedError(
                    f"{path}: held by {owner or 'another process'}; waited "
                    f"{wait_seconds:g} s; let that process end, then run again"
                ) from None
            time.sleep(POLL_SECONDS)


def _owner() -> dict[str, str | int]:
    owner: dict[str, str | int] = {"host": socket.gethostname(), "pid": os.getpid()}
    if "SLURM_JOB_ID" in os.environ:
        owner["slurm_job"] = os.environ["SLURM_JOB_ID"]
    return owner
