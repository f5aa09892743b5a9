"""What a schedule is: for each iteration t = 1, 2, .. five numbers that the solver applies.

With r the instantaneous regret of iteration t:

    R <- R * (positive if R > 0 else negative) + r,  then [R]+ where the schedule is floored
    next strategy ~ [R * prediction_discount + prediction * r]+
    X <- X * decay + reach * strategy,  decay = ((t - 1) / t)^g: iteration t has the weight t^g

All discounts are applied before r is added ("discount, then add", as in the papers). A schedule is
a frozen dataclass, so that its fields are what an artifact stores; anyone can add one by writing
such a class, without touching the native code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from feltprint.errors import ConfigError
from feltprint.lab.powers import Vector, power

COLUMNS = ("positive", "negative", "prediction", "prediction_discount", "decay")

MAX_AVERAGE_POWER = 60.0

# Family of games -> parameters that are better there than the defaults.
PerGame = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """The base of all schedules: no discount, no floor, no prediction, uniform average.

    Attributes
    ----------
    average_power
        g: the average strategy weighs iteration t with t^g.
    prediction
        Factor c of the last instantaneous regret in the next strategy; 0 for none.
    """

    name: ClassVar[str] = ""
    floored: ClassVar[bool] = False
    needs_horizon: ClassVar[bool] = False
    per_game: ClassVar[PerGame] = {}

    average_power: float = 0.0
    prediction: float = 0.0

    def __post_init__(self) -> None:
        """Refuse parameters that no iteration could use."""
        self.require("average_power", self.average_power, 0.0, MAX_AVERAGE_POWER)
        self.require("prediction", self.prediction, 0.0, 1.0)

    @property
    def predictive(self) -> bool:
        """Does the next strategy look ahead?"""
        return self.prediction != 0.0

    @property
    def parameters(self) -> dict[str, Any]:
        """The fields, as an artifact stores them."""
        return asdict(self)

    def coefficients(self, first: int, count: int) -> NDArray[np.float64]:
        """Rows for iterations first .. first + count - 1. Shape: [count, 5], see `COLUMNS`."""
        t = np.arange(first, first + count, dtype=np.float64)
        positive, negative = self.discounts(t)
        rows = np.empty((count, len(COLUMNS)))
        rows[:, 0] = positive
        rows[:, 1] = negative
        rows[:, 2] = self.prediction
        rows[:, 3] = self.discounts(t + 1.0)[0] if self.predictive else 1.0
        rows[:, 4] = power((t - 1.0) / t, self.average_powers(t))
        return rows

    def discounts(self, t: Vector) -> tuple[float | Vector, float | Vector]:
        """Factors of the older positive and negative regrets at iteration t."""
        return 1.0, 1.0

    def average_powers(self, t: Vector) -> float | Vector:
        """The power g at iteration t."""
        return self.average_power

    def require(self, field: str, value: float, low: float, high: float) -> None:
        """Raise ConfigError unless a field lies between two bounds."""
        if not low <= value <= high:
            raise ConfigError(f"{field} of {self.name}: expected {low:g}..{high:g}, found {value}")


def grown(t: Vector, exponent: float | Vector, constant: float = 1.0) -> Vector:
    """(t-1)^e / ((t-1)^e + constant): the discount that grows to 1 for e > 0. 0 at t = 1."""
    power_of_t = power(t - 1.0, exponent)
    with np.errstate(invalid="ignore"):
        factor = power_of_t / (power_of_t + constant)
    return np.where(t > 1.0, factor, 0.0)
