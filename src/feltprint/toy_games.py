"""The exactly solvable games: Kuhn poker and Leduc hold'em, with the interface of a Game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feltprint import _core
from feltprint.errors import ConfigError


@dataclass(frozen=True)
class KuhnGame:
    """Kuhn poker for two to six players: n + 1 cards, ante 1, one bet of 1."""

    players: int

    @property
    def name(self) -> str:
        """Name of the game and its number of players."""
        return f"kuhn-{self.players}"

    @property
    def stacks(self) -> tuple[int, ...]:
        """Ante and bet, in chips, one a seat."""
        return (2,) * self.players

    @property
    def resolved(self) -> Mapping[str, Any]:
        """What shapes the game, as plain JSON values."""
        return {"game": "kuhn", "players": self.players}

    def build_tree(self, num_buckets: Sequence[int] | None = None) -> _core.PublicTree:
        """Build the public tree; its one street has a bucket for each card."""
        if num_buckets is not None and list(num_buckets) != [self.players + 1]:
            raise ConfigError(
                f"Kuhn with {self.players} players has [{self.players + 1}] buckets, "
                f"found {list(num_buckets)}"
            )
        return _core.kuhn_tree(self.players)


@dataclass(frozen=True)
class LeducGame:
    """Leduc hold'em for two to four players: one hole card, one board card, limit betting."""

    players: int
    ranks: int
    suits: int
    ante: int
    bets: tuple[int, int]
    max_raises: int

    @property
    def name(self) -> str:
        """Name of the game and its number of players."""
        return f"leduc-{self.players}"

    @property
    def stacks(self) -> tuple[int, ...]:
        """All that a seat can lose, in chips, one a seat."""
        return (self.ante + self.max_raises * sum(self.bets),) * self.players

    @property
    def resolved(self) -> Mapping[str, Any]:
        """What shapes the game, as plain JSON values."""
        return {
            "game": "leduc",
            "players": self.players,
            "ranks": self.ranks,
            "suits": self.suits,
            "ante": self.ante,
            "bets": list(self.bets),
            "max_raises": self.max_raises,
        }

    def build_tree(self, num_buckets: Sequence[int] | None = None) -> _core.PublicTree:
        """Build the public tree; buckets are the own rank, then own and board rank."""
        expected = [self.ranks, self.ranks**2]
        if num_buckets is not None and list(num_buckets) != expected:
            raise ConfigError(f"{self.name} has {expected} buckets, found {list(num_buckets)}")
        return _core.leduc_tree(
            self.players, self.ranks, self.ante, list(self.bets), self.max_raises
        )


def kuhn(players: int = 2) -> KuhnGame:
    """Kuhn poker for two to six players."""
    if players not in range(2, 7):
        raise ConfigError(f"Kuhn poker has 2..6 players, found {players}")
    return KuhnGame(players)


def leduc(
    players: int = 2,
    ranks: int | None = None,
    suits: int = 2,
    ante: int = 1,
    bets: Sequence[int] = (2, 4),
    max_raises: int = 2,
) -> LeducGame:
    """Leduc hold'em; `ranks` null is one more than players, `bets` are of the two streets."""
    ranks = players + 1 if ranks is None else ranks
    bounds = {
        "players": (players, 2, 4),
        "ranks": (ranks, 2, 64),
        "suits": (suits, 1, 4),
        "ante": (ante, 1, 1000),
        "bets": (len(bets), 2, 2),
        "max_raises": (max_raises, 1, 8),
    }
    for name, (value, low, high) in bounds.items():
        if value not in range(low, high + 1):
            raise ConfigError(f"{name} of Leduc is {value}; allowed: {low}..{high}")
    if ranks * suits < players + 1:
        raise ConfigError(f"Leduc needs {players + 1} cards, found {ranks} ranks x {suits} suits")
    return LeducGame(players, ranks, suits, ante, (bets[0], bets[1]), max_raises)
