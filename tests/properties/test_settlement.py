"""Properties of settlement: chips are conserved, and the solver's quick path is the same rule."""

from __future__ import annotations

import random

import pytest

from feltprint import _core
from feltprint.games import PROFILES

HANDS = 4_000


def random_hand(rng: random.Random) -> tuple[list[int], list[int], int, list[int], int]:
    """Antes, committed chips, live mask, strengths, live seat; equal commitments are common."""
    players = rng.randint(2, 6)
    level = rng.randint(1, 400)
    committed = [level if rng.random() < 0.7 else rng.randint(0, 400) for _ in range(players)]
    live = [seat for seat in range(players) if rng.random() < 0.6 and committed[seat] > 0]
    if not live:
        live = [max(range(players), key=lambda seat: committed[seat])]
        committed[live[0]] = max(committed[live[0]], 1)
    strengths = [rng.randint(1, 4) for _ in range(players)]
    # Antes that differ are dead money.
    antes = (
        [rng.choice([0, 7, 20]) for _ in range(players)] if rng.random() < 0.25 else [0] * players
    )
    committed = [chips + ante for chips, ante in zip(committed, antes, strict=True)]
    return antes, committed, sum(1 << seat for seat in live), strengths, rng.choice(live)


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_the_quick_path_of_a_seat_is_the_settlement(profile: str) -> None:
    rng = random.Random(11)
    quick = 0
    for _ in range(HANDS):
        antes, committed, live_mask, strengths, seat = random_hand(rng)
        rake = _core.RakeRule(
            rate_bp=rng.choice([0, 137, 500]), cap=rng.choice([3, 50, 10_000]),
            no_flop_no_drop=rng.random() < 0.5,
        )  # fmt: skip
        rules = _core.BettingRules(
            profile=PROFILES[profile], stacks=[1_000] * len(committed),
            blinds=[1, 2] + [0] * (len(committed) - 2), antes=antes, min_bet=2,
            rake=rake,
        )  # fmt: skip
        saw_flop = rng.random() < 0.7
        net = _core.settle(rules, committed, live_mask, strengths, saw_flop)
        raked = saw_flop or not rake.no_flop_no_drop
        assert -sum(net) >= 0
        assert sum(net) == 0 or (raked and -sum(net) <= rake.cap)
        assert (
            _core.settle_seat(rules, committed, live_mask, strengths, saw_flop, seat) == net[seat]
        )
        quick += len(_core.side_pots(rules, committed, live_mask)) == 1
    assert 0.2 * HANDS < quick < HANDS  # both paths are met
