"""Serving speed: feltprint's Bundle.act beside donksolver's, same states, in turns.

    python -m bench.serving --bundle results/sixmax/bundle --hands hands.phhs \
        [--peer-python PYTHON] [--peer-bundle FOLDER]

Times are process CPU seconds of one thread unless said otherwise. The states are the decisions of a
PHH file, repeated in a shuffled order so that tables do not stay in the first caches. donksolver
answers from a bundle of its own, of a short solve of the same preset and stacks; making it takes
minutes, so it is kept.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import numpy as np
from bench.fast_hands import fast_hands
from bench.harness import Figure, Peer, Section, conditions, find_peer

from feltprint.adapters import phh
from feltprint.adapters.pokerfast import Player
from feltprint.adapters.rows import Kind, Rows, Status, status_name
from feltprint.bundle import Bundle

BUNDLE = Path("results/6max-lite/bundle")
HANDS = Path("../shared/data/pluribus_hands.phhs")
PEER_SCRIPT = Path(__file__).with_name("peer_serving.py")
PEER_BUNDLE = Path("build/bench/donksolver")
PEER_GAME = ("6max-lite", "20", "40")
ROWS = 200_000
PEER_ROWS = 40_000
REPEATS = 5
TURNS = 11  # of each side; the host's speed changes within seconds
CALLS_A_TURN = 8  # of ours, which is some ten times as fast
SINGLE_CALLS = 5_000
FAST_HANDS = 3_000
FAST_SEED = 3


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


def peer_rows(rows: Rows) -> dict[str, Any]:
    """The rows as donksolver's Bundle.act takes them: chips added, 0 for a check."""
    boards, histories = [], []
    for row in rows:
        boards.append([int(card) for card in row["board"] if card != 255])
        histories.append(_added_chips(row))
    players = int(rows["num_players"][0])
    return {
        "stacks": rows["stacks"][:, :players].tolist(),
        "blinds": rows["blinds"][:, :2].tolist(),
        "hole": rows["hole"].tolist(),
        "boards": boards,
        "histories": histories,
    }


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
    return f"{what}: {value}" + ("" if asked == "-" else f" (asked for: {asked})")


def microseconds(call: Callable[[], object], calls: int) -> float:
    """CPU time of one of many calls."""

    def many() -> None:
        for _ in range(calls):
            call()

    return best_seconds(many, time.process_time) / calls * 1e6


def feltprint_lines(bundle: Bundle, decisions: Rows) -> list[str]:
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
        line("rows/s, one thread", f"{len(rows) / one:,.0f}", "goal 2,500,000"),
        line("two threads over one, wall", f"{wall_one / wall_two:.2f}x", "1.7x"),
        line("two threads over one, by CPU time", f"{2 * one / cpu_two:.2f}x", "1.7x"),
        line("single row through Python", f"{latency:.1f} us", "15 us"),
        line("single row, expected mapping", f"{averaged:.1f} us"),
        line("strategy(row), 1,326 hands", f"{matrix:.1f} us", "20 us"),
        line("statuses", shares(status, status_name)),
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


class PeerProcess:
    """donksolver in a process of its own, asked for one call at a time."""

    def __init__(self, peer: Peer, bundle: Path, rows: Path) -> None:
        manifest = bundle / "bundle.json"
        if not manifest.exists():
            command = [peer.python, str(PEER_SCRIPT), "make", str(bundle), *PEER_GAME]
            subprocess.run(command, check=True)
        self._process = subprocess.Popen(
            [peer.python, str(PEER_SCRIPT), "answer", str(manifest), str(rows)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def ask(self, command: str) -> Any:
        """What it replies to a command of peer_serving.py."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(command, file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def compare(
    section: Section, what: str, count: int, ours: Callable[[], object], theirs: Callable[[], float]
) -> None:
    """Time our call and the peer's in turns; the peer tells its own CPU seconds.

    Ours is called so often in its turn that both turns are of a like length: a single call of a
    hundredth of a second would be that of caches which the other process has just filled.
    """
    speeds: dict[str, list[float]] = {"feltprint": [], "donksolver": []}
    for _ in range(TURNS):
        start = time.process_time()
        for _ in range(CALLS_A_TURN):
            ours()
        speeds["feltprint"].append(CALLS_A_TURN * count / (time.process_time() - start))
        speeds["donksolver"].append(count / theirs())
    for who, values in speeds.items():
        section.figures.append(Figure(what, who, "a CPU s", tuple(values)))
    factor = float(np.median(speeds["feltprint"]) / np.median(speeds["donksolver"]))
    section.remarks.append(f"{what}: {factor:.2f} times donksolver's, medians")


def add_peer(section: Section, peer: Peer, ours: Path, theirs: Path, decisions: Rows) -> None:
    """The figures that need donksolver."""
    rows, bundle = shuffled(decisions, PEER_ROWS), Bundle.open(ours)
    uniforms = np.full(len(rows), 0.5)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rows.json"
        path.write_text(json.dumps(peer_rows(rows)))
        with PeerProcess(peer, theirs, path) as process:
            bundle.act(rows, uniforms)
            compare(
                section, "rows", len(rows), lambda: bundle.act(rows, uniforms),
                lambda: process.ask("act"),
            )  # fmt: skip
            section.remarks.append(f"statuses of {peer.label}: {process.ask('status')}")
            if importlib.util.find_spec("pokerfast") is None:
                section.remarks.append("skipped the FastHand adapter: pokerfast is not installed")
                return
            player, hands = Player(ours), fast_hands(FAST_HANDS, FAST_SEED)
            command = f"hands {FAST_HANDS} {FAST_SEED}"
            process.ask(command)  # both open their classes first
            player.act(hands, uniforms[: len(hands)])
            compare(
                section, "FastHands", len(hands), lambda: player.act(hands, uniforms[: len(hands)]),
                lambda: process.ask(command),
            )  # fmt: skip


def measure(bundle: Path, hands: Path, pythons: list[str], peer_bundle: Path) -> Section:
    """All figures of one bundle."""
    section = Section("Serving", f"{bundle}; {ROWS} rows a call, best of {REPEATS} calls.")
    decisions = phh.decisions(hands, None).rows
    lines = feltprint_lines(Bundle.open(bundle), decisions) + open_lines(bundle)
    section.remarks += lines
    peer = find_peer("donksolver", pythons)
    if peer is None:
        section.remarks.append("skipped donksolver: not installed")
    else:
        add_peer(section, peer, bundle, peer_bundle, decisions)
    return section


def run(pythons: list[str]) -> Section:
    """The default bundle's figures as a section of bench/results.md."""
    if BUNDLE.exists() and HANDS.exists():
        return measure(BUNDLE, HANDS, pythons, PEER_BUNDLE)
    section = Section("Serving", "The default bundle.")
    section.remarks.append(f"skipped: needs {BUNDLE} (make) and recorded hands at {HANDS}")
    return section


def main() -> None:
    """Print the section of any bundle."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bundle", type=Path, default=BUNDLE)
    parser.add_argument("--hands", type=Path, default=HANDS)
    parser.add_argument("--peer-python", action="append", default=[])
    parser.add_argument("--peer-bundle", type=Path, default=PEER_BUNDLE)
    args = parser.parse_args()
    print(conditions())
    print(measure(args.bundle, args.hands, args.peer_python, args.peer_bundle).text())


if __name__ == "__main__":
    main()
