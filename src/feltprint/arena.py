"""Duplicate matches between two strategies: one seat of one among the others of the other.

Both sides of a comparison meet the same boards, hands and, where the strategies agree, the same
actions of the others; the seat's own hands and actions are enumerated. A strategy against itself
is exactly 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltprint.artifacts import Array
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError
from feltprint.evaluation import Sampling, mean_and_error, root_values
from feltprint.solved_game import SolvedGame
from feltprint.strategy import Strategy


@dataclass(frozen=True)
class MatchResult:
    """What a strategy wins in one seat among others over what they win there, chips per hand.

    ``edges`` has one pair (edge, standard error) a seat; ``edge`` is their mean, over the same
    boards.
    """

    edge: float
    standard_error: float
    edges: tuple[tuple[float, float], ...]


def strategy_of(bundle: Bundle, stack_class: str) -> Strategy:
    """A frozen policy as a strategy. Raises ConfigError for a stack class that is not there."""
    policy = bundle.policies.get(stack_class)
    if policy is None:
        raise ConfigError(
            f"stack class: expected one of {', '.join(bundle.stack_classes)}, found {stack_class!r}"
        )
    table = np.ascontiguousarray(policy.prob, dtype=np.float32)
    return Strategy(SolvedGame.build(policy.game, bundle.abstraction), table, table)


def match(
    a: Strategy,
    b: Strategy,
    deals: int,
    seed: int = 1,
    *,
    threads: int = 1,
    ranges: Sequence[str] | None = None,
) -> MatchResult:
    """Play one seat of `a` among others of `b`, in each seat in turn.

    Parameters
    ----------
    deals
        At least so many, four on a board.
    seed
        Of the boards, hands and actions: both sides of a comparison meet the same.
    ranges
        The hands that each seat may hold, as range text; None deals every hand.

    Raises
    ------
    ConfigError
        When the two were not solved on the same tree and the same card abstraction.
    """
    for key, expected in a.solved_game.meta().items():
        found = b.solved_game.meta()[key]
        if found != expected:
            raise ConfigError(
                f"match: expected two strategies of one game and one card abstraction; {key} is "
                f"{expected!r} and {found!r}"
            )
    sampling = Sampling(
        -(-deals // Sampling.deals_per_board),
        seed=seed,
        threads=threads,
        ranges=None if ranges is None else tuple(ranges),
    )
    return match_tables(a.solved_game, a.probabilities(), b.probabilities(), sampling)


def match_tables(
    solved_game: SolvedGame, ours: Array, others: Array, sampling: Sampling
) -> MatchResult:
    """Play one table of a strategy among the other's in each seat in turn.

    Parameters
    ----------
    ours, others
        Tables in the layout of the solver's: sums, or probabilities; float32 [block, 8].
    sampling
        Boards, deals, random stream and threads.
    """
    return compare(
        root_values(solved_game, ours, others, sampling).board_means,
        root_values(solved_game, others, others, sampling).board_means,
    )


def compare(guest: NDArray[np.float64], host: NDArray[np.float64]) -> MatchResult:
    """What the guest wins more than the host on the same deals. Shape: both [board, seat]."""
    difference = guest - host
    seats = difference.shape[1]
    edge, error = mean_and_error(difference.sum(axis=1) / seats)
    return MatchResult(
        edge, error, tuple(mean_and_error(difference[:, seat]) for seat in range(seats))
    )
