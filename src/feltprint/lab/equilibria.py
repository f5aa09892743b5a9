"""Known equilibria in closed form: the families of two- and three-player Kuhn poker.

Two players (Kuhn 1950; Hoehn et al. 2005): a one-parameter family, value -1/18 to the first player.
Three players (Szafron, Gibson, Sturtevant, AAMAS 2013, table 3): sub-families by c11; the value of
the second player is always -1/48, those of the others move with beta = max(b11, b21). The paper's
running text prints b33 = (1 + b11 + 2 b21) / 2, which is an erratum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from feltprint.errors import ConfigError
from feltprint.lab.game import LabGame, Vector
from feltprint.lab.games import kuhn


def kuhn_equilibrium(alpha: float) -> tuple[LabGame, Vector]:
    """Kuhn and its equilibrium in which the first player bets the jack with probability alpha.

    Raises ConfigError for alpha outside [0, 1/3]: there is none.
    """
    if not 0.0 <= alpha <= 1.0 / 3.0:
        raise ConfigError(f"alpha: expected 0..1/3, found {alpha}")
    game = kuhn()
    aggressive = {
        "J|": alpha, "Q|": 0.0, "K|": 3.0 * alpha,
        "J|cb": 0.0, "Q|cb": alpha + 1.0 / 3.0, "K|cb": 1.0,
        "J|c": 1.0 / 3.0, "Q|c": 0.0, "K|c": 1.0,
        "J|b": 0.0, "Q|b": 1.0 / 3.0, "K|b": 1.0,
    }  # fmt: skip
    return game, game.strategy(_rows(aggressive))


@dataclass(frozen=True)
class Kuhn3Member:
    """Free parameters of the three-player family; the others follow. Names as in the paper."""

    b11: float = 0.0
    b21: float = 0.0
    b23: float = 0.0
    b32: float = 0.0
    c11: float = 0.0
    c33: float = 0.5
    c34: float = 0.0

    @property
    def beta(self) -> float:
        """What the first and the third player's values depend on."""
        return max(self.b11, self.b21)

    @property
    def values(self) -> tuple[float, float, float]:
        """Values of the three players, in antes."""
        return (-(0.5 + self.beta) / 24.0, -1.0 / 48.0, (1.0 + self.beta) / 24.0)

    def check(self) -> None:
        """Raise ConfigError unless the parameters are of one of the sub-families."""
        spread = 0.75 * (self.b11 + self.b21) + self.beta / 4.0
        problems = []
        if self.c11 == 0.0:
            if not (self.b11 <= self.b21 <= 0.25 and self.b23 == 0.0):
                problems.append("c11 = 0 needs b11 <= b21 <= 1/4 and b23 = 0")
        elif self.c11 < 0.5:
            if not (self.b11 == self.b21 <= 0.25 and self.b23 == 0.0):
                problems.append("0 < c11 < 1/2 needs b11 = b21 <= 1/4 and b23 = 0")
        elif not (self.b11 <= 0.25 and self.b21 <= min(self.b11, 0.5 - 2.0 * self.b11)):
            problems.append("c11 = 1/2 needs b11 <= 1/4 and b21 <= min(b11, 1/2 - 2 b11)")
        most = max(0.0, (self.b11 - self.b21) / (2.0 * (1.0 - self.b21)))
        if not 0.0 <= self.b23 <= most:
            problems.append("b23 is outside 0 .. (b11 - b21) / (2 (1 - b21))")
        if not 0.0 <= self.c11 <= min(0.5, (2 - self.b11) / (3 + 2 * (self.b11 + self.b21))):
            problems.append("c11 is outside its bounds")
        if not 0.5 - self.b32 <= self.c33 <= 0.5 - self.b32 + spread:
            problems.append("c33 is outside 1/2 - b32 .. 1/2 - b32 + 3/4 (b11 + b21) + beta / 4")
        if not 0.0 <= self.b32 <= 0.5 + spread:
            problems.append("b32 is outside 0 .. 1/2 + 3/4 (b11 + b21) + beta / 4")
        if problems:
            raise ConfigError(f"{self}: {'; '.join(problems)}")


def kuhn3_equilibrium(member: Kuhn3Member) -> tuple[LabGame, Vector]:
    """Three-player Kuhn and one of its equilibria. Raises ConfigError for no member."""
    member.check()
    m = member
    game = kuhn(3)
    b41 = 2.0 * (m.b11 + m.b21)
    b33 = 0.5 + (m.b11 + m.b21) / 2.0 + m.beta / 2.0 - m.b23 * (1.0 - m.b21)
    # Rows: cards; columns: situations, in the order of the player's histories.
    situations = (("", "ccb", "cbf", "cbc"), ("c", "b", "ccbf", "ccbc"), ("cc", "cb", "bf", "bc"))
    tables = (
        ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0.5, 0), (0, 1, 1, 1)),
        ((m.b11, 0, 0, 0), (m.b21, 0, m.b23, 0), (0, m.b32, b33, 0), (b41, 1, 1, 1)),
        ((m.c11, 0, 0, 0), (0.5 - m.c11, 0, 0, 0), (0, 0, m.c33, m.c34), (1, 1, 1, 1)),
    )
    aggressive = {
        f"{'JQKA'[card]}|{history}": float(row[place])
        for player, table in enumerate(tables)
        for card, row in enumerate(table)
        for place, history in enumerate(situations[player])
    }
    return game, game.strategy(_rows(aggressive))


def _rows(aggressive: Mapping[str, float]) -> dict[str, list[float]]:
    """Rows (check or fold, bet or call) from the probability of the second."""
    return {label: [1.0 - p, p] for label, p in aggressive.items()}
