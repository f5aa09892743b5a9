"""How good a card abstraction is, in exact weights: what goes into its quality report.

A (board, hand) pair weighs one; canonical boards weigh the real boards behind them.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.cards import HAND_CARDS
from feltprint.config.abstraction import STREETS

NUM_CHECKED_BOARDS = 40


def quality_report(
    native: _core.BucketMap, joint: NDArray[np.uint64], nbytes: int, threads: int
) -> dict[str, Any]:
    """Report masses, empty buckets, suit invariance and rank correlation with HS.

    `joint` is the weight of each [river bucket, hand strength].

    Returns
    -------
    dict
        `streets` by name: `num_buckets`, `weight` (all pairs), `mass_min` and `mass_max` (shares
        of the weight), `empty_buckets`, `suit_mismatches` over `suit_boards` boards and all 24
        permutations; `spearman_river_hs`: rank correlation of river bucket and hand strength;
        `bytes`. JSON-able.
    """
    streets = {}
    for street, name in enumerate(STREETS, start=1):
        river = street == len(STREETS)  # its masses are in `joint` already
        masses = joint.sum(axis=1) if river else _core.bucket_masses(native, street, threads)
        weight = int(masses.sum())
        boards = _spread_boards(street)
        streets[name] = {
            "num_buckets": len(masses),
            "weight": weight,
            "mass_min": int(masses.min()) / weight,
            "mass_max": int(masses.max()) / weight,
            "empty_buckets": int(np.count_nonzero(masses == 0)),
            "suit_boards": len(boards),
            "suit_mismatches": sum(suit_mismatches(native, board) for board in boards),
        }
    return {"streets": streets, "spearman_river_hs": spearman(joint), "bytes": nbytes}


def _spread_boards(street: int) -> NDArray[np.uint8]:
    """Canonical boards spread evenly over their numbers, so over all shapes of suits."""
    boards = _core.canonical_boards(street)[0]
    picked = np.linspace(0, len(boards) - 1, NUM_CHECKED_BOARDS).astype(np.int64)
    chosen: NDArray[np.uint8] = boards[picked]
    return chosen


def suit_mismatches(native: _core.BucketMap, board: NDArray[np.uint8]) -> int:
    """Count (permutation, hand) pairs whose bucket changes with the names of the suits."""
    here = native.buckets(board)
    mismatches = 0
    for suits in _core.suit_permutations():
        permuted = native.buckets(permute_suits(board, suits))
        hands = np.sort(permute_suits(HAND_CARDS, suits), axis=1).astype(np.int64)
        low, high = hands[:, 0], hands[:, 1]
        moved = low * (103 - low) // 2 + high - low - 1
        mismatches += int(np.count_nonzero(permuted[moved] != here))
    return mismatches


def permute_suits(cards: NDArray[np.uint8], suits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rename the suits of cards: suit s becomes suits[s]."""
    renamed: NDArray[np.uint8] = (cards & 0xFC) | suits[cards & 3]
    return renamed


def spearman(joint: NDArray[np.uint64]) -> float:
    """Rank correlation of rows and columns of a table of weights, ties at their middle rank.

    Exact in integers up to one division and one square root.
    """
    rows = _centred_ranks(joint.sum(axis=1))
    columns = _centred_ranks(joint.sum(axis=0))
    found = [(int(i), int(j)) for i, j in np.argwhere(joint)]
    covariance = sum(int(joint[i, j]) * rows[i] * columns[j] for i, j in found)
    row_square = sum(int(w) * r * r for w, r in zip(joint.sum(axis=1), rows, strict=True))
    column_square = sum(int(w) * c * c for w, c in zip(joint.sum(axis=0), columns, strict=True))
    squared = Fraction(covariance * covariance, row_square * column_square)
    return sqrt(float(squared)) * (1 if covariance >= 0 else -1)


def _centred_ranks(weights: NDArray[np.uint64]) -> list[int]:
    """Twice the middle rank of each value minus twice the mean rank: integers."""
    whole = int(weights.sum())
    ranks = []
    below = 0
    for weight in (int(w) for w in weights):
        ranks.append(2 * below + weight - whole)
        below += weight
    return ranks
