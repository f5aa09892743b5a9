"""The `abstraction` section of the config: which hands are told apart on each street."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from feltprint.config.base import Model

DeckName = Literal[20, 24, 28, 32, 36, 52]
FULL_DECK: DeckName = 52
NumBuckets = Annotated[int, Field(ge=1, le=65_535)]


class AbstractionConfig(Model):
    """A card abstraction. Preflop hands are always told apart by their 169 classes."""

    kind: Literal["percentile"] = Field(
        default="percentile",
        description=(
            "Percentile is one ranking of all hands of a street, by E[HS^2] on flop and turn and "
            "by HS on the river, cut into shares of equal weight."
        ),
    )
    buckets: tuple[NumBuckets, NumBuckets, NumBuckets] = Field(
        default=(50, 50, 50),
        description="Buckets on flop, turn and river; the solver works in groups of 8.",
    )

    deck: DeckName = Field(
        default=FULL_DECK,
        description="Cards of the deck, the highest ranks; that of the games which use it.",
    )

    @property
    def num_buckets(self) -> tuple[int, int, int, int]:
        """Buckets on all four streets."""
        return (169, *self.buckets)
