"""Strategies as read-only views of a table: rows by (node, bucket), nodes by history."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltprint.artifacts import Array
from feltprint.errors import ConfigError
from feltprint.games import node as node_at
from feltprint.solved_game import SolvedGame

LANES = 8


class Strategy:
    """A strategy: the normalised positive part of each row of a table.

    Parameters
    ----------
    solved_game
        The game, its abstraction and its tree.
    table
        Weights of the actions, float32 [blocks, 8], layout [group][action][lane] per node.
    fallback
        Read for a row that has no positive weight in ``table``; a row that has none there either
        is uniform.
    visits
        Boards on which each node was met, uint32 [decision node in table order]; None where the
        solve does not count (``visit_counts``).
    """

    def __init__(
        self, solved_game: SolvedGame, table: Array, fallback: Array, visits: Array | None = None
    ) -> None:
        self.solved_game = solved_game
        self.table = table
        self.fallback = fallback
        self._visits = visits

    def node_rows(self, node: int) -> NDArray[np.float64]:
        """Probabilities of a decision node. Shape: [bucket, action]; rows sum to 1."""
        weights = self._weights(self.table, node)
        weights = np.where(
            weights.sum(axis=1, keepdims=True) > 0, weights, self._weights(self.fallback, node)
        )
        totals = weights.sum(axis=1, keepdims=True)
        uniform = np.full_like(weights, 1.0 / weights.shape[1])
        np.divide(weights, totals, out=uniform, where=totals > 0)
        return uniform

    def probabilities(self) -> NDArray[np.float32]:
        """The whole strategy in the table's layout, a copy; lanes without a bucket are uniform.

        What an evaluation compares and a responder starts from. Cost: a table, and the rows of the
        nodes of one street and one number of actions at a time.
        """
        filled = np.empty_like(self.table, dtype=np.float32)
        records = self.solved_game.tree.nodes
        records = records[records["kind"] == 0]
        keys = np.stack([records["street"], records["num_actions"]], axis=1)
        for street, actions in np.unique(keys, axis=0).tolist():
            same = (records["street"] == street) & (records["num_actions"] == actions)
            groups = -(-self.solved_game.tree.num_buckets[street] // LANES)
            first = records["row"][same].astype(np.int64)
            blocks = first[:, np.newaxis] + np.arange(groups * actions)
            filled[blocks] = self._normalised(blocks, actions)
        return filled

    def _normalised(self, blocks: Array, actions: int) -> NDArray[np.float32]:
        """Rows of some nodes as probabilities. Shape: [node, block] ids -> [node, block, lane]."""
        shape = (-1, actions, LANES)
        weights = np.maximum(self.table[blocks].reshape(shape), 0.0)
        other = np.maximum(self.fallback[blocks].reshape(shape), 0.0)
        weights = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, other)
        totals = weights.sum(axis=1, keepdims=True)
        uniform = np.full_like(weights, 1.0 / actions)
        np.divide(weights, totals, out=uniform, where=totals > 0)
        return uniform.reshape(*blocks.shape, LANES)

    def mass(self, node: int) -> NDArray[np.float64]:
        """Summed weight of each row; 0 = never visited, the row is the fallback's. Shape: [bucket].

        A row with little mass has been averaged over few iterations.
        """
        totals: NDArray[np.float64] = self._weights(self.table, node).sum(axis=1)
        return totals

    def visits(self, node: int) -> int:
        """Boards on which a traverser acted at a decision node. Raises ConfigError uncounted."""
        self._decision(node)
        if self._visits is None:
            raise ConfigError("visits: found a solve without counts; set solver.visit_counts")
        return int(self._visits[int(np.flatnonzero(self._table_order == node)[0])])

    @cached_property
    def _table_order(self) -> Array:
        nodes = self.solved_game.tree.nodes
        decisions = np.flatnonzero(nodes["kind"] == 0)
        order: Array = decisions[np.argsort(nodes["row"][decisions], kind="stable")]
        return order

    def _weights(self, table: Array, node: int) -> NDArray[np.float64]:
        record = self._decision(node)
        actions = int(record["num_actions"])
        buckets = self.solved_game.tree.num_buckets[int(record["street"])]
        groups = -(-buckets // LANES)
        first = int(record["row"])
        blocks = table[first : first + groups * actions].reshape(groups, actions, LANES)
        rows = blocks.transpose(0, 2, 1).reshape(groups * LANES, actions)[:buckets]
        weights: NDArray[np.float64] = np.maximum(rows.astype(np.float64), 0.0)
        return weights

    def _decision(self, node: int) -> Array:
        nodes = self.solved_game.tree.nodes
        if not 0 <= node < len(nodes) or nodes[node]["kind"] != 0:
            raise ConfigError(
                f"node: expected the id of a decision node in 0..{len(nodes) - 1}, found {node}"
            )
        record: Array = nodes[node]
        return record

    def row(self, node: int, bucket: int) -> NDArray[np.float64]:
        """Probabilities of the actions of one infoset. Shape: [action]."""
        rows = self.node_rows(node)
        if not 0 <= bucket < len(rows):
            raise ConfigError(f"bucket: expected 0..{len(rows) - 1}, found {bucket}")
        row: NDArray[np.float64] = rows[bucket]
        return row

    def node(self, history: Sequence[str]) -> NDArray[np.float64]:
        """Probabilities at the node that a history of actions leads to."""
        return self.node_rows(node_at(self.solved_game.tree, history))
