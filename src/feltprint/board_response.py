"""The best response on a sample of boards: exact over hands and actions, sampled over boards.

Every board of the sample is played by all pairs of hands; the responder chooses one action for each
infoset (node, bucket), the best one summed over the boards. Scored on the boards that it chose by,
it gains too much, the more so the fewer they are: an upper estimate of the exploitability in the
abstract game, where a trained responder gives a lower one (``evaluation``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES
from feltprint.config.abstraction import FULL_DECK
from feltprint.errors import ConfigError
from feltprint.games import Game
from feltprint.solved_game import SolvedGame

Hands = NDArray[np.float64]  # [board, hand]
LANES = 8
PAIRS = 1081 * 990  # of disjoint hands on a river board
DECISION, FOLD = 0, 1


@dataclass(frozen=True)
class BoardResponse:
    """Values on a sample of boards, chips per hand, index = seat."""

    value: tuple[float, ...]
    best_response_value: tuple[float, ...]

    @property
    def exploitability(self) -> float:
        """Mean gain over the seats, on the boards by which the responses were chosen."""
        gains = (b - v for b, v in zip(self.best_response_value, self.value, strict=True))
        return sum(gains) / len(self.value)


def sample_boards(count: int, seed: int) -> NDArray[np.uint8]:
    """River boards drawn at random, the same for a seed. Shape: [board, 5]."""
    random = np.random.Generator(np.random.Philox(seed))
    return np.array([random.choice(52, 5, replace=False) for _ in range(count)], dtype=np.uint8)


def board_best_response(
    solved_game: SolvedGame, table: NDArray[np.float32], boards: NDArray[np.uint8]
) -> BoardResponse:
    """Best responses of both seats to a strategy, in-sample on the given boards.

    Parameters
    ----------
    table
        Probabilities in the layout of the solver's tables, float32 [block, 8].
    boards : uint8 [board, 5]
        Flop, turn and river cards. Memory: some 10 kB a board and node of a path.

    Raises
    ------
    ConfigError
        For a game of more than two seats, or another than hold'em with 52 cards.
    """
    tree = solved_game.tree
    game = solved_game.game
    if not isinstance(game, Game) or tree.num_players != 2 or game.deck != FULL_DECK:
        raise ConfigError(
            f"board_best_response: expected hold'em for two with {FULL_DECK} cards, found "
            f"{game.name} with {tree.num_players} seats; use best_responder"
        )
    cards = _Cards(solved_game.cards, boards)
    values, bests = zip(
        *(_Walk(tree, game.rules, table, cards, seat).values() for seat in (0, 1)), strict=True
    )
    return BoardResponse(values, bests)


class _Walk:
    """The walk of one seat, all boards abreast: ranges go down, values of hands come up.

    Both values of a hand come up together: under the strategy, and under the best response.
    """

    def __init__(
        self,
        tree: _core.PublicTree,
        rules: _core.BettingRules,
        table: NDArray[np.float32],
        cards: _Cards,
        seat: int,
    ) -> None:
        self._tree, self._nodes = tree, tree.nodes
        self._rules, self._table = rules, table
        self._cards, self._seat = cards, seat
        self._last: tuple[Hands, Hands] | None = None

    def values(self) -> tuple[float, float]:
        """(value, best-response value): means over boards and disjoint pairs of hands, chips."""
        free = (self._cards.buckets[3] >= 0).astype(np.float64)
        hands = self._walk(0, free, tuple(self._tree.posted[:2]))
        value, best = (float(part.sum()) / (len(free) * PAIRS) for part in hands)
        return value, best

    def _walk(self, node: int, range_: Hands, committed: tuple[int, ...]) -> tuple[Hands, Hands]:
        """Values of the seat's hands, summed over the opponent's range."""
        record = self._nodes[node]
        if record["kind"] != DECISION:
            leaf = self._leaf(record, range_, committed)
            return leaf, leaf
        actor, first = int(record["actor"]), int(record["first_child"])
        buckets = self._cards.buckets[int(record["street"])]
        strategy = self._rows(record)
        values, bests = [], []
        for action, column in enumerate(strategy.T):
            after = list(committed)
            after[actor] = int(self._nodes[first + action]["total_chips"])
            # Rows end with one of zeros, which is read for bucket -1: a blocked hand.
            shares = column[buckets]
            passed = range_ if actor == self._seat else range_ * shares
            value, best = self._walk(first + action, passed, tuple(after))
            values.append(value * shares if actor == self._seat else value)
            bests.append(best)
        if actor != self._seat:
            return _sum(values), _sum(bests)
        chosen = _best_actions(buckets, bests)[buckets]
        return _sum(values), _sum([np.where(chosen == a, b, 0.0) for a, b in enumerate(bests)])

    def _rows(self, record: np.void) -> NDArray[np.float64]:
        """The strategy of a node. Shape: [bucket, action], and a last row of zeros."""
        actions = int(record["num_actions"])
        buckets = self._tree.num_buckets[int(record["street"])]
        groups, first = -(-buckets // LANES), int(record["row"])
        blocks = self._table[first : first + groups * actions].reshape(groups, actions, LANES)
        rows = blocks.transpose(0, 2, 1).reshape(-1, actions)[:buckets].astype(np.float64)
        return np.vstack([rows, np.zeros((1, actions))])

    def _leaf(self, record: np.void, range_: Hands, committed: tuple[int, ...]) -> Hands:
        below, above, met = self._met(range_)
        if not (int(record["live_mask"]) >> self._seat) & 1:
            lost: Hands = -committed[self._seat] * met
            return lost
        is_showdown = record["kind"] != FOLD
        saw_flop = is_showdown or int(record["street"]) > 0

        def payoff(own: int, other: int) -> int:
            strength = [other, other]
            strength[self._seat] = own
            live = int(record["live_mask"])
            return _core.settle_seat(self._rules, committed, live, strength, saw_flop, self._seat)

        even = payoff(1, 1)  # a tie; at a fold, what the seat takes whatever it holds
        values: Hands = even * met
        if is_showdown:
            values += (payoff(2, 1) - even) * below + (payoff(1, 2) - even) * above
        return values

    def _met(self, range_: Hands) -> Hands:
        """Weights beaten, beating and met; leaves after own actions share a range."""
        if self._last is None or self._last[0] is not range_:
            self._last = (range_, _core.board_weights(self._cards.boards, range_))
        return self._last[1]


class _Cards:
    """Boards and the buckets of all hands on them. Shape of buckets: [street][board, hand].

    Without an abstraction: the 169 classes, and one bucket on every later street.
    """

    def __init__(self, abstraction: CardAbstraction | None, boards: NDArray[np.uint8]) -> None:
        self.boards = np.ascontiguousarray(boards)
        self.buckets = [
            np.array([_buckets(abstraction, board[:count]) for board in boards])
            for count in (0, 3, 4, 5)
        ]


def _buckets(abstraction: CardAbstraction | None, board: NDArray[np.uint8]) -> NDArray[np.int32]:
    if abstraction is not None:
        return abstraction.buckets(board.tolist())
    classes = PREFLOP_CLASSES.astype(np.int32) if len(board) == 0 else np.zeros(1326, np.int32)
    return np.where(np.isin(HAND_CARDS, board).any(axis=1), np.int32(-1), classes)


def _best_actions(buckets: NDArray[np.int32], values: list[Hands]) -> NDArray[np.int8]:
    """The best action of each bucket over all boards; a last entry, -1, for blocked hands."""
    count = int(buckets.max()) + 1
    flat = np.where(buckets >= 0, buckets, count).ravel()
    sums = [np.bincount(flat, value.ravel(), count + 1)[:count] for value in values]
    return np.append(np.argmax(np.array(sums), axis=0), -1).astype(np.int8)


def _sum(values: list[Hands]) -> Hands:
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total
