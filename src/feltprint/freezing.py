"""Freeze an average strategy: one byte an action, one byte of mass a row, in one zstd frame.

The tables are read by memory map and quantised in pieces of bounded size, so a freeze needs little
memory beside the tree. The codes are those of ``native/include/feltprint/serve/freeze.hpp``: the
probabilities of a row sum to exactly 255, a row that was never visited has mass 0 and takes its
current strategy.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import numpy as np

from feltprint import _core
from feltprint.artifacts import Array, ArrayStream, open_artifact, write_compressed
from feltprint.config.freeze import FreezeConfig
from feltprint.errors import ArtifactError, ConfigError
from feltprint.games import Game, from_resolved, tree_hash
from feltprint.weight_tables import require_table, sums_of_blocks

if TYPE_CHECKING:
    from feltprint.strategy import Strategy

POLICY_KIND = "policy"
STATE_KIND = "state"
LANES = 8
CODE_SUM = 255
LEVELS = {8: 255, 4: 15}  # bits -> largest number of steps
SPOOL_BYTES = 1 << 20
PIECE_BLOCKS = 1 << 15  # blocks of a table to a piece: 2 MiB of weights and regrets

_DEFAULTS = FreezeConfig()

ProgressCallback = Callable[[int, int, dict[str, Any]], None]
GAME_KEYS = ("game", "num_buckets", "tree_hash", "abstraction_sha256")


@dataclass(frozen=True)
class FreezeOptions:
    """What of an average strategy is kept: see ``config.freeze``. Codes of 4 bits are multiples
    of 17. Raises ConfigError for values out of range.
    """

    bits: int = _DEFAULTS.bits
    threshold: float = _DEFAULTS.threshold
    purify: bool = _DEFAULTS.purify

    def __post_init__(self) -> None:
        if self.bits not in LEVELS or not 0 <= self.threshold < 1:
            raise ConfigError(
                f"expected bits in {sorted(LEVELS)} and a threshold in [0, 1), found "
                f"{self.bits} and {self.threshold}"
            )

    @property
    def native(self) -> _core.FreezeOptions:
        """The same for the native code."""
        return _core.FreezeOptions(
            levels=LEVELS[self.bits], threshold=self.threshold, purify=self.purify
        )


ALL_KEPT = FreezeOptions()


Blocks = Callable[[slice], Array]  # some blocks of a table, float32 [block, lane]


@dataclass(frozen=True)
class _Tables:
    """A strategy's weights with its regrets, by blocks, and the tree that they belong to."""

    tree: _core.PublicTree
    weights: Blocks
    regrets: Blocks
    options: FreezeOptions


def freeze_policy(
    state_path: str | os.PathLike[str],
    out_path: str | os.PathLike[str],
    options: FreezeOptions = ALL_KEPT,
    *,
    level: int = 3,
    threads: int = 1,
    on_progress: ProgressCallback | None = None,
) -> dict[str, Any]:
    """Freeze a solver's state file into a policy file; return the report.

    Parameters
    ----------
    options
        See ``FreezeOptions``.
    level, threads
        Of zstd. The bytes depend on the level, not on the threads.
    on_progress
        Called as ``on_progress(done, total, info)`` with table blocks.

    Returns
    -------
    dict
        rows, visited_rows, entries, error_mean, error_max (of a probability), state_bytes,
        payload_bytes (in memory), file_bytes, file_sha256, payload_sha256.

    Raises
    ------
    ArtifactError
        When the state is damaged or its tree is not the one that its game gives.
    SolverError
        For a weight that is negative or not finite.
    """
    state = open_artifact(state_path, STATE_KIND)
    tree = rebuild_tree(state.meta, state.path)
    for name in ("strategy", "regret"):
        require_table(state, name, tree.size.blocks)
    regrets = partial(sums_of_blocks, state.arrays, "regret")
    is_final = (state.meta.get("solver") or {}).get("answer") == "final"
    weights = (
        partial(_positive, regrets)
        if is_final
        else partial(sums_of_blocks, state.arrays, "strategy")
    )
    tables = _Tables(tree, weights, regrets, options)
    keys = (*GAME_KEYS, "solver", "iterations")
    meta = {key: state.meta.get(key) for key in keys}
    report = _write(tables, meta, Path(out_path), level, threads, on_progress)
    return {"state_bytes": state.path.stat().st_size, **report}


def freeze(
    strategy: Strategy,
    out_path: str | os.PathLike[str],
    options: FreezeOptions = ALL_KEPT,
    *,
    level: int = 3,
    threads: int = 1,
    on_progress: ProgressCallback | None = None,
) -> dict[str, Any]:
    """Freeze a strategy in memory into a policy file; return the report of ``freeze_policy``.

    The policy does not tell solver and iterations: a strategy does not know them.
    """
    solved_game = strategy.solved_game
    tables = _Tables(
        solved_game.tree, strategy.table.__getitem__, strategy.fallback.__getitem__, options
    )
    meta = {**solved_game.meta(), "solver": None, "iterations": None}
    return _write(tables, meta, Path(out_path), level, threads, on_progress)


def _positive(blocks: Blocks, which: slice) -> Array:
    """The positive parts: the weights of the current strategy."""
    return np.maximum(blocks(which), np.float32(0))


def rebuild_tree(meta: Mapping[str, Any], where: Path, blocks: int | None = None) -> Any:
    """The public tree of an artifact's game, checked against the hash that it stores.

    blocks: size of the tables that the artifact holds; a tree that is larger is refused before
    it is built. Raises ArtifactError.
    """
    try:
        game = from_resolved(meta["game"])
        num_buckets = [int(count) for count in meta["num_buckets"]]
        if not isinstance(game, Game):
            num_buckets = num_buckets[: len(game.num_buckets)]
        elif blocks is not None:
            limit = max(4 * blocks * LANES * np.dtype(np.float32).itemsize, 1)  # 0 is no limit
            _core.count_tree(game.rules, game.menu, num_buckets, limit)
        tree = game.build_tree(num_buckets)
        found = tree_hash(tree)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        raise ArtifactError(f"{where}: its game cannot be built: {error}; make it again") from error
    if found != meta.get("tree_hash"):
        raise ArtifactError(
            f"{where}: expected tree hash {meta.get('tree_hash')}, found {found} for its game; it "
            "was made by another version of the tree builder: make it again"
        )
    return tree


def _pieces(tree: _core.PublicTree) -> Iterator[tuple[Array, slice]]:
    """Decision nodes in table order, in pieces, with the blocks that belong to each piece."""
    walk = _core.RowWalk(tree)
    nodes, begin, end = walk.next(PIECE_BLOCKS)
    while len(nodes):
        yield nodes, slice(begin, end)
        nodes, begin, end = walk.next(PIECE_BLOCKS)


def num_groups(tree: _core.PublicTree) -> int:
    """Row groups of a policy of the tree: the length of its masses."""
    return sum(
        count * -(-buckets // LANES)
        for count, buckets in zip(tree.size.decision_nodes, tree.num_buckets, strict=True)
    )


class _Spool:
    """An array on its way from the quantiser to the artifact, in an unnamed file."""

    def __init__(self, folder: Path, rows: int) -> None:
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 (closed by close)
        self._digest = hashlib.sha256()
        self._rows = rows

    def append(self, piece: Array) -> None:
        self._digest.update(piece.data)
        self._file.write(piece.data)

    def stream(self) -> ArrayStream:
        return ArrayStream(
            np.dtype(np.uint8), (self._rows, LANES), self._chunks, self._digest.hexdigest()
        )

    def close(self) -> None:
        self._file.close()

    def _chunks(self) -> Iterator[Array]:
        self._file.seek(0)
        while data := self._file.read(SPOOL_BYTES):
            yield np.frombuffer(data, dtype=np.uint8)


def _quantize(
    tables: _Tables, prob: _Spool, mass: _Spool, on_progress: ProgressCallback | None
) -> dict[str, Any]:
    """Quantise all rows into the spools; return counts and errors."""
    counts = {"rows": 0, "visited_rows": 0, "entries": 0}
    error_sum = error_max = 0.0
    for nodes, blocks in _pieces(tables.tree):
        codes, masses, report = _core.quantize_rows(
            tables.tree,
            tables.weights(blocks),
            tables.regrets(blocks),
            nodes,
            tables.options.native,
        )
        prob.append(codes)
        mass.append(masses)
        counts["rows"] += report.rows
        counts["visited_rows"] += report.visited
        counts["entries"] += report.entries
        error_sum += report.error_sum
        error_max = max(error_max, report.error_max)
        if on_progress is not None:
            on_progress(blocks.stop, tables.tree.size.blocks, {})
    return {**counts, "error_mean": error_sum / counts["entries"], "error_max": error_max}


def _write(
    tables: _Tables,
    meta: dict[str, Any],
    path: Path,
    level: int,
    threads: int,
    on_progress: ProgressCallback | None,
) -> dict[str, Any]:
    blocks, groups = tables.tree.size.blocks, num_groups(tables.tree)
    with closing(_Spool(path.parent, blocks)) as prob, closing(_Spool(path.parent, groups)) as mass:
        report = _quantize(tables, prob, mass, on_progress)
        file_sha256, payload_sha256 = write_compressed(
            path,
            POLICY_KIND,
            {**meta, "freeze": {**report, "options": asdict(tables.options)}},
            {"prob": prob.stream(), "mass": mass.stream()},
            level=level,
            threads=threads,
        )
    return {
        **report,
        "payload_bytes": (blocks + groups) * LANES,
        "file_bytes": path.stat().st_size,
        "file_sha256": file_sha256,
        "payload_sha256": payload_sha256,
    }
