"""Duplicate matches between two strategies: one seat of one among the others of the other.

Both sides of a comparison meet the same boards, hands and, where the strategies agree, the same
actions of the others; the seat's own hands and actions are enumerated. A strategy against itself
is exactly 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltprint.artifacts import Array
from feltprint.evaluation import Sampling, mean_and_error, root_values
from feltprint.solved_game import SolvedGame


@dataclass(frozen=True)
class MatchResult:
    """What a strategy wins in one seat among others over what they win there, chips per hand.

    ``edges`` has one pair (edge, standard error) a seat; ``edge`` is their mean, over the same
    boards.
    """

    edge: float
    standard_error: float
    edges: tuple[tuple[float, float], ...]


def match(solved_game: SolvedGame, ours: Array, others: Array, sampling: Sampling) -> MatchResult:
    """Play one table of a strategy among the other's in each seat in turn.

    Parameters
    ----------
    ours, others
        Tables in the layout of the solver's: sums, or probabilities; float32 [block, 8].
    sampling
        Boards, deals, random stream and threads.
    """
    guest = root_values(solved_game, ours, others, sampling).board_means
    host = root_values(solved_game, others, others, sampling).board_means
    difference = guest - host
    seats = difference.shape[1]
    edge, error = mean_and_error(difference.sum(axis=1) / seats)
    return MatchResult(
        edge, error, tuple(mean_and_error(difference[:, seat]) for seat in range(seats))
    )
