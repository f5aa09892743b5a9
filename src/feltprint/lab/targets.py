"""How deep the lab must get on its games: a named configuration for each depth, and its budget.

`DEPTHS` is what the tables show, what `feltprint lab --depth` runs, what tests hold and what the
benchmark times. The algorithms of Leduc were chosen on a grid of regrets, predictions and powers of
averaging (docs/results.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from feltprint.errors import ConfigError


@dataclass(frozen=True)
class Depth:
    """An exploitability, in payoffs of the game, and the configuration that gets below it."""

    name: str
    game: str
    exploitability: float
    iterations: int
    algorithm: str
    parameters: Mapping[str, float] = field(default_factory=dict)

    def text(self) -> str:
        """The configuration as the command line takes it."""
        return " ".join([self.algorithm, *(f"{k}={v:g}" for k, v in self.parameters.items())])


_FAR: Mapping[str, float] = {
    "alpha": 2.3, "constant": 1.0, "prediction": 1.0, "average_power": 10.0,
}  # fmt: skip

DEPTHS: tuple[Depth, ...] = (
    Depth("kuhn-1e-12", "kuhn", 1e-12, 75, "hs-sapcfr+"),
    Depth("leduc-1e-3", "leduc", 1e-3, 300, "dcfr", {"prediction": 0.1}),
    Depth(
        "leduc-1e-6", "leduc", 1e-6, 6_300, "dcfr+",
        {"alpha": 2.0, "constant": 1.0, "prediction": 0.2, "average_power": 5.0},
    ),
    Depth("leduc-1e-9", "leduc", 1e-9, 27_000, "dcfr+", _FAR),
    Depth("leduc-1e-12", "leduc", 1e-12, 52_000, "dcfr+", _FAR),
)  # fmt: skip


def depths_of(game: str, with_options: bool = False) -> list[Depth]:
    """The depths of a game, by name; none where its options make it another game."""
    return [] if with_options else [depth for depth in DEPTHS if depth.game == game]


def depth(name: str) -> Depth:
    """A depth by its name. Raises ConfigError when there is none."""
    for known in DEPTHS:
        if known.name == name:
            return known
    raise ConfigError(f"depth: found {name!r}; allowed: {', '.join(d.name for d in DEPTHS)}")
