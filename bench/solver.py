"""The solver beside donksolver: quality and speed per CPU second on its own abstract games.

    python -m bench.solver --peer-python PYTHON --peer-cards FILE hu-time hu-gain ..

Both sides solve the same tree (rules donksolver-0.1) on the same buckets (50 a street, its river
cuts), one thread, in turns by seed; what is measured is the CPU time of solving alone. A strategy
is judged by the gain of a trained responder, whose budget is in iterations. FILE is the peer's
abstraction (`donksolver abstraction --buckets 50,50,50 --threads 1 --out FILE`, minutes); it is
made when it is not given.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench.harness import Figure, Peer, Section, find_peer
from numpy.typing import NDArray

from feltprint.abstraction import CardAbstraction
from feltprint.arena import match_tables
from feltprint.config.solver import SolverConfig
from feltprint.evaluation import Sampling, responder_gain
from feltprint.games import preset
from feltprint.solver import Solver

RULES = "donksolver-0.1"
BUCKETS = (50, 50, 50)
MBB_PER_CHIP = 1000 / 200
OURS = "feltprint"
CHUNK = 512  # iterations between two looks at the clock
Table = NDArray[np.float32]


@dataclass(frozen=True)
class Budgets:
    """What a row costs; the issue's figures by default."""

    seeds: tuple[int, ...]
    ours: tuple[float, ...]  # CPU seconds at which our strategy is taken
    peers: tuple[float, ...]
    responders: tuple[int, ...]  # iterations of training, the short and the long one
    boards: int  # of the measurement


# Row -> (preset, stack in big blinds, budgets). A responder trains some 27,000 iterations of hu a
# CPU second on a Zen 1 core: 12 and 40 s; those of 6max-lite are for 25 and 80 s at 40,000.
ROWS: dict[str, tuple[str, float, Budgets]] = {
    "hu-time": (
        "hu", 40,
        Budgets((1, 2, 3), (3, 6, 9, 12, 18), (150, 300, 600, 900), (320_000,), 8_000),
    ),
    "hu-gain": ("hu", 40, Budgets((1, 2, 3), (30,), (), (320_000, 1_080_000), 16_000)),
    "6max-gain": ("6max-lite", 40, Budgets((1, 2, 3), (60,), (), (1_000_000, 3_200_000), 8_000)),
    "6max-match": ("6max-lite", 40, Budgets((1, 2, 3), (10, 60), (60, 240), (), 8_000)),
    "6max-speed": ("6max-lite", 40, Budgets((1, 2, 3), (20,), (20,), (), 0)),
}  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """A strategy at a mark: iterations done, CPU seconds spent, the table."""

    iterations: int
    seconds: float
    table: Table


class Contest:
    """One game, both programs."""

    def __init__(self, name: str, stack_bb: float, peer: Peer | None, peer_cards: Path | None):
        self.name, self.stack_bb, self.peer, self.peer_cards = name, stack_bb, peer, peer_cards
        self.game = preset(name, stacks_bb=stack_bb, rules=RULES)
        self.cards = CardAbstraction.build(buckets=BUCKETS, river_cuts=RULES)
        self.solved = Solver(self.game, self.cards, SolverConfig()).solved_game

    def ours(self, seed: int, marks: Sequence[float]) -> list[Taken]:
        """Our strategies at CPU marks."""
        solver, spent, taken = Solver(self.game, self.cards, SolverConfig(seed=seed)), 0.0, []
        for mark in marks:
            while spent < mark:
                start = time.process_time()
                solver.run(iterations=CHUNK)
                spent += time.process_time() - start
            taken.append(Taken(solver.iterations, spent, solver.average_strategy().filled_table()))
        return taken

    def theirs(self, seed: int, marks: Sequence[float], folder: Path) -> list[Taken]:
        """The peer's strategies at CPU marks, in our layout."""
        if self.peer is None or not marks:
            return []
        script, out = Path(__file__).with_name("peer_solver.py"), folder / f"peer-{seed}"
        command = [self.peer.python, script, self.name, self.stack_bb, self.cards_of_peer(folder)]
        command += [out, seed, *(f"{mark:g}" for mark in marks)]
        done = subprocess.run(
            [str(part) for part in command], check=True, capture_output=True, text=True
        )
        taken = []
        for line in done.stdout.splitlines():
            mark, iterations, seconds = line.split()
            rows = np.load(f"{out}-{mark}.npy")
            taken.append(Taken(int(iterations), float(seconds), self._table(rows)))
        return taken

    def cards_of_peer(self, folder: Path) -> Path:
        """The peer's abstraction file."""
        if self.peer_cards is None:
            assert self.peer is not None
            self.peer_cards = folder / "cards.dab"
            command = [self.peer.python, "-m", "donksolver", "abstraction", "--buckets", "50,50,50"]
            command += ["--threads", "1", "--out", str(self.peer_cards)]
            subprocess.run(command, check=True, capture_output=True)
        return self.peer_cards

    def _table(self, rows: Table) -> Table:
        """Rows in depth-first order -> our table."""
        tree = self.solved.tree
        nodes = tree.nodes
        table = np.zeros((tree.size.blocks, 8), dtype=np.float32)
        at, pending = 0, [0]
        while pending:
            record = nodes[pending.pop()]
            actions = int(record["num_actions"])
            if record["kind"] != 0:
                continue
            buckets = tree.num_buckets[int(record["street"])]
            groups, first = -(-buckets // 8), int(record["row"])
            node_rows = np.zeros((groups * 8, actions), dtype=np.float32)
            node_rows[:buckets] = rows[at : at + buckets * actions].reshape(buckets, actions)
            blocks = node_rows.reshape(groups, 8, actions).transpose(0, 2, 1)
            table[first : first + groups * actions] = blocks.reshape(-1, 8)
            at += buckets * actions
            child = int(record["first_child"])
            pending.extend(range(child + actions - 1, child - 1, -1))
        if at != len(rows):
            raise SystemExit(f"the peer's tree has {len(rows)} entries, ours {at}: not the same")
        return table

    def gain(self, table: Table, iterations: int, boards: int) -> float:
        """Mean gain over the seats of a responder, mbb a hand."""
        sampling = Sampling(boards=boards, deals_per_board=8, seed=77)
        seats = range(self.solved.tree.num_players)
        gains = [
            responder_gain(self.solved, table, seat, sampling, iterations=iterations).gain
            for seat in seats
        ]
        return statistics.mean(gains) * MBB_PER_CHIP


def time_to(threshold: float, seconds: Sequence[float], gains: Sequence[float]) -> float:
    """CPU seconds at which the gain falls to a threshold, between marks on logarithmic scales."""
    for (s0, g0), (s1, g1) in zip(
        zip(seconds, gains, strict=True),
        zip(seconds[1:], gains[1:], strict=True),
        strict=False,
    ):
        if g0 > threshold >= g1:
            share = np.log(g0 / threshold) / np.log(g0 / max(g1, 0.1))
            return float(s0 * (s1 / s0) ** share)
    return seconds[0] if gains[0] <= threshold else float("inf")


def gains_row(contest: Contest, budgets: Budgets, section: Section, folder: Path) -> None:
    """Gains at every mark; with several marks, the time to 60 mbb."""
    times: dict[str, list[float]] = {}
    for seed in budgets.seeds:
        sides = {
            OURS: contest.ours(seed, budgets.ours),
            "donksolver": contest.theirs(seed, budgets.peers, folder),
        }
        for who, taken in sides.items():
            for responder in budgets.responders:
                gains = [contest.gain(t.table, responder, budgets.boards) for t in taken]
                for t, gain in zip(taken, gains, strict=True):
                    what = (
                        f"seed {seed}: gain after {t.seconds:.1f} CPU s, {t.iterations:,} "
                        f"iterations (responder {responder:,})"
                    )
                    section.figures.append(Figure(what, who, "mbb", (gain,)))
                    print(what, who, f"{gain:.1f}", flush=True)
                if len(taken) > 1:
                    found = time_to(60.0, [t.seconds for t in taken], gains)
                    times.setdefault(who, []).append(found)
    for who, values in times.items():
        section.figures.append(Figure("CPU to a gain of 60 mbb", who, "s", tuple(values)))
    if len(times) == 2:
        pairs = zip(times["donksolver"], times[OURS], strict=True)
        section.remarks.append("Ratios: " + ", ".join(f"{p / o:.1f}" for p, o in pairs) + ".")


def match_row(contest: Contest, budgets: Budgets, section: Section, folder: Path) -> None:
    """One seat of ours among five of the peer."""
    for seed in budgets.seeds:
        ours = contest.ours(seed, budgets.ours)
        theirs = contest.theirs(seed, budgets.peers, folder)
        for mine in ours:
            for other in theirs:
                sampling = Sampling(boards=budgets.boards, deals_per_board=8, seed=78)
                result = match_tables(contest.solved, mine.table, other.table, sampling)
                what = f"seed {seed}: ours {mine.seconds:.0f} s among five of {other.seconds:.0f} s"
                edges = (result.edge - result.standard_error, result.edge)
                edges += (result.edge + result.standard_error,)
                values = tuple(edge * MBB_PER_CHIP for edge in edges)
                section.figures.append(Figure(what, "edge, 1 s.e.", "mbb", values))
                print(what, values, flush=True)


def speed_row(contest: Contest, budgets: Budgets, section: Section, folder: Path) -> None:
    """Iterations a CPU second over the whole mark."""
    speeds: dict[str, list[float]] = {OURS: [], "donksolver": []}
    for seed in budgets.seeds:
        for who, taken in (
            (OURS, contest.ours(seed, budgets.ours)),
            ("donksolver", contest.theirs(seed, budgets.peers, folder)),
        ):
            speeds[who] += [t.iterations / t.seconds for t in taken]
    for who, values in speeds.items():
        if values:
            section.figures.append(Figure("speed", who, "iterations/CPU s", tuple(values)))


Row = Callable[[Contest, Budgets, Section, Path], None]
KINDS: dict[str, Row] = {
    "time": gains_row, "gain": gains_row, "match": match_row, "speed": speed_row,
}  # fmt: skip


def measure(row: str, budgets: Budgets, pythons: Sequence[str], peer_cards: Path | None) -> Section:
    """One row of the table."""
    name, stack_bb, _ = ROWS[row]
    section = Section(row, f"{name} at {stack_bb:g} bb, rules {RULES}; {budgets}.")
    contest = Contest(name, stack_bb, find_peer("donksolver", pythons), peer_cards)
    with tempfile.TemporaryDirectory() as folder:
        KINDS[row.rsplit("-", 1)[1]](contest, budgets, section, Path(folder))
    return section


def run(pythons: list[str]) -> Section:
    """The short row alone: speeds."""
    return measure("6max-speed", ROWS["6max-speed"][2], pythons, None)


def main() -> int:
    """Measure the rows that are asked for, with other budgets if they are given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[*ROWS, []], metavar="ROW")
    parser.add_argument("--peer-python", action="append", default=[], metavar="PYTHON")
    parser.add_argument("--peer-cards", type=Path, metavar="FILE")
    parser.add_argument("--seeds", type=int, nargs="+")
    parser.add_argument("--ours", type=float, nargs="+", metavar="CPU_S")
    parser.add_argument("--peers", type=float, nargs="*", metavar="CPU_S")
    parser.add_argument("--responders", type=int, nargs="+", metavar="ITERATIONS")
    parser.add_argument("--boards", type=int)
    args = parser.parse_args()
    for row in args.rows or ROWS:
        default = ROWS[row][2]
        budgets = Budgets(
            tuple(args.seeds or default.seeds),
            tuple(args.ours or default.ours),
            tuple(default.peers if args.peers is None else args.peers),
            tuple(args.responders or default.responders),
            args.boards or default.boards,
        )
        print(measure(row, budgets, args.peer_python, args.peer_cards).text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
