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
from typing import ClassVar

from feltprint.lab.powers import Vector
from feltprint.lab.schedules.base import PerGame, Schedule, grown
from feltprint.lab.schedules.pcfr_plus import PcfrPlus
from feltprint.lab.schedules.pdcfr_plus import PdcfrPlus
from feltprint.lab.schedules.sapcfr_plus import SapcfrPlus

_PER_GAME: PerGame = {"leduc": {"average_power": 15.0}, "river": {"average_power": 15.0}}


class _Horizon:
    """What the four share: g = average_power - 5 t / horizon."""

    average_power: float
    horizon: int

    def average_powers(self, t: Vector) -> float | Vector:
        """Falls by 5 over the run."""
        return self.average_power - 5.0 * t / self.horizon


def _check_horizon(schedule: Schedule, horizon: int) -> None:
    schedule.require("average_power", schedule.average_power, 5.0, 60.0)
    schedule.require("horizon", horizon, 1, 10**12)


@dataclass(frozen=True, kw_only=True)
class HsDcfr(_Horizon, Schedule):
    """DCFR with moving exponents."""

    name = "hs-dcfr"
    needs_horizon = True
    per_game: ClassVar[PerGame] = _PER_GAME

    average_power: float = 30.0
    horizon: int = 0

    def __post_init__(self) -> None:
        """Refuse a run of unknown length, and a power that would fall below 0."""
        super().__post_init__()
        _check_horizon(self, self.horizon)

    def discounts(self, t: Vector) -> tuple[float | Vector, float | Vector]:
        """Both exponents at iteration t."""
        share = t / self.horizon
        return grown(t, 1.0 + 3.0 * share), grown(t, -1.0 - 2.0 * share)


@dataclass(frozen=True, kw_only=True)
class HsPcfrPlus(_Horizon, PcfrPlus):
    """PCFR+ with a moving average."""

    name = "hs-pcfr+"
    needs_horizon = True
    per_game: ClassVar[PerGame] = _PER_GAME

    average_power: float = 30.0
    horizon: int = 0

    def __post_init__(self) -> None:
        """Refuse a run of unknown length, and a power that would fall below 0."""
        super().__post_init__()
        _check_horizon(self, self.horizon)


@dataclass(frozen=True, kw_only=True)
class HsSapcfrPlus(_Horizon, SapcfrPlus):
    """SAPCFR+ with a moving average."""

    name = "hs-sapcfr+"
    needs_horizon = True
    per_game: ClassVar[PerGame] = _PER_GAME

    average_power: float = 30.0
    horizon: int = 0

    def __post_init__(self) -> None:
        """Refuse a run of unknown length, and a power that would fall below 0."""
        super().__post_init__()
        _check_horizon(self, self.horizon)


@dataclass(frozen=True, kw_only=True)
class HsPdcfrPlus(_Horizon, PdcfrPlus):
    """PDCFR+ with a moving average."""

    name = "hs-pdcfr+"
    needs_horizon = True
    per_game: ClassVar[PerGame] = _PER_GAME

    average_power: float = 30.0
    horizon: int = 0

    def __post_init__(self) -> None:
        """Refuse a run of unknown length, and a power that would fall below 0."""
        super().__post_init__()
        _check_horizon(self, self.horizon)
