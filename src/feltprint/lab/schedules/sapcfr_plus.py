"""SAPCFR+: PCFR+ with a smaller step for the prediction than for the regret.

    R <- [R + r]+,  next strategy ~ [R + c r]+;   c = 1/3, g = 5

Source: Meng et al., "Asymmetry of step sizes" (AAAI 2026, arXiv 2503.12770): the simple form with a
constant c. Per game: with g = 5 the best single setting for deep tails on Leduc and goofspiel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from feltprint.lab.schedules.base import PerGame
from feltprint.lab.schedules.pcfr_plus import PcfrPlus


@dataclass(frozen=True, kw_only=True)
class SapcfrPlus(PcfrPlus):
    """Predictive regret matching plus, a third of the prediction."""

    name = "sapcfr+"
    per_game: ClassVar[PerGame] = {}

    average_power: float = 5.0
    prediction: float = 1.0 / 3.0
