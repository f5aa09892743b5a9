"""The exact law of one sampled iteration of the solver core on a toy game, by full enumeration.

For a traverser, a deal is the others' hands and the board card. On a deal the values of a subtree
are a random vector over the traverser's hands, of the others' sampled actions; its mean and
covariance follow from those of the children: at a node of another seat by the mixture, at an own
node by independence, for every visit draws anew. A row's increment is linear in them. A walk with
one hand is the same with the traverser's hand a part of the deal; chance sampling has no sampled
action, so no covariance, and reach enters as a factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from feltprint.toy_games import KuhnGame, LeducGame, ToyGame

Floats = NDArray[np.float64]
Profile = Callable[[int], Floats]  # node -> probabilities [bucket, action]


@dataclass
class Moments:
    """First and second moments of a node's increments a row; shape [bucket, action]."""

    first: Floats
    second: Floats


@dataclass
class Law:
    """Moments of the increments of one iteration with weight 1, by node."""

    regret: dict[int, Moments] = field(default_factory=dict)
    strategy: dict[int, Moments] = field(default_factory=dict)  # simple averages
    sampled: dict[int, Moments] = field(default_factory=dict)  # averages by walks of their own
    weighted: dict[int, Moments] = field(default_factory=dict)


def law_of(
    game: ToyGame,
    profile: Profile,
    traverser: int,
    *,
    kind: str = "vector",
    reach_of_all: bool = False,
) -> Law:
    """The law of one walk of a traverser, and of a walk of its own for its average.

    kind: as in the solver's config. reach_of_all: the broken average, in which a visit counts with
    the traverser's reach too.
    """
    walk = _Walk(game, profile, traverser, kind, reach_of_all)
    deals = list(_deals(game))
    for board, others in deals:
        if kind == "vector":
            walk.start(board, others, 1.0 / len(deals))
            continue
        owns = [h for h in range(walk.num_hands) if h not in (board, *others)]
        for own in owns:
            walk.start(board, others, 1.0 / len(deals) / len(owns), own)
    return walk.law


def _deals(game: ToyGame) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Board card (-1 in Kuhn) and the hands of the seats but the traverser, equally likely."""
    if isinstance(game, KuhnGame):
        for others in permutations(range(game.players + 1), game.players - 1):
            yield -1, others
        return
    for board, *others in permutations(range(game.ranks * game.suits), game.players):
        yield board, tuple(others)


class _Walk:
    def __init__(
        self, game: ToyGame, profile: Profile, traverser: int, kind: str, reach_of_all: bool
    ) -> None:
        self._game, self._profile, self._traverser = game, cache(profile), traverser
        self._is_chance, self._reach_of_all = kind == "chance", reach_of_all
        self._tree = game.build_tree()
        self._nodes = [dict(zip(n.dtype.names, n.tolist(), strict=True)) for n in self._tree.nodes]
        self.num_hands = game.players + 1 if isinstance(game, KuhnGame) else game.ranks * game.suits
        self.law = Law()

    def start(
        self, board: int, others: tuple[int, ...], chance: float, own: int | None = None
    ) -> None:
        """Add one deal; own: the one hand that the traverser holds."""
        self._board, self._chance = board, chance
        seats = [s for s in range(self._game.players) if s != self._traverser]
        self._hand = dict(zip(seats, others, strict=True))
        blocked = {board, *others}
        held = range(self.num_hands) if own is None else (own,)
        self._weight = np.array(
            [h in held and h not in blocked for h in range(self.num_hands)], dtype=float
        )
        streets = range(self._tree.num_streets)
        self._buckets = [
            np.array([self._bucket(street, h) for h in range(self.num_hands)]) for street in streets
        ]
        self._strengths = np.array([self._strength(h) for h in range(self.num_hands)])
        posted = list(self._tree.posted)[: self._game.players]
        self._walk(0, np.ones(self._game.players), np.ones(self.num_hands), posted)

    def _bucket(self, street: int, hand: int) -> int:
        if isinstance(self._game, KuhnGame):
            return hand
        rank = hand // self._game.suits
        return rank if street == 0 else rank * self._game.ranks + self._board // self._game.suits

    def _strength(self, hand: int) -> int:
        if isinstance(self._game, KuhnGame):
            return hand
        assert isinstance(self._game, LeducGame)
        rank = hand // self._game.suits
        return rank + self._game.ranks * (rank == self._board // self._game.suits)

    def _walk(
        self, node: int, reach: Floats, own: Floats, committed: list[int]
    ) -> tuple[Floats, Floats]:
        """Mean [hand] and covariance [hand, hand] of the values below a node.

        reach: [seat], 1 for the traverser; own: of each of the traverser's hands.
        """
        record = self._nodes[node]
        if record["kind"] != 0 or not record["live_mask"] >> self._traverser & 1:
            values = self._payoffs(int(record["live_mask"]), committed)
            return values, np.zeros((self.num_hands, self.num_hands))
        rows = self._profile(node)
        actor, street = int(record["actor"]), int(record["street"])
        if actor != self._traverser:
            sigma = rows[self._bucket(street, self._hand[actor])]
            factor = own[self._weight > 0].mean() if self._reach_of_all else 1.0
            self._count_average(node, rows, actor, reach, factor)
            toward = np.arange(self._game.players) == actor
            below = [
                self._walk(*self._child(record, a, committed, reach * np.where(toward, p, 1), own))
                for a, p in enumerate(sigma)
            ]
            mean = sum(p * m for p, (m, _) in zip(sigma, below, strict=True))
            if self._is_chance:
                return mean, np.zeros((self.num_hands, self.num_hands))
            square = sum(p * (c + np.outer(m, m)) for p, (m, c) in zip(sigma, below, strict=True))
            return mean, square - np.outer(mean, mean)
        buckets = self._buckets[street]
        sigmas = rows[buckets].T  # [action, hand]
        below = [
            self._walk(*self._child(record, a, committed, reach, own * sigmas[a]))
            for a in range(len(sigmas))
        ]
        self._count_regrets(node, rows.shape, buckets, sigmas, below, float(reach.prod()))
        self._count_own(node, rows, buckets, own)
        mean = sum(s * m for s, (m, _) in zip(sigmas, below, strict=True))
        cov = sum(np.outer(s, s) * c for s, (_, c) in zip(sigmas, below, strict=True))
        return mean, cov

    def _child(
        self, record: dict[str, int], action: int, committed: list[int], reach: Floats, own: Floats
    ) -> tuple[int, Floats, Floats, list[int]]:
        child = int(record["first_child"]) + action
        spent = [*committed]
        spent[int(record["actor"])] = int(self._nodes[child]["total_chips"])
        return child, reach, own, spent

    def _payoffs(self, live_mask: int, committed: list[int]) -> Floats:
        me, pot = self._traverser, sum(committed)
        if not live_mask >> me & 1:
            return np.full(self.num_hands, -float(committed[me]))
        best = max(
            (self._strength(h) for s, h in self._hand.items() if live_mask >> s & 1), default=-1
        )
        ties = sum(self._strength(h) == best for s, h in self._hand.items() if live_mask >> s & 1)
        own = self._strengths
        share = np.where(own > best, 1.0, np.where(own == best, 1.0 / (ties + 1), 0.0))
        return share * pot - committed[me]

    def _count_average(
        self, node: int, rows: Floats, actor: int, reach: Floats, factor: float
    ) -> None:
        bucket = self._bucket(int(self._nodes[node]["street"]), self._hand[actor])
        met, counted = (1.0, reach[actor]) if self._is_chance else (reach.prod(), 1.0)
        moments = self._at(self.law.strategy, node, rows.shape)
        self._add(moments, bucket, float(met) * factor, counted * rows[bucket])

    def _count_own(self, node: int, rows: Floats, buckets: NDArray[np.int64], own: Floats) -> None:
        share = self._weight / self._weight.sum()
        for hand in np.flatnonzero(self._weight):
            bucket, met, reach = int(buckets[hand]), float(share[hand]), float(own[hand])
            sampled = self._at(self.law.sampled, node, rows.shape)
            self._add(sampled, bucket, met * reach, rows[bucket])
            weighted = self._at(self.law.weighted, node, rows.shape)
            self._add(weighted, bucket, met, reach * rows[bucket])

    def _add(self, moments: Moments, bucket: int, probability: float, value: Floats) -> None:
        """A row gets `value` with a probability, given the deal."""
        moments.first[bucket] += self._chance * probability * value
        moments.second[bucket] += self._chance * probability * value**2

    def _count_regrets(
        self,
        node: int,
        shape: tuple[int, ...],
        buckets: NDArray[np.int64],
        sigmas: Floats,
        below: list[tuple[Floats, Floats]],
        reach: float,
    ) -> None:
        moments = self._at(self.law.regret, node, shape)
        for bucket in range(shape[0]):
            held = self._weight * (buckets == bucket)
            for action in range(shape[1]):
                mean, variance = 0.0, 0.0
                for other, (m, c) in enumerate(below):
                    linear = held * ((other == action) - sigmas[other])
                    mean += float(linear @ m)
                    variance += float(linear @ c @ linear)
                met, counted = (1.0, reach) if self._is_chance else (reach, 1.0)
                square = variance + (counted * mean) ** 2
                moments.first[bucket, action] += self._chance * met * counted * mean
                moments.second[bucket, action] += self._chance * met * square

    @staticmethod
    def _at(table: dict[int, Moments], node: int, shape: tuple[int, ...]) -> Moments:
        return table.setdefault(node, Moments(np.zeros(shape), np.zeros(shape)))
