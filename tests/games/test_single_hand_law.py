"""Walks with one hand: increments of external and chance sampling against full enumeration.

False alarms as in test_sampling_law: |z| above 5 in one of fewer than 500 entries, in 3e-4 of the
seeds, which are fixed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltprint.games import kuhn, leduc
from feltprint.toy_games import ToyGame

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "controls"))
from frozen_core import BATCH, Core, is_the_law, z_scores
from sampling_law import Law, Moments, law_of

GAMES: dict[str, ToyGame] = {"kuhn": kuhn(), "kuhn for three": kuhn(3), "leduc": leduc()}
SLOW_ON_LEDUC = [pytest.param(g, marks=pytest.mark.slow) if g == "leduc" else g for g in GAMES]
KINDS = ["external", "chance"]


def traversal(kind: str) -> dict[str, Any]:
    return {"traversal": {"kind": kind, "min_reach": 0}}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SLOW_ON_LEDUC)
def test_regret_increments_have_the_exact_mean(name: str, kind: str) -> None:
    game = GAMES[name]
    core = Core(game, **traversal(kind))
    sums = core.increments(20)["cum_regret"]
    for traverser in range(game.players):
        law = law_of(game, core.profile, traverser, kind=kind)
        assert is_the_law(z_scores(core, sums, law.regret, 20 * BATCH))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("uniform", [False, True], ids=["own law", "reach dropped"])
def test_the_check_rejects_a_core_that_drops_the_opponents_reach(
    kind: str, *, uniform: bool
) -> None:
    core = Core(kuhn(), responder=0, uniform=uniform, **traversal(kind))
    sums = core.increments(20)["cum_regret"]
    law = law_of(kuhn(), core.profile, 0, kind=kind)
    assert is_the_law(z_scores(core, sums, law.regret, 20 * BATCH)) != uniform


def laws_of(core: Core, game: ToyGame, kind: str, *, reach_of_all: bool = False) -> list[Law]:
    """Of the walks of all seats."""
    return [
        law_of(game, core.profile, seat, kind=kind, reach_of_all=reach_of_all)
        for seat in range(game.players)
    ]


# Seat by seat the laws of the walks add: their deals are the same, so that their variances only
# add for two players, whose rows are met by one walk each.
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.slow)])
@pytest.mark.parametrize("reach_of_all", [False, True], ids=["own reach", "all reach"])
def test_simple_averages_have_the_mean_of_the_own_reach(
    name: str, kind: str, *, reach_of_all: bool
) -> None:
    core = Core(GAMES[name], mixed=True, **traversal(kind))
    sums = core.increments(20)["cum_strategy"]
    laws = laws_of(core, GAMES[name], kind, reach_of_all=reach_of_all)
    strategy = laws[0].strategy | laws[1].strategy
    assert is_the_law(z_scores(core, sums, strategy, 20 * BATCH)) != reach_of_all


# For three players a row's sums by chance sampling are its own reach times a factor of the node.
def test_simple_averages_of_chance_sampling_are_exact_for_three() -> None:
    game = kuhn(3)
    found, exact, sampled = {}, {}, {}
    for kind in ("chance", "external"):
        core = Core(game, mixed=True, **traversal(kind))
        sums = core.increments(20)["cum_strategy"]
        laws = laws_of(core, game, kind)
        for law in laws:
            for node, own in law.weighted.items():
                exact[node] = own.first
        nodes = [node for node in exact if core.rows(sums, node).sum() > 0]
        found[kind] = {node: core.rows(sums, node).sum(axis=1) for node in nodes}
    for node, rows in found["chance"].items():
        reach = exact[node].sum(axis=1)
        sampled[node] = np.abs(rows / rows.sum() - reach / reach.sum()).max()
    assert max(sampled.values()) < 0.03
    # The control: external sampling's rows carry the reach of the third seat too.
    off = [
        np.abs(rows / rows.sum() - exact[node].sum(axis=1) / exact[node].sum()).max()
        for node, rows in found["external"].items()
    ]
    assert max(off) > 0.06


@pytest.mark.parametrize("method", ["sampled", "weighted"])
@pytest.mark.parametrize("name", SLOW_ON_LEDUC)
@pytest.mark.parametrize("broken", [False, True], ids=["own reach", "reach left out"])
def test_averages_by_walks_of_their_own_are_exact(name: str, method: str, *, broken: bool) -> None:
    game = GAMES[name]
    averaging = {"method": method, "probability": 1}
    core = Core(game, mixed=True, averaging=averaging, **traversal("external"))
    sums = core.increments(20)["cum_strategy"]
    law: dict[int, Moments] = {}
    for own in laws_of(core, game, "external"):
        law |= own.sampled if method == "sampled" else own.weighted
    if broken:
        law = {node: _of_equal_mass(moments) for node, moments in law.items()}
    assert is_the_law(z_scores(core, sums, law, 20 * BATCH)) != broken


def _of_equal_mass(moments: Moments) -> Moments:
    """Every row with the mean mass of its node: what a current strategy would count."""
    mass = moments.first.sum(axis=1, keepdims=True)
    first = moments.first * mass.mean() / np.where(mass > 0, mass, 1)
    return Moments(first, moments.second)


def averages(core: Core, batches: int) -> tuple[np.ndarray, dict[int, Moments], dict[int, Moments]]:
    """A run from nothing: its average, the law of that, and the law if the last strategy alone were
    counted."""
    native, law, last = core.fresh(), {}, {}
    for batch in range(batches):
        profile = core.profile_of(native)
        laws = [law_of(kuhn(), profile, seat, kind="external") for seat in (0, 1)]
        last = laws[0].strategy | laws[1].strategy
        for node, moments in last.items():
            total = law.setdefault(node, Moments(np.zeros_like(moments.first), 0.0))
            total.first = total.first + moments.first
            total.second = total.second + moments.second - moments.first**2
        native.advance((batch + 1) * BATCH, 1, 1e9)
    return np.array(native.tables()["cum_strategy"], dtype=np.float64), law, last


# The variance of a row is summed over the batches, each exact at its strategy.
@pytest.mark.parametrize("current", [False, True], ids=["average", "current"])
def test_the_average_tracks_the_exact_one_and_not_the_current_strategy(*, current: bool) -> None:
    core, batches = Core(kuhn(), **traversal("external")), 12
    sums, law, last = averages(core, batches)
    scores = []
    for node, total in law.items():
        expected = batches * last[node].first if current else total.first
        off = core.rows(sums, node) - BATCH * expected
        moving = total.second > 1e-9
        assert current or np.abs(off[~moving]).max(initial=0.0) < 0.1
        scores.append(off[moving] / np.sqrt(BATCH * total.second[moving]))
    assert is_the_law(np.concatenate(scores)) != current
