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
import struct
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint.adapters.rows import (
    MAX_ACTIONS,
    MAX_PLAYERS,
    NO_ACTION,
    NO_CARD,
    ROW,
    Kind,
    PlayedAction,
    Rows,
)
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError

KINDS = ("fold", "check", "call", "raise", "allin")
STATUS = ("ok", "offtree", "no_node", "desync", "bad_input")
ST_OK, ST_OFFTREE, ST_NO_NODE, ST_DESYNC, ST_BAD_INPUT = range(len(STATUS))
HEADS_UP_PROFILE = "donksolver-0.1"

# Feltprint's status -> donksolver's: what is answered beyond a cap is off its tree.
_PEER_STATUS = np.array([ST_OK, ST_OFFTREE, ST_OFFTREE, ST_NO_NODE, ST_DESYNC, ST_BAD_INPUT])
FOLD, CALL, RAISE = int(Kind.FOLD), int(Kind.CALL), int(Kind.RAISE)
MAX_WORDS = 1 << 16
_EMPTY_ROW = np.zeros(1, dtype=ROW).tobytes()
_HEAD = struct.Struct(f"<10B{MAX_PLAYERS}i2i")  # num_players .. stacks, and the first two blinds
_ACTIONS = [struct.Struct("<" + "BBi" * count) for count in range(MAX_ACTIONS + 1)]
_ACTIONS_AT = ROW.fields["actions"][1]  # type: ignore[index]
_NO_CARDS, _NO_STACKS = [NO_CARD] * 5, [0] * MAX_PLAYERS
_CARDS = {
    rank + suit: 4 * value + index
    for value, rank in enumerate("23456789TJQKA")
    for index, suit in enumerate("cdhs")
}


def rows(hands: Sequence[Any]) -> Rows:
    """Pack the decision that each FastHand waits for. Shape: [hand].

    Raises ConfigError for a hand that a packed row cannot hold, by its position.
    """
    return _pack(hands)[0]


def history(hand: Any) -> list[PlayedAction]:
    """The actions of a FastHand; it records the chips that each one added."""
    flat = _history(hand)[0]
    return list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))


def _read_word(word: str) -> tuple[int, int]:
    """The seat and added chips of a recorded action, -1 for a fold: p3f, p3c440."""
    return int(word[1]), -1 if word[2] == "f" else int(word[3:])


class _Words(dict[str, tuple[int, int]]):
    """Recorded actions as numbers; few different ones come up, and parsing is most of the work."""

    def __missing__(self, word: str) -> tuple[int, int]:
        if len(self) >= MAX_WORDS:
            self.clear()
        found = self[word] = _read_word(word)
        return found


_WORDS = _Words()


def _history(hand: Any) -> tuple[list[int], list[int]]:
    """Flat (seat, kind, total) of the actions, and the chips of each seat on the last street."""
    flat: list[int] = []
    players = len(hand.state.starting_stacks)
    bets = [hand.small_blind, hand.big_blind, *[0] * (players - 2)]
    highest = hand.big_blind if hand.big_blind > hand.small_blind else hand.small_blind
    record, street = hand.u_hand, hand.state.street_index
    for words in record[3 : 4 + street]:
        for word in words:
            seat, added = _WORDS[word]
            if added < 0:
                flat += (seat, FOLD, 0)
                continue
            total = bets[seat] = bets[seat] + added
            if total > highest:
                highest = total
                flat += (seat, RAISE, total)
            else:
                flat += (seat, CALL, 0)
        if words is not record[3 + street]:
            bets, highest = [0] * players, 0
    return flat, bets


def _pack(hands: Sequence[Any]) -> tuple[Rows, list[int]]:
    """The rows, and the chips that each acting seat has on the street."""
    buffer = bytearray(_EMPTY_ROW * len(hands))
    street_chips = []
    for index, hand in enumerate(hands):
        state = hand.state
        flat, bets = _history(hand)
        stacks = state.starting_stacks
        players, count, seat = len(stacks), len(flat) // 3, state.turn_index
        if players > MAX_PLAYERS or count > MAX_ACTIONS:
            raise ConfigError(
                f"hand {index}: a packed row holds {MAX_PLAYERS} seats and {MAX_ACTIONS} actions, "
                f"found {players} and {count}"
            )
        hole = hand._hole[seat]
        board = [_CARDS[card] for card in state.board]
        start = index * ROW.itemsize
        try:
            _HEAD.pack_into(
                buffer, start, players, seat, _CARDS[hole[:2]], _CARDS[hole[2:4]],
                *board, *_NO_CARDS[len(board) :], count,
                *stacks, *_NO_STACKS[players:], hand.small_blind, hand.big_blind,
            )  # fmt: skip
            _ACTIONS[count].pack_into(buffer, start + _ACTIONS_AT, *flat)
        except struct.error as error:
            raise ConfigError(f"hand {index}: does not fit into a packed row: {error}") from error
        street_chips.append(bets[seat])
    return np.frombuffer(buffer, dtype=ROW), street_chips


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
        packed, street_chips = _pack(hands)
        drawn = [random.random() for _ in hands] if uniforms is None else uniforms
        answers = self.bundle.act(packed, np.ascontiguousarray(drawn, dtype=np.float64))
        actions, chips = [], []
        for hand, kind, amount, before in zip(
            hands, answers["kind"].tolist(), answers["chips"].tolist(), street_chips, strict=True
        ):
            name, added = _peer_action(hand, kind, amount, before)
            actions.append(name)
            chips.append(added)
        status = _PEER_STATUS[answers["status"]]
        self._count(status, actions)
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

    def _count(self, status: NDArray[np.int64], actions: list[str]) -> None:
        answered = [name for name, known in zip(actions, status < ST_NO_NODE, strict=True) if known]
        counts = np.bincount(status, minlength=len(STATUS))
        kinds = [answered.count(name) for name in KINDS]
        with self._lock:
            self.counts += counts
            self.kinds += kinds
            total = int(self.counts.sum())
            if self._log is not None and total >= self._next_log:
                self._next_log += self._log_every
                self._log(f"  [feltprint {self.version[:16]}] {self.rates()}")


def _peer_action(hand: Any, kind: int, chips: int, street_chips: int) -> tuple[str, int]:
    """Feltprint's answer as donksolver's: all-ins by name, raises as chips added."""
    if kind in (FOLD, NO_ACTION):
        return "fold", 0
    if kind == CALL and chips == 0:
        return "check", 0
    state = hand.state
    stack = state.stacks[state.turn_index]
    added = chips if kind == CALL else chips - street_chips
    if added >= stack:
        return "allin", stack
    return ("call" if kind == CALL else "raise"), added
