"""The `solver` section: the random stream, the budget and the shape of a batch.

Every field shapes the result. Threads, memory and cadence do not and are not here.
"""

from __future__ import annotations

from pydantic import Field

from feltprint.config.base import Model


class SolverConfig(Model):
    """How one stack class is solved. An iteration is one traversal per seat on one deal."""

    seed: int = Field(
        default=1, ge=0, le=2**32 - 1, description="Key of the random stream; a number, no unit."
    )
    iterations: int = Field(
        default=100_000,
        ge=1,
        description="Budget in iterations; a run ends at the first batch boundary at or after it.",
    )
    deals_per_board: int = Field(
        default=16,
        ge=1,
        le=16,
        description="Deals sampled on each board, in deals; they share the work on the board.",
    )
    boards_per_batch: int = Field(
        default=2,
        ge=1,
        le=1024,
        description="Boards in one batch, in boards; a batch reads the tables of its start. No "
        "more threads than this traverse at once.",
    )
    snapshots: bool = Field(
        default=False,
        description="Keep the average strategy at every mark of the curve (1, 2, 3, 4, 6, 8, .. "
        "batches) in the state; true or false. For games of a few kilobytes, such as push-fold.",
    )
