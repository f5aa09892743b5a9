"""Hands that a bundle plays against itself under the real rules, many at a time."""

from __future__ import annotations

import numpy as np
from hands import real_state

from feltprint.adapters.rows import Kind, Rows, Status, make_row
from feltprint.bundle import Bundle


def play_hands(
    bundle: Bundle, players: int, stack: int, hands: int, seed: int
) -> tuple[Rows, Rows]:
    """All rows that come up and their answers; a hand without an answer ends there."""
    rng = np.random.default_rng(seed)
    states = [real_state([stack] * players) for _ in range(hands)]
    dealt = np.array([rng.permutation(52)[: 2 * players + 5] for _ in range(hands)])
    start = make_row(actor=0, hole=(), stacks=[stack] * players, blinds=(100, 200))
    rows = np.repeat(start, hands)
    all_rows, all_answers = [], []
    active = np.arange(hands)
    while len(active):
        for index in active:
            _ask(rows, index, states[index], dealt[index], players)
        asked = rows[active]
        answers = bundle.act(asked, rng.random(len(active)))
        all_rows.append(asked)
        all_answers.append(answers)
        for index, record in zip(active, answers, strict=True):
            if record["status"] < Status.NO_NODE:
                _play(rows, index, states[index], record)
        going = answers["status"] < Status.NO_NODE
        active = np.array([i for i in active[going] if not states[i].finished], dtype=int)
    return np.concatenate(all_rows), np.concatenate(all_answers)


def _ask(rows: Rows, index: int, state: object, dealt: np.ndarray, players: int) -> None:
    seat, board = state.actor, (0, 3, 4, 5)[state.street]
    rows["actor"][index] = seat
    rows["hole"][index] = dealt[2 * seat : 2 * seat + 2]
    rows["board"][index, :board] = dealt[2 * players : 2 * players + board]


def _play(rows: Rows, index: int, state: object, record: np.void) -> None:
    seat, kind, chips = state.actor, int(record["kind"]), int(record["chips"])
    if kind == Kind.FOLD:
        state.fold()
    elif kind == Kind.CALL:
        state.call()
    else:
        state.raise_to(chips)
    count = rows["num_actions"][index]
    rows["actions"][index, count] = (seat, kind, chips if kind == Kind.RAISE else 0)
    rows["num_actions"][index] = count + 1
