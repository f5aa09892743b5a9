"""Speed of rules and trees beside pokerkit and pokerfast, in one run, in CPU time.

    python -m bench.rules [--json]

Needs a C++ compiler for the native figures; a peer that is not installed is left out and named.
Every figure is the best of three rounds; peers and feltprint alternate within a round. The peers'
hands include dealing and comparing cards; ours are given strengths.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.harness import Figure, Section

from feltprint import _core, games

ROOT = Path(__file__).parents[1]
ROUNDS = 3
BUCKETS = (169, 50, 50, 50)
NATIVE_HANDS = 1_000_000
PYTHON_HANDS = 20_000
PEER_HANDS = 200


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    figures, missing = measure()
    if arguments.json:
        print(json.dumps({"figures": figures, "missing": missing}, indent=2, sort_keys=True))
        return 0
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    for name, value in figures.items():
        print(f"{name:<44} {value:>14,.3f}")
    for name in missing:
        print(f"{name:<44} {'not installed':>14}")
    return 0


def run(pythons: list[str]) -> Section:
    """The figures as a section of bench/results.md; peers must be in this environment."""
    figures, missing = measure()
    section = Section("Rules and trees", "Best of three rounds; the unit is in the name.")
    section.figures = [Figure(what, "", "", (value,)) for what, value in figures.items()]
    section.remarks = [f"{name}: not installed, left out" for name in missing]
    return section


def measure() -> tuple[dict[str, float], list[str]]:
    """Run every figure; name the peers that are not there."""
    peers: dict[str, Callable[[], float]] = {
        "pokerkit": pokerkit_us_per_hand,
        "pokerfast": pokerfast_us_per_hand,
    }
    missing = [name for name in peers if importlib.util.find_spec(name) is None]
    figures = native_figures()
    hand: list[float] = []
    step: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers if name not in missing}
    for _ in range(ROUNDS):
        us_per_hand, us_per_step = python_us()
        hand.append(us_per_hand)
        step.append(us_per_step)
        for name, rounds in theirs.items():
            rounds.append(peers[name]())
    figures["python: us a hand"] = min(hand)
    figures["python: us a step (four or five calls)"] = min(step)
    figures["python: us an action"] = min(python_call_us() for _ in range(ROUNDS))
    for name, rounds in theirs.items():
        figures[f"{name}: us a hand"] = min(rounds)
        figures[f"{name}: ratio to python"] = min(rounds) / min(hand)
        figures[f"{name}: ratio to native"] = min(rounds) / figures["native: us a hand"]
    figures |= tree_figures()
    return figures, missing


def native_figures() -> dict[str, float]:
    """Compile bench_rules.cpp against the rules and run it."""
    sources = [ROOT / "bench/bench_rules.cpp", *sorted((ROOT / "native/src/rules").glob("*.cpp"))]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "bench_rules"
        include = ROOT / "native/include"
        flags = ["-O3", "-std=c++20", "-ffp-contract=off", "-I", str(include)]
        subprocess.run(["c++", *flags, *map(str, sources), "-o", str(program)], check=True)
        command = [str(program), str(NATIVE_HANDS)]
        runs = [json.loads(subprocess.check_output(command)) for _ in range(ROUNDS)]
    return {
        "native: us a hand": min(run["ns_per_hand"] for run in runs) / 1000,
        "native: us a step": min(run["ns_per_step"] for run in runs) / 1000,
    }


def python_call_us() -> float:
    """Replay recorded actions through the Python engine; microseconds of CPU an action."""
    rules = games.preset("6max", 100).rules
    draw = random.Random(1)
    start = _core.BettingState(rules)
    hands = [recorded_hand(start.copy(), draw) for _ in range(PYTHON_HANDS // 10)]
    spent = 0.0
    for hand in hands * 10:
        state = start.copy()
        actions = [(getattr(state, name), arguments) for name, arguments in hand]
        begin = time.process_time()
        for act, arguments in actions:
            act(*arguments)
        spent += time.process_time() - begin
    return spent / sum(map(len, hands)) / 10 * 1e6


def recorded_hand(
    state: _core.BettingState, draw: random.Random
) -> list[tuple[str, tuple[int, ...]]]:
    """Play one random hand; its actions as method and arguments."""
    actions: list[tuple[str, tuple[int, ...]]] = []
    while not state.finished:
        u = draw.random()
        if u < 0.15 and state.can_fold():
            actions.append(("fold", ()))
        elif u < 0.45 and state.can_raise():
            total = state.max_raise_to if u < 0.25 else state.min_raise_to
            assert total is not None
            actions.append(("raise_to", (total,)))
        else:
            actions.append(("call", ()))
        name, arguments = actions[-1]
        getattr(state, name)(*arguments)
    return actions


def python_us() -> tuple[float, float]:
    """Play hands through the Python engine; microseconds of CPU a hand and a step.

    A step asks whether the hand is over and what is legal before it acts: four calls or five.
    """
    rules = games.preset("6max", 100).rules
    draw = random.Random(1)
    start = _core.BettingState(rules)
    steps = 0
    begin = time.process_time()
    for _ in range(PYTHON_HANDS):
        state = start.copy()
        while not state.finished:
            u = draw.random()
            if u < 0.15 and state.can_fold():
                state.fold()
            elif u < 0.45 and state.can_raise():
                state.raise_to(state.max_raise_to if u < 0.25 else state.min_raise_to)
            else:
                state.call()
            steps += 1
        _core.settle(rules, state.committed, state.live_mask, [1, 2, 3, 4, 5, 6], True)
    spent = time.process_time() - begin
    return spent / PYTHON_HANDS * 1e6, spent / steps * 1e6


def pokerkit_us_per_hand() -> float:
    """Play the same kind of hands in pokerkit."""
    from pokerkit import Automation, NoLimitTexasHoldem

    draw = random.Random(1)
    begin = time.process_time()
    for _ in range(PEER_HANDS):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (100, 200), 200, 20_000, 6
        )
        while state.actor_index is not None:
            u = draw.random()
            if u < 0.15 and state.checking_or_calling_amount:
                state.fold()
            elif u < 0.45 and state.can_complete_bet_or_raise_to():
                most = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(most if u < 0.25 else None)
            else:
                state.check_or_call()
    return (time.process_time() - begin) / PEER_HANDS * 1e6


def pokerfast_us_per_hand() -> float:
    """Play the same kind of hands in pokerfast (deals included, as its hands do)."""
    from pokerfast.engine import FastHand

    draw = random.Random(1)
    begin = time.process_time()
    for _ in range(PEER_HANDS):
        hand = FastHand(player_count=6, small_blind=100, big_blind=200)
        while not hand.done:
            space = hand.get_action_space()
            u = draw.random()
            if u < 0.15 and "fold" in space:
                hand.fold()
            elif u < 0.45 and "min_bet" in space:
                hand.bet_or_raise(space["max_bet" if u < 0.25 else "min_bet"])
            elif "check" in space:
                hand.check()
            else:
                hand.call()
    return (time.process_time() - begin) / PEER_HANDS * 1e6


def tree_figures() -> dict[str, float]:
    """Count and build the 23-million-node tree of 6max-mw at 100 bb."""
    game = games.preset("6max-mw", 100)
    begin = time.process_time()
    size = games.tree_size(game, BUCKETS)
    counted = time.process_time()
    tree = game.build_tree(BUCKETS)
    built = time.process_time()
    assert tree.size.nodes == size.nodes
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "tree: million nodes": size.nodes / 1e6,
        "tree: CPU s to count": counted - begin,
        "tree: CPU s to build": built - counted,
        "tree: peak GB of the process": peak_kb * 1024 / 1e9,
    }


if __name__ == "__main__":
    sys.exit(main())
