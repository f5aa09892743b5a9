"""Decisions of random hands as pokerfast leaves them; the same ones under every Python."""

from __future__ import annotations

import copy
import random
from typing import Any


def fast_hands(count: int, seed: int) -> list[Any]:
    """Hands of six seats with 100 bb, each at a decision."""
    from pokerfast import FastHand

    rng = random.Random(seed)
    random.seed(seed)  # pokerfast deals from the module's generator
    hands: list[Any] = []
    while len(hands) < count:
        hand = FastHand(player_count=6, min_stack=20_000, max_stack=20_000)
        while not hand.done:
            hands.append(copy.deepcopy(hand))
            allowed, draw = hand.get_action_space(), rng.random()
            if "fold" in allowed and draw < 0.45:
                hand.fold()
            elif draw < 0.85 or "min_bet" not in allowed:
                hand.check() if "check" in allowed else hand.call()
            else:
                wanted = int(allowed["min_bet"] * rng.uniform(1, 3))
                hand.bet_or_raise(min(allowed["max_bet"], wanted))
    return hands[:count]
