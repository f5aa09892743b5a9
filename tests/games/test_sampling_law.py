"""One iteration of the core has the exact mean: regrets and averages against full enumeration.

Standard errors are exact too (second moments are enumerated), so a row that is rarely met cannot
hide behind its own sample. False alarms: |z| above 5 in one of fewer than 500 entries, in 3e-4 of
the seeds; the mean of z^2 above 2 over a hundred entries or more is rarer still. Seeds are fixed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from feltprint.games import kuhn, leduc
from feltprint.toy_games import ToyGame

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "controls"))
from frozen_core import BATCH, Core, is_the_law, z_scores
from sampling_law import Law, law_of

GAMES = {"kuhn": kuhn(), "kuhn for three": kuhn(3), "leduc": leduc()}


@pytest.mark.parametrize(
    "name",
    [pytest.param(g, marks=pytest.mark.slow) if g == "leduc" else g for g in GAMES],
)
def test_regret_increments_have_the_exact_mean(name: str) -> None:
    game, batches = GAMES[name], 20
    core = Core(game)
    sums = core.increments(batches)["cum_regret"]
    for traverser in range(game.players):
        law = law_of(game, core.profile, traverser)
        assert is_the_law(z_scores(core, sums, law.regret, batches * BATCH))


@pytest.mark.parametrize("uniform", [False, True], ids=["own law", "reach dropped"])
def test_the_check_rejects_a_core_that_drops_the_opponents_reach(*, uniform: bool) -> None:
    core = Core(kuhn(), responder=0, uniform=uniform)
    sums = core.increments(20)["cum_regret"]
    law = law_of(kuhn(), core.profile, 0)
    assert is_the_law(z_scores(core, sums, law.regret, 20 * BATCH)) != uniform


def strategy_law(core: Core, game: ToyGame, *, reach_of_all: bool) -> Law:
    """Of both walks of an iteration; the rows of the two seats are apart."""
    laws = [law_of(game, core.profile, seat, reach_of_all=reach_of_all) for seat in (0, 1)]
    return Law(strategy=laws[0].strategy | laws[1].strategy)


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.slow)])
@pytest.mark.parametrize("reach_of_all", [False, True], ids=["own reach", "all reach"])
def test_average_increments_have_the_mean_of_the_own_reach(
    name: str, *, reach_of_all: bool
) -> None:
    core = Core(GAMES[name])
    sums = core.increments(20)["cum_strategy"]
    law = strategy_law(core, GAMES[name], reach_of_all=reach_of_all)
    assert is_the_law(z_scores(core, sums, law.strategy, 20 * BATCH)) != reach_of_all
