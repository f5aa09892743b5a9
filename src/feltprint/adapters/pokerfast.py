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

from feltprint import _core
from feltprint.adapters.rows import ROW, Kind, PlayedAction, Rows
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError

KINDS = ("fold", "check", "call", "raise", "allin")
STATUS = ("ok", "offtree", "no_node", "desync", "bad_input")
ST_OK, ST_OFFTREE, ST_NO_NODE, ST_DESYNC, ST_BAD_INPUT = range(len(STATUS))
HEADS_UP_PROFILE = "donksolver-0.1"

# Feltprint's status -> donksolver's: what is answered beyond a cap is off its tree.
_PEER_STATUS = np.array([ST_OK, ST_OFFTREE, ST_OFFTREE, ST_NO_NODE, ST_DESYNC, ST_BAD_INPUT])
CALL, RAISE = int(Kind.CALL), int(Kind.RAISE)


def rows(hands: Sequence[Any]) -> Rows:
    """Pack the decision that each FastHand waits for. Shape: [hand].

    Raises ConfigError for a hand that a packed row cannot hold, by its position.
    """
    packed = np.zeros(len(hands), dtype=ROW)
    _core.pack_fast_hands(hands, packed)
    return packed


def history(hand: Any) -> list[PlayedAction]:
    """The actions of a FastHand; it records the chips that each one added.

    Raises ConfigError for chips that a packed row cannot hold.
    """
    return _core.fast_hand_actions(hand)


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
        packed = np.zeros(len(hands), dtype=ROW)
        street_chips, stacks = _core.pack_fast_hands(hands, packed)
        drawn = [random.random() for _ in hands] if uniforms is None else uniforms
        answers = self.bundle.act(packed, np.ascontiguousarray(drawn, dtype=np.float64))
        actions, chips = _peer_actions(
            answers["kind"].tolist(), answers["chips"].tolist(), street_chips, stacks
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
    kinds: list[int], chips: list[int], street_chips: list[int], stacks: list[int]
) -> tuple[list[str], list[int]]:
    """Feltprint's answers as donksolver's: all-ins by name, raises as chips added."""
    names, all_added = [], []
    for kind, amount, before, stack in zip(kinds, chips, street_chips, stacks, strict=True):
        name, added = "fold", 0
        if kind == CALL and amount == 0:
            name = "check"
        elif kind in (CALL, RAISE):
            name, added = ("call", amount) if kind == CALL else ("raise", amount - before)
            if added >= stack:
                name, added = "allin", stack
        names.append(name)
        all_added.append(added)
    return names, all_added
