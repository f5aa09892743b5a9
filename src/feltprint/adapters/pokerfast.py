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
_ACTION = struct.Struct("<BBi")
_ACTIONS_AT = ROW.fields["actions"][1]  # type: ignore[index]
_NO_CARDS = [[NO_CARD] * (5 - count) for count in range(6)]
_NO_STACKS = [[0] * (MAX_PLAYERS - count) for count in range(MAX_PLAYERS + 1)]
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
    """The actions of a FastHand; it records the chips that each one added.

    Raises ConfigError for chips that a packed row cannot hold.
    """
    try:
        packed = b"".join(_history(hand)[0])
    except struct.error as error:
        raise ConfigError(f"the hand does not fit into a packed row: {error}") from error
    return [(seat, kind, total) for seat, kind, total in _ACTION.iter_unpack(packed)]


def _read_word(word: str) -> tuple[int, int, bytes]:
    """A recorded action, p3f or p3c440: its seat, its added chips (-1 for a fold), and the packed
    action that it is unless it raises.
    """
    seat, fold = int(word[1]), word[2] == "f"
    return seat, -1 if fold else int(word[3:]), _ACTION.pack(seat, FOLD if fold else CALL, 0)


class _Words(dict[str, tuple[int, int, bytes]]):
    """Recorded actions as numbers; few different ones come up, and parsing is most of the work."""

    def __missing__(self, word: str) -> tuple[int, int, bytes]:
        if len(self) >= MAX_WORDS:
            self.clear()
        found = self[word] = _read_word(word)
        return found


_WORDS = _Words()


def _history(hand: Any) -> tuple[list[bytes], list[int]]:
    """The packed actions, and the chips of each seat on the last street."""
    packed: list[bytes] = []
    players = len(hand.state.starting_stacks)
    bets = [hand.small_blind, hand.big_blind, *[0] * (players - 2)]
    highest = hand.big_blind if hand.big_blind > hand.small_blind else hand.small_blind
    record, street = hand.u_hand, hand.state.street_index
    for words in record[3 : 4 + street]:
        for word in words:
            seat, added, action = _WORDS[word]
            if added > 0:
                total = bets[seat] = bets[seat] + added
                if total > highest:
                    highest = total
                    action = _ACTION.pack(seat, RAISE, total)
            packed.append(action)
        if words is not record[3 + street]:
            bets, highest = [0] * players, 0
    return packed, bets


def _pack(hands: Sequence[Any]) -> tuple[Rows, list[int]]:
    """The rows, and the chips that each acting seat has on the street."""
    buffer = bytearray(_EMPTY_ROW * len(hands))
    street_chips = []
    for index, hand in enumerate(hands):
        state = hand.state
        stacks, board, seat = state.starting_stacks, state.board, state.turn_index
        hole = hand._hole[seat]
        start = index * ROW.itemsize
        try:
            actions, bets = _history(hand)
            players, count = len(stacks), len(actions)
            if players > MAX_PLAYERS or count > MAX_ACTIONS:
                raise ConfigError(
                    f"hand {index}: a packed row holds {MAX_PLAYERS} seats and {MAX_ACTIONS} "
                    f"actions, found {players} and {count}"
                )
            _HEAD.pack_into(
                buffer, start, players, seat, _CARDS[hole[:2]], _CARDS[hole[2:4]],
                *[_CARDS[card] for card in board], *_NO_CARDS[len(board)], count,
                *stacks, *_NO_STACKS[players], hand.small_blind, hand.big_blind,
            )  # fmt: skip
        except struct.error as error:
            raise ConfigError(f"hand {index}: does not fit into a packed row: {error}") from error
        first = start + _ACTIONS_AT
        buffer[first : first + _ACTION.size * count] = b"".join(actions)
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
    abstraction
        See ``Bundle.open``.

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
        abstraction: str | os.PathLike[str] | None = None,
    ) -> None:
        path = Path(manifest_path)
        folder = path.parent if path.name == "manifest.json" else path
        self.bundle = Bundle.open(folder, abstraction=abstraction)
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
        actions, chips = _peer_actions(
            hands, answers["kind"].tolist(), answers["chips"].tolist(), street_chips
        )
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


def _peer_actions(
    hands: Sequence[Any], kinds: list[int], chips: list[int], street_chips: list[int]
) -> tuple[list[str], list[int]]:
    """Feltprint's answers as donksolver's: all-ins by name, raises as chips added."""
    names, all_added = [], []
    for hand, kind, amount, before in zip(hands, kinds, chips, street_chips, strict=True):
        name, added = "fold", 0
        if kind == CALL and amount == 0:
            name = "check"
        elif kind in (CALL, RAISE):
            state = hand.state
            stack = state.stacks[state.turn_index]
            name, added = ("call", amount) if kind == CALL else ("raise", amount - before)
            if added >= stack:
                name, added = "allin", stack
        names.append(name)
        all_added.append(added)
    return names, all_added
