"""Times the card engine beside its peers from PyPI: every demand on its speed is a row.

usage: python -m bench.cards [--hands 1000000]

Every figure is CPU time of one thread, the least of several runs, on the same hands. The native
rows are those of bench_cards.cpp, compiled here with the flags of the package. Peers run in the
same process; one that is not installed is skipped with a line.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from bench.harness import Figure, Section

from feltprint import _core
from feltprint.cards import evaluate, format_card, river_ranks
from feltprint.equities import equity
from feltprint.features import HandFeatures

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "native"
NUM_PEER_HANDS = 20_000
NUM_BOARDS = 2_000
PEERS = ("eval7", "phevaluator", "treys", "pokerfast", "donksolver")

# Row of bench_cards.cpp -> what it is, its unit, its divisor and its demand.
NATIVE_ROWS = {
    "evaluate": ("evaluate, 7 cards, native batch", "ns/hand", 1, ""),
    "planes": ("random hands from suit planes, 7 cards", "ns/hand", 1, "0.6 AVX-512, 1.2 AVX2"),
    "dense": ("values of planes to dense ranks", "ns/hand", 1, ""),
    "enumerate": ("all 133,784,560 hands, by boards and rank classes", "ns/hand", 1,
                  "0.20 AVX-512, 0.25 AVX2"),
    "category from scratch": ("category of a hand, from scratch", "ns/hand", 1, "stated"),
    "category already tallied": ("category of a hand, already tallied", "ns/hand", 1, "1"),
    "table, 5 cards": ("one hand, table, 5 cards", "ns/hand", 1, "stated"),
    "counting, 5 cards": ("one hand, counting, 5 cards", "ns/hand", 1, "stated"),
    "table, 7 cards": ("one hand, table, 7 cards", "ns/hand", 1, "stated"),
    "counting, 7 cards": ("one hand, counting, 7 cards", "ns/hand", 1, "stated"),
    "river_lanes": ("all hands of a random board, class-major", "ns/board", 1,
                    "40 AVX-512, 45 AVX2"),
    "river_ranks": ("all hands of a random board, lexicographic", "ns/board", 1, ""),
    "river_ranks by one hand after another": ("all hands of a random board, hand by hand",
                                              "ns/board", 1, ""),
    "showdown": ("weighted showdown, 4,000 random boards, plans made before", "us/board", 1000,
                 "0.65 AVX-512, 1.3 AVX2"),
    "showdown, few boards": ("the same, 100 boards: plans in the caches", "us/board", 1000, ""),
    "runouts": ("two hands, 990 flop runouts, one call", "us", 1000, "0.20"),
    "showdown plan": ("plan of a board", "us/board", 1000, ""),
    "fold values": ("fold values of a weighted range", "us/board", 1000, ""),
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    value: float
    unit: str
    target: str


def cpu_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Least CPU time of this thread over several runs."""
    times = []
    for _ in range(repeats):
        start = time.thread_time()
        work()
        times.append(time.thread_time() - start)
    return min(times)


def random_hands(num_hands: int) -> np.ndarray:
    """Different cards a hand, uint8 (N, 7), seed 7."""
    order = np.argsort(np.random.default_rng(7).random((num_hands, 52)), axis=1)[:, :7]
    return np.ascontiguousarray(order.astype(np.uint8))


def native_rows(hands: np.ndarray) -> list[Row]:
    """Compile bench_cards.cpp with the card layer, run it on the hands."""
    with tempfile.TemporaryDirectory() as folder:
        include = [f"-I{NATIVE / name}" for name in ("include", "src", "tests")]
        compiler = ["c++", "-std=c++20", "-O3", "-ffp-contract=off", "-Wno-psabi", *include]
        makers = (
            "cards/table_generator.cpp",
            "cards/row_packing.cpp",
            "cards/card.cpp",
            "error.cpp",
        )
        maker = [*compiler, *(NATIVE / "src" / name for name in makers)]
        subprocess.run([*maker, "-o", f"{folder}/make_tables"], check=True)
        subprocess.run([f"{folder}/make_tables", f"{folder}/tables.cpp"], check=True)
        cards = [p for p in (NATIVE / "src/cards").glob("*.cpp") if p.stem != "table_generator"]
        others = [NATIVE / "src/isa.cpp", NATIVE / "src/error.cpp", ROOT / "bench/bench_cards.cpp"]
        sources = [*sorted(cards), *others, f"{folder}/tables.cpp"]
        subprocess.run([*compiler, *sources, "-pthread", "-o", f"{folder}/bench"], check=True)
        run = subprocess.run(
            [f"{folder}/bench"], input=hands.tobytes(), stdout=subprocess.PIPE, check=True
        )
    found = json.loads(run.stdout)
    rows = []
    for name, (what, unit, divisor, target) in NATIVE_ROWS.items():
        rows.append(Row(what, found[name] / divisor, unit, target))
    return rows


def peer_work(name: str, hands: np.ndarray) -> Callable[[], object]:
    """A loop of a peer over hands whose card objects exist already."""
    module = importlib.import_module(name)
    texts = [[format_card(int(card)) for card in hand] for hand in hands]
    if name == "eval7":
        cards = [[module.Card(text) for text in hand] for hand in texts]
        return lambda: [module.evaluate(hand) for hand in cards]
    if name == "treys":
        evaluator = module.Evaluator()
        cards = [[module.Card.new(text) for text in hand] for hand in texts]
        return lambda: [evaluator.evaluate(hand[:2], hand[2:]) for hand in cards]
    if name == "phevaluator":
        numbers = [[int(card) for card in hand] for hand in hands]
        return lambda: [module.evaluate_cards(*hand) for hand in numbers]
    if name == "pokerfast":
        return lambda: [module.eval7(hand) for hand in texts]
    library = importlib.import_module("donksolver._native").lib
    cards_in = np.ascontiguousarray(hands, np.int32)
    out = np.zeros(len(hands), np.uint32)
    pointers = [a.ctypes.data_as(ctypes.POINTER(t)) for a, t in
                ((cards_in, ctypes.c_int32), (out, ctypes.c_uint32))]  # fmt: skip
    return lambda: library.ds_eval_batch(pointers[0], len(hands), hands.shape[1], pointers[1])


def peer_rows(hands: np.ndarray) -> list[Row]:
    """Nanoseconds a hand of each installed peer, in turns with ours."""
    work: dict[str, Callable[[], object]] = {"feltprint": lambda: evaluate(hands)}
    for name in PEERS:
        try:
            work[name] = peer_work(name, hands)
        except ImportError as error:
            print(f"skipped {name}: {error} (pip install {name})")
    best = dict.fromkeys(work, float("inf"))
    for _ in range(3):
        for name, one in work.items():
            best[name] = min(best[name], cpu_seconds(one, repeats=1))
    rows = []
    for name, seconds in best.items():
        label = f"{name} {version(name)}, {len(hands):,} hands of 7 cards, from Python"
        rows.append(Row(label, seconds / len(hands) * 1e9, "ns/hand", ""))
    return rows


def batch_rows(hands: np.ndarray, native_ns: float) -> list[Row]:
    """The batch evaluator from numpy on every instruction set, and against the native loop."""
    rows = []
    before = _core.active_isa()
    for isa in _core.available_isas():
        _core.set_active_isa(isa)
        value = cpu_seconds(lambda: evaluate(hands)) / len(hands) * 1e9
        rows.append(Row(f"evaluate, 7 cards, numpy batch, {isa}", value, "ns/hand", "2.5"))
    _core.set_active_isa(before)
    rows.append(
        Row("evaluate, 7 cards, numpy over native batch", rows[-1].value / native_ns, "x", "1.5")
    )
    return rows


def board_rows(hands: np.ndarray) -> list[Row]:
    """Whole boards through Python, and two hands over all runouts of a flop."""
    boards = np.ascontiguousarray(hands[:NUM_BOARDS, :5])
    weights = np.random.default_rng(1).random(1326)
    ranks = cpu_seconds(lambda: river_ranks(boards)) / len(boards) * 1e9
    shows = cpu_seconds(lambda: [_core.showdown(board, weights) for board in boards])
    flop = cpu_seconds(lambda: [equity("AsKs", "QhQd", "Js7c2d") for _ in range(100)]) / 100
    return [
        Row("river_ranks, 1,326 hands, numpy, random boards", ranks, "ns/board", ""),
        Row("showdown, one call a board, plan included", shows / len(boards) * 1e6, "us/board", ""),
        Row("equity of two hands, 990 flop runouts, from text", flop * 1e6, "us", ""),
    ]


def flop_row() -> Row:
    """Two hands over all 990 runouts of a flop: one range of many hands against one hand."""
    rng = np.random.default_rng(3)
    many = np.zeros(1326)
    many[rng.permutation(1326)[:400]] = 1.0
    one, board = np.zeros(1326), np.array([36, 20, 1], np.uint8)
    one[1300] = 1.0
    pairs = _core.equity([many, one], board, 1e9, 1, 2)[1] / 990
    seconds = cpu_seconds(lambda: _core.equity([many, one], board, 1e9, 1, 2), repeats=9)
    return Row(
        "two hands, 990 flop runouts, one of 400 against one", seconds / pairs * 1e6, "us", "0.20"
    )


def features() -> None:
    """E[HS] and E[HS^2] of all flops and turns, set-up included."""
    made = HandFeatures()
    made.sums(1)
    made.sums(2)


def build_rows() -> list[Row]:
    """Whole tables; that of preflop is kept by the process, so it is made once."""
    preflop = cpu_seconds(_core.preflop_equity, repeats=1)
    moments = cpu_seconds(features, repeats=3)
    return [
        Row("169x169 all-in table", preflop, "s", "15"),
        Row("E[HS], E[HS^2] of all flops and turns, with set-up", moments, "s",
            "1 AVX-512, 2 AVX2"),
    ]  # fmt: skip


def measure(num_hands: int) -> list[Row]:
    """All rows, ours and the peers'."""
    hands = random_hands(num_hands)
    native = native_rows(hands)
    rows = [*native, *batch_rows(hands, native[0].value), flop_row(), *board_rows(hands)]
    return [*rows, *build_rows(), *peer_rows(hands[:NUM_PEER_HANDS])]


def run(pythons: list[str]) -> Section:
    """The figures as a section of bench/results.md; peers must be in this environment."""
    section = Section("Card engine", "One thread, least of several runs, seed 7.")
    for row in measure(1_000_000):
        what, who = row.what, "feltprint"
        if "hands of 7 cards, from Python" in what:
            who, what = what.split(", ", 1)
        if row.target[:1].isdigit():
            what += f" (asked: at most {row.target})"
        section.figures.append(Figure(what, who, row.unit, (row.value,)))
    return section


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    for row in measure(parser.parse_args().hands):
        print(f"{row.what:<60} {row.value:>10.3g} {row.unit:<10} {row.target}")


if __name__ == "__main__":
    main()
