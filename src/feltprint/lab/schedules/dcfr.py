"""DCFR: older regrets fade, positive and negative ones at their own rates.

    R <- R * (t-1)^a / ((t-1)^a + 1) + r   where R > 0
    R <- R * (t-1)^b / ((t-1)^b + 1) + r   elsewhere;   a = 1.5, b = 0, g = 2

The order is the paper's: discount, then add. (Some programs add, then discount with t; Kuhn gives
the same digits either way, Leduc the same speed.)
Source: Brown, Sandholm 2019. Per game: b = 0.5 on river endgames.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from feltprint.lab.powers import Vector
from feltprint.lab.schedules.base import PerGame, Schedule, grown


@dataclass(frozen=True, kw_only=True)
class Dcfr(Schedule):
    """Discounted CFR with exponents alpha, beta and the average's power gamma."""

    name = "dcfr"
    per_game: ClassVar[PerGame] = {"river": {"beta": 0.5}}

    alpha: float = 1.5
    beta: float = 0.0
    average_power: float = 2.0

    def __post_init__(self) -> None:
        """Refuse an alpha that keeps nothing, and a beta that keeps more than alpha."""
        super().__post_init__()
        self.require("alpha", self.alpha, 0.25, 10.0)
        self.require("beta", self.beta, -100.0, 10.0)

    def discounts(self, t: Vector) -> tuple[float | Vector, float | Vector]:
        """The two discounts of the paper."""
        return grown(t, self.alpha), grown(t, self.beta)
