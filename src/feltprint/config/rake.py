"""Rake: how much of a pot the house takes, and the cap schedule of the presets."""

from __future__ import annotations

from pydantic import Field, field_validator

from feltprint.config.base import Model

# (big blind in chips, cap with 2 / 3-4 / 5-6 seats dealt in chips): the schedule of the peer's
# presets, under every rule profile. A big blind between two rows takes the lower row.
RAKE_CAPS = (
    (2, 25, 50, 75),
    (10, 75, 100, 150),
    (20, 75, 125, 200),
    (50, 100, 250, 300),
    (100, 100, 250, 350),
    (200, 100, 250, 350),
    (500, 125, 300, 400),
    (1000, 150, 300, 450),
    (2000, 150, 300, 550),
)


def scheduled_cap(big_blind: int, players: int) -> int:
    """Look up the cap in chips for a big blind in chips and the number of seats dealt in."""
    rows = [row for row in RAKE_CAPS if row[0] <= big_blind] or [RAKE_CAPS[0]]
    _, two, few, many = rows[-1]
    if players <= 2:
        return two
    return few if players <= 4 else many


class RakeConfig(Model):
    """What the house takes from a pot that somebody wins."""

    percent: float = Field(
        default=5.0, ge=0, le=100, description="Share of the pot, in percent, two decimals at most."
    )
    cap: int | None = Field(
        default=None,
        ge=0,
        le=2_000_000_000,
        description="Most that is taken from a hand, in chips; null is the schedule by big blind "
        "and seats dealt.",
    )
    cap_big_blind: int | None = Field(
        default=None,
        ge=1,
        le=200_000_000,
        description="Read the schedule at this big blind, in chips, and keep its cap in big "
        "blinds; null is the game's own big blind. Only with cap null.",
    )
    no_flop_no_drop: bool = Field(
        default=True, description="No rake on a hand that ends before the flop."
    )

    @field_validator("percent")
    @classmethod
    def _whole_basis_points(cls, percent: float) -> float:
        if abs(percent * 100 - round(percent * 100)) > 1e-9:
            raise ValueError(f"found {percent}; allowed: at most two decimals, such as 4.75")
        return percent

    def rate_bp(self) -> int:
        """Give the rate in basis points (5 % = 500)."""
        return round(self.percent * 100)

    def cap_chips(self, big_blind: int, players: int) -> int:
        """Give the cap in chips of a game with this big blind (chips) and seats dealt."""
        if self.cap is not None:
            return self.cap
        stake = self.cap_big_blind or big_blind
        return round(scheduled_cap(stake, players) * big_blind / stake)
