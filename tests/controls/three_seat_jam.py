"""Push-fold for three seats solved exactly: narrow ranges in a 20-card deck, every deal and board.

Written from the rules alone, beside the package's settlement and walks: layered side pots, values
and best responses at the infoset (node, class of the hand), for any stacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import evaluate
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES
from feltprint.ranges import parse_range

Floats = NDArray[np.float64]
Profile = Callable[[int], Floats]  # node -> probabilities [class, action]
Settle = Callable[[Sequence[int], Sequence[bool], Sequence[int]], list[float]]
FIRST_CARD = 32  # of the deck: tens
SEATS = 3


def settled(committed: Sequence[int], live: Sequence[bool], rank: Sequence[int]) -> list[float]:
    """Net chips of each seat: layer by layer, each to the best hands that reach it."""
    net = [-float(chips) for chips in committed]
    floor = 0
    for level in sorted(set(committed)):
        paid = [seat for seat in range(SEATS) if committed[seat] >= level]
        able = [seat for seat in paid if live[seat]] or [s for s in range(SEATS) if live[s]]
        best = max(rank[seat] for seat in able)
        winners = [seat for seat in able if rank[seat] == best]
        for seat in winners:
            net[seat] += (level - floor) * len(paid) / len(winners)
        floor = level
    return net


def settled_as_one_pot(
    committed: Sequence[int], live: Sequence[bool], rank: Sequence[int]
) -> list[float]:
    """The broken twin: the best hand takes all chips, whatever it has put in."""
    best = max(rank[seat] for seat in range(SEATS) if live[seat])
    winners = [seat for seat in range(SEATS) if live[seat] and rank[seat] == best]
    return [
        (seat in winners) * sum(committed) / len(winners) - committed[seat] for seat in range(SEATS)
    ]


class ThreeSeatJam:
    """All deals of three ranges, with the counts of how their hands compare over all boards."""

    def __init__(self, ranges: Sequence[str], tree: Any, settle: Settle = settled) -> None:
        self._tree, self._nodes, self._settle = tree, tree.nodes, settle
        weights = [parse_range(text) for text in ranges]
        self._deals, chances, self._orders = [], [], []
        for hands in product(*(np.flatnonzero(w).tolist() for w in weights)):
            cards = HAND_CARDS[list(hands)].ravel().tolist()
            if len(set(cards)) < len(cards):
                continue
            self._deals.append(hands)
            chances.append(np.prod([w[h] for w, h in zip(weights, hands, strict=True)]))
            self._orders.append(_orders(hands, cards))
        self._chance = np.array(chances) / sum(chances)
        self._class = PREFLOP_CLASSES[np.array(self._deals)].T  # [seat, deal]

    def nash_conv(self, profile: Profile) -> float:
        """Sum over the seats of what a best response gains, in chips."""
        return sum(
            self._value(profile, seat, best=True) - self._value(profile, seat, best=False)
            for seat in range(SEATS)
        )

    def values(self, profile: Profile) -> list[float]:
        """Chips a hand of each seat."""
        return [self._value(profile, seat, best=False) for seat in range(SEATS)]

    def _value(self, profile: Profile, seat: int, *, best: bool) -> float:
        posted = list(self._tree.posted)[:SEATS]
        return float(self._walk(0, profile, seat, best, self._chance, posted).sum())

    def _walk(
        self,
        node: int,
        profile: Profile,
        seat: int,
        best: bool,
        reach: Floats,
        committed: list[int],
    ) -> Floats:
        """Values below a node [deal], times chance and the others' reach."""
        # lizard forgives: a recursion's own state.
        record = self._nodes[node]
        if record["kind"] != 0:
            return reach * self._payoffs(seat, int(record["live_mask"]), committed)
        actor, first = int(record["actor"]), int(record["first_child"])
        rows = profile(node)[self._class[actor]]  # [deal, action]
        below = []
        for action in range(int(record["num_actions"])):
            spent = [*committed]
            spent[actor] = int(self._nodes[first + action]["total_chips"])
            toward = reach if actor == seat else reach * rows[:, action]
            below.append(self._walk(first + action, profile, seat, best, toward, spent))
        values = np.array(below)  # [action, deal]
        if actor != seat:
            return values.sum(axis=0)
        if not best:
            return (rows.T * values).sum(axis=0)
        chosen = np.empty_like(reach)
        for held in set(self._class[seat].tolist()):
            of_class = self._class[seat] == held
            chosen[of_class] = values[values[:, of_class].sum(axis=1).argmax(), of_class]
        return chosen

    def _payoffs(self, seat: int, live_mask: int, committed: list[int]) -> Floats:
        live = [bool(live_mask >> s & 1) for s in range(SEATS)]
        means = []
        for orders in self._orders:
            total = sum(orders.values())
            nets = (self._settle(committed, live, rank)[seat] * n for rank, n in orders.items())
            means.append(sum(nets) / total)
        return np.array(means)


def _orders(hands: Sequence[int], cards: Sequence[int]) -> Counter[tuple[int, ...]]:
    """How often the three hands rank so against one another, over all boards."""
    left = [card for card in range(FIRST_CARD, 52) if card not in cards]
    boards = np.array(list(combinations(left, 5)), dtype=np.uint8)
    ranks = []
    for hand in hands:
        own = np.broadcast_to(HAND_CARDS[hand], (len(boards), 2))
        ranks.append(evaluate(np.concatenate([own, boards], axis=1)))
    table = np.array(ranks, dtype=np.int64).T
    places = (table[:, :, None] > table[:, None, :]).sum(axis=2)
    return Counter(map(tuple, places.tolist()))
