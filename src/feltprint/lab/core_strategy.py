"""Strategies of the solver core in the lab, to be scored by the lab's exact evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np

from feltprint.errors import ConfigError
from feltprint.lab.game import LabGame, Vector
from feltprint.strategy import Strategy


def strategy_of_core(game: LabGame, strategy: Strategy) -> Vector:
    """A strategy of the solver core as one of the lab, for Kuhn or Leduc of the same rules.

    Rows are matched by the node of the public tree and by what the player holds: the core's buckets
    are the own card, and after the board own * ranks + board. Raises ConfigError for another game.
    """
    if game.family not in ("kuhn", "leduc") or game.resolved.get("suit_aware"):
        raise ConfigError(f"{game.name}: expected Kuhn or Leduc, cards of a rank alike")
    tree = strategy.solved_game.tree
    cards = [label.split("|")[0] for label in game.labels]
    cards = sorted(set(cards), key=cards.index)
    known = {game.full_label(infoset) for infoset in range(game.num_infosets)}
    rows: dict[str, Vector] = {}
    for node, record in enumerate(tree.nodes):
        if record["kind"] != 0:
            continue
        before, after = _letters(tree.nodes, node)
        for bucket, row in enumerate(strategy.node_rows(node)):
            own, board = bucket, ""
            if record["street"] > 0:
                own, board = bucket // len(cards), f"/{cards[bucket % len(cards)]}|{after}"
            name = f"{record['actor']}:{cards[own]}|{before}{board}"
            if name in known:
                exact = row.astype(np.float64)
                rows[name] = exact / exact.sum()
    return game.strategy(rows)


def _letters(nodes: Any, node: int) -> tuple[str, str]:
    """f, c, b or r from the root to a node, before and after the board, as the lab's labels."""
    letters: tuple[list[str], list[str]] = ([], [])
    while node != 0:
        parent = int(nodes[node]["parent"])
        first, count = int(nodes[parent]["first_child"]), int(nodes[parent]["num_actions"])
        facing = 0 in nodes["action"][first : first + count]
        kind = int(nodes[node]["action"])
        letter = "f" if kind == 0 else "c" if kind == 1 else "r" if facing else "b"
        letters[int(nodes[parent]["street"])].append(letter)
        node = parent
    return "".join(letters[0][::-1]), "".join(letters[1][::-1])
