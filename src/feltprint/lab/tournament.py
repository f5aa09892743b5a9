"""Rule agents against an equilibrium and against the best response that exploits each of them.

Every pair plays both seats ("duplicate"): the expected value of A against B is the mean of A's
value in seat 0 and in seat 1. It is computed exactly over all deals, and estimated by simulation
with a 95 % interval, so that one can see the exact value inside (or, once in twenty, outside).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from feltprint import _core
from feltprint.errors import ConfigError
from feltprint.lab.exact import Evaluator
from feltprint.lab.game import LabGame, Vector

Z95 = 1.959963984540054
ROUNDING = 1e-9
PASSIVE, AGGRESSIVE = ("check", "call"), ("bet", "raise", "all-in")

# A hand's strength for the rules: 2 the best private card or a pair with the board, 1 a middle
# card, 0 the worst card.
Rule = Callable[[list[str], int], Mapping[str, float]]


def _prefer(actions: list[str], *wanted: str) -> dict[str, float]:
    """All weight on the first action that starts with one of the wanted words, in their order."""
    for word in wanted:
        for action in actions:
            if action.startswith(word):
                return {action: 1.0}
    raise ConfigError(f"rule agents: expected one of {wanted}, found {actions}")


def _station(actions: list[str], strength: int) -> Mapping[str, float]:
    return _prefer(actions, *PASSIVE)


def _maniac(actions: list[str], strength: int) -> Mapping[str, float]:
    return _prefer(actions, *AGGRESSIVE, "call")


def _rock(actions: list[str], strength: int) -> Mapping[str, float]:
    return _prefer(actions, "check", "fold")


def _honest(actions: list[str], strength: int) -> Mapping[str, float]:
    return _maniac(actions, strength) if strength == 2 else _rock(actions, strength)


def _timid(actions: list[str], strength: int) -> Mapping[str, float]:
    return _station(actions, strength) if strength >= 1 else _rock(actions, strength)


def _bluffer(actions: list[str], strength: int) -> Mapping[str, float]:
    if strength == 2 or (strength == 0 and "check" in actions):
        return _maniac(actions, strength)
    return _rock(actions, strength)


def _random(actions: list[str], strength: int) -> Mapping[str, float]:
    return {action: 1.0 / len(actions) for action in actions}


AGENTS: Mapping[str, Rule] = {
    "calling station": _station,
    "maniac": _maniac,
    "rock": _rock,
    "honest": _honest,
    "timid": _timid,
    "bluffer": _bluffer,
    "random": _random,
}


def agent(game: LabGame, rule: Rule) -> Vector:
    """The strategy of a rule in a poker game of the lab, for both seats.

    Raises ConfigError for a game that is not poker of one private card.
    """
    if game.family not in ("kuhn", "leduc", "no-limit-leduc"):
        raise ConfigError(f"rule agents play Kuhn and Leduc; found {game.name}")
    order = list(dict.fromkeys(label.split("|")[0] for label in game.labels))
    flat = np.zeros(game.num_entries)
    for infoset, label in enumerate(game.labels):
        begin, end = int(game.offsets[infoset]), int(game.offsets[infoset + 1])
        actions = list(game.action_labels[begin:end])
        chosen = rule(actions, _strength(label, order))
        flat[begin:end] = [chosen.get(action, 0.0) for action in actions]
    return flat


def _strength(label: str, order: list[str]) -> int:
    street, _, board = label.partition("/")
    card = street.split("|")[0]
    if board.split("|")[0] == card or card == order[-1]:
        return 2
    return 0 if card == order[0] else 1


@dataclass(frozen=True)
class MatchResult:
    """One pairing. Units: chips per hand, for `player`, mean over both seats."""

    player: str
    opponent: str
    exact: float
    seat_values: tuple[float, float]
    simulated: float
    standard_error: float
    hands: int

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the simulation."""
        half = Z95 * self.standard_error
        return self.simulated - half, self.simulated + half

    @property
    def exact_inside(self) -> bool:
        """Does the interval hold the exact value, up to the rounding of both?"""
        low, high = self.interval
        return low - ROUNDING <= self.exact <= high + ROUNDING

    @property
    def z(self) -> float:
        """Distance of the simulation from the exact value, in standard errors."""
        if self.standard_error == 0.0:
            return 0.0 if abs(self.simulated - self.exact) <= ROUNDING else math.inf
        return (self.simulated - self.exact) / self.standard_error

    def content(self) -> dict[str, Any]:
        """As JSON values."""
        z = self.z if math.isfinite(self.z) else None
        return {
            **asdict(self), "interval": list(self.interval), "exact_inside": self.exact_inside,
            "z": z, "seat_values": list(self.seat_values),
        }  # fmt: skip


def duplicate_value(game: LabGame, own: Vector, other: Vector) -> tuple[float, float]:
    """Exact values of `own` in seat 0 and in seat 1 against `other`."""
    _two_players(game)
    evaluator = Evaluator(game)
    first = evaluator.values(game.joined([own, other])).value[0]
    second = evaluator.values(game.joined([other, own])).value[1]
    return first, second


def exploiting_response(game: LabGame, other: Vector) -> Vector:
    """The best response to `other` in each seat, as one strategy."""
    _two_players(game)
    evaluator = Evaluator(game)
    return game.joined([evaluator.best_response(other, seat)[1] for seat in range(2)])


def match(
    game: LabGame, own: tuple[str, Vector], other: tuple[str, Vector], hands: int, seed: int
) -> MatchResult:
    """Play `hands` deals in both seats with the same cards; the error is over pairs of hands."""
    seats = duplicate_value(game, own[1], other[1])
    assert game.extensive is not None
    payoffs = [
        _core.lab_play_hands(game.extensive, np.ascontiguousarray(profile), seed, 0, hands)
        for profile in (game.joined([own[1], other[1]]), game.joined([other[1], own[1]]))
    ]
    pairs = 0.5 * (payoffs[0][:, 0] + payoffs[1][:, 1])
    mean = math.fsum(pairs.tolist()) / hands
    squares = math.fsum(((pairs - mean) ** 2).tolist())
    return MatchResult(
        own[0], other[0], 0.5 * (seats[0] + seats[1]), seats, mean,
        math.sqrt(squares / (hands - 1) / hands), hands,
    )  # fmt: skip


def tournament(
    game: LabGame, equilibrium: Vector, hands: int = 100_000, seed: int = 1
) -> list[MatchResult]:
    """Every rule agent against the equilibrium and against the response that exploits it.

    Raises ConfigError for another number of players than two, or fewer than two hands.
    """
    if hands < 2:
        raise ConfigError(f"hands: expected at least 2, found {hands}")
    results = []
    for name, rule in AGENTS.items():
        other = (name, agent(game, rule))
        results.append(match(game, ("equilibrium", equilibrium), other, hands, seed))
        exploiting = ("best response", exploiting_response(game, other[1]))
        results.append(match(game, exploiting, other, hands, seed))
    return results


def _two_players(game: LabGame) -> None:
    if game.num_players != 2 or game.extensive is None:
        raise ConfigError(f"{game.name}: a match needs two players and single histories")
