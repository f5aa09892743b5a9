"""The game of a blueprint: a preset by name, and what differs from it.

A field that is null is the preset's. The presets tiny, hu, 6max-lite, 6max and 6max-mw keep the
peer's blinds, rake, menus and trees under every rule profile; push-fold is jam or fold heads-up,
and small-deck a game of 20 cards with one pot-sized bet a street, both without rake. A bet size f
is the increment over the call as a fraction of the pot after calling:
raise_to = max_bet + f * (pot + to_call); for a first bet that is the fraction of the pot.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from feltprint.config.abstraction import FULL_DECK, DeckName
from feltprint.config.base import Model
from feltprint.config.rake import RakeConfig

PresetName = Literal["tiny", "hu", "6max-lite", "6max", "6max-mw", "push-fold", "small-deck"]
ProfileName = Literal["strict", "pokerkit-0.7.3", "donksolver-0.1"]
AllInName = Literal["always", "threshold", "never"]
Chips = Annotated[int, Field(ge=0, le=200_000_000, strict=True)]
BigBlind = Annotated[int, Field(ge=1, le=200_000_000, strict=True)]
RaiseCap = Annotated[int, Field(ge=0, le=64, strict=True)]
RaiseCaps = tuple[RaiseCap, RaiseCap, RaiseCap, RaiseCap]
STREETS = ("preflop", "flop", "turn", "river")


# Values of one kind of size: a fraction of the pot after calling, "2.5x" the last bet, "3bb" in
# total (preflop only), "e" or "2e" geometric: the same fraction in each of 2 bets to all-in.
PotFrac = Annotated[float, Field(gt=0, le=1000, strict=True)]
OtherSize = Annotated[
    str, StringConstraints(pattern=r"^(\d+(\.\d+)?(x|bb)|[1-4]?e)$", max_length=12)
]
Size = PotFrac | OtherSize


def split_size(size: float | str) -> tuple[str, float]:
    """Split a size into its unit ("pot", "x", "bb" or "e") and its value (0 for a plain "e")."""
    if not isinstance(size, str):
        return "pot", size
    unit = "bb" if size.endswith("bb") else size[-1]
    return unit, float(size.removesuffix(unit) or 0)


def _check_sizes(levels: tuple[tuple[Size, ...], ...]) -> tuple[tuple[Size, ...], ...]:
    for sizes in levels:
        for low, high in pairwise(sizes):
            (unit, below), (other, above) = split_size(low), split_size(high)
            if unit == other and above <= below:
                raise ValueError(f"found {high} after {low}; allowed: ascending sizes")
        for size in sizes:
            unit, value = split_size(size)
            if abs(value * 1e6 - round(value * 1e6)) > 1e-3:
                raise ValueError(f"found {size}; allowed: at most six decimals")
            if unit in ("x", "bb") and not 1 < value <= 1000:
                raise ValueError(f"found {size}; allowed: above 1{unit}, at most 1000{unit}")
    return levels


Levels = Annotated[tuple[tuple[Size, ...], ...], AfterValidator(_check_sizes)]


class MenusConfig(Model):
    """Raise sizes of each street."""

    preflop: Levels | None = Field(
        default=None,
        description="Sizes by the number of raises already made on the street (the last list "
        "repeats). A number is a fraction of the pot after calling; 2.5x is a multiple of the last "
        "bet, 3bb a total in big blinds (preflop only), 2e the first of two equal pot fractions "
        "to all-in, e one a street left. Null is the preset's.",
    )
    flop: Levels | None = Field(default=None, description="As preflop.")
    turn: Levels | None = Field(default=None, description="As preflop.")
    river: Levels | None = Field(default=None, description="As preflop.")

    def filled(self, base: MenusConfig) -> MenusConfig:
        """Take from `base` every street that is null here."""
        return base.model_copy(update=self.model_dump(exclude_none=True))


class GameConfig(Model):
    """A hold'em game for two to six seats; seat 0 is the small blind, the last the button."""

    preset: PresetName = Field(
        default="6max-lite", description="The game that the other keys start from."
    )
    rules: ProfileName = Field(
        default="strict",
        description="Betting rules: strict is real poker (pokerkit 0.7.7, TDA); the others "
        "copy older programs for comparisons.",
    )
    deck: DeckName | None = Field(
        default=None,
        description="Cards of the deck: the highest ranks, ranked as in the full deck; null is the "
        "preset's.",
    )
    players: int | None = Field(
        default=None, ge=2, le=6, description="Seats dealt in; null is the preset's."
    )
    small_blind: Chips = Field(default=100, description="Small blind, in chips.")
    big_blind: BigBlind = Field(
        default=200, description="Big blind and smallest bet, in chips; stacks count in it."
    )
    straddles: Annotated[tuple[Chips, ...], Field(max_length=4)] = Field(
        default=(), description="Straddles of seats 2, 3, .., in chips; 0 where there is none."
    )
    ante: Chips = Field(default=0, description="Ante of every seat, in chips.")
    big_blind_ante: Chips = Field(
        default=0,
        description="Ante that the big blind posts for the table, in chips: dead money. Not "
        "together with ante.",
    )
    rake: RakeConfig | None = Field(
        default=None, description="What the house takes; null is the preset's."
    )
    menus: MenusConfig | None = Field(
        default=None, description="Raise sizes; null is the preset's."
    )
    max_raises: RaiseCaps | None = Field(
        default=None,
        description="Bets and raises on each street after which only the all-in is left; null is "
        "the preset's.",
    )
    in_position_menus: MenusConfig | None = Field(
        default=None,
        description="Raise sizes, with two seats in the hand, of the one that acts last after the "
        "flop; null is the same as menus.",
    )
    multiway_menus: MenusConfig | None = Field(
        default=None,
        description="Raise sizes with three or more seats in the hand; null is the same as menus.",
    )
    multiway_max_raises: RaiseCaps | None = Field(
        default=None,
        description="As max_raises, with three or more seats in the hand; null is the preset's.",
    )
    kappa_bet: float = Field(
        default=0.9,
        gt=0,
        le=1,
        description="A size that commits at least this share of the stack is left to the all-in.",
    )
    merge_threshold: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="Of two sizes x > y, as fractions of the pot after calling, y is merged into "
        "x when (1 + x) / (1 + y) < 1 + this; 0 merges equal sizes only.",
    )
    all_in: AllInName = Field(
        default="always",
        description="When the all-in is offered: always, up to kappa_all_in (threshold), never.",
    )
    kappa_all_in: float = Field(
        default=1.5,
        gt=0,
        le=1000,
        description="With threshold: the largest all-in offered, as a fraction of the pot after "
        "calling.",
    )
    open_call: bool | None = Field(
        default=None,
        description="May an unraised pot be called before the flop (limped)? null is the preset's.",
    )
    postflop_max_players: int | None = Field(
        default=None,
        ge=1,
        le=6,
        description="With more seats on the flop the tree ends in a check-down; null is the "
        "preset's.",
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Refuse what no field alone can tell."""
        game = self.resolved()
        assert game.players is not None
        if self.ante and self.big_blind_ante:
            raise ValueError(
                f"found ante {self.ante} and big_blind_ante {self.big_blind_ante}; "
                "allowed: one of them above 0"
            )
        if self.small_blind > self.big_blind:
            raise ValueError(
                f"small_blind: found {self.small_blind}; allowed: 0 to big_blind {self.big_blind}"
            )
        if len(self.straddles) > game.players - 2:
            raise ValueError(
                f"straddles: found {len(self.straddles)}; allowed: one for each seat from 2 on, "
                f"at most {game.players - 2} with {game.players} players"
            )
        for name in ("menus", "in_position_menus", "multiway_menus"):
            _check_streets(name, getattr(game, name))
        for chips in self.straddles:
            if 0 < chips <= self.big_blind:
                raise ValueError(
                    f"straddles: found {chips}; allowed: 0, or above big_blind {self.big_blind}"
                )
        return self

    def resolved(self) -> GameConfig:
        """Fill every null field from the preset; the result says the same without the preset."""
        base = PRESETS[self.preset]
        update: dict[str, Any] = {
            name: value for name, value in base.items() if getattr(self, name) is None
        }
        if self.menus is not None:
            update["menus"] = self.menus.filled(base["menus"])
        menus: MenusConfig = update.get("menus", base["menus"])
        for name in ("in_position_menus", "multiway_menus"):
            own: MenusConfig | None = getattr(self, name)
            update[name] = menus if own is None else own.filled(menus)
        return self.model_copy(update=update)


def _check_streets(name: str, menus: MenusConfig) -> None:
    for street in STREETS[1:]:
        sizes = [size for level in getattr(menus, street) for size in level]
        for size in sizes:
            if split_size(size)[0] == "bb":
                raise ValueError(f"{name}.{street}: found {size}; allowed: bb sizes preflop only")


def _preset(
    players: int,
    menus: list[list[list[float]]],
    max_raises: RaiseCaps,
    postflop_max_players: int = 2,
    open_call: bool = True,
    rake_percent: float = 5.0,
    deck: DeckName = FULL_DECK,
) -> dict[str, Any]:
    # lizard forgives: one argument for each column of the table below.
    return {
        "deck": deck,
        "players": players,
        "rake": RakeConfig(percent=rake_percent),
        "menus": MenusConfig.model_validate(dict(zip(STREETS, menus, strict=True))),
        "max_raises": max_raises,
        "multiway_max_raises": (3, 1, 1, 1),
        "open_call": open_call,
        "postflop_max_players": postflop_max_players,
    }


_LITE = [[[0.6], [1.0], [0.9]], [[0.5]], [[0.66]], [[0.75]]]

PRESETS: dict[str, dict[str, Any]] = {
    "tiny": _preset(2, [[[1.0]], [[0.75]], [[0.75]], [[0.75]]], (2, 1, 1, 1)),
    "hu": _preset(
        2,
        [
            [[0.6, 1.2], [1.0], [0.8]],
            [[0.33, 0.75], [1.0]],
            [[0.5, 1.0], [1.0]],
            [[0.5, 1.0], [1.0]],
        ],
        (4, 3, 3, 3),
    ),
    "6max-lite": _preset(6, _LITE, (3, 2, 2, 2)),
    "6max-mw": _preset(6, _LITE, (3, 2, 2, 2), postflop_max_players=6),
    "6max": _preset(
        6,
        [
            [[0.6], [0.9], [0.8]],
            [[0.33, 0.75], [0.8]],
            [[0.5, 1.0], [0.8]],
            [[0.5, 1.0], [0.8]],
        ],
        (4, 2, 2, 2),
    ),
    "push-fold": _preset(2, [[], [], [], []], (0, 0, 0, 0), open_call=False, rake_percent=0.0),
    "small-deck": _preset(
        2, [[[1.0]], [[1.0]], [[1.0]], [[1.0]]], (2, 1, 1, 1), rake_percent=0.0, deck=20
    ),
}
