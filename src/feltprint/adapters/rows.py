"""The packed row: one decision of a real hand, as the acting seat sees it, and its answer.

Both are numpy structured types without padding; the native twin is ``serve/packed_row.hpp``, the
byte layout is in docs/formats.md. Seats: 0 = small blind, 1 = big blind, the last is the button;
heads-up seat 0 is small blind and button. Chips are whole; the least bet is the big blind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from feltprint.errors import ConfigError

MAX_PLAYERS = 6
MAX_ACTIONS = 64
NO_CARD = 255
NO_ACTION = 255

ACTION = np.dtype([("seat", "u1"), ("kind", "u1"), ("total_to", "<i4")])
ROW = np.dtype(
    [
        ("num_players", "u1"),
        ("actor", "u1"),
        ("hole", "u1", (2,)),
        ("board", "u1", (5,)),
        ("num_actions", "u1"),
        ("stacks", "<i4", (MAX_PLAYERS,)),
        ("blinds", "<i4", (MAX_PLAYERS,)),
        ("antes", "<i4", (MAX_PLAYERS,)),
        ("actions", ACTION, (MAX_ACTIONS,)),
    ]
)
ANSWER = np.dtype(
    [
        ("kind", "u1"),
        ("chips", "<i4"),
        ("prob", "<f4"),
        ("status", "u1"),
        ("stack_class", "<i2"),
        ("node", "<u4"),
        ("bucket", "<i4"),
        ("pot_ratio", "<f4"),
        ("reason", "u1"),
        ("distance", "<f4"),
    ]
)

Rows: TypeAlias = NDArray[np.void]
PlayedAction: TypeAlias = tuple[int, int, int]


class Kind(IntEnum):
    """An action; the chips of a raise are the seat's total on the street."""

    FOLD = 0
    CALL = 1  # or check
    RAISE = 2  # or bet


class Status(IntEnum):
    """How well the bundle knows a state; from NO_NODE on there is no action."""

    OK = 0  # every action of the hand is an action of the tree
    OFFTREE = 1  # some action was mapped to a neighbour
    CAPPED = 2  # the real hand went beyond a cap or an all-in of the tree; still answered
    NO_NODE = 3  # the tree has no such state
    DESYNC = 4  # history, board and actor contradict one another
    BAD_INPUT = 5  # not a possible hand


class Reason(IntEnum):
    """Why a row has its status: the gravest event, the first of its kind."""

    NONE = 0
    MAPPED_SIZE = 1  # offtree: a size that the tree does not have
    FOLD_WITHOUT_BET = 2  # offtree: a fold where the tree has no bet to fold to
    CALL_NOT_OFFERED = 3  # offtree: a limp that the tree does not have
    RAISE_CAP = 4  # capped: a raise where the tree has none, or only the all-in
    TREE_ENDED = 5  # capped: the tree has this seat, or everybody, all-in
    CHECK_DOWN = 6  # no_node: the tree ends in a check-down (too many players on the flop)
    NO_CLASS = 7  # no_node: no stack class for this number of players
    NO_MOVE = 8  # no_node: the tree offers neither the action nor a neighbour
    WRONG_ACTOR = 9  # desync: another seat is to act
    WRONG_SEAT = 10  # desync: an action of the history is by another seat than its turn
    WRONG_BOARD = 11  # desync: the board has not the cards of the street
    HAND_OVER = 12  # desync: nobody is to act
    BAD_SEATS = 13  # bad_input: number of players, actor or number of actions out of range
    BAD_CARDS = 14  # bad_input: a card out of range or twice, a gap in the board
    BAD_CHIPS = 15  # bad_input: stacks, blinds or antes out of range
    BAD_ACTION = 16  # bad_input: an action that the rules forbid
    BAD_UNIFORM = 17  # bad_input: a uniform number that is not in [0, 1)
    TOO_MANY_READINGS = 18  # no_node: the averaged mapping would branch without end


def status_name(status: int) -> str:
    """The name of a status in reports: ok, offtree, capped, no_node, desync, bad_input."""
    return Status(status).name.lower()


def make_row(
    *,
    actor: int,
    hole: Sequence[int],
    stacks: Sequence[int],
    blinds: Sequence[int],
    board: Sequence[int] = (),
    antes: Sequence[int] = (),
    actions: Iterable[PlayedAction] = (),
) -> Rows:
    """Pack one decision. Shape of the result: [1]; stack rows with ``np.concatenate``.

    Parameters
    ----------
    hole, board
        Card ids 0..51; an empty ``hole`` is a hand that is not known.
    stacks, blinds, antes
        Chips of each seat, stacks before antes and blinds; missing entries are 0.
    actions
        (seat, kind, total on the street) in order; the total of a fold or call is not read.

    Raises
    ------
    ConfigError
        For a hand with more than 64 actions, or lists that do not fit.
    """
    # lizard forgives: keyword-only, one argument a field of the row.
    played = [(seat, kind, total if kind == Kind.RAISE else 0) for seat, kind, total in actions]
    if len(played) > MAX_ACTIONS:
        raise ConfigError(
            f"a packed row holds {MAX_ACTIONS} actions, this hand has {len(played)}; "
            "it cannot be asked about from there on"
        )
    players = len(stacks)
    fits = 2 <= players <= MAX_PLAYERS and len(blinds) <= players and len(antes) <= players
    if not fits or len(hole) not in (0, 2) or len(board) > 5:
        raise ConfigError(
            f"expected 2..{MAX_PLAYERS} stacks, no more blinds or antes than stacks, 0 or 2 hole "
            f"cards and at most 5 board cards; found {players} stacks, {len(blinds)} blinds, "
            f"{len(antes)} antes, {len(hole)} and {len(board)} cards"
        )
    row = np.zeros(1, dtype=ROW)
    entry: Any = row[0]
    try:
        entry["num_players"], entry["actor"], entry["num_actions"] = players, actor, len(played)
        entry["hole"] = list(hole) or NO_CARD
        entry["board"] = [*board, *[NO_CARD] * (5 - len(board))]
        entry["stacks"][:players] = stacks
        entry["blinds"][: len(blinds)] = blinds
        entry["antes"][: len(antes)] = antes
        entry["actions"][: len(played)] = played
    except OverflowError as error:
        raise ConfigError(f"a number does not fit into a packed row: {error}") from error
    return row
