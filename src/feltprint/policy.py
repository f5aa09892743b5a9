"""Frozen policies: open, verify, and read rows by node and bucket."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.artifacts import MAX_PAYLOAD_BYTES, Array, Artifact, read_compressed
from feltprint.errors import ArtifactError, ConfigError
from feltprint.freezing import CODE_SUM, LANES, POLICY_KIND, num_groups, rebuild_tree
from feltprint.games import AnyGame, from_resolved

LOWEST_EXPONENT = -40
DECISION = 0


@dataclass(frozen=True)
class Policy:
    """A frozen average strategy and the tree that it belongs to.

    ``prob`` is uint8 [block, lane] and ``mass`` uint8 [row group, lane]; docs/formats.md.
    """

    path: Path
    meta: dict[str, Any]
    game: AnyGame
    tree: _core.PublicTree
    prob: Array
    mass: Array
    payload_sha256: str

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        payload_sha256: str | None = None,
        *,
        max_bytes: int = MAX_PAYLOAD_BYTES,
    ) -> Policy:
        """Open a ``.safetensors.zst`` policy. Raises ArtifactError unless all of it is in order.

        payload_sha256: what its content must be, where that is known; max_bytes: the most that it
        may be unpacked.
        """
        artifact = read_compressed(
            path, POLICY_KIND, max_bytes=max_bytes, expected_sha256=payload_sha256
        )
        return cls.of(artifact, artifact.sha256)

    @classmethod
    def of(cls, artifact: Artifact, payload_sha256: str) -> Policy:
        """The policy in an open artifact, with its tree rebuilt and compared by hash."""
        prob = _bytes(artifact, "prob")
        mass = _bytes(artifact, "mass")
        tree = rebuild_tree(artifact.meta, artifact.path, blocks=len(prob))
        groups = num_groups(tree)
        if len(prob) != tree.size.blocks or len(mass) != groups:
            raise ArtifactError(
                f"{artifact.path}: expected {tree.size.blocks} blocks and {groups} row groups for "
                f"its tree, found {len(prob)} and {len(mass)}; make it again"
            )
        game = from_resolved(artifact.meta["game"])
        return cls(artifact.path, artifact.meta, game, tree, prob, mass, payload_sha256)

    def row(self, node: int, bucket: int) -> NDArray[np.float64]:
        """Probabilities of an infoset. Shape: [action]; they sum to 1."""
        row: NDArray[np.float64] = self.node(node)[self._checked(node, bucket)]
        return row

    def node(self, node: int) -> NDArray[np.float64]:
        """Probabilities at a decision node. Shape: [bucket, action]; rows sum to 1."""
        record = self._decision(node)
        actions, buckets = int(record["num_actions"]), self._num_buckets(record)
        groups = -(-buckets // LANES)
        first = int(record["row"])
        blocks = self.prob[first : first + groups * actions].reshape(groups, actions, LANES)
        codes = blocks.transpose(0, 2, 1).reshape(groups * LANES, actions)[:buckets]
        rows: NDArray[np.float64] = codes / float(CODE_SUM)
        return rows

    def mass_at(self, node: int, bucket: int) -> float:
        """A lower bound, within half an octave, of the mass of a row; 0 = never visited.

        Read the probabilities of a row with little mass with care.
        """
        at = self._checked(node, bucket)
        nodes, _, first_group = self._index
        position = int(np.flatnonzero(nodes == node)[0])
        code = int(self.mass[int(first_group[position]) + at // LANES, at % LANES])
        if code == 0:
            return 0.0
        half, exponent = (code - 1) % 2, (code - 1) // 2 + LOWEST_EXPONENT
        return (1.0 + half / 2) * 2.0**exponent

    @cached_property
    def _index(self) -> tuple[Array, Array, Array]:
        nodes, first_block, first_group = _core.row_index(self.tree)
        return nodes, first_block, first_group

    def _decision(self, node: int) -> Any:
        nodes = self.tree.nodes
        if not 0 <= node < len(nodes) or nodes[node]["kind"] != DECISION:
            raise ConfigError(
                f"node: expected a decision node in 0..{len(nodes) - 1}, found {node}"
            )
        return nodes[node]

    def _num_buckets(self, record: Any) -> int:
        return int(self.tree.num_buckets[int(record["street"])])

    def _checked(self, node: int, bucket: int) -> int:
        buckets = self._num_buckets(self._decision(node))
        if not 0 <= bucket < buckets:
            raise ConfigError(f"bucket: expected 0..{buckets - 1} at node {node}, found {bucket}")
        return bucket


def _bytes(artifact: Artifact, name: str) -> Array:
    array = artifact.arrays.get(name)
    if array is None or array.dtype != np.uint8 or array.ndim != 2 or array.shape[1] != LANES:
        raise ArtifactError(
            f"{artifact.path}: expected {name} of uint8 (n, {LANES}), found "
            f"{None if array is None else (array.dtype.name, array.shape)}; make it again"
        )
    return array
