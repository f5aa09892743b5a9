"""HS schedules: the exponents move along a straight line over the run, whose length T they know.

    HS-DCFR(g0):    a = 1 + 3 t/T,  b = -1 - 2 t/T,  g = g0 - 5 t/T
    HS-PCFR+(g0):   PCFR+ with that g;   HS-SAPCFR+(g0): SAPCFR+ with that g
    HS-PDCFR+(g0):  PDCFR+ (a = 2.3) with that g

The horizon T is a parameter that the state keeps: a run for another T is another algorithm.
Source: Zhang, McAleer, Sandholm, "Faster game solving via hyperparameter schedules" (arXiv
2404.09097). Per game: g0 = 30 on Kuhn and goofspiel, 15 on Leduc.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from feltprint.lab.powers import Vector
from feltprint.lab.schedules.base import MAX_AVERAGE_POWER, PerGame, Schedule, grown
from feltprint.lab.schedules.pcfr_plus import PcfrPlus
from feltprint.lab.schedules.pdcfr_plus import PdcfrPlus
from feltprint.lab.schedules.sapcfr_plus import SapcfrPlus

_PER_GAME: PerGame = {"leduc": {"average_power": 15.0}, "river": {"average_power": 15.0}}


@dataclass(frozen=True, kw_only=True)
class _Horizon:
    """What the four share, put before a schedule: g = average_power - 5 t / horizon."""

    needs_horizon: ClassVar[bool] = True
    per_game: ClassVar[PerGame] = _PER_GAME

    average_power: float = 30.0
    horizon: int = 0

    def __post_init__(self) -> None:
        """Refuse a run of unknown length, and a power that would fall below 0."""
        behind: Any = super()  # the schedule that this stands before
        behind.__post_init__()
        behind.require("average_power", self.average_power, 5.0, MAX_AVERAGE_POWER)
        behind.require("horizon", self.horizon, 1, 10**12)

    def average_powers(self, t: Vector) -> float | Vector:
        """Falls by 5 over the run."""
        return self.average_power - 5.0 * t / self.horizon


@dataclass(frozen=True, kw_only=True)
class HsDcfr(_Horizon, Schedule):
    """DCFR with moving exponents."""

    name = "hs-dcfr"

    def discounts(self, t: Vector) -> tuple[float | Vector, float | Vector]:
        """Both exponents at iteration t."""
        share = t / self.horizon
        return grown(t, 1.0 + 3.0 * share), grown(t, -1.0 - 2.0 * share)


@dataclass(frozen=True, kw_only=True)
class HsPcfrPlus(_Horizon, PcfrPlus):
    """PCFR+ with a moving average."""

    name = "hs-pcfr+"


@dataclass(frozen=True, kw_only=True)
class HsSapcfrPlus(_Horizon, SapcfrPlus):
    """SAPCFR+ with a moving average."""

    name = "hs-sapcfr+"


@dataclass(frozen=True, kw_only=True)
class HsPdcfrPlus(_Horizon, PdcfrPlus):
    """PDCFR+ with a moving average."""

    name = "hs-pdcfr+"
