"""The law of the deals by chi-square: uniform, and the product of the seats' range weights.

A right sampler fails one check in 1e5; seeds are fixed. The control draws only the
colliding seat again.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice, permutations, product
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from feltprint import _core
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES, hand_id
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.games import Game, kuhn, leduc, preset
from feltprint.ranges import parse_range
from feltprint.solved_game import SolvedGame
from feltprint.solver import Solver

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "controls"))
from ranged_sampler import deals

FALSE_ALARM = 1e-5
Cell = tuple[int, ...]


def p_value(found: Iterable[Cell], law: Mapping[Cell, float]) -> float:
    """Of the chi-square statistic over all cells of a law, which sums to one; 0 outside of it."""
    counts = Counter(found)
    if not set(counts) <= set(law):
        return 0.0
    total = counts.total()
    statistic = sum((counts[cell] - total * p) ** 2 / (total * p) for cell, p in law.items())
    return float(chi2.sf(statistic, len(law) - 1))


def normalised(weights: Mapping[Cell, float]) -> dict[Cell, float]:
    total = sum(weights.values())
    return {cell: weight / total for cell, weight in weights.items() if weight > 0}


# Cells: board card, then the seats' cards. The deals after the first of a board have the same law.
@pytest.mark.parametrize("deal", [0, 2], ids=["first deal", "third deal"])
@pytest.mark.parametrize("ranged", [False, True], ids=["uniform", "ranges"])
def test_leduc_deals_follow_their_law(deal: int, *, ranged: bool) -> None:
    game = SolvedGame.build(leduc(), None).native
    ranges = [[1, 0.5, 0.25, 0, 1, 0.1], [0.2, 1, 1, 0.5, 0.05, 0]] if ranged else []
    first, second = ranges or [[1] * 6] * 2
    law = normalised({c: first[c[1]] * second[c[2]] for c in permutations(range(6), 3)})
    found = []
    for board in range(8_000):
        hands, strength = _core.deals_of(game, ranges, 7, board, deal + 1)
        (blocked,) = np.flatnonzero(strength == 0)
        found.append((int(blocked), *hands[deal].tolist()))
    assert p_value(found, law) > FALSE_ALARM


MASKS = [(1 << int(low)) | (1 << int(high)) for low, high in HAND_CARDS]
# Three narrow ranges that want the same aces.
RANGES = [
    parse_range(text) for text in ("AcAd,AcKc,QcQd:0.5", "AdKd,AcAh,JcJd", "AhKh,AcQc,8c8d:0.2")
]


def ranged_law() -> dict[Cell, float]:
    held = [np.flatnonzero(weights).tolist() for weights in RANGES]
    weights = {}
    for cell in product(*held):
        cards = [MASKS[hand] for hand in cell]
        disjoint = sum(cards) == cards[0] | cards[1] | cards[2]
        weight = np.prod([r[h] for r, h in zip(RANGES, cell, strict=True)])
        weights[cell] = float(weight) * disjoint
    return normalised(weights)


def holdem(players: int, **changes: object) -> Game:
    return preset("push-fold", stacks_bb=5, players=players, **changes)


@pytest.mark.parametrize("deal", [0, 1])
def test_holdem_deals_follow_the_product_of_the_ranges(deal: int) -> None:
    game = SolvedGame.build(holdem(3), None).native
    ranges = [r.tolist() for r in RANGES]
    found = []
    for board in range(1_500):
        hands, strength = _core.deals_of(game, ranges, 3, board, deal + 1)
        assert (strength[hands] > 0).all()  # no hand shares a card with the board
        found.append(tuple(hands[deal].tolist()))
    assert p_value(found, ranged_law()) > FALSE_ALARM


@pytest.mark.parametrize("redraw_seat", [False, True], ids=["whole deal", "colliding seat only"])
def test_the_check_rejects_a_sampler_that_redraws_the_colliding_seat(*, redraw_seat: bool) -> None:
    ranges = [r.tolist() for r in RANGES]
    found = islice(deals(ranges, MASKS, 1, redraw_seat=redraw_seat), 4_000)
    assert (p_value(found, ranged_law()) > FALSE_ALARM) != redraw_seat


def test_ranges_that_leave_no_deal_are_refused() -> None:
    game = SolvedGame.build(kuhn(), None).native
    for ranges, message in [
        ([[1, 0, 0], [1, 0, 0]], "no deal without a shared card"),
        ([[1, 1, 1]], "each of 2 seats"),
        ([[1, 1, 1], [1, 1]], "3 weights"),
        ([[1, 1, 1], [1, 1, 2]], "0..1"),
        ([[0, 0, 0], [1, 1, 1]], "seat 0 has no hand"),
    ]:
        with pytest.raises(ConfigError, match=message):
            _core.deals_of(game, ranges, 1, 0, 1)
    with pytest.raises(ConfigError, match="toy game"):
        Solver(kuhn(), None, SolverConfig(ranges=("AA", "KK")))


# Against aces nothing else should put a stack in; kings would jam against any other range.
@pytest.mark.parametrize("kind", ["vector", "external", "chance"])
def test_a_solve_on_ranges_knows_them(kind: str) -> None:
    config = SolverConfig.model_validate(
        {"seed": 1, "deals_per_board": 4, "ranges": ("KK,72o", "AA"), "traversal": {"kind": kind}}
    )
    solver = Solver(holdem(2), None, config)
    solver.run(until=4_000)
    strategy = solver.average_strategy()
    aces, kings, seven_two = (int(PREFLOP_CLASSES[hand_id(h)]) for h in ("AcAd", "KcKd", "7c2d"))
    called = int(solver.solved_game.tree.nodes[0]["first_child"]) + 1
    assert (strategy.node_rows(0)[[kings, seven_two], 0] > 0.97).all()
    assert strategy.node_rows(called)[aces][1] > 0.97
    # Nobody holds anything else: those rows were never met.
    others = np.setdiff1d(np.arange(169), [kings, seven_two])
    assert (strategy.node_rows(0)[others] == 0.5).all()
