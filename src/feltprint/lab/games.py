"""The games of the lab by name. Poker takes its betting from the rules layer.

kuhn kuhn-3 .. kuhn-6                   Kuhn poker; `cards` for more than players + 1
leduc leduc-3 leduc-4                   Leduc hold'em; ranks, suits, max_raises, suit_aware
no-limit-leduc                          stack, fractions (a definition of our own)
liars-dice goofspiel                    sides; cards
push-fold                               stack_bb, on the preset of the same name
river                                   a spot of hold'em: board, pot, stack, ranges, menus
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from feltprint import _core, games, tables, toy_games
from feltprint.cards import board as board_ids
from feltprint.cards import preflop_class_name
from feltprint.errors import ConfigError
from feltprint.lab.game import LabGame, Vector

KUHN_CARDS = "23456789TJQKA"
CHIPS, BIG_BLINDS, WINS = "chips", "big blinds", "wins"

NO_LIMIT_LEDUC_STACK, NO_LIMIT_LEDUC_FRACTIONS = 5, (1.0,)


@dataclass(frozen=True)
class RiverMenu:
    """Sizes as fractions of the pot (after calling); the all-in is always offered."""

    bets: tuple[float, ...] = (0.5, 1.0)
    raises: tuple[float, ...] = (1.0,)


RIVER_MENU = RiverMenu()


def kuhn(players: int = 2, cards: int | None = None) -> LabGame:
    """Kuhn poker: n + 1 cards, ante 1, one bet of 1; `cards` makes the deck larger."""
    game = toy_games.kuhn(players)
    cards = players + 1 if cards is None else cards
    if not players < cards <= len(KUHN_CARDS):
        raise ConfigError(
            f"cards of Kuhn: expected {players + 1}..{len(KUHN_CARDS)}, found {cards}"
        )
    names = list("JQK") if cards == 3 else list(KUHN_CARDS[-cards:])
    resolved = {**game.resolved, "cards": cards}
    built = _core.lab_poker_game(game.build_tree(), list(range(cards)), [1] * cards, names, False)
    name = f"kuhn-{players}" if players > 2 else "kuhn"
    return LabGame.of_histories(name, "kuhn", resolved, built)


def leduc(
    players: int = 2,
    ranks: int | None = None,
    suits: int = 2,
    max_raises: int = 2,
    *,
    suit_aware: bool = False,
) -> LabGame:
    """Leduc hold'em; suit_aware keeps cards of a rank apart, as some programs do."""
    game = toy_games.leduc(players, ranks=ranks, suits=suits, max_raises=max_raises)
    deck = _deck(game.ranks, game.suits, suit_aware=suit_aware)
    resolved = {**game.resolved, "suit_aware": suit_aware}
    name = f"leduc-{players}" if players > 2 else "leduc"
    built = _core.lab_poker_game(game.build_tree(), *deck, False)
    return LabGame.of_histories(name, "leduc", resolved, built)


def no_limit_leduc(
    stack: int = NO_LIMIT_LEDUC_STACK, fractions: Sequence[float] = NO_LIMIT_LEDUC_FRACTIONS
) -> LabGame:
    """Leduc's deck with no-limit betting: ante 1, raises by fractions of the pot, and all-in."""
    tree = _core.lab_no_limit_tree(2, 1, stack, list(fractions), list(fractions))
    resolved = {"game": "no-limit-leduc", "stack": stack, "fractions": list(fractions)}
    built = _core.lab_poker_game(tree, *_deck(3, 2, suit_aware=False), True)
    return LabGame.of_histories("no-limit-leduc", "no-limit-leduc", resolved, built)


def liars_dice(sides: int = 6) -> LabGame:
    """Liar's dice with one die each; the highest face is wild."""
    resolved = {"game": "liars-dice", "sides": sides}
    built = _core.lab_liars_dice(sides)
    return LabGame.of_histories("liars-dice", "liars-dice", resolved, built, WINS)


def goofspiel(cards: int = 4) -> LabGame:
    """Goofspiel with sealed bids, prizes in falling order."""
    resolved = {"game": "goofspiel", "cards": cards}
    built = _core.lab_goofspiel(cards)
    return LabGame.of_histories("goofspiel", "goofspiel", resolved, built, WINS)


def push_fold(stack_bb: float = 10.0, equity_tables: Mapping[str, Any] | None = None) -> LabGame:
    """Heads-up push-fold on the 169 hand classes, exact equities, payoffs in chips.

    Parameters
    ----------
    equity_tables
        `outcomes` and `pairs` as `tables.build_preflop_equity` gives; None builds them.
    """
    game = games.preset("push-fold", stack_bb)
    equity = tables.build_preflop_equity() if equity_tables is None else equity_tables
    totals = equity["outcomes"].sum(axis=2).astype(np.float64)
    built = _core.lab_pair_poker_game(
        game.build_tree((169, 1, 1, 1)),
        [preflop_class_name(i) for i in range(169)],
        np.ascontiguousarray(equity["pairs"] / float(equity["pairs"].sum())),
        np.ascontiguousarray(equity["outcomes"][:, :, 0] / totals),
        np.ascontiguousarray(equity["outcomes"][:, :, 1] / totals),
    )
    resolved = {"game": "push-fold", "resolved": game.resolved}
    return LabGame.of_histories(f"push-fold-{stack_bb:g}bb", "push-fold", resolved, built)


def river(
    board: str,
    pot: int,
    stack: int,
    ranges: Sequence[Vector],
    menu: RiverMenu = RIVER_MENU,
) -> LabGame:
    """A river endgame of hold'em for two, the first player out of position.

    Parameters
    ----------
    pot
        Chips in the middle, half from each player; even.
    stack
        Chips that each player has behind.
    ranges
        Weights of all 1,326 hands for each player, in the order of hand ids.
    """
    if pot < 2 or pot % 2 or stack < 1:
        raise ConfigError(f"river: expected an even pot and chips behind, found {pot} and {stack}")
    if len(ranges) != 2:
        raise ConfigError(f"river: expected two ranges, found {len(ranges)}")
    cards = board_ids(board)
    if len(cards) != 5:
        raise ConfigError(f"board: expected five cards, found {board!r}")
    bets, raises = list(menu.bets), list(menu.raises)
    tree = _core.lab_no_limit_tree(1, pot // 2, pot // 2 + stack, bets, raises)
    weights = [np.asarray(r, dtype=np.float64).tolist() for r in ranges]
    native = _core.lab_river_game(tree, cards.tolist(), *weights)
    resolved = {
        "game": "river", "board": board, "pot": pot, "stack": stack, "bets": bets,
        "raises": raises, "ranges": weights,
    }  # fmt: skip
    return LabGame("river", "river", resolved, native, None)


def river_file(path: str | Path, total_stack: int = 20_000) -> LabGame:
    """A river endgame from a file of reach probabilities (docs/formats.md, river endgames)."""
    fields: dict[str, list[str]] = {}
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        key, *values = line.split()
        if not key.startswith("-") or not values:
            raise ConfigError(f"{path}, line {number}: expected `-key values`, found {line[:40]!r}")
        fields[key[1:]] = values
    try:
        board, pot = fields["board"][0], int(fields["pot"][0])
        reach = np.array(fields["reach"], dtype=np.float64)
    except (KeyError, ValueError) as error:
        raise ConfigError(f"{path}: expected -board, -pot and -reach; {error}") from error
    if reach.shape != (2 * 1326,):
        raise ConfigError(f"{path}: expected 2652 reach numbers, found {len(reach)}")
    order = _suit_major_hands()
    ranges = [np.zeros(1326), np.zeros(1326)]
    for seat, own in enumerate(ranges):
        own[order] = reach[1326 * seat : 1326 * (seat + 1)]
    spot = river(board, pot, total_stack - pot // 2, ranges)
    return replace(spot, name=f"river-{Path(path).stem}")


def _suit_major_hands() -> list[int]:
    """Hand ids in the files' order: cards 2s 2h 2d 2c 3s .., pairs in lexicographic order."""
    cards = [4 * rank + suit for rank in range(13) for suit in (3, 2, 1, 0)]
    ids = np.zeros((52, 52), dtype=np.int64)
    low, high = np.triu_indices(52, 1)
    ids[low, high] = ids[high, low] = np.arange(1326)
    return [int(ids[cards[i], cards[j]]) for i in range(52) for j in range(i + 1, 52)]


def _deck(ranks: int, suits: int, *, suit_aware: bool) -> tuple[list[int], list[int], list[str]]:
    names = list("JQK") if ranks == 3 else list(KUHN_CARDS[-ranks:]) if ranks <= 13 else []
    names = names or [str(rank + 1) for rank in range(ranks)]
    if not suit_aware:
        return list(range(ranks)), [suits] * ranks, names
    each = [(rank, names[rank] + "cdhs"[suit]) for rank in range(ranks) for suit in range(suits)]
    return [rank for rank, _ in each], [1] * len(each), [name for _, name in each]


Maker = Callable[..., LabGame]
GAMES: Mapping[str, tuple[Maker, Mapping[str, Any]]] = {
    **{f"kuhn-{n}" if n > 2 else "kuhn": (kuhn, {"players": n}) for n in range(2, 7)},
    **{f"leduc-{n}" if n > 2 else "leduc": (leduc, {"players": n}) for n in range(2, 5)},
    "no-limit-leduc": (no_limit_leduc, {}),
    "liars-dice": (liars_dice, {}),
    "goofspiel": (goofspiel, {}),
    "push-fold": (push_fold, {}),
}


def game(name: str, **parameters: Any) -> LabGame:
    """A game by name, such as `leduc-3`, or the path of a river endgame.

    Raises
    ------
    ConfigError
        For an unknown name, or parameters that the game does not have.
    """
    if name in GAMES:
        maker, fixed = GAMES[name]
        try:
            return maker(**{**fixed, **parameters})
        except TypeError as error:
            raise ConfigError(f"game {name}: {error}") from error
    if Path(name).suffix == ".txt" and Path(name).is_file():
        return river_file(name)
    allowed = ", ".join(GAMES)
    raise ConfigError(f"game: found {name!r}; allowed: {allowed}, or a river endgame (.txt)")
