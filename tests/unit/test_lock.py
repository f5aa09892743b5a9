"""One writer at a time on a checkpoint folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from feltprint.lock import LOCK_NAME, LockedError, exclusive

HOLDER = """
import sys
from pathlib import Path
from feltprint.lock import exclusive
with exclusive(Path(sys.argv[1]), wait_seconds=0):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "checkpoints" / "key"


def test_lock_makes_the_folder_and_is_free_again(folder: Path) -> None:
    for _ in range(2):
        with exclusive(folder, wait_seconds=0):
            assert folder.is_dir()


def test_second_writer_leaves_and_names_the_holder(folder: Path) -> None:
    with (
        exclusive(folder, wait_seconds=0),
        pytest.raises(LockedError, match=r"writer\.lock: held by .*pid"),
        exclusive(folder, wait_seconds=0),
    ):
        pass


def test_waiting_writer_leaves_when_told_to_stop(folder: Path) -> None:
    with (
        exclusive(folder, wait_seconds=0),
        pytest.raises(LockedError),
        exclusive(folder, wait_seconds=3600, stop_requested=lambda: True),
    ):
        pass


def test_lock_of_a_killed_process_is_free(folder: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(LockedError), exclusive(folder, wait_seconds=0):
        pass
    holder.kill()
    holder.wait()
    holder.stdin.close()
    holder.stdout.close()
    with exclusive(folder, wait_seconds=0):
        assert (folder / LOCK_NAME).read_text().count("\n") == 1
