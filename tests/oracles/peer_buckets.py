"""Prints nothing, writes an .npz: buckets of a donksolver abstraction file on random boards.

Run by the peer's own Python: peer_buckets.py ABSTRACTION OUT FLOPS TURNS RIVERS
"""

import ctypes
import sys

import numpy as np
from donksolver import _native
from donksolver.solver import Abstraction


def main(path: str, out: str, *counts: str) -> None:
    """Boards from a fixed seed; all hands of each; classes of each board in all three modes."""
    cards = Abstraction.load(path)
    hands = [(low, high) for low in range(52) for high in range(low + 1, 52)]
    rng = np.random.default_rng(5)
    arrays = {}
    for street, count in enumerate(map(int, counts), start=1):
        boards = np.array([rng.permutation(52)[: street + 2] for _ in range(count)], np.uint8)
        buckets = np.full((count, 1326), -1, np.int32)
        classes = np.zeros((count, 3), np.int32)
        for i, board in enumerate(boards.tolist()):
            dead = set(board)
            for hand, pair in enumerate(hands):
                if dead.isdisjoint(pair):
                    buckets[i, hand] = cards.bucket(street, pair, board)
            five = (ctypes.c_int32 * 5)(*board, *[0] * (5 - len(board)))
            classes[i] = [_native.lib.ds_board_class(mode, five, len(board)) for mode in range(3)]
        arrays |= {
            f"boards{street}": boards,
            f"buckets{street}": buckets,
            f"classes{street}": classes,
        }
    np.savez(out, **arrays)


if __name__ == "__main__":
    main(*sys.argv[1:])
