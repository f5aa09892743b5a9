"""What the config says of every judge by play: the audit's, and the gain of a solve under way."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from feltprint.config.base import Model

# A number of boards to measure on, in boards of 4 deals.
Boards: TypeAlias = Annotated[int, Field(ge=100, le=10_000_000)]


class JudgingConfig(Model):
    """The responders that judge, and their random stream."""

    seed: int = Field(
        default=2,
        ge=0,
        le=2**32 - 1,
        description="Key of the random stream of the judges; a number, no unit.",
    )
    responder_iterations: int = Field(
        default=20_000,
        ge=1_000,
        description="Training of the responder of each seat, in iterations; gains compare only at "
        "equal training.",
    )
