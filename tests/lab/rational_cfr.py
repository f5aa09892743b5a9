"""CFR and CFR+ in exact fractions: the oracle for the first iterations of small games.

Ties are ties here. In floats a regret that is exactly 0 may come out as 1e-17, and regret matching
then plays it: programs that agree to nine digits on Kuhn for two differ on Kuhn for four.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from feltprint.lab.game import CHANCE, TERMINAL, LabGame, Vector

ZERO, ONE = Fraction(0), Fraction(1)


class RationalCfr:
    """Alternating updates; floored with linear averaging is CFR+."""

    def __init__(self, game: LabGame, *, floored: bool) -> None:
        histories = game.extensive
        assert histories is not None
        self._game, self._floored = game, floored
        self._actor = histories.player.tolist()
        self._infoset = histories.infoset.tolist()
        self._chance = [Fraction(x).limit_denominator(1_000) for x in histories.chance.tolist()]
        self._children: list[list[int]] = [[] for _ in self._actor]
        for h, up in enumerate(histories.parent.tolist()[1:], start=1):
            self._children[up].append(h)
        ends = [h for h, actor in enumerate(self._actor) if actor == TERMINAL]
        rows = histories.payoff.reshape(-1, game.num_players).tolist()
        self._payoff = {
            h: [Fraction(x).limit_denominator(1_000) for x in row]
            for h, row in zip(ends, rows, strict=True)
        }
        self._offsets = game.offsets.tolist()
        self.regret = [ZERO] * game.num_entries
        self.average = [ZERO] * game.num_entries
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """So many iterations more."""
        for _ in range(iterations):
            self.iterations += 1
            weight = self.iterations if self._floored else 1
            for player in range(self._game.num_players):
                rows = [self._row(i) for i in range(self._game.num_infosets)]
                change = [ZERO] * len(self.regret)
                reach: dict[int, Fraction] = {}
                self._walk((rows, change, reach), player, 0, (ONE, ONE))
                for entry, own in reach.items():
                    self.average[entry] += weight * own
                self.regret = [a + b for a, b in zip(self.regret, change, strict=True)]
                if self._floored:
                    self.regret = [max(value, ZERO) for value in self.regret]

    def average_strategy(self) -> Vector:
        """The average, as weights."""
        return np.array([float(value) for value in self.average])

    def _row(self, infoset: int) -> list[Fraction]:
        values = self.regret[self._offsets[infoset] : self._offsets[infoset + 1]]
        positive = [max(value, ZERO) for value in values]
        total = sum(positive)
        if total == 0:
            return [Fraction(1, len(values))] * len(values)
        return [value / total for value in positive]

    def _walk(
        self,
        tables: tuple[list[list[Fraction]], list[Fraction], dict[int, Fraction]],
        player: int,
        h: int,
        reach: tuple[Fraction, Fraction],
    ) -> Fraction:
        rows, change, own_reach = tables
        own, others = reach
        actor = self._actor[h]
        if actor == TERMINAL:
            return self._payoff[h][player]
        total = ZERO
        if actor == CHANCE:
            for child in self._children[h]:
                edge = self._chance[child]
                total += edge * self._walk(tables, player, child, (own, others * edge))
            return total
        row, begin = rows[self._infoset[h]], self._offsets[self._infoset[h]]
        if actor != player:
            for p, child in zip(row, self._children[h], strict=True):
                total += p * self._walk(tables, player, child, (own, others * p))
            return total
        values = []
        for place, (p, child) in enumerate(zip(row, self._children[h], strict=True)):
            own_reach[begin + place] = own * p
            values.append(self._walk(tables, player, child, (own * p, others)))
        total = sum((p * v for p, v in zip(row, values, strict=True)), ZERO)
        for place, value in enumerate(values):
            change[begin + place] += others * (value - total)
        return total
