"""The `lab` section: which algorithms run on which exactly solvable games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from feltprint.config.base import Model

LabName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]+$", max_length=40)]
LabGameName = Literal[
    "kuhn", "kuhn-3", "kuhn-4", "kuhn-5", "kuhn-6", "leduc", "leduc-3", "leduc-4",
    "no-limit-leduc", "liars-dice", "goofspiel", "push-fold",
]  # fmt: skip
LabAlgorithm = Literal[
    "cfr", "cfr+", "linear", "dcfr", "dcfr+", "pcfr+", "pdcfr+", "sapcfr+",
    "hs-dcfr", "hs-pcfr+", "hs-pdcfr+", "hs-sapcfr+", "cs", "es", "os",
]  # fmt: skip
SAMPLED_ALGORITHMS = ("cs", "es", "os")
Threshold = Annotated[float, Field(gt=0, lt=1000)]
Seed = Annotated[int, Field(ge=0, le=2**32 - 1)]


class LabRunConfig(Model):
    """One game and the algorithms that solve it, side by side."""

    game: LabGameName = Field(description="The game, by its name in the lab.")
    options: dict[str, bool | int | float | tuple[float, ...]] = Field(
        default_factory=dict,
        description="Parameters of the game, such as max_raises of leduc or stack of "
        "no-limit-leduc.",
    )
    algorithms: tuple[LabAlgorithm, ...] = Field(
        min_length=1, description="Full-width schedules and sampling schemes (cs, es, os)."
    )
    iterations: int = Field(
        default=10_000, ge=1, le=10**9, description="Length of each full-width run, in iterations."
    )
    sampled_iterations: int = Field(
        default=100_000, ge=1, le=10**10, description="Length of each sampled run, in iterations."
    )
    seeds: tuple[Seed, ...] = Field(
        default=(1,), min_length=1, description="Random streams of the sampled runs; numbers."
    )
    points_per_decade: int = Field(
        default=10, ge=1, le=100, description="Points of a curve in a tenfold of iterations."
    )
    snapshots: tuple[Annotated[int, Field(ge=1)], ...] = Field(
        default=(),
        description="Iterations at which strategies and regrets are kept (full-width).",
    )
    thresholds: tuple[Threshold, ...] = Field(
        default=(1e-3, 1e-6, 1e-9),
        description="Exploitabilities whose first iteration the table shows, in the game's payoff.",
    )
    tournament_hands: int = Field(
        default=0,
        ge=0,
        le=10**8,
        description="Hands of each match of rule agents (Kuhn and Leduc for two); 0 for none.",
    )


class LabConfig(Model):
    """The lab: a matrix of games, algorithms and seeds, and the named ablations."""

    runs: dict[LabName, LabRunConfig] = Field(
        min_length=1, description="Games and their algorithms, by name (a-z, 0-9, _ and -)."
    )
    ablation_iterations: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        description="Length of the ablations, in iterations of plain Python; 0 for none.",
    )
