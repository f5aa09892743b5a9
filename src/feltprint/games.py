"""Games as pure descriptions: who plays with what, under which rules, with which bet sizes.

A game builds its public tree; nothing else in feltprint knows blinds or menus. Nodes are named by
histories (histories.py): lists of "f", "c" and "r500".
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import ValidationError

from feltprint import _core, toy_games
from feltprint.config.abstraction import FULL_DECK
from feltprint.config.game import STREETS, GameConfig, MenusConfig, split_size
from feltprint.errors import ConfigError
from feltprint.histories import history, node, play
from feltprint.toy_games import KuhnGame, LeducGame, ToyGame, kuhn, leduc

__all__ = [
    "AnyGame",
    "Game",
    "KuhnGame",
    "LeducGame",
    "ToyGame",
    "TreeSize",
    "explain",
    "from_config",
    "from_resolved",
    "history",
    "kuhn",
    "leduc",
    "node",
    "play",
    "preset",
    "tree_hash",
    "tree_size",
]

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

SIZE_KINDS = {
    "pot": _core.SizeKind.PotFrac,
    "x": _core.SizeKind.LastBet,
    "bb": _core.SizeKind.BigBlinds,
    "e": _core.SizeKind.Geometric,
}
LANES = 8  # buckets to a block of a table (types.hpp, kLanes)
FLOAT_BYTES = 4
HASHED_NODES = 1 << 16  # at a time: the records of a tree take more memory than the tree
FLOAT_TAG, TEXT_TAG = "constrained-float", "constrained-str"  # pydantic's, of a bet size


@dataclass(frozen=True)
class Game:
    """A hold'em game: seats, stacks, rules and menus.

    `stacks` is in chips, one a seat, seat 0 = small blind; `deck` is the number of cards, the
    highest ranks of 52. `resolved` holds all that shapes the game as plain JSON values; two games
    with the same `resolved` are the same game.
    """

    name: str
    players: int
    stacks: tuple[int, ...]
    rules: _core.BettingRules
    menu: _core.ActionMenu
    resolved: Mapping[str, Any]
    deck: int = FULL_DECK

    def build_tree(self, num_buckets: Sequence[int]) -> _core.PublicTree:
        """Build the public tree; `num_buckets` is [street], four numbers."""
        return _core.build_tree(self.rules, self.menu, list(num_buckets), self.deck)


AnyGame = Game | ToyGame


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
    bytes_per_table: int  # one float32 table over every street
    table_bytes: int  # all tables of a solve: two, and the two carries of the first street
    tree_bytes: int  # the tree itself


def preset(
    name: str, stacks_bb: float | Sequence[float], rules: str = "strict", **overrides: Any
) -> Game:
    """Make the game of a preset; `overrides` are fields of GameConfig.

    Parameters
    ----------
    name
        tiny, hu, 6max-lite, 6max, 6max-mw, push-fold or small-deck.
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
        raise ConfigError("\n".join(_problems(error.errors()))) from None
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
        "in_position_menus": _menus(game.in_position_menus, game.max_raises),
        "multiway_menus": _menus(game.multiway_menus, game.multiway_max_raises),
        "kappa_bet": game.kappa_bet,
        "merge_threshold": game.merge_threshold,
        "all_in": game.all_in,
        "kappa_all_in": game.kappa_all_in,
        "open_call": game.open_call,
        "postflop_max_players": game.postflop_max_players,
    }
    if game.deck != FULL_DECK:
        resolved["deck"] = game.deck
    return _holdem(resolved, config.preset)


def from_resolved(resolved: Mapping[str, Any], name: str = "holdem") -> AnyGame:
    """Make the game that an artifact stores (`Game.resolved`)."""
    if resolved.get("game") == "holdem":
        return _holdem(resolved, name)
    if resolved.get("game") in ("kuhn", "leduc"):
        return toy_games.from_resolved(resolved)
    raise ConfigError(f"found game {resolved.get('game')!r}; allowed: holdem, kuhn, leduc")


def tree_size(game: AnyGame, num_buckets: Sequence[int], limit_bytes: int = 0) -> TreeSize:
    """Count the tree and its tables without storing either.

    Parameters
    ----------
    num_buckets
        Buckets of each street.
    limit_bytes
        Stop with ConfigError as soon as the tables pass this size; 0 is no limit.
    """
    if isinstance(game, Game):
        size = _core.count_tree(game.rules, game.menu, list(num_buckets), limit_bytes)
    else:
        size = game.build_tree(num_buckets).size
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
        table_bytes=size.table_bytes,
        tree_bytes=size.nodes * _core.NODE_BYTES,
    )


def tree_hash(tree: _core.PublicTree) -> str:
    """Hash what a table's rows mean: seats, chips, rake, buckets and every node (sha256, hex)."""
    head: dict[str, Any] = {
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
    if tree.chip_parts != 1:
        head["chip_parts"] = tree.chip_parts
    if tree.deck not in (0, FULL_DECK):
        head["deck"] = tree.deck
    digest = hashlib.sha256(
        json.dumps(head, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
    )
    records = _core.NodeRecords(tree)
    for first in range(0, len(records), HASHED_NODES):
        nodes = records.part(first, HASHED_NODES)
        little_endian = nodes.astype(nodes.dtype.newbyteorder("<"), copy=False)
        digest.update(little_endian.view(np.uint8).data)
    return digest.hexdigest()


def explain(game: Game, actions: Iterable[str]) -> list[_core.MenuLine]:
    """Tell what became of each bet size that the menu asks for after a history.

    The history may leave the tree: any legal action of the real game is played.
    """
    state = _core.BettingState(game.rules)
    for action in actions:
        play(state, action)
    if state.finished:
        raise ConfigError("the betting is over after this history: there is no menu to explain")
    return _core.explain(state, game.menu)


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
        menus=_street_menus(resolved["menus"]),
        in_position_menus=_street_menus(resolved["in_position_menus"]),
        multiway_menus=_street_menus(resolved["multiway_menus"]),
        kappa_bet=resolved["kappa_bet"],
        merge_threshold=resolved["merge_threshold"],
        all_in=ALL_IN_RULES[resolved["all_in"]],
        kappa_all_in=resolved["kappa_all_in"],
        open_call=resolved["open_call"],
        postflop_max_players=resolved["postflop_max_players"],
    )
    stacks = tuple(resolved["stacks"])
    deck = resolved.get("deck", FULL_DECK)
    return Game(name, len(stacks), stacks, rules, menu, resolved, deck)


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
            "sizes": [list(sizes) for sizes in getattr(menus, street)],
            "max_raises": cap,
        }
        for street, cap in zip(STREETS, max_raises, strict=True)
    }


def _street_menus(menus: Mapping[str, Any]) -> list[_core.StreetMenu]:
    return [
        _core.StreetMenu(
            sizes=[[_bet_size(size) for size in level] for level in menus[street]["sizes"]],
            max_raises=menus[street]["max_raises"],
        )
        for street in STREETS
    ]


def _bet_size(size: float | str) -> _core.BetSize:
    unit, value = split_size(size)
    return _core.BetSize(SIZE_KINDS[unit], value)


def _name_of(names: Mapping[str, Any], value: Any) -> str:
    return next(name for name, member in names.items() if member == value)


def _problems(details: Iterable[Any]) -> Iterator[str]:
    """One line an error; of a union, only the member that the value could have meant."""
    for detail in details:
        loc = [str(part) for part in detail["loc"]]
        meant_text = isinstance(detail["input"], str)
        if (FLOAT_TAG in loc and meant_text) or (TEXT_TAG in loc and not meant_text):
            continue
        where = ".".join(part for part in loc if part not in (FLOAT_TAG, TEXT_TAG)) or "game"
        yield f"{where}: {detail['msg']}, found {detail['input']!r}"
