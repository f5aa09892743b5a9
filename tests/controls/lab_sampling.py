"""A small external sampler of Kuhn in plain Python: right, or with the opponent's reach dropped.

The broken twin samples the other player's actions uniformly and forgets the correction: what a
check of unbiased sampling must reject.
"""

from __future__ import annotations

import random

import numpy as np

from feltprint.lab.game import CHANCE, TERMINAL, LabGame, Vector


class ExternalSampler:
    """Regret increments of one player under a fixed strategy."""

    def __init__(self, game: LabGame, strategy: Vector, *, drop_reach: bool) -> None:
        histories = game.extensive
        assert histories is not None
        self._strategy, self._drop_reach = strategy.tolist(), drop_reach
        self._actor, self._infoset = histories.player.tolist(), histories.infoset.tolist()
        self._chance, self._offsets = histories.chance.tolist(), game.offsets.tolist()
        self._children: list[list[int]] = [[] for _ in self._actor]
        for h, up in enumerate(histories.parent.tolist()[1:], start=1):
            self._children[up].append(h)
        ends = [h for h, actor in enumerate(self._actor) if actor == TERMINAL]
        rows = histories.payoff.reshape(-1, game.num_players).tolist()
        self._payoff = dict(zip(ends, rows, strict=True))

    def increments(self, player: int, walks: int, seed: int) -> Vector:
        """Sum of the increments of so many walks."""
        self._random = random.Random(seed)
        self._out = np.zeros(len(self._strategy))
        for _ in range(walks):
            self._walk(0, player)
        return self._out

    def _walk(self, h: int, player: int) -> float:
        actor, children = self._actor[h], self._children[h]
        if actor == TERMINAL:
            return float(self._payoff[h][player])
        if actor == CHANCE:
            weights = [self._chance[child] for child in children]
            return self._walk(self._random.choices(children, weights)[0], player)
        begin = self._offsets[self._infoset[h]]
        row = self._strategy[begin : begin + len(children)]
        if actor != player:
            weights = [1.0] * len(row) if self._drop_reach else row
            return self._walk(self._random.choices(children, weights)[0], player)
        values = [self._walk(child, player) for child in children]
        value = sum(p * v for p, v in zip(row, values, strict=True))
        for place, action_value in enumerate(values):
            self._out[begin + place] += action_value - value
        return value
