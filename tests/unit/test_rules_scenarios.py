"""Betting and settlement scenarios that a player can answer: the table of the reference, 3.6.

Source: checked by its author on pokerkit 0.7.7; the other profiles as their programs play.
"""

from __future__ import annotations

import pytest

from feltprint import _core
from feltprint.config.rake import RakeConfig, scheduled_cap
from feltprint.games import PROFILES, preset

STRICT = _core.RuleProfile.Strict
POKERKIT_073 = _core.RuleProfile.Pokerkit073
DONKSOLVER_01 = _core.RuleProfile.Donksolver01
NO_RAKE = _core.RakeRule(rate_bp=0, cap=0, no_flop_no_drop=True)


def make_rules(
    stacks: list[int],
    blinds: tuple[int, ...],
    profile: _core.RuleProfile = STRICT,
    rake: _core.RakeRule = NO_RAKE,
    antes: tuple[int, ...] = (),
) -> _core.BettingRules:
    rest = len(stacks)
    return _core.BettingRules(
        profile=profile,
        stacks=stacks,
        blinds=[*blinds, *[0] * (rest - len(blinds))],
        antes=[*antes, *[0] * (rest - len(antes))],
        min_bet=max(blinds),
        rake=rake,
    )


def play(rules: _core.BettingRules, *actions: int | str) -> _core.BettingState:
    state = _core.BettingState(rules)
    for action in actions:
        if action == "f":
            state.fold()
        elif action == "c":
            state.call()
        else:
            state.raise_to(action)
    return state


def payoffs(rules: _core.BettingRules, state: _core.BettingState, strength: list[int]) -> list[int]:
    assert state.finished
    saw_flop = state.street > 0 or not state.folded
    return _core.settle(rules, state.committed, state.live_mask, strength, saw_flop)


def test_side_pots_go_to_the_best_hand_of_each() -> None:
    rules = make_rules([500, 300, 100], (5, 10))
    state = play(rules, 100, 500, "c")
    assert state.committed == [500, 300, 100]
    assert payoffs(rules, state, [1, 2, 3]) == [-300, 100, 200]


def test_three_way_tie_returns_the_uncalled_chips() -> None:
    rules = make_rules([500, 300, 100], (5, 10))
    assert payoffs(rules, play(rules, 100, 500, "c"), [7, 7, 7]) == [0, 0, 0]


def test_odd_chip_goes_to_the_first_seat_after_the_button() -> None:
    rules = make_rules([100, 100, 100], (5, 10))
    state = play(rules, "c", "f", "c", *["c"] * 6)
    assert payoffs(rules, state, [0, 4, 4]) == [-5, 3, 2]


@pytest.mark.parametrize(("profile", "net"), [(STRICT, [0, 0]), (DONKSOLVER_01, [1, -1])])
def test_heads_up_odd_chip_goes_to_the_big_blind(
    profile: _core.RuleProfile, net: list[int]
) -> None:
    rules = make_rules([100, 100], (5, 10), profile, antes=(0, 1))
    state = play(rules, *["c"] * 8)
    assert state.committed == [10, 11]
    assert payoffs(rules, state, [4, 4]) == net


def test_big_blind_larger_than_its_stack_ends_the_betting_when_called() -> None:
    rules = make_rules([100, 7], (5, 10))
    state = play(rules)
    assert (state.actor, state.to_call) == (0, 2)
    assert not state.can_raise()
    state.call()
    assert payoffs(rules, state, [2, 1]) == [7, -7]
    assert payoffs(rules, state, [1, 2]) == [-7, 7]


@pytest.mark.parametrize("under_the_gun", [16, 200])
def test_short_all_in_does_not_reopen_the_betting(under_the_gun: int) -> None:
    rules = make_rules([19, 200, under_the_gun, 200], (1, 2))
    state = play(rules, 16, "c", 19, "c")
    if under_the_gun == 200:
        state.call()
    assert (state.actor, state.to_call) == (3, 3)
    assert state.can_fold()
    assert not state.can_raise()
    assert state.raise_violation == _core.BettingRule.ShortOfFullRaise


def test_pokerkit_073_lets_an_earlier_full_all_in_reopen_the_betting() -> None:
    rules = make_rules([19, 200, 16, 200], (1, 2), POKERKIT_073)
    state = play(rules, 16, "c", 19, "c")
    assert (state.actor, state.min_raise_to) == (3, 33)


@pytest.mark.parametrize("last", [17, 18])
def test_short_all_ins_accumulate_to_a_full_raise(last: int) -> None:
    # A raise of 8 to 10; all-ins of 4 and 4 more are a full raise together, of 4 and 3 are none.
    state = play(make_rules([last, 200, 200, 14], (1, 2)), 10, 14, last, "c")
    assert (state.actor, state.to_call) == (2, last - 10)
    assert state.can_raise() == (last == 18)
    if last == 18:
        assert state.min_raise_to == 26


@pytest.mark.parametrize(("profile", "least"), [(STRICT, 260), (POKERKIT_073, 200)])
def test_minimum_raise_against_a_shorter_stack(profile: _core.RuleProfile, least: int) -> None:
    state = play(make_rules([1000, 200], (10, 20), profile), 100, 180)
    assert (state.actor, state.min_raise_to, state.max_raise_to) == (0, least, 1000)


def test_call_of_an_all_in_below_a_full_raise_is_offered() -> None:
    rules = make_rules([928, 263, 930, 417, 775, 350], (2, 5))
    state = play(rules, "f", "f", 15, "f", "f", 109, "c", 55, 123, 154)
    assert (state.actor, state.to_call) == (4, 31)
    assert state.can_call()
    assert not state.can_raise()


@pytest.mark.parametrize(("profile", "first"), [(STRICT, 1), (POKERKIT_073, 1), (DONKSOLVER_01, 0)])
def test_heads_up_order(profile: _core.RuleProfile, first: int) -> None:
    state = play(make_rules([1000, 1000], (5, 10), profile))
    actors = []
    while not state.finished:
        actors.append((state.street, state.actor))
        state.call()
    assert actors == [(0, 0), (0, 1)] + [(s, a) for s in (1, 2, 3) for a in (first, 1 - first)]


def six_max(cap: int = 350) -> _core.BettingRules:
    rake = _core.RakeRule(rate_bp=500, cap=cap, no_flop_no_drop=True)
    return make_rules([20_000] * 6, (100, 200), rake=rake)


def test_a_pot_of_500_won_before_the_flop_pays_no_rake() -> None:
    rules = six_max()
    state = play(rules, "c", "f", "f", "f", "f", 800, "f")
    assert payoffs(rules, state, [0] * 6) == [-100, 300, -200, 0, 0, 0]
    assert sum(chips for chips, _ in _core.side_pots(rules, state.committed, 0b10)) == 500


@pytest.mark.parametrize("name", ["tiny", "hu", "6max-lite", "6max", "6max-mw"])
def test_presets_keep_blinds_rake_and_menus_under_every_profile(name: str) -> None:
    games = [preset(name, 100, profile).resolved for profile in PROFILES]
    assert [game["rules"] for game in games] == list(PROFILES)
    for game in games:
        assert {**game, "rules": "strict"} == games[0]
        assert game["blinds"][:2] == [100, 200]
        assert (game["rake"]["rate_bp"], game["rake"]["no_flop_no_drop"]) == (500, True)
        assert game["rake"]["cap"] == (100 if len(game["stacks"]) == 2 else 350)


@pytest.mark.parametrize(("bet", "rake"), [(2000, 300), (4000, 350)])
def test_rake_is_a_share_of_the_pot_up_to_the_cap(bet: int, rake: int) -> None:
    rules = six_max()
    pot = 2 * (1000 + bet)
    state = play(rules, "f", "f", "f", "f", 1000, "c", bet, "c", *["c"] * 4)
    assert state.pot == pot
    assert sum(payoffs(rules, state, [2, 1, 0, 0, 0, 0])) == -rake


def test_uncalled_chips_pay_no_rake() -> None:
    rules = six_max()
    state = play(rules, "f", "f", "f", "f", 1000, "c", 9000, "f")
    assert payoffs(rules, state, [0] * 6) == [900, -1000, 0, 0, 0, 0]


def test_cap_is_for_the_hand_not_for_each_pot() -> None:
    rake = _core.RakeRule(rate_bp=1000, cap=100, no_flop_no_drop=True)
    rules = make_rules([5000, 3000, 1000], (50, 100), rake=rake)
    state = play(rules, 1000, 5000, "c")
    assert sum(payoffs(rules, state, [1, 2, 3])) == -100


def test_donksolver_charges_the_seats_that_are_ahead() -> None:
    rake = _core.RakeRule(rate_bp=500, cap=100, no_flop_no_drop=True)
    rules = make_rules([1000, 1000, 1000], (50, 100), DONKSOLVER_01, rake)
    state = play(rules, 1000, "c", "c")
    assert payoffs(rules, state, [3, 3, 1]) == [450, 450, -1000]
    chop = play(rules, "f", 1000, "c")
    assert payoffs(rules, chop, [3, 3, 0]) == [0, 0, 0]


@pytest.mark.parametrize(("dealt", "cap"), [(2, 100), (3, 250), (4, 250), (5, 350), (6, 350)])
def test_cap_schedule_by_seats_dealt(dealt: int, cap: int) -> None:
    assert scheduled_cap(200, dealt) == cap
    assert scheduled_cap(499, dealt) == cap


def test_cap_of_another_stake_counts_in_big_blinds() -> None:
    rake = RakeConfig(cap_big_blind=10)
    assert rake.cap_chips(200, 6) == 3000


def test_a_seat_is_all_in_exactly_when_it_has_no_chips() -> None:
    state = play(make_rules([30, 50, 200], (5, 10)), 50, "c")
    assert state.stacks == [0, 40, 150]
    assert state.actor == 1


def test_big_blind_ante_is_dead_money() -> None:
    rules = make_rules([100, 100, 100], (5, 10), antes=(0, 10))
    state = play(rules, 100, "c", "c")
    assert state.committed == [100, 100, 100]
    assert state.dead == [0, 10, 0]
    assert payoffs(rules, state, [1, 2, 1]) == [-90, 180, -90]


def test_equal_antes_make_a_side_pot_for_a_seat_that_cannot_pay() -> None:
    rules = make_rules([100, 100, 3], (5, 10), antes=(5, 5, 5))
    state = play(rules, "c", *["c"] * 7)
    assert payoffs(rules, state, [1, 2, 3]) == [-15, 9, 6]


@pytest.mark.parametrize(
    ("actions", "attempt", "reason"),
    [
        ((), lambda s: s.raise_to(39), "below the minimum raise"),
        ((), lambda s: s.raise_to(1001), "above the seat's chips"),
        (("c",), lambda s: s.fold(), "faces no bet"),
        ((60, 1000), lambda s: s.raise_to(1001), "does not exceed the call"),
        ((1000,), lambda s: s.raise_to(1000), "does not exceed the call"),
        ((1000, "c"), lambda s: s.call(), "betting is over"),
    ],
)
def test_illegal_action_names_the_rule(actions, attempt, reason) -> None:
    state = play(make_rules([1000, 1000], (10, 20)), *actions)
    with pytest.raises(ValueError, match=reason):
        attempt(state)


# Every rule that can forbid a raise, with a line of play that meets it.
FORBIDDEN_RAISES = {
    "ShortOfFullRaise": (
        ([19, 200, 16, 200], (1, 2)),
        (16, "c", 19, "c"),
        "less than the last full",
    ),
    "NotReopened": (
        ([9, 10, 15, 6, 8, 9], (3, 3)),
        (6, "f", 8, "f", 9, 10),
        "have not reopened the betting",
    ),
    "CannotCover": (([1000, 1000], (10, 20)), (1000,), "does not exceed the call"),
    "NobodyLeftToRaise": (([1000, 300], (10, 20)), ("c", 300), "every other live seat is all-in"),
    "NobodyToAct": (([1000, 1000], (10, 20)), ("f",), "betting is over"),
}


@pytest.mark.parametrize("rule", FORBIDDEN_RAISES)
def test_every_forbidden_raise_names_its_rule(rule: str) -> None:
    seats, line, reason = FORBIDDEN_RAISES[rule]
    state = play(make_rules(*seats), *line)
    assert state.raise_violation == _core.BettingRule[rule]
    assert not state.can_raise()
    with pytest.raises(ValueError, match=reason):
        state.raise_to(state.max_bet + 400)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stacks": [100]}, "seats must be 2..6, found 1"),
        ({"stacks": [100] * 7}, "seats must be 2..6, found 7"),
        ({"stacks": [100, 0]}, "stacks of seat 1 .* must be 1.."),
        ({"stacks": [100, -5]}, "stacks of seat 1 .* found -5"),
        ({"antes": [0, -1]}, "antes of seat 1 .* found -1"),
        ({"blinds": [5, -10]}, "blinds of seat 1 .* found -10"),
        ({"blinds": [0, 0]}, "at least one seat must post"),
        ({"antes": [1]}, "antes must have one entry a seat"),
        ({"min_bet": 0}, "min_bet"),
    ],
)
def test_impossible_rules_are_refused(change, message) -> None:
    fields = {
        "profile": STRICT,
        "stacks": [100, 100],
        "blinds": [5, 10],
        "antes": [0, 0],
        "min_bet": 10,
        "rake": NO_RAKE,
    }
    with pytest.raises(ValueError, match=message):
        _core.BettingRules(**{**fields, **change})
