"""A solver config as the native code takes it and as artifacts carry it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from feltprint import _core
from feltprint.cards import HAND_CARDS, NUM_CARDS
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.ranges import parse_range

ProgressCallback = Callable[[int, int, dict[str, Any]], None]

# A native call comes back at least this often, so that Python sees signals (contract: 0.5 s).
NATIVE_SECONDS = 0.25
METHOD = (
    "storage", "visit_counts", "traversal", "ranges", "weighting", "pruning", "averaging", "answer",
    "gain",
)  # fmt: skip


def solver_meta(config: SolverConfig) -> dict[str, Any]:
    """The parameters that shape the tables; the target of iterations is not one of them.

    Parts of the method that are at their default are left out.
    """
    meta = config.model_dump(mode="json", exclude={"iterations"})
    default = SolverConfig().model_dump(mode="json")
    return {k: v for k, v in meta.items() if k not in METHOD or v != default[k]}


def native_params(config: SolverConfig, deck: int = NUM_CARDS) -> _core.SolverParams:
    """The same for the native code.

    deck: cards of the game's deck, 0 for a toy game. Raises ConfigError for ranges of a toy game.
    """
    weighting, pruning, averaging = config.weighting, config.pruning, config.averaging
    return _core.SolverParams(
        seed=config.seed,
        deals_per_board=config.deals_per_board,
        boards_per_batch=config.boards_per_batch,
        visit_counts=config.visit_counts,
        storage=_core.Storage.__members__[config.storage],
        traversal=_core.TraversalParams(
            kind=_core.Traversal.__members__[config.traversal.kind],
            min_reach=config.traversal.min_reach,
        ),
        ranges=range_weights(config.ranges or (), deck),
        weighting=_core.WeightingParams(
            kind=_core.Weighting.__members__[weighting.kind],
            alpha=weighting.alpha,
            beta=weighting.beta,
            gamma=weighting.gamma,
            period=weighting.period,
            periods=weighting.periods,
            rm_plus=weighting.rm_plus,
        ),
        pruning=_core.PruningParams(
            threshold=pruning.threshold or 0.0, after=pruning.after, explore=pruning.explore
        ),
        averaging=_core.AveragingParams(
            kind=_core.Averaging.__members__[averaging.method],
            probability=averaging.probability,
            max_street=averaging.max_street,
            snapshot_every=averaging.snapshot_every or 0,
            snapshot_after=averaging.snapshot_after,
        ),
    )


def range_weights(ranges: Sequence[str], deck: int) -> list[list[float]]:
    """Weights [seat][hand]; a hand with a card that is not in the deck has none."""
    if ranges and deck == 0:
        raise ConfigError(f"ranges: expected null for a toy game, found {list(ranges)}")
    in_deck = (NUM_CARDS - deck <= HAND_CARDS).all(axis=1)
    return [np.where(in_deck, parse_range(text), 0.0).tolist() for text in ranges]
