"""The solver beside donksolver: quality and speed per CPU second on its own abstract games.

    python -m bench.solver --peer-python PYTHON --peer-cards FILE hu-time hu-gain ..

Both sides solve the same tree (rules donksolver-0.1) on the same buckets (50 a street, its river
cuts), one thread, in turns; what is measured is the CPU time of solving alone. A strategy is judged
by the gain of a trained responder, whose budget is in iterations, or, on the smallest game, by the
best response on a sample of boards. FILE is the peer's abstraction (`donksolver abstraction
--buckets 50,50,50 --threads 1 --out FILE`, minutes); it is made when it is not given.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.contest import RULES, Contest, OurSide, PeerSide, Progress, Side, Table
from bench.harness import Figure, Section, find_peer

from feltprint.arena import match_tables
from feltprint.board_response import board_best_response, sample_boards
from feltprint.evaluation import ResponderGain, Sampling, responder_gain

MBB_PER_CHIP = 1000 / 200
TARGET_GAIN = 60.0  # mbb a hand, of the row hu-time


@dataclass(frozen=True)
class Budgets:
    """What a row costs; the issue's figures by default."""

    seeds: tuple[int, ...]
    ours: tuple[float, ...]  # CPU seconds at which our strategy is taken
    peers: tuple[float, ...]  # the same of the peer; of a time row: two multiples of our time
    responders: tuple[int, ...]  # iterations of training a seat, the short and the long one
    boards: int  # of the measurement


# Row -> (preset, stack in big blinds, budgets).
ROWS: dict[str, tuple[str, float, Budgets]] = {
    "hu-time": (
        "hu", 40, Budgets((1, 2, 3), (2, 3, 4.5, 6.5, 10, 15), (30, 40), (540_000,), 8_000),
    ),
    "hu-gain": ("hu", 40, Budgets((1, 2, 3), (30,), (), (540_000, 1_800_000), 16_000)),
    "tiny-board": ("tiny", 20, Budgets((1, 2, 3), (1,), (1,), (), 4_096)),
    "6max-gain": ("6max-lite", 40, Budgets((1, 2, 3), (60,), (), (2_200_000, 7_000_000), 8_000)),
    "6max-match": ("6max-lite", 40, Budgets((1, 2, 3), (10, 60), (60, 240), (), 8_000)),
    "6max-speed": ("6max-lite", 40, Budgets((1,), (20,), (20,), (), 0)),
}  # fmt: skip
SPEED_ROUNDS = 16
RACE_TURNS = 20


@dataclass(frozen=True)
class Taken:
    """The strategy of a side at a mark."""

    who: str
    seed: int
    at: Progress
    table: Table


def take(side: Side, mark: float, seed: int) -> Taken:
    """Solve to a mark."""
    at = side.to(mark)
    return Taken(side.who, seed, at, side.table())


class Judge:
    """Measures the strategies of one contest and files what it finds in a section."""

    def __init__(self, contest: Contest, budgets: Budgets, section: Section) -> None:
        self.contest, self.budgets, self.section = contest, budgets, section

    def note(self, what: str, who: str, unit: str, *values: float) -> None:
        """A figure, on the screen at once."""
        self.section.figures.append(Figure(what, who, unit, values))
        print(what, who, ", ".join(f"{value:.4g}" for value in values), unit, flush=True)

    def take_all(self, folder: Path) -> list[tuple[float, Taken]]:
        """Every side of every seed at its marks, solved in one go: judging meets another load."""
        taken = []
        for seed in self.budgets.seeds:
            ours = self.contest.ours(seed)
            taken += [(mark, take(ours, mark, seed)) for mark in self.budgets.ours]
            if not self.budgets.peers:
                continue
            with self.contest.theirs(seed, folder) as theirs:
                if theirs is not None:
                    taken += [(mark, take(theirs, mark, seed)) for mark in self.budgets.peers]
        print(f"solved {len(taken)} strategies", flush=True)
        return taken

    def gain(self, taken: Taken, training: int) -> float:
        """Mean gain over the seats in mbb a hand."""
        start = time.process_time()
        seats = range(self.contest.solved.tree.num_players)
        found = [self._respond(taken.table, seat, training) for seat in seats]
        gain, error = mean_of_seats(found)
        cost = (time.process_time() - start) / len(found)
        what = (
            f"seed {taken.seed}: gain after {taken.at.seconds:.1f} CPU s, "
            f"{taken.at.iterations:,} iterations (responders of {training:,} iterations, "
            f"{cost:.0f} CPU s a seat with scoring; s.e. {error:.1f})"
        )
        self.note(what, taken.who, "mbb", gain)
        return gain

    def _respond(self, table: Table, seat: int, training: int) -> ResponderGain:
        sampling = Sampling(boards=self.budgets.boards, deals_per_board=8, seed=77)
        return responder_gain(self.contest.solved, table, seat, sampling, iterations=training)


def mean_of_seats(found: Sequence[ResponderGain]) -> tuple[float, float]:
    """Mean gain over the seats and its standard error, mbb a hand."""
    error = math.sqrt(sum(one.standard_error**2 for one in found)) / len(found)
    return statistics.mean(one.gain for one in found) * MBB_PER_CHIP, error * MBB_PER_CHIP


def crossing(before: tuple[float, float], after: tuple[float, float]) -> float:
    """Effort at which the gain is the target, by two (effort, gain), on logarithmic scales."""
    (s0, g0), (s1, g1) = before, after
    share = math.log(g0 / TARGET_GAIN) / math.log(g0 / max(g1, 0.1))
    return float(s0 * (s1 / s0) ** share)


def iterations_to_target(judge: Judge, side: OurSide, seed: int) -> float | None:
    """Iterations of ours to the target; None where the last mark is above it.

    A gain below the target at the first mark counts as reached there.
    """
    before: tuple[float, float] | None = None
    for mark in judge.budgets.ours:
        gain = judge.gain(take(side, mark, seed), judge.budgets.responders[0])
        at = (float(side.iterations), gain)
        if gain <= TARGET_GAIN:
            return at[0] if before is None else crossing(before, at)
        before = at
    return None


def race(ours: OurSide, theirs: PeerSide, iterations: float, multiple: float) -> Iterator[int]:
    """Solve to the iterations in turns; after each the peer has so many times its CPU seconds."""
    for turn in range(1, RACE_TURNS + 1):
        at = ours.to_iterations(iterations * turn / RACE_TURNS)
        theirs.to(multiple * at.seconds)
        yield turn


def time_row(judge: Judge, folder: Path) -> None:
    """CPU time to the target: what the peer has reached after multiples of ours, in turns.

    How many iterations ours needs is a function of the seed; the time that they take is measured
    in slices between those of the peer, so that both meet the same host.
    """
    if len(judge.budgets.peers) != 2:
        raise SystemExit(
            f"hu-time: expected two multiples of our time, the smaller first, as --peers 30 40, "
            f"found {judge.budgets.peers}"
        )
    smaller, larger = judge.budgets.peers
    for seed in judge.budgets.seeds:
        needed = iterations_to_target(judge, judge.contest.ours(seed), seed)
        if needed is None:
            judge.section.remarks.append(f"Seed {seed}: not reached by our last mark.")
            continue
        with judge.contest.theirs(seed, folder) as side:
            if side is None:
                continue
            ours, marks = (
                judge.contest.ours(seed),
                (round(RACE_TURNS * smaller / larger), RACE_TURNS),
            )
            print(f"seed {seed}: racing to {needed:,.0f} iterations", flush=True)
            found = [
                take(side, 0.0, seed) for turn in race(ours, side, needed, larger) if turn in marks
            ]
            spent = ours.to(0.0).seconds
            print(f"seed {seed}: raced", flush=True)
            judge.note(f"seed {seed}: CPU to a gain of 60 mbb", "feltprint", "s", spent)
            for theirs in found:
                gain = judge.gain(theirs, judge.budgets.responders[0])
                what = f"seed {seed}: gain at {theirs.at.seconds / spent:.1f} times our CPU time"
                judge.note(what, "donksolver", "mbb", gain)


def gain_row(judge: Judge, folder: Path) -> None:
    """Gains at every mark under every responder, and their spread over the seeds."""
    found: dict[tuple[str, float, int], list[float]] = {}
    taken = judge.take_all(folder)
    for training in judge.budgets.responders:
        for mark, strategy in taken:
            gain = judge.gain(strategy, training)
            found.setdefault((strategy.who, mark, training), []).append(gain)
    for (who, mark, training), gains in found.items():
        judge.note(f"gain after {mark:g} CPU s, responders of {training:,}", who, "mbb", *gains)


def board_row(judge: Judge, folder: Path) -> None:
    """Exploitability on a sample of boards: the responder sees them and is scored on them."""
    boards = sample_boards(judge.budgets.boards, seed=77)
    found: dict[str, list[float]] = {}
    for mark, strategy in judge.take_all(folder):
        response = board_best_response(judge.contest.solved, strategy.table, boards)
        mbb = response.exploitability * MBB_PER_CHIP
        at = f"{strategy.at.seconds:.2f} CPU s, {strategy.at.iterations:,} it"
        judge.note(f"seed {strategy.seed}: best response after {at}", strategy.who, "mbb", mbb)
        found.setdefault(f"{strategy.who} at {mark:g} s", []).append(mbb)
    for who, values in found.items():
        judge.note(f"best response on {len(boards):,} boards, in-sample", who, "mbb", *values)


def match_row(judge: Judge, folder: Path) -> None:
    """One seat of ours among five of the peer, our marks against its marks in order."""
    edges: dict[tuple[float, float], list[float]] = {}
    sampling = Sampling(boards=judge.budgets.boards, deals_per_board=8, seed=78)
    pairs = list(zip(reversed(judge.budgets.ours), judge.budgets.peers, strict=True))
    for seed in judge.budgets.seeds:
        mine, tables = judge.contest.ours(seed), {}
        for mark in sorted(judge.budgets.ours):
            mine.to(mark)
            tables[mark] = mine.table()
        with judge.contest.theirs(seed, folder) as side:
            if side is None:
                return
            for our_mark, their_mark in pairs:
                side.to(their_mark)
                result = match_tables(
                    judge.contest.solved, tables[our_mark], side.table(), sampling
                )
                edge, error = result.edge * MBB_PER_CHIP, result.standard_error * MBB_PER_CHIP
                what = f"seed {seed}: ours {our_mark:g} s among five of {their_mark:g} s"
                judge.note(f"{what} (s.e. {error:.1f})", "edge", "mbb", edge)
                edges.setdefault((our_mark, their_mark), []).append(edge)
    for (our_mark, their_mark), values in edges.items():
        judge.note(f"{our_mark:g} s among five of {their_mark:g} s", "edge", "mbb", *values)


def speed_row(judge: Judge, folder: Path) -> None:
    """Iterations a CPU second in short rounds in turns, over a whole solve of each seed."""
    for seed in judge.budgets.seeds:
        with judge.contest.theirs(seed, folder) as peer:
            sides: list[tuple[Side, float]] = [(judge.contest.ours(seed), judge.budgets.ours[-1])]
            if isinstance(peer, PeerSide):
                sides.append((peer, judge.budgets.peers[-1]))
            speeds = speeds_in_turns(sides)
        for who, values in speeds.items():
            judge.note(f"seed {seed}: speed", who, "iterations/CPU s", *values)
        if len(speeds) == 2:
            ours, theirs = speeds.values()
            ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
            judge.note(f"seed {seed}: ratio of a round", "ratio", "x", *ratios)
            low, _, high = statistics.quantiles(ratios, n=4)
            judge.section.remarks.append(f"Seed {seed}: quartiles {low:.3f} and {high:.3f}.")


def speeds_in_turns(sides: Sequence[tuple[Side, float]]) -> dict[str, list[float]]:
    """Speeds of every round; each side solves an equal part of its seconds in each."""
    speeds: dict[str, list[float]] = {side.who: [] for side, _ in sides}
    before = {side.who: side.to(0.0) for side, _ in sides}
    for turn in range(1, SPEED_ROUNDS + 1):
        for side, seconds in sides:
            at, last = side.to(seconds * turn / SPEED_ROUNDS), before[side.who]
            speeds[side.who].append((at.iterations - last.iterations) / (at.seconds - last.seconds))
            before[side.who] = at
    return speeds


Row = Callable[[Judge, Path], None]
KINDS: dict[str, Row] = {
    "time": time_row, "gain": gain_row, "board": board_row, "match": match_row, "speed": speed_row,
}  # fmt: skip


def measure(row: str, budgets: Budgets, pythons: Sequence[str], peer_cards: Path | None) -> Section:
    """One row of the table."""
    name, stack_bb, _ = ROWS[row]
    section = Section(row, f"{name} at {stack_bb:g} bb, rules {RULES}; {budgets}.")
    contest = Contest(name, stack_bb, find_peer("donksolver", pythons), peer_cards)
    with tempfile.TemporaryDirectory() as folder:
        KINDS[row.rsplit("-", 1)[1]](Judge(contest, budgets, section), Path(folder))
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
    given = {key: tuple(value) for key, value in vars(args).items() if isinstance(value, list)}
    given = {key: given[key] for key in ("seeds", "ours", "peers", "responders") if key in given}
    for row in args.rows or ROWS:
        budgets = replace(ROWS[row][2], **given)
        budgets = replace(budgets, boards=args.boards or budgets.boards)
        print(measure(row, budgets, args.peer_python, args.peer_cards).text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
