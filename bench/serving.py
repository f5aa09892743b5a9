"""Serving speed: feltprint's Bundle.act beside donksolver's, same states, same process.

    python -m bench.serving --bundle results/sixmax/bundle --hands hands.phhs \
        [--peer peer/bundle.json]

Times are process CPU seconds of one thread unless said otherwise. The states are the decisions of a
PHH file, repeated in a shuffled order so that tables do not stay in the first caches. Prints a
Markdown table with the conditions.
"""

from __future__ import annotations

import argparse
import copy
import importlib.metadata
import platform
import random
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from bench.harness import Section, in_turns

from feltprint.adapters import phh
from feltprint.adapters.pokerfast import Player
from feltprint.adapters.rows import Kind, Rows, Status, status_name
from feltprint.bundle import Bundle

BUNDLE = Path("results/6max-lite/bundle")
HANDS = Path("../shared/data/pluribus_hands.phhs")
ROWS = 200_000
PEER_ROWS = 40_000
REPEATS = 5
SINGLE_CALLS = 5_000
FAST_HANDS = 3_000


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
    half = len(rows) // 2
    pieces = [(rows[part], uniforms[part]) for part in (slice(half), slice(half, None))]
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


def line(what: str, value: str, asked: str = "-") -> str:
    return f"| {what} | {value} | {asked} |"


def microseconds(call: Callable[[], object], calls: int) -> float:
    """CPU time of one of many calls."""

    def many() -> None:
        for _ in range(calls):
            call()

    return best_seconds(many, time.process_time) / calls * 1e6


def feltprint_lines(bundle: Bundle, decisions: Rows) -> tuple[list[str], float]:
    rows = shuffled(decisions, ROWS)
    uniforms = np.full(len(rows), 0.5)
    bundle.act(rows, uniforms)  # opens the classes
    one = best_seconds(lambda: bundle.act(rows, uniforms), time.process_time)
    wall_one = best_seconds(lambda: bundle.act(rows, uniforms), time.perf_counter)
    wall_two = best_seconds(lambda: two_threads(bundle, rows, uniforms), time.perf_counter)
    cpu_two = best_seconds(lambda: two_threads(bundle, rows, uniforms), time.process_time)
    status = bundle.act(decisions, np.full(len(decisions), 0.5))["status"]
    answered = decisions[status < Status.NO_NODE]
    middle = len(answered) // 2
    single, uniform = answered[middle : middle + 1], uniforms[:1]
    latency = microseconds(lambda: bundle.act(single, uniform), SINGLE_CALLS)
    averaged = microseconds(lambda: bundle.act(single, uniform, "expected"), SINGLE_CALLS)
    matrix = microseconds(lambda: bundle.strategy(single), SINGLE_CALLS)
    return [
        line("feltprint rows/s, one thread", f"{len(rows) / one:,.0f}", "goal 2,500,000"),
        line("two threads over one, wall", f"{wall_one / wall_two:.2f}x", "1.7x"),
        line("two threads over one, by CPU time", f"{2 * one / cpu_two:.2f}x", "1.7x"),
        line("single row through Python", f"{latency:.1f} us", "15 us"),
        line("single row, expected mapping", f"{averaged:.1f} us"),
        line("strategy(row), 1,326 hands", f"{matrix:.1f} us", "20 us"),
        line("feltprint statuses", shares(status, status_name)),
    ], len(rows) / one


def peer_lines(manifest: Path, decisions: Rows, ours: float) -> list[str]:
    from donksolver.policy import STATUS
    from donksolver.policy import Bundle as PeerBundle

    peer = PeerBundle(str(manifest))
    arguments = peer_arguments(shuffled(decisions, PEER_ROWS))
    seconds = best_seconds(lambda: peer.act(*arguments), time.process_time)
    status = peer.act(*peer_arguments(decisions))["status"]
    theirs = PEER_ROWS / seconds
    name = f"donksolver {importlib.metadata.version('donksolver')}"
    return [
        line(f"{name} rows/s, one thread", f"{theirs:,.0f}"),
        line("feltprint over donksolver", f"{ours / theirs:.1f}x", "10x"),
        line("donksolver statuses", shares(status, lambda value: STATUS[value])),
    ]


def fast_hands(count: int, seed: int) -> list[Any]:
    """Decisions of random hands of six seats with 100 bb, as pokerfast leaves them."""
    from pokerfast import FastHand

    rng = random.Random(seed)
    random.seed(seed)  # pokerfast deals from the module's generator
    hands: list[Any] = []
    while len(hands) < count:
        hand = FastHand(player_count=6, min_stack=20_000, max_stack=20_000)
        while not hand.done:
            hands.append(copy.deepcopy(hand))
            allowed, draw = hand.get_action_space(), rng.random()
            if "fold" in allowed and draw < 0.45:
                hand.fold()
            elif draw < 0.85 or "min_bet" not in allowed:
                hand.check() if "check" in allowed else hand.call()
            else:
                wanted = int(allowed["min_bet"] * rng.uniform(1, 3))
                hand.bet_or_raise(min(allowed["max_bet"], wanted))
    return hands[:count]


def player_lines(bundle: Path, manifest: Path) -> list[str]:
    from donksolver.engine import Player as PeerPlayer

    hands = fast_hands(FAST_HANDS, seed=3)
    uniforms = [0.5] * len(hands)
    players = {"feltprint": Player(bundle), "donksolver": PeerPlayer(str(manifest), log=None)}
    seconds = {
        who: min(values)
        for who, values in in_turns(
            {who: partial(player.act, hands, uniforms) for who, player in players.items()}
        ).items()
    }
    micros = {who: value / len(hands) * 1e6 for who, value in seconds.items()}
    return [
        *(
            line(f"{who} Player.act, a FastHand", f"{value:.1f} us")
            for who, value in micros.items()
        ),
        line(
            "Player, feltprint over donksolver",
            f"{micros['donksolver'] / micros['feltprint']:.2f}x",
            "2x",
        ),
    ]


def open_lines(bundle: Path) -> list[str]:
    """Cold open: hashes of all members; then each class, unpacked for the first time."""
    size = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file())
    with TemporaryDirectory() as cache:
        start = time.process_time()
        opened = Bundle.open(bundle, cache=cache)
        hashed = time.process_time() - start
        opened.verify()
        unpacked = time.process_time() - start - hashed
        start = time.process_time()
        Bundle.open(bundle, cache=cache).verify()
        again = time.process_time() - start
    return [
        line("cold open with every hash", f"{hashed:.2f} s, {size / hashed / 1e9:.2f} GB/s", "1 s"),
        line(f"unpacking {len(opened.policies)} classes, once", f"{unpacked:.2f} s"),
        line("open with all classes from the cache", f"{again:.2f} s"),
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
        lines += peer_lines(args.peer, decisions, ours) + player_lines(args.bundle, args.peer)
    lines += open_lines(args.bundle)
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()},")
    print(f"{len(decisions)} decisions, {ROWS} rows a call, best of {REPEATS}.\n")
    print("| what | value | asked for |\n|---|---|---|")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
