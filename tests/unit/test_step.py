"""What a workflow script does around its work: log, digest check, exit code, signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from feltprint import digests
from feltprint.step import PLANNED_PACKAGE, StopOnSignal, write_json

SCRIPT = """
import os, sys
from feltprint import step
from feltprint.errors import ArtifactError, ConfigError
from feltprint.lock import LockedError

def work(args):
    print("python output")
    os.write(1, b"native output\\n")
    os.write(2, b"native error\\n")
    args.terminal.write("progress\\n")
    {body}

sys.exit(step.run(work, step.parser("A test.")))
"""


def run(tmp_path: Path, body: str, digest: str | None = None) -> tuple[int, str, str]:
    """Run a script; return its exit code, its log, and what reached the terminal."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(body=body))
    spec = {"component": "manifest", "digest": digest or digests.component("manifest")}
    log = tmp_path / "logs" / "script.log"
    done = subprocess.run(
        [sys.executable, str(script), "--spec", json.dumps(spec), "--log", str(log)],
        capture_output=True,
        text=True,
    )
    assert done.stdout == ""
    return done.returncode, log.read_text(), done.stderr


def test_output_goes_to_the_log_and_progress_to_the_terminal(tmp_path: Path) -> None:
    code, log, terminal = run(tmp_path, "return None")
    assert code == 0
    assert sorted(log.splitlines()) == ["native error", "native output", "python output"]
    assert terminal == "progress\n"


@pytest.mark.parametrize(
    ("body", "code", "text"),
    [
        ("raise ConfigError('no such game')", 2, "feltprint: ConfigError: no such game"),
        ("raise ArtifactError('torn')", 1, "feltprint: ArtifactError: torn"),
        ("raise OSError(28, 'No space left')", 1, "No space left"),
        ("raise RuntimeError('bug')", 1, "Traceback"),
        ("raise LockedError('held')", 75, "held"),
        ("raise KeyboardInterrupt", 75, "stopped by a signal"),
        ("return 75", 75, "python output"),
    ],
)
def test_exit_code_says_what_kind_of_failure(
    tmp_path: Path, body: str, code: int, text: str
) -> None:
    found, log, _ = run(tmp_path, body)
    assert found == code
    assert text in log


def test_other_code_than_planned_is_refused(tmp_path: Path) -> None:
    code, log, _ = run(tmp_path, "return None", digest="0" * 16)
    assert code == 1
    assert "start the workflow again" in log
    assert "python output" not in log


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1])
def test_signal_asks_for_a_stop(number: signal.Signals) -> None:
    handlers = {n: signal.getsignal(n) for n in StopOnSignal.SIGNALS}
    try:
        stop = StopOnSignal()
        assert not stop()
        os.kill(os.getpid(), number)
        assert stop()
    finally:
        for restored, handler in handlers.items():
            signal.signal(restored, handler)


def test_json_is_sorted_and_ends_with_a_newline(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    write_json(path, {"b": 1, "a": [1.5, None]})
    assert path.read_text() == '{\n "a": [\n  1.5,\n  null\n ],\n "b": 1\n}\n'


@pytest.mark.parametrize(("stamp", "code"), [("same", 0), ("other", 1)])
def test_the_package_that_planned_need_not_be_digested_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stamp: str, code: int
) -> None:
    planned = digests.package_stamp() if stamp == "same" else "0" * 16
    monkeypatch.setenv(PLANNED_PACKAGE, planned)
    found, _, _ = run(tmp_path, "return None", digest="0" * 16)
    assert found == code
