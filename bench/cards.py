"""Times the card engine beside its peers from PyPI.

usage: python -m bench.cards [--hands 1000000]

Every figure is CPU time of one thread, the least of several runs; peers run in the same process
on the same hands. A peer that is not installed is skipped with a line.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np
from bench.harness import Figure, Section

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.cards import evaluate, format_card, river_ranks

NUM_PEER_HANDS = 20_000
NUM_BOARDS = 2_000


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
    numbers = [tuple(int(card) for card in hand) for hand in hands]
    return lambda: [module.evaluate_cards(*hand) for hand in numbers]


def peer_rows(hands: np.ndarray) -> list[Row]:
    """Nanoseconds a hand of each installed peer."""
    rows = []
    for name in ("eval7", "phevaluator", "treys"):
        try:
            work = peer_work(name, hands)
        except ImportError:
            print(f"skipped {name}: not installed (pip install {name})")
            continue
        value = cpu_seconds(work, repeats=3) / len(hands) * 1e9
        rows.append(Row(f"{name} {version(name)}, 7 cards, from Python", value, "ns/hand", ""))
    return rows


def batch_rows(hands: np.ndarray) -> list[Row]:
    """The batch evaluator on every instruction set."""
    rows = []
    for isa in _core.available_isas():
        _core.set_active_isa(isa)
        value = cpu_seconds(lambda: evaluate(hands)) / len(hands) * 1e9
        rows.append(Row(f"evaluate, 7 cards, numpy batch, {isa}", value, "ns/hand", "<= 2.5"))
    return rows


def board_rows(hands: np.ndarray) -> list[Row]:
    """Whole boards: ranks of all hands, and a weighted showdown through Python."""
    boards = np.ascontiguousarray(hands[:NUM_BOARDS, :5])
    weights = np.random.default_rng(1).random(1326)
    ranks = cpu_seconds(lambda: river_ranks(boards)) / len(boards) * 1e9
    shows = cpu_seconds(lambda: [_core.showdown(board, weights) for board in boards])
    return [
        Row("river_ranks, 1,326 hands, random boards", ranks, "ns/board", "<= 45"),
        Row("showdown, plan made each time", shows / len(boards) * 1e6, "us/board", "<= 1.3"),
    ]


def build_rows() -> list[Row]:
    """Whole builds, each once: the preflop table is kept by the process."""
    preflop = cpu_seconds(_core.preflop_equity, repeats=1)
    percentile = cpu_seconds(lambda: CardAbstraction.build(threads=1), repeats=3)
    return [
        Row("169x169 all-in table", preflop, "s", "<= 15"),
        Row("percentile 50/50/50, all boards", percentile, "s", "<= 2"),
    ]


def measure(num_hands: int) -> list[Row]:
    """All rows, ours and the peers'."""
    hands = random_hands(num_hands)
    rows = [*build_rows(), *batch_rows(hands), *board_rows(hands)]
    return rows + peer_rows(hands[:NUM_PEER_HANDS])


def run(pythons: list[str]) -> Section:
    """The figures as a section of bench/results.md; peers must be in this environment."""
    section = Section("Card engine", "One thread, least of several runs, seed 7.")
    for row in measure(1_000_000):
        what = f"{row.what} (target {row.target})" if row.target else row.what
        section.figures.append(Figure(what, "", row.unit, (row.value,)))
    return section


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    for row in measure(parser.parse_args().hands):
        print(f"{row.what:<60} {row.value:>10.3g} {row.unit:<10} {row.target}")


if __name__ == "__main__":
    main()
