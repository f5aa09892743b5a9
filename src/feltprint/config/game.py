"""The game of a blueprint: a preset by name, and what differs from it.

A field that is null is the preset's. The presets tiny, hu, 6max-lite, 6max and 6max-mw keep the
peer's blinds, rake, menus and trees under every rule profile; push-fold is jam or fold heads-up,
without rake. A bet size f is the increment over the call as a fraction of the pot after calling:
raise_to = max_bet + f * (pot + to_call); for a first bet that is the fraction of the pot.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from feltprint.config.base import Model
from feltprint.config.rake import RakeConfig

PresetName = Literal["tiny", "hu", "6max-lite", "6max", "6max-mw", "push-fold"]
ProfileName = Literal["strict", "pokerkit-0.7.3", "donksolver-0.1"]
AllInName = Literal["always", "threshold", "never"]
Chips = Annotated[int, Field(ge=0, le=200_000_000, strict=True)]
RaiseCap = Annotated[int, Field(ge=0, le=64, strict=True)]
RaiseCaps = tuple[RaiseCap, RaiseCap, RaiseCap, RaiseCap]
STREETS = ("preflop", "flop", "turn", "river")


def _check_sizes(levels: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    for sizes in levels:
        for low, high in pairwise(sizes):
            if high <= low:
                raise ValueError(f"found {high:g} after {low:g}; allowed: ascending sizes")
        for size in sizes:
            if abs(size * 1e6 - round(size * 1e6)) > 1e-3:
                raise ValueError(f"found {size}; allowed: at most six decimals")
    return levels


PotFrac = Annotated[float, Field(gt=0, le=1000)]
Levels = Annotated[tuple[tuple[PotFrac, ...], ...], AfterValidator(_check_sizes)]


class MenusConfig(Model):
    """Raise sizes of each street."""

    preflop: Levels | None = Field(
        default=None,
        description="Sizes by the number of raises already made on the street (the last list "
        "repeats), each a fraction of the pot after calling; null is the preset's.",
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
    players: int | None = Field(
        default=None, ge=2, le=6, description="Seats dealt in; null is the preset's."
    )
    small_blind: Chips = Field(default=100, description="Small blind, in chips.")
    big_blind: Chips = Field(
        default=200, ge=1, description="Big blind and smallest bet, in chips; stacks count in it."
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
        multiway = self.multiway_menus
        update["multiway_menus"] = menus if multiway is None else multiway.filled(menus)
        return self.model_copy(update=update)


def _preset(
    players: int,
    menus: list[list[list[float]]],
    max_raises: RaiseCaps,
    postflop_max_players: int = 2,
    open_call: bool = True,
    rake_percent: float = 5.0,
) -> dict[str, Any]:
    return {
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
}
