"""Short ways to write hands for the serving tests: blinds 100/200, cards as ids."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feltprint import _core
from feltprint.adapters.rows import Kind, PlayedAction, Rows, make_row
from feltprint.bundle import Bundle
from feltprint.games import PROFILES, history

BOARD = (0, 21, 42, 31, 8)  # 2c 7d Qh 9s 4c
HOLE = (46, 51)  # Kh As
HAND = 46 * (103 - 46) // 2 + 51 - 46 - 1  # id of HOLE


def real_state(
    stacks: Sequence[int],
    blinds: Sequence[int] = (100, 200),
    antes: Sequence[int] = (),
    profile: str = "strict",
) -> _core.BettingState:
    """The real hand before the first action."""
    seats = len(stacks)
    rules = _core.BettingRules(
        profile=PROFILES[profile],
        stacks=list(stacks),
        blinds=[*blinds, *[0] * (seats - len(blinds))],
        antes=[*antes, *[0] * (seats - len(antes))],
        min_bet=blinds[1],
        rake=_core.RakeRule(rate_bp=0, cap=0, no_flop_no_drop=True),
    )
    return _core.BettingState(rules)


def play_out(state: _core.BettingState, line: str) -> list[PlayedAction]:
    """Play "f", "c" and "r<total>" words on a state; the actions as packed rows have them."""
    actions: list[PlayedAction] = []
    for word in line.split():
        seat = state.actor
        if word == "f":
            state.fold()
            actions.append((seat, Kind.FOLD, 0))
        elif word == "c":
            state.call()
            actions.append((seat, Kind.CALL, 0))
        else:
            state.raise_to(int(word[1:]))
            actions.append((seat, Kind.RAISE, int(word[1:])))
    return actions


def row_of(
    line: str,
    stacks: Sequence[int] = (8000, 8000),
    hole: Sequence[int] = HOLE,
    board: Sequence[int] = BOARD,
    blinds: Sequence[int] = (100, 200),
) -> Rows:
    """The decision after a line of words; its board is cut to the street."""
    state = real_state(stacks, blinds)
    actions = play_out(state, line)
    return make_row(
        actor=state.actor,
        hole=hole,
        board=board[: (0, 3, 4, 5)[state.street]],
        stacks=stacks,
        blinds=blinds,
        actions=actions,
    )


def answer(bundle: Bundle, row: Rows, uniform: float = 0.5) -> np.void:
    return bundle.act(row, np.full(len(row), uniform))[0]


def line_of(bundle: Bundle, record: np.void) -> str:
    """The tree's line of an answer, in the tree's chips."""
    policy = list(bundle.policies.values())[record["stack_class"]]
    return " ".join(history(policy.tree, int(record["node"])))
