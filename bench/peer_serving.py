"""donksolver's side of bench/serving.py; run by the Python that has it, which is not ours.

    peer_serving.py make FOLDER PRESET STACK_BB ..   writes FOLDER/bundle.json
    peer_serving.py answer MANIFEST ROWS.json        a command a line: act, status, hands COUNT SEED

A bundle is of a short solve: how well it plays does not change its speed. `act` and `hands` print
the CPU seconds of one call on one thread, `status` the share of each status as JSON.
"""

import json
import os
import sys
import time

import numpy as np
from donksolver.engine import Player
from donksolver.policy import STATUS, Bundle, write_manifest

ITERATIONS = 2_000
RIVER_BOARDS = 500


def make(folder, preset, *stacks):
    from donksolver import config
    from donksolver.solver import Abstraction, Solver

    os.makedirs(folder, exist_ok=True)
    cards = os.path.join(folder, "cards.dab")
    if not os.path.exists(cards):
        Abstraction.build([50, 50, 50], threads=1, river_boards=RIVER_BOARDS).save(cards)
    policies = []
    for stack in stacks:
        game = config.preset(preset, float(stack), [50, 50, 50])
        solver = Solver.nlhe(game, cards, config.Solve())
        out = os.path.join(folder, stack)
        policies.append(solver.solve(out, ITERATIONS, threads=1))
    write_manifest(os.path.join(folder, "bundle.json"), cards, policies)


def cpu_seconds(call, *arguments):
    start = time.process_time()
    call(*arguments)
    return time.process_time() - start


def answer(manifest, rows_path):
    with open(rows_path) as file:
        rows = json.load(file)
    bundle = Bundle(manifest)
    arguments = (
        np.array(rows["stacks"]),
        np.array(rows["blinds"]),
        np.array(rows["hole"]),
        rows["boards"],
        [[tuple(action) for action in history] for history in rows["histories"]],
        np.full(len(rows["boards"]), 0.5),
    )
    player, hands = None, []
    for line in sys.stdin:
        name, *numbers = line.split()
        if name == "act":
            reply = cpu_seconds(bundle.act, *arguments)
        elif name == "status":
            status = bundle.act(*arguments)["status"]
            reply = {STATUS[value]: float((status == value).mean()) for value in np.unique(status)}
        else:
            if player is None:
                from fast_hands import fast_hands

                player, hands = Player(manifest, log=None), fast_hands(*map(int, numbers))
            reply = cpu_seconds(player.act, hands, [0.5] * len(hands))
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    {"make": make, "answer": answer}[sys.argv[1]](*sys.argv[2:])
