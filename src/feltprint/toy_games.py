"""The exactly solvable games: Kuhn poker and Leduc hold'em, with the interface of a Game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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

    @property
    def num_buckets(self) -> tuple[int, ...]:
        """Buckets of each street: the cards."""
        return (self.players + 1,)

    def build_tree(self, num_buckets: Sequence[int] | None = None) -> _core.PublicTree:
        """Build the public tree; `num_buckets`, if given, must be the game's own."""
        _require_buckets(self, num_buckets)
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

    @property
    def num_buckets(self) -> tuple[int, ...]:
        """Buckets of each street: the own rank, then own rank * ranks + board rank."""
        return (self.ranks, self.ranks**2)

    def build_tree(self, num_buckets: Sequence[int] | None = None) -> _core.PublicTree:
        """Build the public tree; `num_buckets`, if given, must be the game's own."""
        _require_buckets(self, num_buckets)
        return _core.leduc_tree(
            self.players, self.ranks, self.ante, list(self.bets), self.max_raises
        )


ToyGame = KuhnGame | LeducGame


def _require_buckets(game: ToyGame, num_buckets: Sequence[int] | None) -> None:
    if num_buckets is not None and tuple(num_buckets) != game.num_buckets:
        raise ConfigError(
            f"{game.name} has {list(game.num_buckets)} buckets, found {list(num_buckets)}"
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
    """Leduc hold'em; `ranks` null is one more than players, `bets` are of the two streets.

    Pots are shared exactly between equal hands, in parts of a chip where need be.

    Raises
    ------
    ConfigError
        For a value out of range: 2..4 players, 2..64 ranks, 1..4 suits, a deck from one card more
        than players to 64 cards, an ante and bets of 1..1000 chips, 1..8 raises a street.
    """
    ranks = players + 1 if ranks is None else ranks
    if len(bets) != 2:
        raise ConfigError(f"bets of Leduc are {list(bets)}; allowed: one for each of two streets")
    bounds = {
        "players": (players, 2, 4),
        "ranks": (ranks, 2, 64),
        "suits": (suits, 1, 4),
        "cards (ranks x suits)": (ranks * suits, players + 1, 64),
        "ante": (ante, 1, 1000),
        "bet of the first street": (bets[0], 1, 1000),
        "bet of the second street": (bets[1], 1, 1000),
        "max_raises": (max_raises, 1, 8),
    }
    for name, (value, low, high) in bounds.items():
        if value not in range(low, high + 1):
            raise ConfigError(f"{name} of Leduc is {value}; allowed: {low}..{high}")
    return LeducGame(players, ranks, suits, ante, (bets[0], bets[1]), max_raises)


def from_resolved(resolved: Mapping[str, Any]) -> ToyGame:
    """Make the toy game that an artifact stores. Raises ConfigError when it is none."""
    fields = {key: value for key, value in resolved.items() if key != "game"}
    makers: dict[str, Callable[..., ToyGame]] = {"kuhn": kuhn, "leduc": leduc}
    try:
        return makers[resolved["game"]](**fields)
    except (KeyError, TypeError) as error:
        raise ConfigError(f"found {dict(resolved)}; allowed: kuhn, leduc: {error}") from None
