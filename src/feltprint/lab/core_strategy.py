"""Strategies of the solver core in the lab, to be scored by the lab's exact evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np

from feltprint.errors import ConfigError
from feltprint.lab.game import LabGame, Vector
from feltprint.strategy import Strategy


def strategy_of_core(game: LabGame, strategy: Strategy) -> Vector:
    """A strategy of the solver core as one of the lab, for the same game of one private card.

    Rows are matched by the node of the public tree and by what the player holds. Raises ConfigError
    for a game without a public tree of one card a seat.
    """
    if game.family != "kuhn":
        raise ConfigError(f"{game.name}: expected Kuhn, whose buckets are its cards")
    tree = strategy.solved_game.tree
    cards = list(dict.fromkeys(label.split("|")[0] for label in game.labels))
    rows: dict[str, Vector] = {}
    for node, record in enumerate(tree.nodes):
        if record["kind"] != 0:
            continue
        actions = "".join(_letters(tree.nodes, node))
        for bucket, row in enumerate(strategy.node_rows(node)):
            rows[f"{record['actor']}:{cards[bucket]}|{actions}"] = row.astype(np.float64)
    return game.strategy(rows)


def _letters(nodes: Any, node: int) -> list[str]:
    """f, c, b or r from the root to a node, as the lab's labels have them."""
    letters: list[str] = []
    while node != 0:
        parent = int(nodes[node]["parent"])
        first, count = int(nodes[parent]["first_child"]), int(nodes[parent]["num_actions"])
        facing = 0 in nodes["action"][first : first + count]
        kind = int(nodes[node]["action"])
        letters.append("f" if kind == 0 else "c" if kind == 1 else "r" if facing else "b")
        node = parent
    return letters[::-1]
