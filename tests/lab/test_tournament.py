"""Rule agents against the equilibrium: exact values as fractions, simulations around them."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint.errors import ConfigError
from feltprint.lab import evaluate, game, solve
from feltprint.lab.equilibria import kuhn_equilibrium
from feltprint.lab.tournament import (
    AGENTS,
    MatchResult,
    agent,
    duplicate_value,
    exploiting_response,
    match,
    tournament,
)

# Agent -> its best responses in both seats, and the equilibrium's mean value at alpha 0, 1/6, 1/3.
KUHN: dict[str, tuple[tuple[float, float], tuple[float, float, float]]] = {
    "calling station": ((1 / 3, 1 / 3), (1 / 9, 1 / 6, 2 / 9)),
    "maniac": ((1 / 3, 1 / 3), (1 / 9, 1 / 9, 1 / 9)),
    "rock": ((1.0, 1.0), (1 / 9, 1 / 6, 2 / 9)),
    "honest": ((1 / 6, 1 / 3), (0.0, 0.0, 0.0)),
    "random": ((1 / 2, 5 / 12), (1 / 9, 5 / 36, 1 / 6)),
}


@pytest.mark.parametrize("name", KUHN)
def test_equilibrium_earns_the_known_fractions(name: str) -> None:
    best, earned = KUHN[name]
    for alpha, expected in zip((0.0, 1 / 6, 1 / 3), earned, strict=True):
        made, equilibrium = kuhn_equilibrium(alpha)
        other = agent(made, AGENTS[name])
        assert sum(duplicate_value(made, equilibrium, other)) / 2 == pytest.approx(
            expected, abs=1e-12
        )
    assert evaluate(made, other).best_response_value == pytest.approx(best, abs=1e-12)
    response = exploiting_response(made, other)
    assert duplicate_value(made, response, other) == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_equilibrium_never_loses_more_than_its_exploitability(name: str) -> None:
    run = solve(name, "sapcfr+", 3_000)
    results = tournament(run.game, run.strategy, hands=4_000)
    assert {result.opponent for result in results} == set(AGENTS)
    for nash, response in zip(results[::2], results[1::2], strict=True):
        assert (nash.player, response.player) == ("equilibrium", "best response")
        assert nash.exact >= -run.exploitability - 1e-12
        assert response.exact >= nash.exact - 1e-12


# 40 intervals at 95 %: fewer than 30 hold the exact value with probability 3e-5; seeds are fixed.
def test_intervals_of_simulations_hold_the_exact_value_as_often_as_they_say() -> None:
    made, equilibrium = kuhn_equilibrium(1 / 6)
    other = ("random", agent(made, AGENTS["random"]))
    results = [match(made, ("own", equilibrium), other, 2_000, seed) for seed in range(40)]
    assert sum(result.exact_inside for result in results) >= 30
    assert max(abs(result.z) for result in results) < 4.5
    wrong = [MatchResult(**{**vars(r), "exact": r.exact + 0.3}) for r in results]
    assert not any(result.exact_inside for result in wrong)


def test_both_seats_get_the_same_cards() -> None:
    made = game("kuhn")
    rock = ("rock", agent(made, AGENTS["rock"]))
    result = match(made, rock, rock, 500, 1)
    assert (result.simulated, result.standard_error) == (0.0, 0.0)
    assert result.exact_inside
    assert result.z == 0.0


def test_agents_play_poker_for_two_alone() -> None:
    with pytest.raises(ConfigError, match="rule agents"):
        agent(game("goofspiel"), AGENTS["rock"])
    three = game("kuhn-3")
    with pytest.raises(ConfigError, match="two players"):
        duplicate_value(three, three.uniform(), three.uniform())
    made = game("kuhn")
    with pytest.raises(ConfigError, match="hands"):
        tournament(made, made.uniform(), hands=1)


def test_content_of_a_match_is_plain_json() -> None:
    made = game("leduc")
    rock = ("rock", agent(made, AGENTS["rock"]))
    content = match(made, ("uniform", made.uniform()), rock, 100, 1).content()
    assert content["exact"] == pytest.approx(np.mean(content["seat_values"]), abs=1e-15)
    assert content["interval"][0] < content["simulated"] < content["interval"][1]
