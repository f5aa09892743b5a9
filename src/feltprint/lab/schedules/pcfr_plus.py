"""PCFR+: CFR+ that expects the last regret once more.

    R <- [R + r]+,  next strategy ~ [R + r]+;   g = 2

Source: Farina, Kroer, Sandholm 2021, "Faster game solving via predictive Blackwell
approachability".
Per game: g = 5 on goofspiel and for deep tails; slower than discounting on poker endgames.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from feltprint.lab.schedules.base import PerGame, Schedule


@dataclass(frozen=True, kw_only=True)
class PcfrPlus(Schedule):
    """Predictive regret matching plus with quadratic averaging."""

    name = "pcfr+"
    floored = True
    per_game: ClassVar[PerGame] = {
        "goofspiel": {"average_power": 5.0},
        "kuhn": {"average_power": 5.0},
    }

    average_power: float = 2.0
    prediction: float = 1.0
