"""DCFR+: the floor of CFR+ with the fading of DCFR.

    R <- [R * (t-1)^a / ((t-1)^a + 1.5) + r]+,   a = 1.5, g = 4

The constant 1.5 is that of the authors' program.
Source: Xu, Li, Fu, Fu, Xing, Cheng 2024, "Minimizing weighted counterfactual regret with optimistic
online mirror descent" (IJCAI). Per game: the fastest on liar's dice; the grid's best on Leduc at
1e-6 has a = 2.3, prediction 0.2 and g = 5, and at 1e-9 and below prediction 1 and g = 10.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltprint.lab.powers import Vector
from feltprint.lab.schedules.base import Schedule, grown


@dataclass(frozen=True, kw_only=True)
class DcfrPlus(Schedule):
    """Floored, discounted regrets."""

    name = "dcfr+"
    floored = True

    alpha: float = 1.5
    constant: float = 1.5
    average_power: float = 4.0

    def __post_init__(self) -> None:
        """Refuse a discount outside 0..1."""
        super().__post_init__()
        self.require("alpha", self.alpha, 0.25, 10.0)
        self.require("constant", self.constant, 0.0, 100.0)

    def discounts(self, t: Vector) -> tuple[float | Vector, float | Vector]:
        """One discount: no regret is negative."""
        factor = grown(t, self.alpha, self.constant)
        return factor, factor
