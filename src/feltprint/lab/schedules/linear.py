"""Linear CFR: iteration t has the weight t in regrets and average alike.

    R <- R * (t-1)/t + r,  g = 1;  the same as DCFR(1, 1, 1)

Source: Brown, Sandholm 2019, "Solving imperfect-information games via discounted regret
minimization". Per game: the best choice where some actions are very costly mistakes (river
endgames with deep stacks); slow on Leduc.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltprint.lab.powers import Vector
from feltprint.lab.schedules.base import Schedule, grown


@dataclass(frozen=True, kw_only=True)
class Linear(Schedule):
    """Linearly weighted regrets and average."""

    name = "linear"

    average_power: float = 1.0

    def discounts(self, t: Vector) -> tuple[float | Vector, float | Vector]:
        """(t-1)/t for both signs."""
        factor = grown(t, 1.0)
        return factor, factor
