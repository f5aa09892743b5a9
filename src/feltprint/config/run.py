"""The whole config file: which blueprints, on which card abstractions, and how the run behaves.

`run` holds the knobs that cannot change a result. Everything else shapes the artifacts and
reaches the workflow rules that it changes.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from feltprint.config.abstraction import AbstractionConfig
from feltprint.config.audit import AuditConfig
from feltprint.config.base import Model
from feltprint.config.bundle import BundleConfig
from feltprint.config.freeze import FreezeConfig
from feltprint.config.game import GameConfig
from feltprint.config.lab import LabConfig
from feltprint.config.solver import SolverConfig

# Folders of results/ and of results/{blueprint}/ that a name must not collide with.
RESERVED_BLUEPRINTS = frozenset(
    {"tables", "abstractions", "checkpoints", "logs", "benchmarks", "lab", "site"}
)
RESERVED_STACK_CLASSES = frozenset({"bundle", "audit"})

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]+$", max_length=40)]


def _free_name(reserved: frozenset[str]) -> AfterValidator:
    def check(name: str) -> str:
        if name in reserved:
            raise ValueError(f"name is a folder of the results; not one of {sorted(reserved)}")
        return name

    return AfterValidator(check)


BlueprintName = Annotated[Name, _free_name(RESERVED_BLUEPRINTS)]
StackClassName = Annotated[Name, _free_name(RESERVED_STACK_CLASSES)]
StackBb = Annotated[float, Field(gt=0, le=10_000)]
Stacks = StackBb | Annotated[tuple[StackBb, ...], Field(min_length=2, max_length=6)]


class BlueprintConfig(Model):
    """One blueprint: a game, its stack classes, and how each of them is solved."""

    game: GameConfig = Field(description="The game: a preset, or written out.")
    stack_classes: dict[StackClassName, Stacks] = Field(
        min_length=1,
        description="Starting stacks by name, in big blinds: one number for all seats, "
        "or a list with one number a seat (seat 0 = small blind).",
    )
    abstraction: Name | None = Field(
        default=None,
        description="Name of an entry of `abstractions`; null only for a game without a decision "
        "after the preflop, such as push-fold.",
    )
    solver: SolverConfig = Field(
        default_factory=SolverConfig, description="Random stream, budget and batch of each solve."
    )
    freeze: FreezeConfig = Field(
        default_factory=FreezeConfig, description="What the policies keep of the solved strategy."
    )
    bundle: BundleConfig = Field(
        default_factory=BundleConfig, description="How the finished blueprint is handed on."
    )
    audit: AuditConfig = Field(
        default_factory=AuditConfig, description="How hard the blueprint is examined."
    )


class RunKnobs(Model):
    """How the run behaves. Nothing here can change a result."""

    checkpoint_minutes: float = Field(
        default=10.0,
        gt=0,
        le=1440,
        description="Longest time between two checkpoints of a solve, in minutes.",
    )
    progress_seconds: float = Field(
        default=10.0,
        gt=0,
        le=3600,
        description="Time between two progress lines when the output is no terminal, in seconds.",
    )
    memory_limit_gb: float | None = Field(
        default=None,
        gt=0,
        le=100_000,
        description="A solve that is forecast above this stops before it starts, in gigabytes "
        "(10^9 bytes); null is three quarters of the machine's memory.",
    )


class RunConfig(Model):
    """What one `snakemake` call builds."""

    blueprints: dict[BlueprintName, BlueprintConfig] = Field(
        min_length=1, description="The blueprints to build, by name (a-z, 0-9, _ and -)."
    )
    abstractions: dict[Name, AbstractionConfig] = Field(
        default_factory=dict,
        description="The card abstractions that blueprints may name, by name (a-z, 0-9, _ and -).",
    )
    lab: LabConfig | None = Field(
        default=None,
        description="Exactly solvable games and the algorithms to run on them; null for none.",
    )
    run: RunKnobs = Field(
        default_factory=RunKnobs, description="How the run behaves; nothing here changes a result."
    )

    @model_validator(mode="after")
    def _check_references(self) -> Self:
        """Refuse a name that is not defined, with one line for each."""
        known = sorted(self.abstractions)
        problems = [
            f"blueprints.{name}.abstraction: found {blueprint.abstraction!r}; "
            f"allowed: null, or an entry of `abstractions`: {', '.join(known) or '(none)'}"
            for name, blueprint in self.blueprints.items()
            if blueprint.abstraction is not None and blueprint.abstraction not in known
        ]
        problems += [
            f"blueprints.{name}.bundle.abstraction: found {blueprint.bundle.abstraction!r}, but "
            "the blueprint has no abstraction; allowed: included (the default)"
            for name, blueprint in self.blueprints.items()
            if blueprint.abstraction is None and blueprint.bundle != BundleConfig()
        ]
        if problems:
            raise ValueError("\n".join(problems))
        return self
