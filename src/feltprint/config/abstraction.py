"""The `abstraction` section of the config: which hands are told apart on each street."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from feltprint.config.base import Model

LANES = 8  # buckets to a group of the solver's tables
MAX_BUCKETS = 65_535
STREETS = ("flop", "turn", "river")
# Board classes on flop, turn and river; native/include/feltprint/abstraction/board_class.hpp.
BOARD_CLASSES = {"none": (1, 1, 1), "suits": (3, 5, 4), "texture": (30, 75, 84)}

DeckName = Literal[20, 24, 28, 32, 36, 52]
FULL_DECK: DeckName = 52
Kind = Literal["percentile", "nested", "potential-aware", "lossless"]
BoardClasses = Literal["none", "suits", "texture"]
NumBuckets = Annotated[int, Field(ge=1, le=MAX_BUCKETS)]
NumBoards = Annotated[int, Field(ge=1, le=134_459)]
RiverCut = Annotated[int, Field(ge=1, le=1980)]


# Hands up to suits on flop and turn by deck, where they are at most MAX_BUCKETS.
LOSSLESS_BUCKETS: dict[int, tuple[int, ...]] = {
    20: (7_760, 27_290),
    24: (21_150,),
    28: (48_769,),
}


def _lossless_text() -> str:
    return ", ".join(
        f"{' and '.join(STREETS[: len(classes)])} of {deck} cards"
        for deck, classes in LOSSLESS_BUCKETS.items()
    )


class NestedConfig(Model):
    """Options of the streets whose kind is nested."""

    potential_bins: int = Field(
        default=4,
        ge=1,
        le=255,
        description="Bins by potential inside each equity bin on flop and turn; "
        "the river has equity bins alone.",
    )
    bins: Literal["equal-width", "equal-mass"] = Field(
        default="equal-width",
        description="How a board's hands are cut into bins: equal-width cuts the range of values, "
        "equal-mass cuts the ranking of the hands, so that no bucket starves.",
    )
    boards: tuple[BoardClasses, BoardClasses, BoardClasses] = Field(
        default=("none", "none", "none"),
        description="Boards that do not share buckets, on flop, turn and river: suits parts them "
        "by flush structure, texture also by their cards from seven and from jack up.",
    )


class PotentialAwareConfig(Model):
    """Options of the streets whose kind is potential-aware."""

    seed: int = Field(
        default=1, ge=0, le=2**32 - 1, description="Random stream of the first centroids."
    )
    iterations: int = Field(
        default=30,
        ge=1,
        le=10_000,
        description="Most iterations of k-means a street; it ends before when nothing moves.",
    )
    training_boards: tuple[NumBoards, NumBoards, NumBoards] = Field(
        default=(1_755, 4_096, 8_192),
        description="Canonical boards that train the centroids of flop, turn and river, spread "
        "evenly and weighted; all of a street's (1755, 16432, 134459) where that is fewer.",
    )


class AbstractionConfig(Model):
    """A card abstraction. Preflop hands are always told apart by their 169 classes."""

    kind: Kind | tuple[Kind, Kind, Kind] = Field(
        default="percentile",
        description=(
            "One kind for flop, turn and river, or a list of three. Percentile is one ranking of "
            "all hands of a street, by E[HS^2] on flop and turn and by HS on the river, cut into "
            "shares of equal weight. Nested cuts each board's hands into bins by equity, and each "
            "bin by potential. Potential-aware is k-means over the distribution of what a hand "
            "becomes: by earth mover's distance on flop and turn, by strength against groups of "
            "opponents' hands on the river. Lossless, of small decks alone, tells all hands apart "
            "that no renaming of the suits makes alike."
        ),
    )
    buckets: tuple[NumBuckets, NumBuckets, NumBuckets] = Field(
        default=(50, 50, 50),
        description="Buckets on flop, turn and river, for nested its equity bins; the solver "
        "works in groups of 8.",
    )
    deck: DeckName = Field(
        default=FULL_DECK,
        description="Cards of the deck, the highest ranks; that of the games which use it.",
    )
    pad_buckets: bool = Field(
        default=False,
        description="Raise each number to the next with which a street's buckets are a multiple "
        "of 8, so that no lane of the solver stays empty.",
    )
    river_cuts: (
        Literal["exact", "donksolver-0.1"] | Annotated[tuple[RiverCut, ...], Field(max_length=1980)]
    ) = Field(
        default="exact",
        description="Where a percentile river is cut, in units of HS*1980: exact shares of all "
        "boards, donksolver's sampled cuts (50 buckets, for side-by-side runs), or a rising list "
        "of one number fewer than buckets.",
    )
    nested: NestedConfig | None = Field(
        default=None, description="Options of nested streets; null is the defaults."
    )
    potential_aware: PotentialAwareConfig | None = Field(
        default=None, description="Options of potential-aware streets; null is the defaults."
    )

    @field_validator("kind")
    @classmethod
    def _one_name_for_one_kind(cls, kind: Any) -> Any:
        """Three equal kinds are one: the same abstraction has the same hash."""
        return kind[0] if isinstance(kind, tuple) and len(set(kind)) == 1 else kind

    @model_validator(mode="before")
    @classmethod
    def _fill_in_options(cls, values: Any) -> Any:
        """Resolve the options of the kinds that are used, so that artifacts hold them."""
        if not isinstance(values, dict):
            return values
        kinds = values.get("kind", "percentile")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        filled = dict(values)
        for kind, name in (("nested", "nested"), ("potential-aware", "potential_aware")):
            if isinstance(kinds, list | tuple) and kind in kinds and filled.get(name) is None:
                filled[name] = {}
        return filled

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        """Refuse options that nothing uses, and numbers that do not fit together."""
        problems = [
            f"{name}: found options, but no street is {kind}; remove them or name the kind"
            for kind, name in (("nested", "nested"), ("potential-aware", "potential_aware"))
            if kind not in self.kinds and getattr(self, name) is not None
        ]
        problems += self._river_cut_problems() + self._deck_problems()
        problems += [
            f"buckets: {street} has {count} buckets with its board classes and bins; "
            f"the most is {MAX_BUCKETS}"
            for street, count in zip(STREETS, self.num_buckets[1:], strict=True)
            if count > MAX_BUCKETS
        ]
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def _deck_problems(self) -> list[str]:
        problems = [
            problem
            for street, kind in enumerate(self.kinds, start=1)
            if kind == "lossless" and (problem := self._lossless_problem(street))
        ]
        if self.deck == FULL_DECK:
            return problems
        problems += [
            f"kind: {kind} is of the full deck, found a deck of {self.deck}"
            for kind in sorted(set(self.kinds) - {"percentile", "lossless"})
        ]
        if self.river_cuts != "exact":
            problems.append(f"river_cuts: they are of the full deck, found a deck of {self.deck}")
        return problems

    def _lossless_problem(self, street: int) -> str | None:
        name, found = STREETS[street - 1], self.street_bins(street)
        classes = LOSSLESS_BUCKETS.get(self.deck, ())
        if len(classes) < street:
            return (
                f"kind: a lossless {name} of {self.deck} cards has over {MAX_BUCKETS} buckets, the "
                f"most a street can have; lossless can be {_lossless_text()}; name another kind "
                "for this street, as in kind: [lossless, lossless, percentile]"
            )
        count = classes[street - 1]
        wrong = f"buckets: a lossless {name} of {self.deck} cards has {count}, found {found}"
        return None if found == count else wrong

    def _river_cut_problems(self) -> list[str]:
        cuts, buckets = self.river_cuts, self.num_buckets[3]
        if cuts == "exact":
            return []
        if self.kinds[2] != "percentile":
            return [f"river_cuts: found {cuts!r}, but the river is {self.kinds[2]}"]
        if cuts == "donksolver-0.1":
            wrong = f"river_cuts: donksolver-0.1 has 50 river buckets, found {buckets}"
            return [] if buckets == 50 else [wrong]
        if len(cuts) != buckets - 1:
            return [f"river_cuts: found {len(cuts)} cuts for {buckets} buckets"]
        rising = all(low < high for low, high in pairwise(cuts))
        return [] if rising else ["river_cuts: found numbers that do not rise"]

    @model_serializer(mode="wrap")
    def _leave_out_unused(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Drop optional keys at their defaults: a percentile artifact keeps its bytes."""
        fields = type(self).model_fields
        optional = ("pad_buckets", "river_cuts", "nested", "potential_aware")
        unused = {name for name in optional if getattr(self, name) == fields[name].default}
        return {name: value for name, value in handler(self).items() if name not in unused}

    @property
    def kinds(self) -> tuple[Kind, Kind, Kind]:
        """The kinds of flop, turn and river."""
        return (self.kind,) * 3 if isinstance(self.kind, str) else self.kind

    def street_bins(self, street: int) -> int:
        """Buckets of street 1..3 as the kind counts them, padded; nested: its equity bins."""
        unit, bins = self._unit(street), self.buckets[street - 1]
        while self.pad_buckets and bins * unit % LANES:
            bins += 1
        return bins

    def _unit(self, street: int) -> int:
        """Buckets for each one that is asked for: board classes times bins by potential."""
        if self.kinds[street - 1] != "nested" or self.nested is None:
            return 1
        classes = BOARD_CLASSES[self.nested.boards[street - 1]][street - 1]
        return classes * (self.nested.potential_bins if street < 3 else 1)

    @property
    def num_buckets(self) -> tuple[int, int, int, int]:
        """Buckets on all four streets."""
        flop, turn, river = (self.street_bins(street) * self._unit(street) for street in (1, 2, 3))
        return (169, flop, turn, river)
