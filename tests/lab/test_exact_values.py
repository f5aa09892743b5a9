"""Exact values of fixed strategies and of known equilibria, against published fractions.

Source: enumeration by hand and by open programs; the families of Kuhn 1950 and Szafron et al. 2013.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from feltprint.errors import ConfigError
from feltprint.lab import best_response, evaluate, game
from feltprint.lab.equilibria import Kuhn3Member, kuhn3_equilibrium, kuhn_equilibrium
from feltprint.lab.exact import Evaluator, clairvoyant_value, history_values
from feltprint.lab.game import TERMINAL

COUNTS: list[tuple[str, dict[str, Any], int, int, int]] = [
    # game, options, infosets, histories, terminals
    ("kuhn", {}, 12, 58, 30),
    ("kuhn-3", {}, 48, 617, 312),
    ("kuhn-4", {}, 160, 7886, 3960),
    ("leduc", {}, 288, 1939, 1116),
    ("leduc", {"suit_aware": True}, 936, 9457, 5520),
    ("leduc", {"max_raises": 1}, 120, 733, 378),
    ("leduc", {"max_raises": 4}, 840, 6079, 3744),
    ("no-limit-leduc", {}, 168, 1225, 702),
    ("no-limit-leduc", {"stack": 10}, 360, 2677, 1602),
    ("no-limit-leduc", {"stack": 10, "fractions": (0.5, 1.0)}, 1320, 9937, 6102),
    ("goofspiel", {}, 162, 1077, 576),
    ("goofspiel", {"cards": 5}, 2124, 26931, 14400),
    ("liars-dice", {}, 24576, 294883, 147420),
    ("leduc-3", {}, 7428, 223881, 126996),
]


@pytest.mark.parametrize(("name", "options", "infosets", "histories", "terminals"), COUNTS)
def test_game_has_the_known_size(
    name: str, options: dict[str, Any], infosets: int, histories: int, terminals: int
) -> None:
    made = game(name, **options)
    assert made.extensive is not None
    found = made.extensive.player
    assert made.num_infosets == infosets
    assert (len(found), int((found == TERMINAL).sum())) == (histories, terminals)


UNIFORM: list[tuple[str, Fraction, list[Fraction]]] = [
    ("kuhn", Fraction(11, 12), [Fraction(1, 8), Fraction(-1, 8)]),
    ("leduc", Fraction(1709, 360), [Fraction(-5, 64), Fraction(5, 64)]),
    ("kuhn-3", Fraction(33, 16), [Fraction(15, 64), Fraction(-3, 64), Fraction(-3, 16)]),
]


@pytest.mark.parametrize(("name", "nash_conv", "value"), UNIFORM)
def test_uniform_profile_has_the_known_values(
    name: str, nash_conv: Fraction, value: list[Fraction]
) -> None:
    made = game(name)
    found = evaluate(made, made.uniform())
    assert found.nash_conv == pytest.approx(float(nash_conv), abs=1e-12)
    assert found.value == pytest.approx([float(v) for v in value], abs=1e-12)
    assert found.exploitability == pytest.approx(found.nash_conv / made.num_players, abs=1e-15)


@pytest.mark.slow
def test_uniform_profiles_of_the_larger_games_have_the_known_values() -> None:
    kuhn4 = evaluate(game("kuhn-4"), game("kuhn-4").uniform())
    assert kuhn4.nash_conv == pytest.approx(3337 / 960, abs=1e-12)
    assert kuhn4.best_response_value == pytest.approx(
        [1.0, 0.845833333, 0.814583333, 0.815625], abs=1e-9
    )
    leduc3 = evaluate(game("leduc-3"), game("leduc-3").uniform())
    assert leduc3.nash_conv == pytest.approx(114409 / 9072, abs=1e-12)
    assert leduc3.value == pytest.approx([-0.158613040, -11 / 576, 0.177710262], abs=1e-9)
    assert leduc3.gains == pytest.approx([3.993549, 4.095903, 4.521769], abs=1e-6)
    dice = evaluate(game("liars-dice"), game("liars-dice").uniform())
    assert dice.nash_conv == pytest.approx(1.561488646, abs=1e-9)
    assert dice.best_response_value == pytest.approx([0.795491623, 0.765997024], abs=1e-9)


@pytest.mark.slow
def test_six_player_kuhn_matches_a_peer() -> None:
    made = game("kuhn-6")
    found = evaluate(made, made.uniform())
    assert found.nash_conv == pytest.approx(6.631305804, abs=1e-9)
    expected = [0.390527, 0.099902, -0.045410, -0.118066, -0.154395, -0.172559]
    assert found.value == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "place", "nash_conv"),
    [("kuhn", 0, 2.0), ("kuhn", -1, 2 / 3), ("leduc", 0, 2.0), ("leduc", -1, 71 / 15)],
)
def test_profile_of_one_action_has_the_known_nash_conv(
    name: str, place: int, nash_conv: float
) -> None:
    made = game(name)
    found = evaluate(made, made.pure(place))
    assert found.nash_conv == pytest.approx(nash_conv, abs=1e-12)


def test_terminals_of_king_against_jack_pay_what_the_rules_say() -> None:
    made = game("kuhn")
    rows = {label: [1.0, 0.0] for label in made.labels}

    def value(**actions: int) -> float:
        """Payoff of seat 0 with the king against the jack, times 6 deals, others pass."""
        profile = dict(rows)
        for label, action in actions.items():
            profile[label.replace("_", "|")] = [1.0 - action, float(action)]
        ends, _ = history_values(made, made.strategy(profile))
        assert made.extensive is not None
        payoffs = made.extensive.payoff.reshape(-1, 2)[:, 0]
        return float((ends * payoffs).sum() * 6)

    everyone_passes = value()
    assert everyone_passes == pytest.approx(0.0, abs=1e-12)  # showdowns of six deals cancel
    # One action of one card changes the two deals that hold it.
    assert value(K_=1) == pytest.approx(0.0, abs=1e-12)  # bet, both fold: +1 where it was +1
    assert value(K_=1, J_b=1) == pytest.approx(1.0, abs=1e-12)  # jack pays 2 instead of 1
    assert value(J_c=1) == pytest.approx(-4.0, abs=1e-12)  # king and queen fold: -1, were +1
    assert value(J_c=1, K_cb=1) == pytest.approx(-1.0, abs=1e-12)  # the king calls and wins 2
    assert value(K_c=1, J_cb=1) == pytest.approx(-1.0, abs=1e-12)  # the jack calls and loses 2


@pytest.mark.parametrize("name", ["kuhn", "kuhn-3", "leduc", "no-limit-leduc", "goofspiel"])
def test_reach_of_terminals_sums_to_one_and_the_walk_agrees(name: str) -> None:
    made = game(name)
    strategy = np.random.default_rng(3).random(made.num_entries)
    ends, value = history_values(made, strategy)
    assert ends.sum() == pytest.approx(1.0, abs=1e-12)
    found = evaluate(made, strategy)
    assert found.value == pytest.approx(value.tolist(), abs=1e-12)
    assert sum(found.value) == pytest.approx(0.0, abs=1e-12)
    assert min(found.gains) >= -1e-12


@pytest.mark.parametrize("name", ["kuhn", "kuhn-3", "leduc", "goofspiel"])
def test_best_response_earns_its_value(name: str) -> None:
    made = game(name)
    strategy = np.random.default_rng(4).random(made.num_entries)
    for player in range(made.num_players):
        value, reply = best_response(made, strategy, player)
        assert evaluate(made, reply).value[player] == pytest.approx(value, abs=1e-12)


def test_best_response_to_uniform_kuhn_plays_as_known() -> None:
    made = game("kuhn")
    value, first = best_response(made, made.uniform(), 0)
    assert value == pytest.approx(1 / 2, abs=1e-15)
    rows = made.rows(first)
    assert rows["0:J|"]["bet"] == rows["0:Q|"]["bet"] == 1.0
    assert [rows[f"0:{card}|cb"]["call"] for card in "JQK"] == [0.0, 1.0, 1.0]
    _, second = best_response(made, made.uniform(), 1)
    rows = made.rows(second)
    assert [rows[f"1:{card}|c"]["bet"] for card in "JQK"] == [1.0, 1.0, 1.0]
    assert [rows[f"1:{card}|b"]["call"] for card in "JQK"] == [0.0, 1.0, 1.0]


@pytest.mark.parametrize("alpha", [0.0, 1 / 12, 1 / 6, 1 / 4, 1 / 3])
def test_family_of_kuhn_equilibria_cannot_be_exploited(alpha: float) -> None:
    made, strategy = kuhn_equilibrium(alpha)
    found = evaluate(made, strategy)
    assert found.value[0] == pytest.approx(-1 / 18, abs=1e-15)
    assert abs(found.exploitability) <= 1e-15


@pytest.mark.parametrize("alpha", [-0.01, 0.34])
def test_alpha_outside_the_family_is_refused(alpha: float) -> None:
    with pytest.raises(ConfigError, match="alpha"):
        kuhn_equilibrium(alpha)


def test_maximum_per_history_is_no_best_response() -> None:
    made, strategy = kuhn_equilibrium(1 / 6)
    assert evaluate(made, strategy).best_response_value[0] == pytest.approx(-1 / 18, abs=1e-15)
    clairvoyant = [clairvoyant_value(made, strategy, player) for player in range(2)]
    assert sum(clairvoyant) / 2 > 0.1  # the wrong exploitability of an equilibrium


MEMBERS = [
    Kuhn3Member(),
    Kuhn3Member(b11=1 / 8, b21=1 / 4),
    Kuhn3Member(b11=0.2, b21=0.2, c11=0.3),
    Kuhn3Member(b11=0.1, b21=0.05, b23=0.026, c11=0.5),
    Kuhn3Member(b21=0.25, b32=0.3, c33=0.3, c34=0.7),
]


@pytest.mark.parametrize("member", MEMBERS)
def test_family_of_three_player_kuhn_has_its_values(member: Kuhn3Member) -> None:
    made, strategy = kuhn3_equilibrium(member)
    found = evaluate(made, strategy)
    assert abs(found.nash_conv) <= 1e-12
    assert found.value == pytest.approx(member.values, abs=1e-12)


@pytest.mark.parametrize(
    "member",
    [
        Kuhn3Member(b11=0.3, b21=0.2),
        Kuhn3Member(b11=0.1, b21=0.05, b23=0.3, c11=0.5),
        Kuhn3Member(c33=0.9),
    ],
)
def test_member_outside_the_three_player_family_is_refused(member: Kuhn3Member) -> None:
    with pytest.raises(ConfigError, match="Kuhn3Member"):
        kuhn3_equilibrium(member)


def test_switching_profiles_in_one_evaluator_leaves_nothing_behind() -> None:
    made = game("leduc")
    evaluator = Evaluator(made)
    first = evaluator.values(made.uniform())
    evaluator.values(made.pure(0))
    assert evaluator.values(made.uniform()) == first


def test_strategy_of_wrong_size_or_sign_is_refused() -> None:
    made = game("kuhn")
    with pytest.raises(ConfigError, match="expected 24 numbers"):
        evaluate(made, np.ones(23))
    with pytest.raises(RuntimeError, match="entry 0"):
        evaluate(made, -np.ones(24))
    with pytest.raises(RuntimeError, match="entry 5"):
        evaluate(made, np.where(np.arange(24) == 5, np.nan, 1.0))


def test_unknown_names_are_refused_with_what_is_allowed() -> None:
    with pytest.raises(ConfigError, match="allowed: kuhn"):
        game("kuhnn")
    with pytest.raises(ConfigError, match="game leduc"):
        game("leduc", colours=3)
    with pytest.raises(ConfigError, match="none of this name"):
        game("kuhn").infoset("X|")
    with pytest.raises(ConfigError, match="no row for infoset"):
        game("kuhn").strategy({"J|": [1, 0]})


def test_suits_that_are_kept_apart_change_nothing() -> None:
    by_rank, by_card = game("leduc"), game("leduc", suit_aware=True)
    for strategy in ("uniform", "pure"):
        left = by_rank.uniform() if strategy == "uniform" else by_rank.pure(-1)
        right = by_card.uniform() if strategy == "uniform" else by_card.pure(-1)
        found, expected = evaluate(by_card, right), evaluate(by_rank, left)
        assert found.nash_conv == pytest.approx(expected.nash_conv, abs=1e-12)
