"""Named experiments that take one good idea out and show what it costs.

    average-or-current   the average strategy beside the current one: only the average converges
    floor-per-deal       regrets are floored after every deal instead of after the whole iteration
    drift                the strategy changes between the deals of one iteration

The first reads a full-width run. The other two are faults that well-known programs have had; they
are written here in plain Python, a dozen lines a fault, because the solver cannot be made to have
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feltprint.errors import ConfigError
from feltprint.lab.convergence import marks_until, solve
from feltprint.lab.exact import Evaluator
from feltprint.lab.game import CHANCE, TERMINAL, LabGame, Vector
from feltprint.lab.games import kuhn, leduc

ITERATIONS = 2_000


@dataclass(frozen=True)
class Curve:
    """Exploitability by iterations of one variant."""

    label: str
    iterations: tuple[int, ...]
    exploitability: tuple[float, ...]


@dataclass(frozen=True)
class Ablation:
    """The curves of one experiment and what they show."""

    name: str
    question: str
    curves: tuple[Curve, ...]

    @property
    def cost(self) -> float:
        """How many times worse the last curve ends than the first."""
        return self.curves[-1].exploitability[-1] / self.curves[0].exploitability[-1]

    def content(self) -> dict[str, Any]:
        """As JSON values, docs/formats.md, `lab_ablation`."""
        return {
            "format": 1,
            "kind": "lab_ablation",
            "name": self.name,
            "question": self.question,
            "cost": self.cost,
            "curves": [
                {
                    "label": curve.label,
                    "iterations": list(curve.iterations),
                    "exploitability": list(curve.exploitability),
                }
                for curve in self.curves
            ],
        }


class PerDealSolver:
    """CFR+ deal by deal in plain Python: right, or with one of the two faults.

    Parameters
    ----------
    floor_per_deal
        Floor the regrets after every deal. The strategy stays frozen within the iteration.
    drift
        Read the strategy from regrets that the earlier deals of this iteration have changed.
    alternating
        Update player 0 before player 1 is walked.
    """

    def __init__(
        self, game: LabGame, *, floor_per_deal: bool = False, drift: bool = False,
        alternating: bool = True,
    ) -> None:  # fmt: skip
        if game.extensive is None:
            raise ConfigError(f"{game.name}: expected single histories")
        self._game, self._histories = game, game.extensive
        self._floor_per_deal, self._drift, self._alternating = floor_per_deal, drift, alternating
        self._offsets = game.offsets.tolist()
        self._actor = self._histories.player.tolist()
        self._infoset = self._histories.infoset.tolist()
        self._chance = self._histories.chance.tolist()
        self._children: list[list[int]] = [[] for _ in self._actor]
        for h, up in enumerate(self._histories.parent.tolist()[1:], start=1):
            self._children[up].append(h)
        ends = [h for h, actor in enumerate(self._actor) if actor == TERMINAL]
        payoffs = self._histories.payoff.reshape(-1, game.num_players).tolist()
        self._payoff = dict(zip(ends, payoffs, strict=True))
        self._deals = list(self._dealt(0, 1.0))
        self.regret = [0.0] * game.num_entries
        self._read = self.regret  # where the strategy is read from
        self.average = np.zeros(game.num_entries)
        self.iterations = 0

    def _dealt(self, h: int, probability: float) -> Any:
        """Histories where the first decision is taken, with their probability."""
        if self._actor[h] != CHANCE:
            yield h, probability
            return
        for child in self._children[h]:
            yield from self._dealt(child, probability * self._chance[child])

    def run(self, until: int) -> None:
        """Run up to a count of iterations."""
        players = range(self._game.num_players)
        groups = [[p] for p in players] if self._alternating else [list(players)]
        while self.iterations < until:
            self.iterations += 1
            for group in groups:
                self._iterate(group)

    def _iterate(self, group: list[int]) -> None:
        self._read = self.regret if self._drift else list(self.regret)
        for deal, probability in self._deals:
            for player in group:
                self._walk(deal, player, 1.0, probability)
                if self._floor_per_deal or self._drift:
                    self._floor()
        self._floor()

    def _floor(self) -> None:
        regret = self.regret
        for entry, value in enumerate(regret):
            if value < 0.0:
                regret[entry] = 0.0

    def _row(self, begin: int, end: int) -> list[float]:
        positive = [max(value, 0.0) for value in self._read[begin:end]]
        total = sum(positive)
        if total <= 0.0:
            return [1.0 / (end - begin)] * (end - begin)
        return [value / total for value in positive]

    def _walk(self, h: int, player: int, own: float, others: float) -> float:
        actor = self._actor[h]
        if actor == TERMINAL:
            return float(self._payoff[h][player])
        children = self._children[h]
        if actor == CHANCE:
            total = 0.0
            for child in children:
                edge = self._chance[child]
                total += edge * self._walk(child, player, own, others * edge)
            return total
        begin, end = self._offsets[self._infoset[h]], self._offsets[self._infoset[h] + 1]
        row = self._row(begin, end)
        if actor != player:
            total = 0.0
            for p, child in zip(row, children, strict=True):
                total += p * self._walk(child, player, own, others * p)
            return total
        values: list[float] = [
            self._walk(child, player, own * p, others)
            for p, child in zip(row, children, strict=True)
        ]
        value: float = sum(p * v for p, v in zip(row, values, strict=True))
        share = self.iterations * own / len(self._deals)
        for place, (p, v) in enumerate(zip(row, values, strict=True)):
            self.average[begin + place] += share * p
            self.regret[begin + place] += others * (v - value)
        return value

    def average_strategy(self) -> Vector:
        """The linearly weighted average."""
        sums = np.add.reduceat(self.average, self._game.offsets[:-1])
        each = np.repeat(sums, self._game.num_actions)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(each > 0.0, self.average / each, self._game.uniform())


def _per_deal_curve(label: str, game: LabGame, iterations: int, **faults: bool) -> Curve:
    solver, evaluator = PerDealSolver(game, **faults), Evaluator(game)
    marks, found = marks_until(iterations), []
    for mark in marks:
        solver.run(mark)
        found.append(evaluator.values(solver.average_strategy()).exploitability)
    return Curve(label, tuple(marks), tuple(found))


def average_or_current(iterations: int = ITERATIONS) -> Ablation:
    """CFR on Kuhn: the average strategy and the last iterate."""
    run = solve("kuhn", "cfr", iterations)
    marks = tuple(mark.iteration for mark in run.marks)
    last = [mark.last_iterate for mark in run.marks]
    return Ablation(
        "average-or-current",
        "Does the current strategy do as well as the average?",
        (
            Curve("average strategy", marks, tuple(m.values.exploitability for m in run.marks)),
            Curve("current strategy", marks, tuple(v.exploitability for v in last if v)),
        ),
    )


def floor_per_deal(iterations: int = ITERATIONS) -> Ablation:
    """CFR+ on Leduc with the floor after every deal of private cards.

    A tenth of the iterations: Leduc has fifteen times the histories of Kuhn, where the fault costs
    less than a factor of two.
    """
    game, shorter = leduc(), max(1, iterations // 10)
    return Ablation(
        "floor-per-deal",
        "What does it cost to floor the regrets after every deal?",
        (
            _per_deal_curve("floor once an iteration", game, shorter),
            _per_deal_curve("floor after every deal", game, shorter, floor_per_deal=True),
        ),
    )


def drift(iterations: int = ITERATIONS) -> Ablation:
    """CFR+ on Kuhn whose strategy moves while the deals of an iteration are walked."""
    game = kuhn()
    return Ablation(
        "drift",
        "What does it cost when the strategy changes within an iteration?",
        (
            _per_deal_curve("strategy frozen", game, iterations),
            _per_deal_curve("strategy drifts", game, iterations, drift=True, alternating=False),
        ),
    )


ABLATIONS: Mapping[str, Callable[[int], Ablation]] = {
    "average-or-current": average_or_current,
    "floor-per-deal": floor_per_deal,
    "drift": drift,
}
