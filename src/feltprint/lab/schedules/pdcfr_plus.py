"""PDCFR+: discounted regrets and a prediction on top of the next discount.

    R <- [R * (t-1)^a / ((t-1)^a + 1) + r]+
    next strategy ~ [R * t^a / (t^a + 1) + r]+;   a = 2.3, g = 5

Source: Xu et al. 2024 (IJCAI). Per game: best of all in the first ten iterations of river
endgames; a prediction factor of 1/3 is better on Leduc.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from feltprint.lab.schedules.base import PerGame
from feltprint.lab.schedules.dcfr_plus import DcfrPlus


@dataclass(frozen=True, kw_only=True)
class PdcfrPlus(DcfrPlus):
    """Predictive, discounted, floored."""

    name = "pdcfr+"
    per_game: ClassVar[PerGame] = {"leduc": {"prediction": 1.0 / 3.0}}

    alpha: float = 2.3
    constant: float = 1.0
    average_power: float = 5.0
    prediction: float = 1.0
