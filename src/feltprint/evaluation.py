"""How good a strategy is: exact values where they can be had, measured ones with their error.

``nash_conv`` = sum over seats of (best-response value - value); ``exploitability`` = nash_conv /
players. Both are exact here, or not given: a trained responder's gain is a lower bound of what a
seat could win and is never called exploitability.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.artifacts import Array
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.solved_game import SolvedGame
from feltprint.solver_params import (
    NATIVE_SECONDS,
    ProgressCallback,
    native_params,
    range_weights,
)
from feltprint.strategy import Strategy

# A responder has one traversal a deal; its batches are as large as those of a small solve.
BOARDS_PER_BATCH = 8
MAX_START_WEIGHT = 255.0  # of a policy's codes; a visit's regret is of hundreds of chips


@dataclass(frozen=True)
class PairOutcomes:
    """Joint distribution of two seats' buckets and the chances at a showdown of each pair.

    Shape: all [bucket of seat 0, bucket of seat 1], float64; ``weight`` sums to 1.
    """

    weight: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]

    @classmethod
    def preflop(cls, outcomes: Array, pairs: Array) -> PairOutcomes:
        """From the exact counts of ``tables.build_preflop_equity``, or of a smaller deck.

        Pairs that cannot be dealt have weight 0.
        """
        totals = np.maximum(outcomes.sum(axis=2), 1).astype(np.float64)
        return cls(
            pairs / float(pairs.sum()), outcomes[:, :, 0] / totals, outcomes[:, :, 1] / totals
        )

    @classmethod
    def kuhn(cls, num_cards: int = 3) -> PairOutcomes:
        """Two-player Kuhn poker: two different cards, the higher one wins."""
        off_diagonal = 1.0 - np.eye(num_cards)
        lower = np.tril(np.ones((num_cards, num_cards)), -1)
        return cls(off_diagonal / off_diagonal.sum(), lower, np.zeros_like(lower))


@dataclass(frozen=True)
class ExactValues:
    """Exact values of a two-player strategy, in chips per hand, index = seat."""

    value: tuple[float, ...]
    best_response_value: tuple[float, ...]

    @property
    def nash_conv(self) -> float:
        """Sum of both seats' gains from a best response; 0 at an equilibrium."""
        gains = (b - v for b, v in zip(self.best_response_value, self.value, strict=True))
        return sum(gains)

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players."""
        return self.nash_conv / len(self.value)


def exact_values(
    tree: _core.PublicTree, table: NDArray[np.float32], outcomes: PairOutcomes
) -> ExactValues:
    """Exact values and best responses of a one-street two-player game.

    ``table`` has the layout of the solver's tables; a row is normalised and an empty one uniform.
    Raises ConfigError for a game of another shape.
    """
    value, best = _core.evaluate_pair_game(
        tree, outcomes.weight, outcomes.win, outcomes.tie, np.ascontiguousarray(table)
    )
    return ExactValues(tuple(value), tuple(best))


@dataclass(frozen=True)
class RootValues:
    """Mean and standard error per seat, chips per hand; shape of board_means: [board, seat]."""

    mean: tuple[float, ...]
    standard_error: tuple[float, ...]
    board_means: NDArray[np.float64]


@dataclass(frozen=True)
class Sampling:
    """What a measurement samples: boards, deals on each, the random stream; and its threads.

    ``ranges`` has the hands that each seat may hold, with weights, as range text; deals follow the
    law of a solve with the same ``ranges``. None deals every hand.
    """

    boards: int
    deals_per_board: int = 4
    seed: int = 1
    threads: int = 1
    ranges: tuple[str, ...] | None = None

    def native(self, deck: int, seat: int | None = None) -> _core.RootSample:
        """As the native code takes it, for the value of one seat or of all.

        deck: cards of the game's deck, 0 for a toy game.
        """
        return _core.RootSample(
            seed=self.seed,
            boards=self.boards,
            deals_per_board=self.deals_per_board,
            threads=self.threads,
            seat=-1 if seat is None else seat,
            ranges=range_weights(self.ranges or (), deck),
        )


DEFAULT_SAMPLING = Sampling(boards=4_000)


def root_values(
    solved_game: SolvedGame,
    own_table: NDArray[np.float32],
    opponent_table: NDArray[np.float32],
    sampling: Sampling,
    seat: int | None = None,
) -> RootValues:
    """Each seat's value at the root when it plays ``own_table`` and all others ``opponent_table``.

    Boards, opponents' hands and actions are sampled, the seat's own hands and actions enumerated;
    the standard error is over boards. The same seed gives the same deals for any own table, so
    that two calls can be compared board by board. With ``seat``, only that seat's value is
    measured, the same as with all; the others' are 0.
    """
    mean, error, board_means = _core.evaluate_root(
        solved_game.native,
        own_table,
        opponent_table,
        sampling.native(solved_game.tree.deck, seat),
    )
    return RootValues(tuple(mean), tuple(error), board_means)


@dataclass(frozen=True)
class ResponderGain:
    """What one trained responder gains over the strategy it faces, in chips per hand.

    An unbiased estimate for that responder, hence a lower bound of the best response's gain; it
    grows with ``iterations``, the responder's training, so compare only at equal iterations.
    ``board_gains`` [board] are what it is the mean of: two gains of one seed pair board by board.
    """

    seat: int
    gain: float
    standard_error: float
    iterations: int
    board_gains: NDArray[np.float64] = field(compare=False)


def best_responder(
    strategy: Strategy,
    seat: int,
    *,
    iterations: int,
    sampling: Sampling = DEFAULT_SAMPLING,
    on_progress: ProgressCallback | None = None,
) -> ResponderGain:
    """`responder_gain` over a strategy, rows without weight played by its fallback."""
    return responder_gain(
        strategy.solved_game,
        strategy.probabilities(),
        seat,
        sampling,
        iterations=iterations,
        on_progress=on_progress,
    )


def responder_gain(
    solved_game: SolvedGame,
    table: NDArray[np.float32],
    seat: int,
    sampling: Sampling,
    *,
    iterations: int,
    on_progress: ProgressCallback | None = None,
) -> ResponderGain:
    """Train a responder for one seat against a frozen strategy and measure its gain.

    The responder starts from the strategy, learns for ``iterations`` in the same abstract game
    with the same traversal, and its gain is measured on fresh deals, paired with the strategy's
    own value on the same deals. ``table`` holds probabilities (``Strategy.probabilities``) or the
    codes of a policy: sums of a solve would outweigh what the responder learns.
    Raises ConfigError for a seat that does not exist, or a table of sums.
    """
    if not 0 <= seat < solved_game.tree.num_players:
        raise ConfigError(f"seat: expected 0..{solved_game.tree.num_players - 1}, found {seat}")
    if (largest := float(table.max())) > MAX_START_WEIGHT:
        raise ConfigError(
            f"table: expected probabilities or 8-bit codes, found an entry of {largest:g}; pass "
            "strategy.probabilities()"
        )
    config = SolverConfig(
        seed=sampling.seed,
        deals_per_board=sampling.deals_per_board,
        boards_per_batch=BOARDS_PER_BATCH,
        ranges=sampling.ranges,
    )
    params = native_params(config, solved_game.tree.deck)
    trainer = _core.MonteCarloCfr(solved_game.native, params)
    trainer.train_responder(seat, table)
    while trainer.iterations < iterations:
        trainer.advance(iterations, sampling.threads, NATIVE_SECONDS)
        if on_progress is not None:
            on_progress(min(trainer.iterations, iterations), iterations, {"seat": seat})
    best = root_values(solved_game, trainer.tables()["cum_regret"], table, sampling, seat)
    own = root_values(solved_game, table, table, sampling, seat)
    board_gains = best.board_means[:, seat] - own.board_means[:, seat]
    gain, error = mean_and_error(board_gains)
    return ResponderGain(seat, gain, error, trainer.iterations, board_gains)


def mean_and_error(samples: NDArray[np.float64]) -> tuple[float, float]:
    """Mean and its standard error; plain sums in order, so the bytes never depend on numpy."""
    count = len(samples)
    mean = sum(samples.tolist()) / count
    squares = sum((x - mean) * (x - mean) for x in samples.tolist())
    return mean, math.sqrt(squares / (count - 1) / count)
