"""donksolver's side of bench/solver.py; run by the Python that has it, which is not ours.

    peer_solver.py PRESET STACK_BB CARDS OUT SEED MARK ..

Solves with its defaults on one thread and, at each mark (CPU seconds of solving), writes
OUT-MARK.npy: the average strategy as float32, decision nodes in depth-first order with actions in
tree order, rows [bucket, action], preflop classes in our order; rows without an average are its
current strategy. Prints
`mark iterations cpu_seconds` for each.
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


def strategy(solver, nodes, buckets):
    """All rows, one after the other. buckets: [street] lists of the peer's buckets."""
    read, handle = _native.lib.ds_solver_strategy, solver._h
    row = (ctypes.c_double * 16)()
    view = np.frombuffer(row, np.float64)
    rows = np.empty(sum(len(buckets[s]) * n for _, s, n in nodes), np.float32)
    at = 0
    for node, street, actions in nodes:
        for bucket in buckets[street]:
            read(handle, node, bucket, 1, row)
            rows[at : at + actions] = view[:actions]
            at += actions
    return rows


def main(name, stack_bb, cards, out, seed, *marks):
    game = preset(name, float(stack_bb))
    solver = Solver.nlhe(game, cards, Solve(seed=int(seed)))
    nodes = list(decisions(solver))
    buckets = [preflop_buckets(cards), *(range(count) for count in game.buckets[1:])]
    spent = 0.0
    for mark in map(float, marks):
        while spent < mark:
            start = time.process_time()
            solver.run(CHUNK, 1)
            spent += time.process_time() - start
        np.save(f"{out}-{mark:g}.npy", strategy(solver, nodes, buckets))
        print(f"{mark:g} {solver.iterations} {spent:.3f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
