"""The stages of a build beside donksolver's commands, on the same game.

Paired processes: each stage is one command of either program, start-up included. The game is
6max-lite at 20 bb under donksolver's rules, with 50 percentile buckets a street: the same tree,
node for node. An iteration is one traversal for every seat on one deal on both sides; its cost is
the slope between two budgets, so that start-up and set-up do not count.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench.harness import Figure, Peer, Section, Work, command, find_peer, in_turns

OURS = "feltprint"
PRESET = "6max-lite"
STACK_BB = 20
BUCKETS = "50,50,50"
BUDGETS = (2_000, 12_000)
SLOPE_ROUNDS = 1


def run(pythons: list[str]) -> Section:
    """Measure all stages."""
    section = Section(
        "Stages of a build",
        f"{PRESET} at {STACK_BB} bb, rules donksolver-0.1, buckets {BUCKETS}; one thread; whole "
        "processes.",
    )
    peer = find_peer("donksolver", pythons)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Ours(Path(folder)), None if peer is None else Theirs(Path(folder), peer)
        sides = [side for side in (ours, theirs) if side is not None]
        section.compare(
            "card abstraction, all boards (1 round)",
            {side.label: side.abstraction() for side in sides},
            rounds=1,
        )
        section.compare("size of tree and tables", {side.label: side.size() for side in sides})
        _slopes(section, sides)
        section.compare("freeze to 8 bits", {ours.label: ours.freeze()})
        section.compare("bundle", {side.label: side.bundle() for side in sides})
        sizes = {side.label: side.policy.stat().st_size / 1e6 for side in sides}
        for label, megabytes in sizes.items():
            section.figures.append(Figure("policy file", label, "MB", (megabytes,)))
    section.remarks.append("donksolver writes its policy as a part of `solve`.")
    return section


class Ours:
    """feltprint's commands."""

    label = OURS

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.policy = folder / "policy.safetensors.zst"
        self._cards = folder / "cards.safetensors"
        self._state = folder / "state.safetensors"
        self._game = (
            "--preset", PRESET, "--stacks", str(STACK_BB), "--rules", "donksolver-0.1",
        )  # fmt: skip
        self._solves = 0

    def _command(self, *arguments: str | Path | int) -> Work:
        return command(sys.executable, "-m", "feltprint", *arguments)

    def abstraction(self) -> Work:
        return self._command("abstraction", self._cards, "--buckets", BUCKETS, "--threads", 1)

    def size(self) -> Work:
        return self._command("size", *self._game, "--buckets", BUCKETS)

    def solve(self, iterations: int) -> Work:
        def work() -> None:
            self._solves += 1  # a fresh folder: nothing to resume
            self._command(
                "solve", self._state, *self._game, "--cards", self._cards, "--threads", 1,
                "--iterations", iterations, "--checkpoints", self._folder / f"c{self._solves}",
            )()  # fmt: skip

        return work

    def freeze(self) -> Work:
        return self._command("freeze", self._state, self.policy, "--threads", 1)

    def bundle(self) -> Work:
        return self._command(
            "bundle", self._folder / "bundle", "--name", "bench", "--cards", self._cards,
            "--policy", f"{STACK_BB}bb={self.policy}",
        )  # fmt: skip


class Theirs:
    """donksolver's commands."""

    def __init__(self, folder: Path, peer: Peer) -> None:
        self.label = peer.label
        self._folder = folder
        self._python = peer.python
        self._cards = folder / "donk.dabs"
        self._out = folder / "donk"
        self.policy = self._out / "policy.dpol"
        self._game = ("--preset", PRESET, "--stack-bb", str(STACK_BB), "--buckets", BUCKETS)

    def _command(self, *arguments: str | Path | int) -> Work:
        return command(self._python, "-m", "donksolver", *arguments)

    def abstraction(self) -> Work:
        return self._command(
            "abstraction", "--buckets", BUCKETS, "--threads", 1, "--out", self._cards
        )

    def size(self) -> Work:
        return self._command("size", *self._game)

    def solve(self, iterations: int) -> Work:
        return self._command(
            "solve", *self._game, "--abstraction", self._cards, "--iterations", iterations,
            "--threads", 1, "--out", self._out,
        )  # fmt: skip

    def bundle(self) -> Work:
        return self._command(
            "bundle", "--abstraction", self._cards, "--out", self._folder / "donk-bundle.json",
            self.policy,
        )  # fmt: skip


def _slopes(section: Section, sides: list[Ours | Theirs]) -> None:
    """CPU time of an iteration, from two budgets a round."""
    low, high = BUDGETS
    contenders = {
        f"{side.label} {budget}": side.solve(budget) for side in sides for budget in BUDGETS
    }
    seconds = in_turns(contenders, SLOPE_ROUNDS)
    for side in sides:
        pairs = zip(seconds[f"{side.label} {low}"], seconds[f"{side.label} {high}"], strict=True)
        slopes = tuple(1e6 * (many - few) / (high - low) for few, many in pairs)
        section.figures.append(Figure("an iteration of the solve", side.label, "CPU us", slopes))
