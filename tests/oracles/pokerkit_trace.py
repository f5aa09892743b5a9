"""Random hands, and how pokerkit plays them: what the rules tests compare with.

Imports pokerkit and the standard library only, so that the same file runs in another environment
with another version of pokerkit:

    python pokerkit_trace.py FIRST COUNT     prints one JSON trace a line

Seats are feltprint's: heads-up, pokerkit's player 0 (big blind) is seat 1.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem, StandardHighHand
from pokerkit.utilities import rake

AUTOMATIONS = tuple(Automation)


@dataclass(frozen=True)
class HandSpec:
    """A hand to play: seats, chips and the numbers that choose the actions."""

    seed: int
    stacks: list[int]
    blinds: list[int]
    antes: list[int]
    min_bet: int
    rate_bp: int
    cap: int
    choices: list[float]


def random_spec(seed: int) -> HandSpec:
    """Draw a hand: two to six seats, short and deep stacks, antes and straddles now and then."""
    draw = random.Random(seed)
    players = draw.choice([2, 2, 3, 3, 4, 5, 6])
    big_blind = draw.choice([2, 3, 10, 20, 200])
    small_blind = draw.choice([big_blind // 2, big_blind // 2, 1, big_blind])
    depth = draw.choice([2, 5, 12, 40, 100])
    stacks = [draw.randint(1, depth * big_blind) for _ in range(players)]
    if draw.random() < 0.3:
        stacks = [max(1, chips - chips % big_blind) for chips in stacks]
    blinds = [small_blind, big_blind] + [0] * (players - 2)
    if players > 3 and draw.random() < 0.15:
        blinds[2] = 2 * big_blind
    ante = draw.choice([0, 0, 0, 1, max(1, big_blind // 4)])
    antes = [ante] * players
    if ante and draw.random() < 0.4:
        antes = [0, ante * players] + [0] * (players - 2)
    rate_bp = draw.choice([0, 0, 500, 333])
    cap = draw.choice([big_blind, 3 * big_blind, 10**6])
    choices = [draw.random() for _ in range(400)]
    return HandSpec(seed, stacks, blinds, antes, big_blind, rate_bp, cap, choices)


def choose(step: dict[str, Any], u: float) -> tuple[str, int]:
    """Pick an action from what a seat may do; biased to all-ins and minimum raises."""
    low, high = step["min_raise_to"], step["max_raise_to"]
    if step["to_call"] > 0 and u < 0.2:
        return "fold", 0
    if low is not None and u > 0.45:
        if u > 0.85:
            return "raise", high
        if u > 0.6:
            return "raise", low
        return "raise", low + int((high - low) * (u - 0.45) / 0.15 * 0.5)
    return "call", 0


def seat_of(index: int, players: int) -> int:
    """Give the seat of a pokerkit player index; its own inverse."""
    return 1 - index if players == 2 else index


def make_state(spec: HandSpec) -> Any:
    """Deal the hand in pokerkit; cards follow from the seed."""
    random.seed(spec.seed)
    players = len(spec.stacks)
    return NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        len(set(spec.antes)) == 1,
        spec.antes,
        spec.blinds,
        spec.min_bet,
        [spec.stacks[seat_of(i, players)] for i in range(players)],
        players,
        rake=partial(
            rake,
            percentage=Fraction(spec.rate_bp, 10_000),
            cap=spec.cap,
            no_flop_no_drop=True,
        ),
    )


def step_of(state: Any) -> dict[str, Any]:
    """Tell what the actor sees, in feltprint's terms."""
    players = state.player_count
    side_pots = None
    if not any(state.bets):
        side_pots = sorted(
            [pot.amount, sorted(seat_of(i, players) for i in pot.player_indices)]
            for pot in state.pots
        )
    return {
        "actor": seat_of(state.actor_index, players),
        "street": state.street_index,
        "to_call": state.checking_or_calling_amount,
        "min_raise_to": state.min_completion_betting_or_raising_to_amount,
        "max_raise_to": state.max_completion_betting_or_raising_to_amount,
        "pot": state.total_pot_amount,
        "side_pots": side_pots,
    }


def strengths(holes: list[list[Any]], board: list[Any], live: list[int]) -> list[int]:
    """Rank the hands of the live players on a board of five: larger is better, 0 has folded."""
    if len(board) < 5:
        return [0] * len(holes)
    return [
        1 + StandardHighHand.from_game(hole, board).entry.index if player in live else 0
        for player, hole in enumerate(holes)
    ]


def pokerkit_trace(spec: HandSpec) -> dict[str, Any]:
    """Play the hand in pokerkit: every step, then payoffs [seat] and strengths [seat]."""
    state = make_state(spec)
    players = state.player_count
    holes = [list(cards) for cards in state.hole_cards]
    live = list(range(players))
    steps = []
    for u in spec.choices:
        if state.actor_index is None:
            break
        step = step_of(state)
        steps.append(step)
        kind, total = choose(step, u)
        if kind == "fold":
            live.remove(state.actor_index)
            state.fold()
        elif kind == "call":
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(total)
    board = list(state.get_board_cards(0))
    ranks = strengths(holes, board, live)
    return {
        "seed": spec.seed,
        "finished": not state.status,
        "steps": steps,
        "saw_flop": len(board) >= 3,
        "num_pots": len(list(state.pots)),
        "payoffs": [state.payoffs[seat_of(seat, players)] for seat in range(players)],
        "strengths": [ranks[seat_of(seat, players)] for seat in range(players)],
    }


def main() -> None:
    """Print the traces of a range of seeds."""
    first, count = int(sys.argv[1]), int(sys.argv[2])
    for seed in range(first, first + count):
        print(json.dumps(pokerkit_trace(random_spec(seed))))


if __name__ == "__main__":
    main()
