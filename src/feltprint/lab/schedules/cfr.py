"""CFR: regrets are summed as they come, and the average strategy weighs all iterations alike.

    R <- R + r,  g = 0

Source: Zinkevich, Johanson, Bowling, Piccione 2007, "Regret minimization in games with incomplete
information". Per game: nothing to choose. NashConv falls like 1/sqrt(T) by the bound, a little
faster in practice with alternating updates.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltprint.lab.schedules.base import Schedule


@dataclass(frozen=True, kw_only=True)
class Cfr(Schedule):
    """Regret matching on plain sums."""

    name = "cfr"
