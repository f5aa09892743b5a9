"""CFR+: no regret stays below zero, and later iterations weigh more in the average.

    R <- [R + r]+  once an iteration, after the sum over all of chance;  g = 1

The floor must come after the whole sum: a floor for each deal is another, slower algorithm
(`feltprint.lab.ablations` shows it).
Source: Tammelin 2014, "Solving large imperfect information games using CFR+". Per game: g = 2 is a
little better on Leduc and the river endgames.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from feltprint.lab.schedules.base import PerGame, Schedule


@dataclass(frozen=True, kw_only=True)
class CfrPlus(Schedule):
    """Regret matching plus with linear averaging."""

    name = "cfr+"
    floored = True
    per_game: ClassVar[PerGame] = {
        "river": {"average_power": 2.0},
        "no-limit-leduc": {"average_power": 2.0},
    }

    average_power: float = 1.0
