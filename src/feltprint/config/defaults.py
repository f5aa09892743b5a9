"""The default run: what `config.yaml` holds and what `make` builds.

A heads-up push-fold blueprint, which can be checked exactly, a six-max blueprint on a percentile
abstraction, and a small lab.
"""

from __future__ import annotations

from feltprint.config.abstraction import AbstractionConfig
from feltprint.config.audit import AuditConfig
from feltprint.config.gain import GainConfig
from feltprint.config.game import GameConfig
from feltprint.config.lab import LabAlgorithm, LabConfig, LabRunConfig
from feltprint.config.run import BlueprintConfig, RunConfig
from feltprint.config.solver import SolverConfig

_LAB_ALGORITHMS: tuple[LabAlgorithm, ...] = (
    "cfr", "cfr+", "linear", "dcfr", "pcfr+", "sapcfr+",
)  # fmt: skip


def default_run() -> RunConfig:
    """The config that `config.yaml` is rendered from."""
    return RunConfig(
        blueprints={
            "push-fold": BlueprintConfig(
                game=GameConfig(preset="push-fold"),
                stack_classes={"5bb": 5.0, "10bb": 10.0, "20bb": 20.0},
                solver=SolverConfig(iterations=1_000_000, snapshots=True),
            ),
            "6max-lite": BlueprintConfig(
                game=GameConfig(preset="6max-lite"),
                stack_classes={"20bb": 20.0, "40bb": 40.0},
                abstraction="percentile-50",
                solver=SolverConfig(
                    iterations=400_000,
                    gain=GainConfig(
                        marks=(25_000, 100_000, 400_000), responder_iterations=10_000, boards=300
                    ),
                ),
                audit=AuditConfig(responder_iterations=60_000, max_gain_mbb=100.0),
            ),
        },
        abstractions={"percentile-50": AbstractionConfig(kind="percentile", buckets=(50, 50, 50))},
        lab=LabConfig(
            runs={
                "kuhn": LabRunConfig(
                    game="kuhn", algorithms=_LAB_ALGORITHMS, tournament_hands=100_000,
                    snapshots=(10, 100, 1_000, 10_000),
                ),
                "leduc": LabRunConfig(
                    game="leduc", algorithms=_LAB_ALGORITHMS, tournament_hands=100_000,
                    snapshots=(10, 100, 1_000, 10_000),
                ),
            },
            ablation_iterations=1_000,
        ),
    )  # fmt: skip
