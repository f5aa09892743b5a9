"""Serving speed: feltprint's Bundle.act beside donksolver's, same states, same process.

    python -m bench.serving --bundle results/sixmax/bundle --hands hands.phhs \
        [--peer peer/bundle.json]

Times are process CPU seconds of one thread unless said otherwise. The states are the decisions of a
PHH file, repeated in a shuffled order so that tables do not stay in the first caches. Prints a
Markdown table with the conditions.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from bench.harness import Section

from feltprint.adapters import phh
from feltprint.adapters.rows import Kind, Rows, Status, status_name
from feltprint.bundle import Bundle

BUNDLE = Path("results/6max-lite/bundle")
HANDS = Path("../shared/data/pluribus_hands.phhs")
ROWS = 200_000
PEER_ROWS = 40_000
REPEATS = 5
SINGLE_CALLS = 5_000


def best_seconds(call: Callable[[], object], clock: Callable[[], float]) -> float:
    """The fastest of a few calls, seconds."""
    seconds = []
    for _ in range(REPEATS):
        start = clock()
        call()
        seconds.append(clock() - start)
    return min(seconds)


def shuffled(rows: Rows, count: int) -> Rows:
    rng = np.random.default_rng(1)
    return rows[rng.integers(0, len(rows), count)]


def two_threads(bundle: Bundle, rows: Rows, uniforms: np.ndarray) -> None:
    halves = np.array_split(np.arange(len(rows)), 2)
    pieces = [(rows[half], uniforms[half]) for half in halves]
    threads = [threading.Thread(target=bundle.act, args=piece) for piece in pieces]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def peer_arguments(rows: Rows) -> tuple[Any, ...]:
    """The rows as donksolver's Bundle.act takes them: chips added, 0 for a check."""
    boards, histories = [], []
    for row in rows:
        boards.append([int(card) for card in row["board"] if card != 255])
        histories.append(_added_chips(row))
    players = int(rows["num_players"][0])
    return (
        rows["stacks"][:, :players].astype(np.int64),
        rows["blinds"][:, :2].astype(np.int64),
        rows["hole"].astype(np.int32),
        boards,
        histories,
        np.full(len(rows), 0.5),
    )


def _added_chips(row: Any) -> list[tuple[int, int, int]]:
    """(seat, is_fold, chips added) of each action; equal stacks, so that a call is never short."""
    players = int(row["num_players"])
    bets = [int(chips) for chips in row["blinds"][:players]]
    live, acted, history = set(range(players)), set[int](), []
    for seat, kind, total in row["actions"][: row["num_actions"]].tolist():
        if kind == Kind.FOLD:
            live.discard(seat)
            history.append((seat, 1, 0))
        else:
            to = total if kind == Kind.RAISE else max(bets)
            history.append((seat, 0, to - bets[seat]))
            bets[seat] = to
            acted = {seat} if kind == Kind.RAISE else acted | {seat}
        if live <= acted and all(bets[one] == max(bets) for one in live):
            bets, acted = [0] * players, set()
    return history


def shares(status: np.ndarray, names: Callable[[int], str]) -> str:
    values, counts = np.unique(status, return_counts=True)
    pairs = zip(values.tolist(), counts.tolist(), strict=True)
    return ", ".join(f"{names(value)} {100 * count / len(status):.2f} %" for value, count in pairs)


def feltprint_lines(bundle: Bundle, decisions: Rows) -> tuple[list[str], float]:
    rows = shuffled(decisions, ROWS)
    uniforms = np.full(len(rows), 0.5)
    one = best_seconds(lambda: bundle.act(rows, uniforms), time.process_time)
    wall_one = best_seconds(lambda: bundle.act(rows, uniforms), time.perf_counter)
    wall_two = best_seconds(lambda: two_threads(bundle, rows, uniforms), time.perf_counter)
    single, uniform = rows[:1], uniforms[:1]

    def calls() -> None:
        for _ in range(SINGLE_CALLS):
            bundle.act(single, uniform)

    def strategies() -> None:
        for _ in range(SINGLE_CALLS // 10):
            bundle.strategy(single)

    latency = best_seconds(calls, time.process_time) / SINGLE_CALLS
    answered = decisions[bundle.act(decisions, np.zeros(len(decisions)))["status"] < Status.NO_NODE]
    single = answered[len(answered) // 2 : len(answered) // 2 + 1]
    matrix = best_seconds(strategies, time.process_time) / (SINGLE_CALLS // 10)
    status = bundle.act(decisions, np.full(len(decisions), 0.5))["status"]
    return [
        f"| feltprint rows/s, one thread | {len(rows) / one:,.0f} |",
        f"| feltprint, two threads over one (wall) | {wall_one / wall_two:.2f}x |",
        f"| feltprint single row through Python | {latency * 1e6:.1f} us |",
        f"| feltprint strategy(row), 1,326 hands | {matrix * 1e6:.1f} us |",
        f"| feltprint statuses | {shares(status, status_name)} |",
    ], len(rows) / one


def peer_lines(manifest: Path, decisions: Rows, ours: float) -> list[str]:
    from donksolver.policy import STATUS
    from donksolver.policy import Bundle as PeerBundle

    peer = PeerBundle(str(manifest))
    arguments = peer_arguments(shuffled(decisions, PEER_ROWS))
    seconds = best_seconds(lambda: peer.act(*arguments), time.process_time)
    status = peer.act(*peer_arguments(decisions))["status"]
    theirs = PEER_ROWS / seconds
    return [
        f"| donksolver {importlib.metadata.version('donksolver')} rows/s, one thread | "
        f"{theirs:,.0f} |",
        f"| feltprint over donksolver | {ours / theirs:.1f}x |",
        f"| donksolver statuses | {shares(status, lambda value: STATUS[value])} |",
    ]


def run(pythons: list[str]) -> Section:
    """The default bundle's figures as a section of bench/results.md."""
    section = Section("Serving", f"The default bundle; {ROWS} rows a call, best of {REPEATS}.")
    if not (BUNDLE.exists() and HANDS.exists()):
        section.remarks.append(f"skipped: needs {BUNDLE} (make) and recorded hands at {HANDS}")
        return section
    lines, _ = feltprint_lines(Bundle.open(BUNDLE), phh.decisions(HANDS, None).rows)
    section.remarks += [line.strip("| ").replace(" | ", ": ") for line in lines]
    return section


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--hands", type=Path, required=True)
    parser.add_argument("--max-hands", type=int)
    parser.add_argument("--peer", type=Path)
    args = parser.parse_args()
    bundle = Bundle.open(args.bundle)
    decisions = phh.decisions(args.hands, args.max_hands).rows
    lines, ours = feltprint_lines(bundle, decisions)
    if args.peer is not None:
        lines += peer_lines(args.peer, decisions, ours)
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()},")
    print(f"{len(decisions)} decisions, {ROWS} rows a call, best of {REPEATS}.\n")
    print("| what | value |\n|---|---|")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
