"""pokerkit states (0.7.7) to packed rows. Needs pokerkit: ``pip install 'feltprint[pokerkit]'``.

pokerkit numbers players from the small blind on, like feltprint; heads-up its player 0 is the big
blind and posts the second blind, so the two seats are swapped (its lists of blinds and antes are
in the order of feltprint's seats already). Only the acting player's own hole cards are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltprint.adapters.rows import MAX_PLAYERS, Kind, PlayedAction, Rows, make_row
from feltprint.errors import ConfigError

if TYPE_CHECKING:
    from pokerkit import State

RANKS = "23456789TJQKA"
SUITS = "cdhs"


@dataclass
class Hand:
    """What a state has made public so far, in feltprint's seats, and each seat's own cards."""

    stacks: list[int]
    blinds: list[int]
    antes: list[int]
    hole: list[list[int]]
    board: list[int] = field(default_factory=list)
    actions: list[PlayedAction] = field(default_factory=list)

    def row(self, actor: int) -> Rows:
        """Pack the decision of a seat."""
        return make_row(
            actor=actor,
            hole=self.hole[actor],
            board=self.board,
            stacks=self.stacks,
            blinds=self.blinds,
            antes=self.antes,
            actions=self.actions,
        )


def row(state: State) -> Rows:
    """Pack the decision that a state waits for. Shape: [1].

    Raises
    ------
    ConfigError
        When nobody is to act, for more than 64 actions, or for a hand that a row cannot hold:
        chips that are not whole, a least bet that is not the big blind, several boards.
    """
    if state.actor_index is None:
        raise ConfigError("expected a pokerkit state with somebody to act, found nobody to act")
    hand = _start(state)
    for operation in state.operations:
        _play(hand, operation, state)
    return hand.row(_seat(state, state.actor_index))


def decisions(state: State) -> Iterator[tuple[Hand, PlayedAction]]:
    """Every decision of the hand so far: what was public before it, and the action taken.

    The hand is one object that grows: pack it before the next step. Raises ConfigError as ``row``.
    """
    hand = _start(state)
    for operation in state.operations:
        action = _action(operation, state)
        if action is not None:
            yield hand, action
        _play(hand, operation, state)


def card_id(card: Any) -> int:
    """Id of a pokerkit card, 4 * rank + suit."""
    return 4 * RANKS.index(card.rank.value) + SUITS.index(card.suit.value)


def _seat(state: State, player: int) -> int:
    return 1 - player if state.player_count == 2 else player


def _chips(amount: Any) -> int:
    if int(amount) != amount:
        raise ConfigError(f"expected whole chips, found {amount}; scale the hand first")
    return int(amount)


def _start(state: State) -> Hand:
    players = state.player_count
    if not 2 <= players <= MAX_PLAYERS:
        raise ConfigError(f"expected 2..{MAX_PLAYERS} players, found {players}")
    order = [1, 0] if players == 2 else list(range(players))
    blinds = [_chips(amount) for amount in state.blinds_or_straddles]
    least = _chips(state.streets[0].min_completion_betting_or_raising_amount)
    if least != blinds[1] or state.bring_in or min(blinds) < 0:
        raise ConfigError(
            f"expected a least bet equal to the big blind, no negative blind and no bring-in, "
            f"found {least}, {blinds} and {state.bring_in}; a packed row cannot hold this hand"
        )
    return Hand(
        stacks=[_chips(state.starting_stacks[player]) for player in order],
        blinds=blinds,
        antes=[_chips(amount) for amount in state.antes],
        hole=[[] for _ in range(players)],
    )


def _action(operation: Any, state: State) -> PlayedAction | None:
    name = type(operation).__name__
    if name == "Folding":
        return _seat(state, operation.player_index), Kind.FOLD, 0
    if name == "CheckingOrCalling":
        return _seat(state, operation.player_index), Kind.CALL, 0
    if name == "CompletionBettingOrRaisingTo":
        return _seat(state, operation.player_index), Kind.RAISE, _chips(operation.amount)
    return None


def _play(hand: Hand, operation: Any, state: State) -> None:
    name = type(operation).__name__
    action = _action(operation, state)
    if action is not None:
        hand.actions.append(action)
    elif name == "BoardDealing":
        hand.board += [card_id(card) for card in operation.cards]
    elif name == "HoleDealing" and all(not card.unknown_status for card in operation.cards):
        hand.hole[_seat(state, operation.player_index)] += [
            card_id(card) for card in operation.cards
        ]
