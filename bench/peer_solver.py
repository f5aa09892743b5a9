"""donksolver's side of bench/solver.py; run by the Python that has it, which is not ours.

    peer_solver.py PRESET STACK_BB CARDS SEED

Solves with its defaults on one thread, as it is told by lines of the standard input, and answers
each with a line:

    to SECONDS    solve until so many CPU seconds of solving are spent -> iterations cpu_seconds
    table FILE    write the average strategy as float32 to FILE -> FILE; decision nodes in
                  depth-first order with actions in tree order, rows [bucket, action], preflop
                  classes in our order; rows without an average are its current strategy
"""

import ctypes
import sys
import time

import numpy as np
from donksolver import _native
from donksolver.config import Solve, preset
from donksolver.solver import Abstraction, Solver

CHUNK = 200


def decisions(solver):
    """(id, street, actions) of the decision nodes, depth first."""
    pending = [0]
    while pending:
        node = pending.pop()
        info = solver.node(node)
        if info["nA"] == 0:
            continue
        yield node, info["street"], info["nA"]
        pending.extend(reversed(info["children"]))


def preflop_buckets(cards):
    """The peer's bucket of each of our 169 classes: pairs, suited, offsuit, from the aces down."""
    abstraction = Abstraction.load(cards)
    ranks = range(12, -1, -1)
    hands = [(4 * rank, 4 * rank + 1) for rank in ranks]
    for suit in (0, 1):
        hands += [(4 * low, 4 * high + suit) for high in ranks for low in range(high - 1, -1, -1)]
    return [abstraction.bucket(0, hand) for hand in hands]


def strategy(solver, cards, buckets):
    """All rows, one after the other. buckets: [street] their number."""
    read, handle = _native.lib.ds_solver_strategy, solver._h
    nodes = list(decisions(solver))
    of_street = [preflop_buckets(cards), *(range(count) for count in buckets[1:])]
    row = (ctypes.c_double * 16)()
    view = np.frombuffer(row, np.float64)
    rows = np.empty(sum(len(of_street[s]) * n for _, s, n in nodes), np.float32)
    at = 0
    for node, street, actions in nodes:
        for bucket in of_street[street]:
            read(handle, node, bucket, 1, row)
            rows[at : at + actions] = view[:actions]
            at += actions
    return rows


def main(name, stack_bb, cards, seed):
    game = preset(name, float(stack_bb))
    solver = Solver.nlhe(game, cards, Solve(seed=int(seed)))
    spent = 0.0
    for line in sys.stdin:
        command, argument = line.split(maxsplit=1)
        if command == "to":
            while spent < float(argument):
                start = time.process_time()
                solver.run(CHUNK, 1)
                spent += time.process_time() - start
            print(solver.iterations, f"{spent:.3f}", flush=True)
        elif command == "table":
            np.save(argument.strip(), strategy(solver, cards, game.buckets))
            print(argument.strip(), flush=True)
        else:
            raise SystemExit(f"expected to or table, found {line!r}")


if __name__ == "__main__":
    main(*sys.argv[1:])
