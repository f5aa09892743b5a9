"""Card abstractions beside donksolver's: builds, and reading a board's buckets natively.

Paired processes where a peer is there: each build is one command of either program, start-up and
writing the file included. The feltprint rows of one process leave both out.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from bench.harness import Figure, Section, Work, command, find_peer

from feltprint import _core
from feltprint.abstraction import CardAbstraction

PERCENTILE = ("--buckets", "50,50,50")
NESTED = ("--kind", "nested", "--buckets", "12,12,24")
NUM_BOARDS = 20_000


def run(pythons: list[str]) -> Section:
    """Measure builds (one round of the peer's minutes) and look-ups."""
    section = Section(
        "Card abstractions",
        "One thread. Whole commands: start-up and the file included. Nested: 12, 12, 24 bins, 4 "
        "by potential, no board classes.",
    )
    peer = find_peer("donksolver", pythons)
    with tempfile.TemporaryDirectory() as folder:
        for what, options in (("percentile 50/50/50", PERCENTILE), ("nested", NESTED)):
            contenders = {"feltprint": _command(sys.executable, "feltprint", folder, options)}
            if peer is not None:
                theirs = _command(peer.python, "donksolver", folder, options)
                contenders[peer.label] = theirs
            section.compare(f"{what} (1 round)", contenders, rounds=1)
    section.figures += [*build_figures(), *lookup_figures()]
    return section


def _command(python: str, module: str, folder: str, options: tuple[str, ...]) -> Work:
    out = Path(folder) / f"{module}.cards"
    place = (out,) if module == "feltprint" else ("--out", out)
    return command(python, "-m", module, "abstraction", *options, "--threads", 1, *place)


def build_figures(rounds: int = 3) -> list[Figure]:
    """CPU seconds of builds in this process, tables made before."""
    _core.canonical_boards(3)
    configs = {
        "percentile 50/50/50, exact river, in process": {"buckets": (50, 50, 50)},
        "nested 12/12/24, in process": {"kind": "nested", "buckets": (12, 12, 24)},
        "nested equal-mass 12/12/24, in process": {
            "kind": "nested", "buckets": (12, 12, 24), "nested": {"bins": "equal-mass"},
        },
    }  # fmt: skip
    figures = []
    for what, config in configs.items():
        seconds = []
        for _ in range(rounds):
            start = time.process_time()
            CardAbstraction.build(threads=1, **config)
            seconds.append(time.process_time() - start)
        figures.append(Figure(what, "feltprint", "CPU s", tuple(seconds)))
    return figures


def lookup_figures(rounds: int = 5) -> list[Figure]:
    """Microseconds of `buckets` for all 1,326 hands of random boards, in native code."""
    native = CardAbstraction.build(buckets=(50, 50, 50)).native
    figures = []
    for street, name in ((1, "flop"), (2, "turn"), (3, "river")):
        order = np.argsort(np.random.default_rng(7).random((NUM_BOARDS, 52)), axis=1)
        boards = np.ascontiguousarray(order[:, : street + 2].astype(np.uint8))
        times = []
        for _ in range(rounds):
            start = time.process_time()
            _core.read_boards(native, boards)
            times.append((time.process_time() - start) / NUM_BOARDS * 1e6)
        what = f"buckets of a random {name}, 1,326 hands, native (target < 1)"
        figures.append(Figure(what, "feltprint", "us/board", tuple(times)))
    return figures


def main() -> None:
    """Print the section; peers as `python -m bench abstraction --peer-python PYTHON`."""
    print(run(sys.argv[1:]).text())


if __name__ == "__main__":
    main()
