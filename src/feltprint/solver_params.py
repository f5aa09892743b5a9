"""A solver config as the native code takes it and as artifacts carry it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltprint import _core
from feltprint.config.solver import SolverConfig

ProgressCallback = Callable[[int, int, dict[str, Any]], None]

# A native call comes back at least this often, so that Python sees signals (contract: 0.5 s).
NATIVE_SECONDS = 0.25
METHOD = ("storage", "visit_counts", "weighting", "pruning", "averaging", "answer", "gain")


def solver_meta(config: SolverConfig) -> dict[str, Any]:
    """The parameters that shape the tables; the target of iterations is not one of them.

    Parts of the method that are at their default are left out.
    """
    meta = config.model_dump(mode="json", exclude={"iterations"})
    default = SolverConfig().model_dump(mode="json")
    return {k: v for k, v in meta.items() if k not in METHOD or v != default[k]}


def native_params(config: SolverConfig) -> _core.SolverParams:
    """The same for the native code."""
    weighting, pruning, averaging = config.weighting, config.pruning, config.averaging
    return _core.SolverParams(
        seed=config.seed,
        deals_per_board=config.deals_per_board,
        boards_per_batch=config.boards_per_batch,
        visit_counts=config.visit_counts,
        storage=_core.Storage.__members__[config.storage],
        weighting=_core.WeightingParams(
            kind=_core.Weighting.__members__[weighting.kind],
            alpha=weighting.alpha,
            beta=weighting.beta,
            gamma=weighting.gamma,
            period=weighting.period,
            periods=weighting.periods,
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
