"""What a solve does with signals, a second solver, damaged checkpoints and a full disk."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from solving import ENDLESS, Solve, saved_iterations
from workspace import Workspace

from feltprint.artifacts import sha256_file
from feltprint.step import DISK_FULL, EXIT_AGAIN, EXIT_FAILED

pytestmark = [pytest.mark.workflow, pytest.mark.slow]

WAIT_SECONDS = 60
TMPFS_BYTES = 4 << 20


@pytest.fixture
def solve(built: Workspace) -> Solve:
    """An endless solve; its forecast and its cards are there."""
    made = Solve(built)
    made.set_iterations(ENDLESS)
    return made


def finish(solve: Solve, checkpoints: Path | None = None, more: int = 1_000) -> None:
    """Go on to a little beyond the newest checkpoint, and compare with an unbroken run."""
    folder = None if checkpoints is None else checkpoints / solve.checkpoints.name
    solve.set_iterations(solve.iterations(folder) + more)
    assert solve.start_script(checkpoints).wait(WAIT_SECONDS) == 0, solve.read_log()
    assert sha256_file(solve.state) == solve.undisturbed_sha256()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1])
def test_signal_saves_and_leaves_with_75(solve: Solve, number: signal.Signals) -> None:
    process = solve.start_script()
    solve.wait_for_progress(0)
    process.send_signal(number)
    assert process.wait(WAIT_SECONDS) == EXIT_AGAIN
    assert "all of it is kept" in solve.read_log()
    finish(solve)


def test_second_solver_on_a_checkpoint_leaves_with_75_and_names_the_first(solve: Solve) -> None:
    first = solve.start_script()
    solve.wait_for_progress(0)
    second = solve.start_script(wait_seconds=0.5)
    assert second.wait(WAIT_SECONDS) == EXIT_AGAIN
    assert f'"pid": {first.pid}' in solve.read_log()
    assert first.poll() is None
    first.kill()
    first.wait()


def test_second_solver_goes_on_when_the_first_dies(solve: Solve) -> None:
    first = solve.start_script()
    reached = solve.wait_for_progress(0)
    second = solve.start_script()
    first.kill()
    first.wait()
    solve.wait_for_progress(reached)
    second.terminate()
    assert second.wait(WAIT_SECONDS) == EXIT_AGAIN
    finish(solve)


@pytest.mark.parametrize("damage", ["torn", "flipped", "foreign", "empty"])
def test_damaged_checkpoint_is_refused_by_name_and_the_older_one_used(
    solve: Solve, damage: str
) -> None:
    process = solve.start_script()
    solve.wait_for_progress(solve.wait_for_progress(0))
    process.terminate()
    process.wait(WAIT_SECONDS)
    newest = max(solve.generations(), key=lambda path: path.stat().st_mtime_ns)
    content = bytearray(newest.read_bytes())
    if damage == "torn":
        del content[len(content) // 2 :]
    elif damage == "flipped":
        content[len(content) // 2] ^= 1
    elif damage == "foreign":
        content = bytearray(solve.state.with_name("policy.safetensors.zst").read_bytes())
    else:
        content.clear()
    newest.write_bytes(content)
    (older,) = set(solve.generations()) - {newest}
    kept, lines = saved_iterations(older), len(solve.progress())
    assert kept > 0
    finish(solve)
    assert f"checkpoint refused: {newest}" in solve.read_log()
    assert solve.progress()[lines] > kept


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={TMPFS_BYTES}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("a small tmpfs needs the right to mount: run as root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_full_disk_leaves_the_last_good_checkpoint_and_says_so(
    solve: Solve, small_disk: Path
) -> None:
    process = solve.start_script(checkpoints=small_disk)
    folder = small_disk / solve.checkpoints.name
    solve.wait_for_progress(0, folder)
    filler = small_disk / "filler"
    fill(filler)
    assert process.wait(WAIT_SECONDS) == EXIT_FAILED
    assert DISK_FULL in solve.read_log()
    assert solve.iterations(folder) > 0
    filler.unlink()
    finish(solve, small_disk)


def fill(path: Path) -> None:
    """Write until the disk is full."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 14))
        except OSError:
            pass
        os.fsync(file.fileno())
