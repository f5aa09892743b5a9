"""What holds for every hand under every profile: chips, order, legality and the split."""

from __future__ import annotations

import random

import pytest

from feltprint import _core
from feltprint.errors import ConfigError

HANDS = 1500
PROFILES = [
    _core.RuleProfile.Strict,
    _core.RuleProfile.Pokerkit073,
    _core.RuleProfile.Donksolver01,
]


def random_rules(draw: random.Random, profile: _core.RuleProfile) -> _core.BettingRules:
    players = draw.randint(2, 6)
    big_blind = draw.choice([2, 10, 200])
    ante = draw.choice([0, 0, 1, big_blind])
    antes = [ante] * players if draw.random() < 0.5 else [0, ante, *[0] * (players - 2)]
    return _core.BettingRules(
        profile=profile,
        stacks=[draw.randint(1, 60 * big_blind) for _ in range(players)],
        blinds=[big_blind // 2, big_blind, *[0] * (players - 2)],
        antes=antes,
        min_bet=big_blind,
        rake=_core.RakeRule(
            rate_bp=draw.choice([0, 500, 10_000]),
            cap=draw.choice([0, 7, 10**9]),
            no_flop_no_drop=draw.random() < 0.5,
        ),
    )


def act(state: _core.BettingState, draw: random.Random) -> None:
    u = draw.random()
    if u < 0.15 and state.can_fold():
        state.fold()
    elif u < 0.6 and state.can_raise():
        low, high = state.min_raise_to, state.max_raise_to
        state.raise_to(draw.choice([low, high, draw.randint(low, high)]))
    else:
        state.call()


def check_state(state: _core.BettingState, rules: _core.BettingRules) -> None:
    chips = [c + s for c, s in zip(state.committed, state.stacks, strict=True)]
    assert chips == rules.stacks
    assert state.pot == sum(state.committed)
    assert min(state.stacks) >= 0
    if state.finished:
        return
    seat = state.actor
    assert state.live_mask >> seat & 1
    assert state.stacks[seat] > 0
    assert 0 <= state.to_call <= state.stacks[seat]
    if state.can_raise():
        assert state.max_bet < state.min_raise_to <= state.max_raise_to
        assert not state.can_raise_to(state.min_raise_to - 1)
        assert not state.can_raise_to(state.max_raise_to + 1)
    else:
        with pytest.raises(ConfigError, match="illegal action"):
            state.raise_to(state.max_bet + 1)


def check_payoffs(
    state: _core.BettingState, rules: _core.BettingRules, strength: list[int]
) -> None:
    pots = _core.side_pots(rules, state.committed, state.live_mask)
    uncalled = sum(state.committed) - sum(chips for chips, _ in pots)
    assert 0 <= uncalled <= max(state.committed)
    saw_flop = state.street > 0 or not state.folded
    net = _core.settle(rules, state.committed, state.live_mask, strength, saw_flop)
    rake = -sum(net)
    assert 0 <= rake <= min(rules.rake.cap, sum(state.committed))
    if rules.rake.no_flop_no_drop and not saw_flop:
        assert rake == 0
    # The peer's rake counts uncalled chips, and may take more than a winner is ahead.
    charges_winners = rules.profile == _core.RuleProfile.Donksolver01
    for seat, won in enumerate(net):
        assert charges_winners or won >= -state.committed[seat]
        if not state.live_mask >> seat & 1:
            assert won == -state.committed[seat]


@pytest.mark.parametrize("profile", PROFILES)
def test_chips_are_conserved_and_the_end_is_reached(profile: _core.RuleProfile) -> None:
    draw = random.Random(int(profile))
    for _ in range(HANDS):
        rules = random_rules(draw, profile)
        state = _core.BettingState(rules)
        street = 0
        for _ in range(10_000):
            check_state(state, rules)
            assert state.street >= street
            street = state.street
            if state.finished:
                break
            act(state, draw)
        assert state.finished
        check_payoffs(state, rules, [draw.randint(1, 4) for _ in rules.stacks])


def test_a_copy_goes_its_own_way() -> None:
    rules = random_rules(random.Random(3), _core.RuleProfile.Strict)
    state = _core.BettingState(rules)
    other = state.copy()
    other.call()
    assert state.committed != other.committed or state.actor != other.actor
