"""The `gain` part of a solver config: judging while solving, and the gain that ends a solve."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from pydantic import Field, model_validator

from feltprint.config.judging import Boards, JudgingConfig


class GainConfig(JudgingConfig):
    """A trained responder's gain over the average strategy, measured as the solve goes on.

    Every mark costs a responder for each seat, and one more pair of tables while it lasts.
    """

    marks: tuple[Annotated[int, Field(ge=1)], ...] = Field(
        default=(),
        description="Iterations at which the gain is measured, rising, in iterations; the curve "
        "of the audit. None measures nothing.",
    )
    boards: Boards = Field(
        default=1_000,
        description="Boards on which a gain is measured, in boards of 4 deals.",
    )
    target_mbb: float | None = Field(
        default=None,
        description="The solve ends at the first mark where the mean gain over the seats is at "
        "most this, in mbb per hand; null goes on to the last iteration.",
    )

    @model_validator(mode="after")
    def _check_marks(self) -> GainConfig:
        for before, mark in pairwise(self.marks):
            if mark <= before:
                raise ValueError(f"marks: found {mark} after {before}; allowed: rising numbers")
        if self.target_mbb is not None and not self.marks:
            raise ValueError("target_mbb: found a target without marks; allowed: with marks")
        return self
