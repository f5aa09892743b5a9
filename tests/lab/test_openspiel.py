"""OpenSpiel's games in the lab, and our strategies scored by OpenSpiel.

Needs open_spiel in this environment (extra openspiel) or in the folder that OPEN_SPIEL_PATH names.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np
import pytest

from feltprint.adapters import openspiel
from feltprint.errors import ConfigError
from feltprint.lab import LabGame, evaluate, game, solve

sys.path += [path for path in [os.environ.get("OPEN_SPIEL_PATH")] if path]
pyspiel = pytest.importorskip("pyspiel", reason="open_spiel (extra openspiel) is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.oracle]

GAMES = [
    ("kuhn_poker", 12), ("kuhn_poker(players=3)", 48), ("leduc_poker", 936),
    ("leduc_poker(suit_isomorphism=true)", 288),
    ("turn_based_simultaneous_game(game=goofspiel(imp_info=true,num_cards=4,points_order=descending))",
     162),
]  # fmt: skip


def nash_conv(spiel_game: Any, policy: Any) -> float:
    from open_spiel.python.algorithms import exploitability

    return float(exploitability.nash_conv(spiel_game, policy))


@pytest.mark.parametrize(("name", "infosets"), GAMES)
def test_game_of_openspiel_is_solved_and_scored_alike(name: str, infosets: int) -> None:
    spiel_game = pyspiel.load_game(name)
    made = openspiel.game(spiel_game)
    assert made.num_infosets == infosets
    run = solve(made, "cfr+", 30)
    policy = openspiel.tabular_policy(made, run.strategy, spiel_game)
    assert nash_conv(spiel_game, policy) == pytest.approx(run.nash_conv, abs=1e-9)


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (game("kuhn"), "kuhn_poker"),
        (game("kuhn-3"), "kuhn_poker(players=3)"),
        (game("leduc", suit_aware=True), "leduc_poker"),
    ],
)
def test_our_own_games_load_as_policies_of_openspiel(made: LabGame, name: str) -> None:
    spiel_game = pyspiel.load_game(name)
    strategy = np.random.default_rng(2).random(made.num_entries)
    sums = np.repeat(np.add.reduceat(strategy, made.offsets[:-1]), made.num_actions)
    policy = openspiel.tabular_policy(made, strategy / sums, spiel_game)
    expected = evaluate(made, strategy)
    assert nash_conv(spiel_game, policy) == pytest.approx(expected.nash_conv, abs=1e-9)


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+"])
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_solvers_agree(name: str, algorithm: str) -> None:
    spiel_game = pyspiel.load_game(name)
    solver = (pyspiel.CFRSolver if algorithm == "cfr" else pyspiel.CFRPlusSolver)(spiel_game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    expected = pyspiel.nash_conv(spiel_game, solver.average_policy(), True)
    run = solve(openspiel.game(spiel_game), algorithm, 10)
    assert run.nash_conv == pytest.approx(expected, rel=1e-8)


def test_games_of_another_shape_are_refused() -> None:
    with pytest.raises(ConfigError, match="sequential"):
        openspiel.game("matrix_rps")
    made = game("kuhn")
    with pytest.raises(ConfigError, match="trees differ"):
        openspiel.tabular_policy(made, made.uniform(), "kuhn_poker(players=3)")
