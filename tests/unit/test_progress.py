"""Progress: a redrawn bar on a terminal, plain lines elsewhere, an appended file."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltprint.progress import Progress, duration


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    return Clock()


def run(progress: Progress, clock: Clock, seconds: int, total: int) -> None:
    """One item a second."""
    for done in range(1, seconds + 1):
        clock.now += 1
        progress(done, total, {})


def test_piped_output_is_plain_lines_at_the_chosen_pace(clock: Clock) -> None:
    stream = io.StringIO()
    run(Progress("work", stream, seconds=5, clock=clock), clock, 20, 20)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "work   5%  1/20  1s"
    assert lines[1] == "work  30%  6/20  1/s  6s  14s left"
    assert lines[-1] == "work 100%  20/20  1/s  20s"
    assert "\r" not in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


def test_terminal_redraws_one_line_with_a_bar(clock: Clock) -> None:
    stream = Terminal()
    run(Progress("work", stream, seconds=5, clock=clock), clock, 12, 12)
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert text.endswith("\n")
    assert text.count("\r") == 12
    assert "[############............]" in text


def test_interrupted_bar_leaves_a_fresh_line(clock: Clock) -> None:
    stream = Terminal()
    with Progress("work", stream, clock=clock) as progress:
        run(progress, clock, 3, 12)
    assert stream.getvalue().endswith("\n")


def test_time_left_of_a_resumed_run_counts_only_this_run(clock: Clock) -> None:
    progress = Progress("work", None, clock=clock)
    progress(900, 1000, {})
    clock.now += 10
    assert progress.text(950, 1000, {}, clock.now).endswith("10s  10s left")


def test_drift_is_since_the_last_line_and_the_last_record(clock: Clock, tmp_path: Path) -> None:
    stream, path = io.StringIO(), tmp_path / "progress.jsonl"
    progress = Progress("work", stream, seconds=2, path=path, drift_of=("mean",), clock=clock)
    for done, mean in enumerate(([1.0, 5.0], [9.0, 9.0], [3.0, 4.5]), start=1):
        clock.now += 1
        progress(done, 4, {"mean": mean})
    assert stream.getvalue().splitlines() == [
        "work  25%  1/4  mean [1 5]  1s",
        "work  75%  3/4  1/s  mean [3 4.5]  mean_drift [2 -0.5]  3s  1s left",
    ]
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert "mean_drift" not in records[0]
    assert records[1]["mean_drift"] == [2.0, -0.5]
    assert records[1]["per_second"] == 1.0


def test_figures_are_shown_in_order(clock: Clock) -> None:
    progress = Progress("work", None, clock=clock)
    text = progress.text(1, 2, {"rate": 1234.5678, "street": "flop"}, clock.now)
    assert "  rate 1235  street flop  " in text


def test_history_file_is_appended_over_restarts(clock: Clock, tmp_path: Path) -> None:
    path = tmp_path / "progress.jsonl"
    for _ in range(2):
        run(Progress("work", None, seconds=5, path=path, clock=clock), clock, 11, 11)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [record["done"] for record in records] == [1, 6, 11, 1, 6, 11]
    assert {"time", "done", "total", "seconds"} <= set(records[0])


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "0s"), (59.4, "59s"), (185, "3m05s"), (7_830, "2h10m"), (356_400, "4d03h")],
)
def test_duration_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text
