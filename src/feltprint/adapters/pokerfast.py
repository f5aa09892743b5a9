"""pokerfast hands to packed rows, and a player with the interface of donksolver's.

    from feltprint.adapters.pokerfast import Player  # was: from donksolver.engine import Player

    player = Player("results/sixmax/bundle")
    actions, chips, probs, status = player.act([hand])

Only attributes of the hand objects are read, and of the hole cards only the acting seat's, so
pokerfast itself is not needed. pokerfast's heads-up order (small blind first on every street) is
wrong in real poker, so a heads-up player needs a bundle of the rule profile ``donksolver-0.1``.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint.adapters.rows import (
    ACTION,
    MAX_ACTIONS,
    MAX_PLAYERS,
    NO_CARD,
    ROW,
    Kind,
    PlayedAction,
    Rows,
    Status,
)
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError

KINDS = ("fold", "check", "call", "raise", "allin")
STATUS = ("ok", "offtree", "no_node", "desync", "bad_input")
ST_OK, ST_OFFTREE, ST_NO_NODE, ST_DESYNC, ST_BAD_INPUT = range(len(STATUS))
HEADS_UP_PROFILE = "donksolver-0.1"

# Feltprint's status -> donksolver's: what is answered beyond a cap is off its tree.
_PEER_STATUS = np.array([ST_OK, ST_OFFTREE, ST_OFFTREE, ST_NO_NODE, ST_DESYNC, ST_BAD_INPUT])
_CARDS = {
    rank + suit: 4 * value + index
    for value, rank in enumerate("23456789TJQKA")
    for index, suit in enumerate("cdhs")
}


def rows(hands: Sequence[Any]) -> Rows:
    """Pack the decision that each FastHand waits for. Shape: [hand].

    Raises ConfigError for a hand of more than six seats or 64 actions, by its position.
    """
    packed = np.zeros(len(hands), dtype=ROW)
    packed["board"] = NO_CARD
    for index, hand in enumerate(hands):
        _fill(packed[index], hand, index)
    return packed


def history(hand: Any) -> list[PlayedAction]:
    """The actions of a FastHand; it records the chips that each one added."""
    return _history(hand)[0]


def _history(hand: Any) -> tuple[list[PlayedAction], list[int]]:
    """The actions, and the chips of each seat on the street that is being played."""
    actions: list[PlayedAction] = []
    players = len(hand.state.starting_stacks)
    bets = [hand.small_blind, hand.big_blind, *[0] * (players - 2)]
    for street in range(hand.state.street_index + 1):
        if street > 0:
            bets = [0] * players
        for word in hand.u_hand[3 + street]:
            seat = int(word[1])
            if word.endswith("f"):
                actions.append((seat, Kind.FOLD, 0))
                continue
            total = bets[seat] + int(word[3:])
            raised = total > max(bets)
            actions.append((seat, Kind.RAISE, total) if raised else (seat, Kind.CALL, 0))
            bets[seat] = total
    return actions, bets


def _fill(entry: Any, hand: Any, index: int) -> None:
    state = hand.state
    actions, _ = _history(hand)
    players, count = len(state.starting_stacks), len(actions)
    if players > MAX_PLAYERS or count > MAX_ACTIONS:
        raise ConfigError(
            f"hand {index}: a packed row holds {MAX_PLAYERS} seats and {MAX_ACTIONS} actions, "
            f"found {players} and {count}"
        )
    seat = state.turn_index
    hole = hand._hole[seat]
    entry["num_players"] = players
    entry["actor"] = seat
    entry["hole"] = _CARDS[hole[:2]], _CARDS[hole[2:4]]
    if state.board:
        entry["board"][: len(state.board)] = [_CARDS[card] for card in state.board]
    entry["num_actions"] = count
    entry["stacks"][:players] = state.starting_stacks
    entry["blinds"][:2] = hand.small_blind, hand.big_blind
    if count:
        entry["actions"][:count] = np.array(actions, dtype=ACTION)


class Player:
    """Plays FastHands from a bundle, with the interface of ``donksolver.engine.Player``.

    Parameters
    ----------
    manifest_path
        A bundle folder or its ``manifest.json``.
    log_every, log
        Every so many rows the rates are given to ``log`` as one line; None is silent.

    Raises
    ------
    ConfigError
        For a heads-up bundle of another profile than ``donksolver-0.1``.
    """

    def __init__(
        self,
        manifest_path: str | os.PathLike[str],
        log_every: int = 200_000,
        log: Callable[[str], object] | None = None,
    ) -> None:
        path = Path(manifest_path)
        self.bundle = Bundle.open(path.parent if path.name == "manifest.json" else path)
        self.version = self.bundle.version
        players = next(iter(self.bundle.policies.games.values())).players
        if players == 2 and self.bundle.rules != HEADS_UP_PROFILE:
            raise ConfigError(
                f"{path}: pokerfast plays heads-up in the order of the rule profile "
                f"{HEADS_UP_PROFILE}, the bundle is of {self.bundle.rules}; bundle that profile"
            )
        self.counts = np.zeros(len(STATUS), dtype=np.int64)
        self.kinds = np.zeros(len(KINDS), dtype=np.int64)
        self._lock = threading.Lock()
        self._next_log = self._log_every = log_every
        self._log = log

    def describe(self) -> str:
        """One line: version and stack classes."""
        classes = ", ".join(
            f"{name}({entry['iterations']} it)"
            for name, entry in self.bundle.info()["classes"].items()
        )
        return f"feltprint bundle {self.version}: classes [{classes}]"

    def act(
        self, hands: Sequence[Any], uniforms: Sequence[float] | None = None
    ) -> tuple[list[str], list[int], NDArray[np.float32], NDArray[np.int64]]:
        """(actions, chips, probs, status) for FastHands to act; chips of a raise are added ones."""
        packed = rows(hands)
        drawn = [random.random() for _ in hands] if uniforms is None else uniforms
        answers = self.bundle.act(packed, np.ascontiguousarray(drawn, dtype=np.float64))
        actions, chips = [], []
        for hand, answer in zip(hands, answers.tolist(), strict=True):
            name, added = _peer_action(hand, answer[0], answer[1])
            actions.append(name)
            chips.append(added)
        status = _PEER_STATUS[answers["status"]]
        self._count(status, actions, answers["status"] < Status.NO_NODE)
        return actions, chips, answers["prob"].copy(), status

    def rates(self) -> str:
        """Shares of the statuses and of the actions so far."""
        total, acted = max(int(self.counts.sum()), 1), max(int(self.kinds.sum()), 1)
        statuses = " ".join(
            f"{name}={100 * count / total:.1f}%"
            for name, count in zip(STATUS, self.counts.tolist(), strict=True)
        )
        kinds = " ".join(
            f"{name}={100 * count / acted:.1f}%"
            for name, count in zip(KINDS, self.kinds.tolist(), strict=True)
        )
        return f"rows={total} {statuses} | {kinds}"

    def _count(
        self, status: NDArray[np.int64], actions: list[str], answered: NDArray[np.bool_]
    ) -> None:
        with self._lock:
            self.counts += np.bincount(status, minlength=len(STATUS))
            for name, known in zip(actions, answered.tolist(), strict=True):
                self.kinds[KINDS.index(name)] += known
            total = int(self.counts.sum())
            if self._log is not None and total >= self._next_log:
                self._next_log += self._log_every
                self._log(f"  [feltprint {self.version[:16]}] {self.rates()}")


def _peer_action(hand: Any, kind: int, chips: int) -> tuple[str, int]:
    """Feltprint's answer as donksolver's: all-ins by name, raises as chips added."""
    if kind == Kind.FOLD or kind == NO_CARD:
        return "fold", 0
    seat = hand.state.turn_index
    stack = hand.state.stacks[seat]
    if kind == Kind.CALL:
        if chips == 0:
            return "check", 0
        return ("allin", stack) if chips >= stack else ("call", chips)
    added = chips - _history(hand)[1][seat]
    return ("allin", stack) if added >= stack else ("raise", added)
