"""Exact values and best responses of Kuhn and Leduc: every deal played out, all at once.

The slow, obvious twin of whatever computes them quickly. A deal is a column of numpy arrays: the
cards of all seats and, in Leduc, the board card. A best response maximises at the infoset (node,
bucket), not per deal. Source: OpenSpiel's definition of NashConv.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.toy_games import KuhnGame, LeducGame, ToyGame

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Profile = Callable[[int], Floats]  # node -> probabilities [bucket, action]


@dataclass(frozen=True)
class Deals:
    """Every deal of a game, equally likely.

    Shape: bucket [street, seat, deal]; strength [seat, deal], larger wins.
    """

    bucket: Integers
    strength: Integers

    @classmethod
    def of(cls, game: ToyGame) -> Deals:
        """List the deals of a game."""
        if isinstance(game, KuhnGame):
            cards = np.array(list(permutations(range(game.players + 1), game.players))).T
            return cls(cards[np.newaxis], cards)
        return cls._leduc(game)

    @classmethod
    def _leduc(cls, game: LeducGame) -> Deals:
        deck = range(game.ranks * game.suits)
        ranks = np.array(list(permutations(deck, game.players + 1))).T // game.suits
        own, board = ranks[:-1], ranks[-1]
        strength = own + game.ranks * (own == board)
        return cls(np.array([own, own * game.ranks + board]), strength)


@dataclass(frozen=True)
class ToyValues:
    """Values in chips per hand, index = seat."""

    value: tuple[float, ...]
    best_response_value: tuple[float, ...]

    @property
    def nash_conv(self) -> float:
        """Sum over seats of what each gains by a best response."""
        return sum(self.best_response_value) - sum(self.value)

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players."""
        return self.nash_conv / len(self.value)


def toy_values(game: ToyGame, profile: Profile) -> ToyValues:
    """Compute the values of a profile and of each seat's best response to it.

    Cost: nodes x deals x seats; Leduc with three players takes seconds.
    """
    walks = [_Walk(game, profile, seat) for seat in range(game.players)]
    return ToyValues(
        tuple(walk.run(best_response=False) for walk in walks),
        tuple(walk.run(best_response=True) for walk in walks),
    )


class _Walk:
    """Values of one seat at every node, per deal, weighted by the reach of all others."""

    def __init__(self, game: ToyGame, profile: Profile, seat: int) -> None:
        self._deals = Deals.of(game)
        self._tree = game.build_tree()
        self._nodes = self._tree.nodes
        self._profile = profile
        self._seat = seat

    def run(self, best_response: bool) -> float:
        self._best_response = best_response
        num_deals = self._deals.strength.shape[1]
        committed = list(self._tree.posted)[: self._tree.num_players]
        values = self._walk(0, np.full(num_deals, 1.0 / num_deals), committed)
        return float(values.sum())

    def _walk(self, node: int, reach: Floats, committed: list[int]) -> Floats:
        record = self._nodes[node]
        if record["kind"] != _core.NodeKind.Decision:
            return reach * self._payoff(int(record["live_mask"]), committed)
        actor = int(record["actor"])
        bucket = self._deals.bucket[int(record["street"]), actor]
        chances = self._profile(node)[bucket].T
        values = []
        for action, chance in enumerate(chances):
            child = int(record["first_child"]) + action
            spent = [*committed]
            spent[actor] = int(self._nodes["total_chips"][child])
            played = reach if actor == self._seat else reach * chance
            values.append(self._walk(child, played, spent))
        if actor != self._seat:
            chosen: Floats = np.sum(values, axis=0)
        elif not self._best_response:
            chosen = np.sum(chances * values, axis=0)
        else:
            totals = np.array([np.bincount(bucket, weights=value) for value in values])
            chosen = np.choose(totals.argmax(axis=0)[bucket], values)
        return chosen

    def _payoff(self, live_mask: int, committed: list[int]) -> Floats:
        live = np.array([live_mask >> seat & 1 for seat in range(len(committed))], dtype=bool)
        strength = np.where(live[:, np.newaxis], self._deals.strength, -1)
        wins = strength == strength.max(axis=0)
        share: Floats = wins[self._seat] / wins.sum(axis=0)
        return share * sum(committed) - committed[self._seat]
