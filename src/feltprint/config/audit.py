"""The `audit` section of a blueprint: how hard it is examined and what it must reach."""

from __future__ import annotations

from pydantic import Field

from feltprint.config.base import Model


class AuditConfig(Model):
    """Budgets and limits of the checks on one blueprint."""

    seed: int = Field(
        default=2,
        ge=0,
        le=2**32 - 1,
        description="Key of the audit's random stream; a number, no unit.",
    )
    evaluation_boards: int = Field(
        default=4_000,
        ge=100,
        le=10_000_000,
        description="Boards on which values are measured, in boards of 4 deals.",
    )
    match_boards: int = Field(
        default=1_000,
        ge=100,
        le=10_000_000,
        description="Boards of each match, at most those of the values, in boards of 4 deals.",
    )
    responder_iterations: int = Field(
        default=20_000,
        ge=1_000,
        description="Training of the responder of each seat, in iterations; gains compare only at "
        "equal training.",
    )
    max_gain_mbb: float = Field(
        default=200.0,
        gt=0,
        description="The mean gain over the seats of a trained responder may not exceed this, in "
        "mbb per hand.",
    )
    max_nash_conv_mbb: float = Field(
        default=1.0,
        gt=0,
        description="The exact NashConv of a two-player game on one street may not exceed this, in "
        "mbb per hand.",
    )
