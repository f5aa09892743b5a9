"""Step by step against pokerkit 0.7.7 (strict) and 0.7.3 (its profile): actor, bounds, payoffs.

Exact comparison, so no false alarms. Broken twins of the engine at the end must be caught by the
same comparison. Payoffs with rake are compared one by one where pokerkit rakes as we do: it rounds
and caps each pot (we do so once a hand), and leaves the winner's last street out of a pot won by
folds (settlement.hpp). Elsewhere their sum is compared with the rake.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pokerkit_trace import HandSpec, choose, random_spec

from feltprint import _core

CHUNKS = 2
HANDS_PER_CHUNK = 200
FIRST_HAND = 350  # the first 200 from here have one of a kind for every broken rule
SLOW_CHUNKS = 10
HANDS_PER_SLOW_CHUNK = 2000

pytestmark = pytest.mark.oracle


def rules_of(
    spec: HandSpec,
    profile: _core.RuleProfile = _core.RuleProfile.Strict,
    no_flop_no_drop: bool = True,
) -> _core.BettingRules:
    return _core.BettingRules(
        profile=profile,
        stacks=spec.stacks,
        blinds=spec.blinds,
        antes=spec.antes,
        min_bet=spec.min_bet,
        rake=_core.RakeRule(rate_bp=spec.rate_bp, cap=spec.cap, no_flop_no_drop=no_flop_no_drop),
    )


class Engine:
    """The engine under test, as a trace; broken twins override one method."""

    profile = _core.RuleProfile.Strict
    no_flop_no_drop = True

    def __init__(self, spec: HandSpec) -> None:
        self.rules = rules_of(spec, self.profile, self.no_flop_no_drop)
        self.state = _core.BettingState(self.rules)

    def actor(self) -> int:
        return self.state.actor

    def bounds(self) -> tuple[int | None, int | None]:
        return self.state.min_raise_to, self.state.max_raise_to

    def side_pots(self) -> list[Any] | None:
        if any(self.state.bets):
            return None
        pots = _core.side_pots(self.rules, self.state.committed, self.state.live_mask)
        return sorted([chips, [s for s in range(6) if mask >> s & 1]] for chips, mask in pots)

    def step(self) -> dict[str, Any]:
        low, high = self.bounds()
        return {
            "actor": self.actor(),
            "street": self.state.street,
            "to_call": self.state.to_call,
            "min_raise_to": low,
            "max_raise_to": high,
            "pot": self.state.pot,
            "side_pots": self.side_pots(),
        }

    def settle(self, strengths: list[int], saw_flop: bool) -> list[Any]:
        committed, live = self.state.committed, self.state.live_mask
        return _core.settle(self.rules, committed, live, strengths, saw_flop)


def raked_alike(engine: Engine, spec: HandSpec, trace: dict[str, Any]) -> bool:
    """Tell whether pokerkit's rake means the same for this end of a hand."""
    if spec.rate_bp == 0 or not trace["saw_flop"]:
        return True
    return not engine.state.folded and trace["num_pots"] == 1


def expected_rake(engine: Engine, spec: HandSpec, saw_flop: bool) -> int:
    """Compute the rake from the rule alone: rate of the called chips, half to even, capped."""
    if not saw_flop:
        return 0
    layered = sorted(
        chips - dead for chips, dead in zip(engine.state.committed, engine.state.dead, strict=True)
    )
    called = sum(engine.state.committed) - (layered[-1] - layered[-2])
    return min(round(Fraction(called * spec.rate_bp, 10_000)), spec.cap)


def first_difference(
    spec: HandSpec, trace: dict[str, Any], make: Callable[[HandSpec], Engine] = Engine
) -> str | None:
    """Play the hand beside its trace; say where they part, or None."""
    engine = make(spec)
    for number, (theirs, u) in enumerate(zip(trace["steps"], spec.choices, strict=False)):
        if engine.state.finished:
            return f"hand {spec.seed} step {number}: the betting is over too early"
        ours = engine.step()
        if ours != theirs:
            return f"hand {spec.seed} step {number}: ours {ours}, theirs {theirs}"
        kind, total = choose(theirs, u)
        if kind == "fold":
            engine.state.fold()
        elif kind == "call":
            engine.state.call()
        else:
            engine.state.raise_to(total)
    if trace["finished"] and not engine.state.finished:
        return f"hand {spec.seed}: the betting should be over"
    if not trace["finished"]:
        return f"hand {spec.seed}: more actions than choices"
    return payoff_difference(engine, spec, trace)


def payoff_difference(engine: Engine, spec: HandSpec, trace: dict[str, Any]) -> str | None:
    payoffs = engine.settle(trace["strengths"], trace["saw_flop"])
    rake = expected_rake(engine, spec, trace["saw_flop"])
    if sum(payoffs) != -rake:
        return f"hand {spec.seed}: payoffs {payoffs} sum to {sum(payoffs)}, the rake is {rake}"
    if raked_alike(engine, spec, trace) and payoffs != trace["payoffs"]:
        return f"hand {spec.seed}: payoffs {payoffs}, theirs {trace['payoffs']}"
    return None


@cache
def traces(first: int, count: int, python: str = sys.executable) -> list[dict[str, Any]]:
    """Let pokerkit play a range of seeds in a process of its own."""
    command = [python, str(Path(__file__).with_name("pokerkit_trace.py")), str(first), str(count)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def differences(
    first: int,
    count: int,
    make: Callable[[HandSpec], Engine] = Engine,
    python: str = sys.executable,
) -> list[str]:
    """List every hand of a range of seeds in which the engines part."""
    found = [
        first_difference(random_spec(trace["seed"]), trace, make)
        for trace in traces(first, count, python)
    ]
    return [text for text in found if text is not None]


class Engine073(Engine):
    profile = _core.RuleProfile.Pokerkit073


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_some_random_hands_equal_pokerkit_step_by_step(chunk: int) -> None:
    assert differences(FIRST_HAND + chunk * HANDS_PER_CHUNK, HANDS_PER_CHUNK) == []


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
def test_random_hands_equal_pokerkit_step_by_step(chunk: int) -> None:
    first = chunk * HANDS_PER_SLOW_CHUNK
    assert differences(first, HANDS_PER_SLOW_CHUNK) == []


@pytest.fixture(scope="module")
def python_with_073() -> str:
    """Find an interpreter with pokerkit 0.7.3, which cannot share one with 0.7.7."""
    python = os.environ.get("POKERKIT_073_PYTHON", "")
    if not python:
        pytest.skip("POKERKIT_073_PYTHON names no interpreter with pokerkit 0.7.3")
    ask = "from importlib.metadata import version; print(version('pokerkit'))"
    found = subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True).stdout
    assert found.strip() == "0.7.3"
    return python


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
def test_random_hands_equal_pokerkit_073_step_by_step(chunk: int, python_with_073: str) -> None:
    first = chunk * HANDS_PER_SLOW_CHUNK
    assert differences(first, HANDS_PER_SLOW_CHUNK, Engine073, python_with_073) == []


@pytest.mark.slow
def test_strict_rules_are_not_those_of_pokerkit_073(python_with_073: str) -> None:
    assert differences(0, HANDS_PER_SLOW_CHUNK, Engine, python_with_073) != []


class ShortAllInReopens(Engine):
    def bounds(self) -> tuple[int | None, int | None]:
        state = self.state
        closed = (_core.BettingRule.ShortOfFullRaise, _core.BettingRule.NotReopened)
        high = state.bets[state.actor] + state.stacks[state.actor]
        if state.raise_violation in closed and high > state.max_bet:
            return min(high, 2 * state.max_bet), high
        return super().bounds()


class CappedMinimumRaise(Engine):
    def bounds(self) -> tuple[int | None, int | None]:
        low, high = super().bounds()
        state = self.state
        live = [s for s in range(state.num_players) if state.live_mask >> s & 1]
        totals = sorted(state.bets[s] + state.stacks[s] for s in live)
        return (None if low is None else min(low, totals[-2])), high


class SmallBlindFirstHeadsUp(Engine):
    def actor(self) -> int:
        swapped = self.state.num_players == 2 and self.state.street > 0
        return 1 - self.state.actor if swapped else self.state.actor


class RakeBeforeTheFlop(Engine):
    no_flop_no_drop = False


class ExactSplits(Engine):
    def settle(self, strengths: list[int], saw_flop: bool) -> list[Any]:
        if self.rules.rake.rate_bp:
            return super().settle(strengths, saw_flop)
        committed, live = self.state.committed, self.state.live_mask
        net = [Fraction(-chips) for chips in committed]
        pots = _core.side_pots(self.rules, committed, live)
        for chips, mask in pots:
            seats = [s for s in range(len(net)) if mask >> s & 1]
            best = max(strengths[s] for s in seats)
            winners = [s for s in seats if strengths[s] == best]
            for seat in winners:
                net[seat] += Fraction(chips, len(winners))
        uncalled = sum(committed) - sum(chips for chips, _ in pots)
        net[committed.index(max(committed))] += uncalled
        return net


@pytest.mark.parametrize(
    "broken",
    [
        ShortAllInReopens,
        CappedMinimumRaise,
        SmallBlindFirstHeadsUp,
        RakeBeforeTheFlop,
        ExactSplits,
    ],
)
def test_broken_rule_is_caught(broken: type[Engine]) -> None:
    assert differences(FIRST_HAND, HANDS_PER_CHUNK, broken) != []
