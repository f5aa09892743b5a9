"""The tables that every game shares: evaluator, canonical boards, preflop all-in equities.

Each `build_*` returns the arrays of one artifact and has checked them against published counts.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.cards import PREFLOP_CLASSES
from feltprint.errors import SolverError

Arrays: TypeAlias = dict[str, NDArray[Any]]

NUM_RANKS = 7462
NUM_BOARDS = {"flop": 1_755, "turn": 16_432, "river": 134_459}
NUM_REAL_BOARDS = {"flop": 22_100, "turn": 270_725, "river": 2_598_960}
NUM_PREFLOP_BOARDS = 1_712_304
NUM_HAND_PAIRS = 1326 * 1225


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise SolverError(f"tables are wrong: {message}; rebuild the native module")


def build_evaluator_tables() -> Arrays:
    """Tables of the evaluator: additive keys, displaced rows, flush patterns, class rows."""
    arrays: Arrays = _core.evaluator_tables()
    ranks = np.concatenate([arrays[name].ravel() for name in ("lookup", "flush", "class_rows")])
    found = np.unique(ranks[ranks > 0])
    _require(
        np.array_equal(found, np.arange(1, NUM_RANKS + 1)),
        f"{len(found)} different hand ranks, expected {NUM_RANKS}",
    )
    num_keys = int(np.count_nonzero(arrays["lookup"]))
    _require(num_keys == 73_775, f"{num_keys} counts of 5-7 cards, expected 73775")
    five_flushes = [i for i in range(8192) if i.bit_count() == 5]
    num_flushes = len(np.unique(arrays["flush"][five_flushes]))
    _require(num_flushes == 1_287, f"{num_flushes} ranks of flushes, expected 1287")
    return arrays


def build_boards() -> Arrays:
    """Canonical boards and how many real boards each stands for, for flop, turn and river."""
    arrays: Arrays = {}
    for street, name in enumerate(NUM_BOARDS, start=1):
        boards, weights = _core.canonical_boards(street)
        count, total = len(boards), int(weights.sum(dtype=np.int64))
        _require(count == NUM_BOARDS[name], f"{count} {name}s, expected {NUM_BOARDS[name]}")
        expected = NUM_REAL_BOARDS[name]
        _require(total == expected, f"{name}s weigh {total}, expected {expected}")
        arrays[f"{name}_boards"] = boards
        arrays[f"{name}_weights"] = weights
    return arrays


def build_preflop_equity() -> Arrays:
    """Exact all-in counts of the 169 preflop classes and the pairs of hands behind them.

    Returns
    -------
    dict
        `outcomes`: int64 (169, 169, 3), (win, tie, lose) over hand, opponent's hand and board;
        `pairs`: int32 (169, 169), disjoint pairs of hands, so outcomes sum to pairs * 1,712,304.
    """
    outcomes, pairs = _core.preflop_equity(), _core.preflop_pair_counts()
    _require(
        np.array_equal(outcomes.sum(axis=2), pairs.astype(np.int64) * NUM_PREFLOP_BOARDS),
        "preflop outcomes do not sum to the number of boards",
    )
    _require(np.array_equal(outcomes[:, :, 0], outcomes[:, :, 2].T), "a win is not a loss")
    _require(int(pairs.sum()) == NUM_HAND_PAIRS, f"{int(pairs.sum())} pairs of hands")
    sizes = np.bincount(PREFLOP_CLASSES, minlength=169)
    _require(np.array_equal(pairs.sum(axis=1), sizes * 1225), "pairs of a class do not add up")
    aces_kings = outcomes[0, 1].tolist()
    _require(aces_kings == [50371344, 285228, 10986372], f"AA against KK is {aces_kings}")
    return {"outcomes": outcomes, "pairs": pairs}


TABLES: dict[str, Callable[[], Arrays]] = {
    "evaluator": build_evaluator_tables,
    "boards": build_boards,
    "preflop_equity": build_preflop_equity,
}


def write_tables(folder: Path) -> list[Path]:
    """Build all tables and write one artifact of kind "tables" for each into a folder."""
    from feltprint.artifacts import write_artifact

    paths = []
    for name, build in TABLES.items():
        path = folder / f"{name}.safetensors"
        write_artifact(path, "tables", {"table": name}, build())
        paths.append(path)
    return paths


def open_preflop_equity(folder: Path) -> Arrays:
    """The arrays of `build_preflop_equity` from a tables folder. Raises ArtifactError."""
    from feltprint.artifacts import open_artifact

    return dict(open_artifact(folder / "preflop_equity.safetensors", "tables").arrays)
