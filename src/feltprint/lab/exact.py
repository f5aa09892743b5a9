"""Exact analysis of strategies: values, best responses, NashConv, the coarse correlated gap.

``nash_conv`` = sum over players of (best-response value - value); ``exploitability`` = nash_conv /
players; in a two-player zero-sum game it is the mean of both best-response values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from feltprint import _core
from feltprint.errors import ConfigError, SolverError
from feltprint.lab.game import TERMINAL, LabGame, Vector

# A gain may be this far below 0 by rounding, relative to the payoffs; more is a wrong game.
ROUNDING = 1e-12


@dataclass(frozen=True)
class ProfileValues:
    """Exact values of a profile; index: player. Units: those of the game's payoffs."""

    value: tuple[float, ...]
    best_response_value: tuple[float, ...]

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player would win by a best response."""
        return tuple(b - v for b, v in zip(self.best_response_value, self.value, strict=True))

    @property
    def nash_conv(self) -> float:
        """Sum of the gains; 0 at an equilibrium."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players."""
        return self.nash_conv / len(self.value)


class Evaluator:
    """Evaluates many strategies of one game. One thread at a time."""

    def __init__(self, game: LabGame) -> None:
        self._game = game
        self._native = _core.LabEvaluator(game.native)

    def values(self, strategy: Vector) -> ProfileValues:
        """Values and best-response values of a profile.

        Raises
        ------
        SolverError
            When a best response would lose: the game is not one of perfect recall, or its numbers
            are broken.
        """
        self._native.set_strategy(_flat(self._game, strategy))
        value, best = self._native.values()
        found = ProfileValues(tuple(value), tuple(best))
        for own, reply in zip(value, best, strict=True):
            if reply - own < -ROUNDING * max(1.0, abs(own), abs(reply)):
                raise SolverError(
                    f"{self._game.name}: expected gains of best responses from 0 up, found "
                    f"{found.gains}; the payoffs or the strategy are broken"
                )
        return found

    def best_response(self, strategy: Vector, player: int) -> tuple[float, Vector]:
        """Value and pure strategy of a best response; the other players' rows are the profile's.

        It maximises at the infoset: over all histories that the player cannot tell apart.
        """
        self._native.set_strategy(_flat(self._game, strategy))
        reply = np.ascontiguousarray(strategy, dtype=np.float64).copy()
        value = self._native.best_response(player, reply)
        return value, reply

    def gradient(self, strategy: Vector, player: int) -> Vector:
        """Payoff of each of a player's own sequences against the others; 0 for other players."""
        self._native.set_strategy(_flat(self._game, strategy))
        return self._native.gradient(player)


def evaluate(game: LabGame, strategy: Vector) -> ProfileValues:
    """Values and best-response values of one profile."""
    return Evaluator(game).values(strategy)


def exploitability(game: LabGame, strategy: Vector) -> float:
    """NashConv divided by the number of players."""
    return evaluate(game, strategy).exploitability


def best_response(game: LabGame, strategy: Vector, player: int) -> tuple[float, Vector]:
    """Value and pure strategy of a best response at the infosets."""
    return Evaluator(game).best_response(strategy, player)


def clairvoyant_value(game: LabGame, strategy: Vector, player: int) -> float:
    """What a player could win that sees every hidden card: the maximum at each *history*.

    This is not a best response: it uses what the player cannot know and so overstates what can be
    won (on Kuhn's equilibrium it is far above 0 where the truth is 0). It is here as the control
    that shows the difference, and as an upper bound.
    """
    histories = _histories(game)
    parent, action, actor = histories.parent, histories.action, histories.player
    total = np.where(actor == player, -np.inf, 0.0)
    terminals = np.flatnonzero(actor == TERMINAL)
    total[terminals] = histories.payoff.reshape(-1, game.num_players)[:, player]
    weights = _entry_probabilities(game, strategy)
    for h in range(len(parent) - 1, 0, -1):
        up = parent[h]
        if actor[up] == player:
            total[up] = max(total[up], total[h])
        elif actor[up] < 0:
            total[up] += histories.chance[h] * total[h]
        else:
            total[up] += weights[game.offsets[histories.infoset[up]] + action[h]] * total[h]
    return float(total[0])


def history_values(game: LabGame, strategy: Vector) -> tuple[Vector, Vector]:
    """Reach of every terminal history, and the value of the root by a plain walk.

    Slow and obvious: the oracle of the fast evaluation. Shapes: [terminal], [player].
    """
    histories = _histories(game)
    weights = _entry_probabilities(game, strategy)
    reach = np.ones(len(histories.parent))
    for h in range(1, len(reach)):
        up = histories.parent[h]
        edge = histories.chance[h]
        if histories.player[up] >= 0:
            edge = weights[game.offsets[histories.infoset[up]] + histories.action[h]]
        reach[h] = reach[up] * edge
    ends = reach[histories.player == TERMINAL]
    payoffs = histories.payoff.reshape(-1, game.num_players)
    return ends, (ends[:, None] * payoffs).sum(axis=0)


def _histories(game: LabGame) -> _core.LabExtensiveGame:
    if game.extensive is None:
        raise ConfigError(
            f"{game.name}: expected a game with single histories; it is a vector game"
        )
    return game.extensive


def _entry_probabilities(game: LabGame, strategy: Vector) -> Vector:
    """Normalised rows; uniform where a row is empty."""
    flat = _flat(game, strategy)
    sums = np.add.reduceat(flat, game.offsets[:-1])
    each = np.repeat(sums, game.num_actions)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(each > 0.0, flat / each, game.uniform())


def _flat(game: LabGame, strategy: Vector) -> Vector:
    flat = strategy
    if flat.dtype != np.float64 or not flat.flags.c_contiguous:
        flat = np.ascontiguousarray(strategy, dtype=np.float64)
    if flat.shape != (game.num_entries,):
        raise ConfigError(
            f"strategy: expected {game.num_entries} numbers for {game.name}, found {flat.shape}"
        )
    return flat
