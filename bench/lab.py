"""Exactly solvable games beside OpenSpiel and donksolver: iterations a CPU second, time to depth.

Each contender runs in this process or in the environment where it is installed, prints its own CPU
time, and takes turns with the others. OpenSpiel's and our full-width iterations are the same
iterations (alternating CFR+), digit for digit over the first hundred.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from bench.harness import Figure, Peer, Section, find_peer

from feltprint.lab import FullWidthSolver, RunOptions, evaluate, sampled_solver, schedule, solve
from feltprint.lab import game as make_game
from feltprint.lab.exact import Evaluator
from feltprint.lab.targets import DEPTHS

OURS = "feltprint"
ROUNDS = 3

# Prints iterations a CPU second of one of OpenSpiel's solvers.
OPEN_SPIEL = """
import sys, time, pyspiel
name, kind, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = pyspiel.load_game(name)
if kind == "es":
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
    step = solver.run_iteration
else:
    solver = pyspiel.CFRPlusSolver(game)
    step = solver.evaluate_and_update_policy
step()
start = time.process_time()
for _ in range(count):
    step()
print(count / (time.process_time() - start))
"""
# Prints iterations a CPU second of donksolver's external sampling, in its own setting for toy games
# (every visit averaged, weighted).
DONKSOLVER = """
import sys, time
from donksolver import config
from donksolver.solver import Solver
name, count = sys.argv[1], int(sys.argv[2])
solver = Solver(config.toy(name, 2, avg_mode="weighted", p_avg=1.0, seed=1))
solver.run(1000, 1)
start = time.process_time()
solver.run(count, 1)
print(count / (time.process_time() - start))
"""

# (what, our game, OpenSpiel's name, our iterations, OpenSpiel's).
FULL_WIDTH = (
    ("Kuhn, CFR+", "kuhn", "kuhn_poker", 1_000_000, 10_000),
    ("Leduc, CFR+", "leduc", "leduc_poker", 50_000, 20),
    ("Kuhn for three, CFR+", "kuhn-3", "kuhn_poker(players=3)", 50_000, 500),
    ("liar's dice, CFR+", "liars-dice", "liars_dice", 1_000, 1),
    ("Leduc for three, CFR+", "leduc-3", "", 300, 0),
)
SAMPLED = (
    ("Kuhn, external sampling", "kuhn", "kuhn_poker", 500_000, 50_000),
    ("Leduc, external sampling", "leduc", "leduc_poker", 200_000, 5_000),
)
CFR_PLUS_TO_A_THOUSANDTH = 459  # iterations of CFR+ on Leduc, ours and OpenSpiel's


def run(pythons: list[str]) -> Section:
    """Measure speeds, then depths."""
    section = Section(
        "Exactly solvable games",
        "Full width: the same iterations on both sides (alternating CFR+, linear average). "
        f"{ROUNDS} rounds.",
    )
    spiel, donk = find_peer("open_spiel", pythons), find_peer("donksolver", pythons)
    for what, name, theirs, ours_count, theirs_count in FULL_WIDTH:
        peers: dict[str, Callable[[], float]] = {OURS: _full_width(name, ours_count)}
        if spiel is not None and theirs:
            peers[spiel.label] = _program(spiel, OPEN_SPIEL, theirs, "cfr+", theirs_count)
        _compare(section, what, peers)
    for what, name, theirs, ours_count, theirs_count in SAMPLED:
        peers = {OURS: _sampled(name, ours_count)}
        if spiel is not None:
            peers[spiel.label] = _program(spiel, OPEN_SPIEL, theirs, "es", theirs_count)
        if donk is not None:
            peers[donk.label] = _program(donk, DONKSOLVER, name, ours_count)
        _compare(section, what, peers)
    _depths(section, spiel)
    return section


def _compare(section: Section, what: str, peers: dict[str, Callable[[], float]]) -> None:
    speeds: dict[str, list[float]] = {who: [] for who in peers}
    for _ in range(ROUNDS):
        for who, speed in peers.items():
            speeds[who].append(speed())
    for who, values in speeds.items():
        section.figures.append(Figure(what, who, "iterations/CPU s", tuple(values)))
    own = statistics.median(speeds[OURS])
    for who, values in speeds.items():
        if who != OURS:
            times = own / statistics.median(values)
            section.remarks.append(f"{what}: {times:,.1f} times as fast as {who}.")


def _full_width(name: str, count: int) -> Callable[[], float]:
    game = make_game(name)

    def speed() -> float:
        solver = FullWidthSolver(game, schedule("cfr+", family=game.family))
        solver.run(max(1, count // 20))
        start = time.process_time()
        solver.run(count)
        return count / (time.process_time() - start)

    return speed


def _sampled(name: str, count: int) -> Callable[[], float]:
    game = make_game(name)

    def speed() -> float:
        solver = sampled_solver(game, "es")
        start = time.process_time()
        solver.run(until=count)
        return count / (time.process_time() - start)

    return speed


def _program(peer: Peer, program: str, *arguments: str | int) -> Callable[[], float]:
    def speed() -> float:
        command = [peer.python, "-c", program, *map(str, arguments)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return float(done.stdout.split()[-1])

    return speed


def _depths(section: Section, spiel: Peer | None) -> None:
    for depth in DEPTHS:
        game = make_game(depth.game)
        seconds = []
        for _ in range(ROUNDS):
            options = RunOptions(marks=())
            run = solve(game, depth.algorithm, depth.iterations, options, **depth.parameters)
            assert run.exploitability < depth.exploitability, run.exploitability
            seconds.append(1e3 * run.cpu_seconds[-1])
        what = f"{depth.name}: {depth.text()}, {depth.iterations:,} iterations"
        section.figures.append(Figure(what, OURS, "CPU ms", tuple(seconds)))
    game = make_game("leduc")
    if spiel is not None:
        speed = _program(spiel, OPEN_SPIEL, "leduc_poker", "cfr+", 20)()
        cost = 1e3 * CFR_PLUS_TO_A_THOUSANDTH / speed
        what = f"Leduc to 0.001: CFR+, {CFR_PLUS_TO_A_THOUSANDTH} iterations at its speed"
        section.figures.append(Figure(what, spiel.label, "CPU ms", (cost,)))
    evaluator, strategy = Evaluator(game), game.uniform()
    micros = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(2_000):
            evaluator.values(strategy)
        micros.append(1e6 * (time.process_time() - start) / 2_000)
    section.figures.append(Figure("exploitability of Leduc", OURS, "CPU us", tuple(micros)))
    assert evaluate(game, strategy).nash_conv > 0.0


if __name__ == "__main__":
    print(run(sys.argv[1:]).text())
