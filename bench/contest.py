"""The two sides of bench/solver.py: our solver and donksolver on one game, each told how far to go.

A side solves to a mark in CPU seconds of solving alone and gives its average strategy as a table of
our layout; rows without an average are its current strategy, on both sides.
"""

from __future__ import annotations

import math
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

import numpy as np
from bench.harness import Peer
from numpy.typing import NDArray

from feltprint.abstraction import CardAbstraction
from feltprint.config.solver import SolverConfig
from feltprint.games import Game, preset
from feltprint.solved_game import SolvedGame
from feltprint.solver import Solver

RULES = "donksolver-0.1"
BUCKETS = (50, 50, 50)
CHUNK = 256  # iterations between two looks at the clock
Table = NDArray[np.float32]


@dataclass(frozen=True)
class Progress:
    """How far a side has come: iterations, and CPU seconds of solving."""

    iterations: int
    seconds: float


class Side(Protocol):
    """A solve that goes on when it is asked to."""

    who: str

    def to(self, seconds: float) -> Progress:
        """Solve until so many CPU seconds are spent since the start."""

    def table(self) -> Table:
        """Probabilities in our layout."""


class OurSide:
    """feltprint at its defaults."""

    who = "feltprint"

    def __init__(self, game: Game, cards: CardAbstraction, config: SolverConfig) -> None:
        self._solver, self._spent = Solver(game, cards, config), 0.0

    def to(self, seconds: float) -> Progress:
        """See Side."""
        while self._spent < seconds:
            start = time.process_time()
            self._solver.run(iterations=CHUNK)
            self._spent += time.process_time() - start
        return Progress(self.iterations, self._spent)

    def to_iterations(self, iterations: float) -> Progress:
        """Solve until so many iterations are done, chunk by chunk."""
        while self.iterations < iterations:
            self.to(math.nextafter(self._spent, math.inf))
        return Progress(self.iterations, self._spent)

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self._solver.iterations

    def table(self) -> Table:
        """See Side."""
        return self._solver.average_strategy().probabilities()


class PeerSide:
    """donksolver at its defaults, in a process of its own that waits between two commands."""

    who = "donksolver"

    def __init__(self, command: list[str], solved: SolvedGame, table_file: Path) -> None:
        self._solved, self._table_file = solved, table_file
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> PeerSide:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def to(self, seconds: float) -> Progress:
        """See Side."""
        iterations, spent = self._ask(f"to {seconds:g}").split()
        return Progress(int(iterations), float(spent))

    def table(self) -> Table:
        """See Side."""
        return from_depth_first(self._solved, np.load(self._ask(f"table {self._table_file}")))

    def _ask(self, line: str) -> str:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()
        answer = process.stdout.readline().strip()
        if not answer:
            raise SystemExit(f"donksolver ended at {line!r}, exit code {process.wait()}")
        return answer


class Contest:
    """One game, both programs."""

    def __init__(self, name: str, stack_bb: float, peer: Peer | None, peer_cards: Path | None):
        self.name, self.stack_bb, self.peer, self.peer_cards = name, stack_bb, peer, peer_cards
        self.game = preset(name, stacks_bb=stack_bb, rules=RULES)
        self.cards = CardAbstraction.build(buckets=BUCKETS, river_cuts=RULES)
        self.solved = SolvedGame.build(self.game, self.cards)

    def ours(self, seed: int) -> OurSide:
        """Our solve of a seed."""
        return OurSide(self.game, self.cards, SolverConfig(seed=seed))

    @contextmanager
    def theirs(self, seed: int, folder: Path) -> Iterator[PeerSide | None]:
        """The peer's solve of a seed; None where there is no peer."""
        if self.peer is None:
            yield None
            return
        script = Path(__file__).with_name("peer_solver.py")
        command = [self.peer.python, script, self.name, self.stack_bb, self._cards(folder), seed]
        file = folder / f"peer-{seed}.npy"
        with PeerSide([str(part) for part in command], self.solved, file) as side:
            yield side

    def _cards(self, folder: Path) -> Path:
        """The peer's abstraction file; made when none was given."""
        if self.peer_cards is None:
            assert self.peer is not None
            self.peer_cards = folder / "cards.dab"
            command = [self.peer.python, "-m", "donksolver", "abstraction", "--buckets", "50,50,50"]
            command += ["--threads", "1", "--out", str(self.peer_cards)]
            subprocess.run(command, check=True, capture_output=True)
        return self.peer_cards


def from_depth_first(solved: SolvedGame, rows: Table) -> Table:
    """Rows in depth-first order -> our table. Raises SystemExit for another tree."""
    tree = solved.tree
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
