"""Names of the nodes of a public tree: the public actions that lead there.

"f" folds, "c" checks or calls, "r500" bets or raises to a total of 500 chips on the street (an
all-in too). Antes do not count in a total; blinds do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from feltprint import _core
from feltprint.errors import ConfigError

NO_NODE = 0xFFFFFFFF  # parent of the root


def history(tree: _core.PublicTree, node: int) -> list[str]:
    """Give the actions that lead from the root to a node."""
    nodes = tree.nodes
    if not 0 <= node < len(nodes):
        raise ConfigError(f"found node {node}; allowed: 0..{len(nodes) - 1}")
    path = [_Node.at(nodes, node)]
    while path[-1].parent != NO_NODE:
        path.append(_Node.at(nodes, path[-1].parent))
    chips = _Chips(tree)
    return [chips.step(parent, child) for parent, child in pairwise(reversed(path))]


def node(tree: _core.PublicTree, history: Iterable[str]) -> int:
    """Give the node that a history leads to.

    Raises
    ------
    ConfigError
        When an action is not in the tree, with the actions that are.
    """
    nodes = tree.nodes
    chips = _Chips(tree)
    at, here = 0, _Node.at(nodes, 0)
    for position, action in enumerate(history):
        children = range(here.first_child, here.first_child + here.num_actions)
        found = {chips.name(here, child): (i, child) for i, child in _children(nodes, children)}
        if action not in found:
            raise ConfigError(
                f"action {position} is {action!r}; allowed here: {', '.join(found) or 'none'}"
            )
        at, child = found[action]
        chips.step(here, child)
        here = child
    return at


def play(state: _core.BettingState, action: str) -> None:
    """Do one action of a history on a betting state."""
    if action == "f":
        state.fold()
    elif action == "c":
        state.call()
    elif action[:1] == "r" and action[1:].isdecimal():
        state.raise_to(int(action[1:]))
    else:
        raise ConfigError(f'found action {action!r}; allowed: "f", "c", "r" and a total of chips')


class _Node(NamedTuple):
    """One node as plain numbers; the fields of the node array in its order."""

    first_child: int
    row: int
    parent: int
    total_chips: int
    kind: int
    street: int
    actor: int
    num_actions: int
    action: int
    live_mask: int
    reserved: int

    @classmethod
    def at(cls, nodes: Any, node: int) -> _Node:
        """Read one node of the array."""
        return cls(*nodes[node].item())


def _children(nodes: Any, ids: Iterable[int]) -> Iterator[tuple[int, _Node]]:
    return ((child, _Node.at(nodes, child)) for child in ids)


class _Chips:
    """Chips of each seat along a path: turns totals of the hand into totals of the street."""

    def __init__(self, tree: _core.PublicTree) -> None:
        self._committed = list(tree.posted)
        self._at_street_start = list(tree.antes)

    def name(self, parent: _Node, child: _Node) -> str:
        """Name the action from parent to child."""
        if child.action == _core.ActionKind.Fold:
            return "f"
        if child.action == _core.ActionKind.Call:
            return "c"
        return f"r{child.total_chips - self._at_street_start[parent.actor]}"

    def step(self, parent: _Node, child: _Node) -> str:
        """Play the action from parent to child and name it."""
        name = self.name(parent, child)
        self._committed[parent.actor] = child.total_chips
        if child.street > parent.street:
            self._at_street_start = list(self._committed)
        return name
