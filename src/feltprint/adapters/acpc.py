"""ACPC match states and betting strings to packed rows, and answers back to action text.

A match state is ``MATCHSTATE:position:hand number:betting:cards``; bets are ``r<total>`` where the
total counts every chip that the player has put in over the whole hand ("no-limit", Protocol 2.0.0).
A betting string alone is also read with totals on the street, ``b<total>``, as Slumbot writes it
(``b300c/kk``: k checks, c calls, f folds).

ACPC numbers players from 0 by ``blind`` and ``firstPlayer``. Heads-up games of the competition have
``blind = 100 50``: player 0 is the big blind, so the two seats are swapped; with more players the
blinds come first and the numbers are feltprint's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from feltprint import _core
from feltprint.adapters.rows import Kind, PlayedAction, Rows, Status, make_row
from feltprint.errors import ConfigError
from feltprint.games import PROFILES

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_TOKEN = re.compile(r"r(\d{1,9})|b(\d{1,9})|[cfk/]")
_CARD = re.compile(rf"[{RANKS}][{SUITS}]")
BOARD_CARDS = (0, 3, 4, 5)


@dataclass(frozen=True)
class AcpcGame:
    """What a match state does not tell: stacks and blinds in chips, in feltprint's seats."""

    stacks: tuple[int, ...]
    blinds: tuple[int, ...]

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.stacks)

    def seat(self, position: int) -> int:
        """Feltprint's seat of an ACPC position."""
        if not 0 <= position < self.players:
            raise ConfigError(f"expected a position in 0..{self.players - 1}, found {position}")
        return 1 - position if self.players == 2 else position

    def start(self) -> _core.BettingState:
        """The hand before the first action, under the rule profile strict."""
        rules = _core.BettingRules(
            profile=PROFILES["strict"],
            stacks=list(self.stacks),
            blinds=[*self.blinds, *[0] * (self.players - len(self.blinds))],
            antes=[0] * self.players,
            min_bet=self.blinds[1],
            rake=_core.RakeRule(rate_bp=0, cap=0, no_flop_no_drop=True),
        )
        return _core.BettingState(rules)


ACPC_HEADS_UP = AcpcGame(stacks=(20_000, 20_000), blinds=(50, 100))


def row(text: str, game: AcpcGame = ACPC_HEADS_UP) -> Rows:
    """Pack the decision of a match state. Shape: [1].

    Raises
    ------
    ConfigError
        For text that is no match state, a betting that the rules forbid, or a hand where the
        player of the position is not to act.
    """
    fields = text.strip().split(":")
    if len(fields) != 5 or fields[0] != "MATCHSTATE" or not fields[1].isdecimal():
        raise ConfigError(f"expected MATCHSTATE:position:hand:betting:cards, found {text!r}")
    seat = game.seat(int(fields[1]))
    hole, board = _cards(fields[4], int(fields[1]), game.players)
    state, actions = play(fields[3], game)
    if state.actor != seat:
        raise ConfigError(f"seat {seat} is asked, but {state.actor} is to act after {fields[3]!r}")
    return make_row(
        actor=seat,
        hole=hole,
        board=board[: BOARD_CARDS[state.street]],
        stacks=game.stacks,
        blinds=game.blinds,
        actions=actions,
    )


def betting_row(
    betting: str,
    hole: Sequence[int],
    board: Sequence[int],
    game: AcpcGame = ACPC_HEADS_UP,
) -> Rows:
    """Pack the decision after a betting string, of whoever is to act. Raises as ``row``."""
    state, actions = play(betting, game)
    if state.actor is None:
        raise ConfigError(f"nobody is to act after {betting!r}")
    return make_row(
        actor=state.actor,
        hole=hole,
        board=board,
        stacks=game.stacks,
        blinds=game.blinds,
        actions=actions,
    )


def play(betting: str, game: AcpcGame) -> tuple[_core.BettingState, list[PlayedAction]]:
    """Play a betting string from the start; the state after it and its actions."""
    state, actions = game.start(), list[PlayedAction]()
    position = 0
    while position < len(betting):
        match = _TOKEN.match(betting, position)
        if match is None:
            raise ConfigError(
                f"{betting!r}: expected f, c, k, r or b and a total, or / at {position}"
            )
        position = match.end()
        if match.group() != "/":
            actions.append(_play_one(match, state, betting))
    return state, actions


def action_text(answer: Any, row: Rows, game: AcpcGame = ACPC_HEADS_UP) -> str:
    """An answer as ACPC writes it: f, c, or r and the total of the whole hand.

    Raises ConfigError for an answer without an action.
    """
    if int(answer["status"]) >= Status.NO_NODE:
        raise ConfigError("the answer has no action to write")
    if answer["kind"] == Kind.FOLD:
        return "f"
    if answer["kind"] == Kind.CALL:
        return "c"
    return f"r{chips_before_street(row, game) + int(answer['chips'])}"


def chips_before_street(row: Rows, game: AcpcGame) -> int:
    """Chips that the acting seat put in on earlier streets: ACPC's totals include them."""
    state = game.start()
    for seat, kind, total in row["actions"][0][: int(row["num_actions"][0])].tolist():
        _apply(state, (seat, kind, total))
    seat = int(row["actor"][0])
    return int(state.committed[seat] - state.bets[seat])


def betting_text(row: Rows, game: AcpcGame = ACPC_HEADS_UP) -> str:
    """The history of a row as an ACPC betting string (totals of the whole hand)."""
    state, text = game.start(), ""
    for seat, kind, total in row["actions"][0][: int(row["num_actions"][0])].tolist():
        street = state.street
        before = state.committed[seat] - state.bets[seat]
        _apply(state, (seat, kind, total))
        text += "f" if kind == Kind.FOLD else "c" if kind == Kind.CALL else f"r{before + total}"
        text += "/" * (state.street - street)
    return text


def _play_one(match: re.Match[str], state: _core.BettingState, betting: str) -> PlayedAction:
    seat = state.actor
    if seat is None:
        raise ConfigError(f"{betting!r}: the hand is over before {match.group()!r}")
    whole_hand, street_total = match.groups()
    if whole_hand is not None:
        total = int(whole_hand) - (state.committed[seat] - state.bets[seat])
        action = (seat, int(Kind.RAISE), total)
    elif street_total is not None:
        action = (seat, int(Kind.RAISE), int(street_total))
    else:
        action = (seat, int(Kind.FOLD if match.group() == "f" else Kind.CALL), 0)
    try:
        _apply(state, action)
    except ConfigError as error:
        raise ConfigError(f"{betting!r}: {error}") from error
    return action


def _apply(state: _core.BettingState, action: PlayedAction) -> None:
    _, kind, total = action
    if kind == Kind.FOLD:
        state.fold()
    elif kind == Kind.CALL:
        state.call()
    else:
        state.raise_to(total)


def _cards(text: str, position: int, players: int) -> tuple[list[int], list[int]]:
    """The own hole cards and the board of ``hole|hole/flop/turn/river``."""
    streets = text.split("/")
    holes = streets[0].split("|")
    if len(holes) != players or len(streets) > 4:
        raise ConfigError(f"expected cards of {players} players and a board, found {text!r}")
    return card_ids(holes[position]), card_ids("".join(streets[1:]))


def card_ids(text: str) -> list[int]:
    """Card ids of text such as AsKh. Raises ConfigError for anything else."""
    names = _CARD.findall(text)
    if "".join(names) != text:
        raise ConfigError(f"expected cards such as AsKh, found {text!r}")
    return [4 * RANKS.index(name[0]) + SUITS.index(name[1]) for name in names]
