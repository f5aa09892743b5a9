"""The `audit` section of a blueprint: how hard it is examined and what it must reach."""

from __future__ import annotations

from pydantic import Field

from feltprint.config.judging import Boards, JudgingConfig


class AuditConfig(JudgingConfig):
    """Budgets and limits of the checks on one blueprint."""

    evaluation_boards: Boards = Field(
        default=4_000,
        description="Boards on which values are measured, in boards of 4 deals.",
    )
    match_boards: Boards = Field(
        default=1_000,
        description="Boards of each match, at most those of the values, in boards of 4 deals.",
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
