"""Kill -9 of the solver, of Snakemake and of both, again and again: the same bytes at the end."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest
from solving import ENDLESS, Solve
from workspace import Workspace

from feltprint.artifacts import sha256_file

pytestmark = [pytest.mark.workflow, pytest.mark.slow]

# Snakemake starts a killed solve again three times (`retries`), so a round with two killed solvers
# ends with the head. Seven rounds of three kills.
ROUNDS = 7
KILLED_SOLVERS_A_ROUND = 2
SEED = 20


class Storm:
    """Starts Snakemake on an endless solve and kills what runs, at random moments."""

    def __init__(self, solve: Solve) -> None:
        self._solve = solve
        self._random = random.Random(SEED)
        self._head: subprocess.Popen[bytes] | None = None
        self.kills = 0

    def round(self, with_the_head: bool) -> None:
        """Kill two solvers, then Snakemake; the solver with it, or left running alone."""
        self._start()
        for _ in range(KILLED_SOLVERS_A_ROUND):
            self._after_progress()
            self._kill_solver()
        self._after_progress()
        assert self._head is not None
        self._head.kill()
        self._head.wait()
        self.kills += 1
        if with_the_head:
            self._kill_solver()

    def end(self) -> None:
        """Leave nothing running."""
        if self._head is not None:
            self._head.kill()
            self._head.wait()
        self._kill_solver()

    def _start(self) -> None:
        """The documented way back after a crash: unlock, then the same command."""
        self._solve.workspace.snakemake("--unlock", "--cores", "2")
        self._head = subprocess.Popen(
            self._solve.workspace.command("--cores", "2", self._solve.target),
            cwd=self._solve.workspace.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _after_progress(self) -> None:
        self._solve.wait_for_progress(self._solve.iterations())
        time.sleep(self._random.uniform(0.0, 0.3))

    def _kill_solver(self) -> None:
        owner = self._solve.owner()
        if owner is not None:
            os.kill(owner, signal.SIGKILL)
            self.kills += 1


@pytest.fixture
def solve(built: Workspace) -> Iterator[Solve]:
    made = Solve(built)
    made.set_iterations(ENDLESS)
    yield made
    owner = made.owner()
    if owner is not None:
        os.kill(owner, signal.SIGKILL)


def test_twenty_kills_leave_the_hashes_of_an_undisturbed_run(solve: Solve) -> None:
    storm = Storm(solve)
    try:
        for number in range(ROUNDS):
            storm.round(with_the_head=number % 2 == 0)
    finally:
        storm.end()
    assert storm.kills >= 20
    solve.set_iterations(solve.iterations() + 5_000)
    solve.workspace.snakemake("--unlock", "--cores", "2")
    solve.workspace.snakemake("--cores", "2", solve.target)
    assert sha256_file(solve.state) == solve.undisturbed_sha256()


def heed_interrupts() -> None:
    """As at a terminal: whoever started the tests may have told them to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_keeps_the_work_and_leaves_no_lock(solve: Solve) -> None:
    head = subprocess.Popen(
        solve.workspace.command("--cores", "2", solve.target),
        cwd=solve.workspace.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    solve.wait_for_progress(0)
    os.killpg(head.pid, signal.SIGINT)
    output, _ = head.communicate(timeout=60)
    assert head.returncode == 1, output.decode()
    assert solve.owner() is None
    kept = solve.iterations()
    solve.set_iterations(kept + 1_000)
    solve.workspace.snakemake("--cores", "2", solve.target)
    assert sha256_file(solve.state) == solve.undisturbed_sha256()
