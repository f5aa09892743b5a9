"""Games as pure descriptions: who plays with what, under which rules, with which bet sizes.

A game builds its public tree; nothing else in feltprint knows blinds or menus. A `history` is
the list of public actions from the root: "f" folds, "c" checks or calls, "r500" bets or raises to
a total of 500 chips on the street (an all-in too).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from pydantic import ValidationError

from feltprint import _core
from feltprint.config.game import STREETS, GameConfig, MenusConfig
from feltprint.errors import ConfigError

PROFILES = {
    "strict": _core.RuleProfile.Strict,
    "pokerkit-0.7.3": _core.RuleProfile.Pokerkit073,
    "donksolver-0.1": _core.RuleProfile.Donksolver01,
}
ALL_IN_RULES = {
    "always": _core.AllInRule.Always,
    "threshold": _core.AllInRule.Threshold,
    "never": _core.AllInRule.Never,
}

LANES = 8  # buckets to a block of a table (types.hpp, kLanes)
FLOAT_BYTES = 4
NO_NODE = 0xFFFFFFFF  # parent of the root


@dataclass(frozen=True)
class Game:
    """A hold'em game: seats, stacks, rules and menus.

    `stacks` is in chips, one a seat, seat 0 = small blind. `resolved` holds all that shapes the
    tree as plain JSON values; two games with the same `resolved` are the same game.
    """

    name: str
    players: int
    stacks: tuple[int, ...]
    rules: _core.BettingRules
    menu: _core.ActionMenu
    resolved: Mapping[str, Any]

    def build_tree(self, num_buckets: Sequence[int]) -> _core.PublicTree:
        """Build the public tree; `num_buckets` is [street], four numbers."""
        return _core.build_tree(self.rules, self.menu, list(num_buckets))


@dataclass(frozen=True)
class KuhnGame:
    """Kuhn poker for two to six players: n + 1 cards, ante 1, one bet of 1."""

    players: int

    @property
    def name(self) -> str:
        """Name of the game and its number of players."""
        return f"kuhn-{self.players}"

    @property
    def stacks(self) -> tuple[int, ...]:
        """Ante and bet, in chips, one a seat."""
        return (2,) * self.players

    @property
    def resolved(self) -> Mapping[str, Any]:
        """What shapes the game, as plain JSON values."""
        return {"game": "kuhn", "players": self.players}

    def build_tree(self, num_buckets: Sequence[int] | None = None) -> _core.PublicTree:
        """Build the public tree; its one street has a bucket for each card."""
        if num_buckets is not None and list(num_buckets) != [self.players + 1]:
            raise ConfigError(
                f"Kuhn with {self.players} players has [{self.players + 1}] buckets, "
                f"found {list(num_buckets)}"
            )
        return _core.kuhn_tree(self.players)


@dataclass(frozen=True)
class TreeSize:
    """What a tree and one table over it come to, counted before anything is allocated."""

    players: int
    nodes: int
    terminals: int
    checkdown_terminals: int
    decision_nodes: tuple[int, ...]
    entries: int
    blocks: int
    preflop_blocks: int
    bytes_per_table: int


def preset(
    name: str, stacks_bb: float | Sequence[float], rules: str = "strict", **overrides: Any
) -> Game:
    """Make the game of a preset; `overrides` are fields of GameConfig.

    Parameters
    ----------
    name
        tiny, hu, 6max-lite, 6max, 6max-mw or push-fold.
    stacks_bb
        Starting stacks in big blinds: one number for all seats, or one a seat.

    Raises
    ------
    ConfigError
        For an unknown preset, profile or key, or a value out of range.
    """
    try:
        config = GameConfig.model_validate({"preset": name, "rules": rules, **overrides})
    except ValidationError as error:
        raise ConfigError("\n".join(_problem(detail) for detail in error.errors())) from None
    return from_config(config, stacks_bb)


def from_config(config: GameConfig, stacks_bb: float | Sequence[float]) -> Game:
    """Make the game of a config section for one stack class (big blinds)."""
    game = config.resolved()
    stacks = _stacks(stacks_bb, game)
    blinds = _per_seat([game.small_blind, game.big_blind, *game.straddles], len(stacks))
    for seat, (stack, blind) in enumerate(zip(stacks, blinds, strict=True)):
        if blind > stack:
            raise ConfigError(
                f"blind of seat {seat} is {blind} chips; its stack is {stack}; allowed: a stack "
                "that covers the blind"
            )
    antes = [game.ante] * len(stacks)
    antes[1] += game.big_blind_ante
    rake = game.rake
    assert rake is not None
    resolved = {
        "game": "holdem",
        "rules": game.rules,
        "stacks": stacks,
        "blinds": blinds,
        "antes": antes,
        "min_bet": game.big_blind,
        "rake": {
            "rate_bp": rake.rate_bp(),
            "cap": rake.cap_chips(game.big_blind, len(stacks)),
            "no_flop_no_drop": rake.no_flop_no_drop,
        },
        "menus": _menus(game.menus, game.max_raises),
        "multiway_menus": _menus(game.multiway_menus, game.multiway_max_raises),
        "kappa_bet": game.kappa_bet,
        "all_in": game.all_in,
        "kappa_all_in": game.kappa_all_in,
        "open_call": game.open_call,
        "postflop_max_players": game.postflop_max_players,
    }
    return _holdem(resolved, config.preset)


def from_resolved(resolved: Mapping[str, Any], name: str = "holdem") -> Game | KuhnGame:
    """Make the game that an artifact stores (`Game.resolved`)."""
    if resolved.get("game") == "kuhn":
        return kuhn(resolved["players"])
    if resolved.get("game") != "holdem":
        raise ConfigError(f"found game {resolved.get('game')!r}; allowed: holdem, kuhn")
    return _holdem(resolved, name)


def kuhn(players: int = 2) -> KuhnGame:
    """Kuhn poker for two to six players."""
    if players not in range(2, 7):
        raise ConfigError(f"Kuhn poker has 2..6 players, found {players}")
    return KuhnGame(players)


def tree_size(game: Game | KuhnGame, num_buckets: Sequence[int], limit_bytes: int = 0) -> TreeSize:
    """Count the tree and its tables without storing either.

    Parameters
    ----------
    num_buckets
        Buckets of each street.
    limit_bytes
        Stop with ConfigError as soon as the tables pass this size; 0 is no limit.
    """
    if isinstance(game, KuhnGame):
        size = game.build_tree(num_buckets).size
    else:
        size = _core.count_tree(game.rules, game.menu, list(num_buckets), limit_bytes)
    return TreeSize(
        players=game.players,
        nodes=size.nodes,
        terminals=size.terminals,
        checkdown_terminals=size.checkdown_terminals,
        decision_nodes=tuple(size.decision_nodes),
        entries=size.entries,
        blocks=size.blocks,
        preflop_blocks=size.preflop_blocks,
        bytes_per_table=size.blocks * LANES * FLOAT_BYTES,
    )


def tree_hash(tree: _core.PublicTree) -> str:
    """Hash what a table's rows mean: seats, chips, rake, buckets and every node (sha256, hex)."""
    head = {
        "antes": list(tree.antes)[: tree.num_players],
        "dead": list(tree.dead)[: tree.num_players],
        "num_buckets": list(tree.num_buckets)[: tree.num_streets],
        "num_players": tree.num_players,
        "posted": list(tree.posted)[: tree.num_players],
        "profile": _name_of(PROFILES, tree.profile),
        "rake": {
            "cap": tree.rake.cap,
            "no_flop_no_drop": tree.rake.no_flop_no_drop,
            "rate_bp": tree.rake.rate_bp,
        },
    }
    digest = hashlib.sha256(
        json.dumps(head, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
    )
    nodes = tree.nodes
    little_endian = nodes.astype(nodes.dtype.newbyteorder("<"), copy=False)
    digest.update(little_endian.view(np.uint8).data)
    return digest.hexdigest()


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


def explain(game: Game, history: Iterable[str]) -> list[_core.MenuLine]:
    """Tell what became of each bet size that the menu asks for after a history.

    The history may leave the tree: any legal action of the real game is played.
    """
    state = _core.BettingState(game.rules)
    for action in history:
        play(state, action)
    if state.finished:
        raise ConfigError("the betting is over after this history: there is no menu to explain")
    return _core.explain(state, game.menu)


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


def _holdem(resolved: Mapping[str, Any], name: str) -> Game:
    rake = resolved["rake"]
    rules = _core.BettingRules(
        profile=PROFILES[resolved["rules"]],
        stacks=resolved["stacks"],
        blinds=resolved["blinds"],
        antes=resolved["antes"],
        min_bet=resolved["min_bet"],
        rake=_core.RakeRule(**rake),
    )
    menu = _core.ActionMenu(
        menus=[_core.StreetMenu(**resolved["menus"][street]) for street in STREETS],
        multiway_menus=[
            _core.StreetMenu(**resolved["multiway_menus"][street]) for street in STREETS
        ],
        kappa_bet=resolved["kappa_bet"],
        all_in=ALL_IN_RULES[resolved["all_in"]],
        kappa_all_in=resolved["kappa_all_in"],
        open_call=resolved["open_call"],
        postflop_max_players=resolved["postflop_max_players"],
    )
    stacks = tuple(resolved["stacks"])
    return Game(name, len(stacks), stacks, rules, menu, resolved)


def _stacks(stacks_bb: float | Sequence[float], game: GameConfig) -> list[int]:
    """Turn big blinds into whole chips, one entry a seat."""
    assert game.players is not None
    listed = [stacks_bb] * game.players if isinstance(stacks_bb, int | float) else list(stacks_bb)
    if len(listed) != game.players:
        raise ConfigError(
            f"stacks_bb has {len(listed)} entries; allowed: one number, or one for each of "
            f"{game.players} seats"
        )
    stacks = []
    for seat, stack_bb in enumerate(listed):
        chips = stack_bb * game.big_blind
        if not math.isfinite(chips) or chips <= 0 or abs(chips - round(chips)) > 1e-6:
            raise ConfigError(
                f"stacks_bb of seat {seat} is {stack_bb}; allowed: above 0 and whole chips "
                f"(one big blind is {game.big_blind} chips)"
            )
        stacks.append(round(chips))
    return stacks


def _per_seat(chips: list[int], players: int) -> list[int]:
    return chips + [0] * (players - len(chips))


def _menus(menus: MenusConfig | None, max_raises: Sequence[int] | None) -> dict[str, Any]:
    assert menus is not None
    assert max_raises is not None
    return {
        street: {
            "pot_fracs": [list(sizes) for sizes in getattr(menus, street)],
            "max_raises": cap,
        }
        for street, cap in zip(STREETS, max_raises, strict=True)
    }


def _name_of(names: Mapping[str, Any], value: Any) -> str:
    return next(name for name, member in names.items() if member == value)


def _problem(detail: Any) -> str:
    where = ".".join(str(part) for part in detail["loc"]) or "game"
    return f"{where}: {detail['msg']}, found {detail['input']!r}"
