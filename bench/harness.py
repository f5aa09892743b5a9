"""Side-by-side timing: contenders take turns, every figure is CPU time, all rounds are kept.

Taking turns spreads what the machine does meanwhile over all of them. A figure is min / median /
max over the rounds; the conditions stand above the table.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from feltprint import __version__, _core

ROUNDS = 5

Work = Callable[[], object]


@dataclass(frozen=True)
class Figure:
    """One line of a table: what was measured, of whom, over all rounds."""

    what: str
    who: str
    unit: str
    values: tuple[float, ...]

    def row(self) -> str:
        """The line in Markdown."""
        cells = (min(self.values), statistics.median(self.values), max(self.values))
        numbers = " | ".join(f"{value:,.3g}" for value in cells)
        return f"| {self.what} | {self.who} | {numbers} | {self.unit} |"


@dataclass
class Section:
    """The results of one subject."""

    title: str
    note: str
    figures: list[Figure] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The section in Markdown."""
        lines = [f"## {self.title}", "", self.note, ""]
        if self.figures:
            lines += ["| what | who | min | median | max | unit |", "|---|---|---|---|---|---|"]
            lines += [figure.row() for figure in self.figures]
        lines += ["", *(f"- {remark}" for remark in self.remarks)] if self.remarks else []
        return "\n".join(lines) + "\n"

    def compare(self, what: str, contenders: Mapping[str, Work], rounds: int = ROUNDS) -> None:
        """Time contenders in turns; a figure is CPU seconds."""
        for who, values in in_turns(contenders, rounds).items():
            self.figures.append(Figure(what, who, "CPU s", tuple(values)))


def in_turns(contenders: Mapping[str, Work], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """CPU seconds of each contender in each round, own process and ended children together."""
    seconds: dict[str, list[float]] = {who: [] for who in contenders}
    for _ in range(rounds):
        for who, work in contenders.items():
            start = cpu_seconds()
            work()
            seconds[who].append(cpu_seconds() - start)
    return seconds


def cpu_seconds() -> float:
    """CPU time of this process and of its ended children, user and system."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def command(*arguments: str | Path | int) -> Work:
    """Work that runs a program to its end; its output is dropped, a failure raises."""

    def run() -> None:
        subprocess.run(
            [str(part) for part in arguments],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    return run


@dataclass(frozen=True)
class Peer:
    """A program to compare with, in this environment or in one of its own."""

    name: str
    version: str
    python: str

    @property
    def label(self) -> str:
        """Name and version, as tables show it."""
        return f"{self.name} {self.version}"


def find_peer(name: str, pythons: Sequence[str] = ()) -> Peer | None:
    """A peer as it is installed; None, with a line on the screen, when it is not."""
    try:
        return Peer(name, version(name), sys.executable)
    except PackageNotFoundError:
        pass
    for python in pythons:
        code = f"from importlib.metadata import version; print(version({name!r}))"
        done = subprocess.run([python, "-c", code], capture_output=True, text=True)
        if done.returncode == 0:
            return Peer(name, done.stdout.strip(), python)
    print(f"skipped {name}: not installed (pip install '.[bench]')")
    return None


def conditions() -> str:
    """Machine, software and load, for the head of the results."""
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; {model}, {os.cpu_count()} cores, {memory:.0f} GB, load "
        f"{load}; {platform.system()} {platform.release()}, Python {platform.python_version()}; "
        f"feltprint {__version__}, path {_core.active_isa()}. CPU time, user and system; "
        f"contenders take turns, {ROUNDS} rounds where nothing else is said."
    )
