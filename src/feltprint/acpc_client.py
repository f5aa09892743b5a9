"""A bundle as a player of the ACPC dealer protocol (version 2.0.0), so that it can sit in a match.

The dealer sends a match state a line, to which a player that is to act replies with the same line
and its action: `MATCHSTATE:0:7:cr300:AsKh|` -> `MATCHSTATE:0:7:cr300:AsKh|:c`. Lines that begin
with # or ; are comments. The dealer ends the match by closing the connection.

Where the bundle has no answer the player checks, or folds to a bet; the report counts it.
Source: "The 2010 AAAI ACPC protocol specification", version 2.0.0.
"""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from feltprint.adapters import acpc
from feltprint.adapters.acpc import AcpcGame
from feltprint.adapters.rows import Status, status_name
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError

GREETING = b"VERSION:2.0.0\r\n"
MAX_LINE_BYTES = 1 << 16


@dataclass
class MatchReport:
    """What a player did: hands seen, and decisions by status."""

    hands: int = 0
    status: dict[str, int] = field(
        default_factory=lambda: {status_name(status): 0 for status in Status}
    )


class AcpcPlayer:
    """Answers match states. The draw of an action is a function of seed, hand and decision."""

    def __init__(self, bundle: Bundle, game: AcpcGame, seed: int) -> None:
        self._bundle = bundle
        self._game = game
        self._seed = seed
        self._hand = ""
        self.report = MatchReport()

    def reply(self, line: str) -> str | None:
        """The reply to a line of the dealer; None where there is nothing to say.

        Raises ConfigError for a line that is no match state of the game.
        """
        if not line or line[0] in "#;":
            return None
        fields = line.split(":")
        if len(fields) != 5 or not fields[1].isdecimal():
            raise ConfigError(f"expected MATCHSTATE:position:hand:betting:cards, found {line!r}")
        self._count_hand(fields[2])
        state, actions = acpc.play(fields[3], self._game)
        if state.actor != self._game.seat(int(fields[1])):
            return None
        row = acpc.row(line, self._game)
        answer = self._bundle.act(row, np.array([self._uniform(fields[2], len(actions))]))[0]
        self.report.status[status_name(int(answer["status"]))] += 1
        if answer["status"] < Status.NO_NODE:
            return f"{line}:{acpc.action_text(answer, row, self._game)}"
        return f"{line}:{'f' if state.can_fold() else 'c'}"

    def _count_hand(self, hand: str) -> None:
        if hand != self._hand:
            self._hand = hand
            self.report.hands += 1

    def _uniform(self, hand: str, decision: int) -> float:
        digest = hashlib.sha256(f"{self._seed}:{hand}:{decision}".encode()).digest()
        return (int.from_bytes(digest[:8], "little") >> 11) * 2.0**-53


def play_match(
    player: AcpcPlayer, host: str, port: int, log: Callable[[str], object] | None = None
) -> MatchReport:
    """Play until the dealer closes the connection.

    Raises
    ------
    ConfigError
        For a dealer that sends something else than match states.
    OSError
        When there is no dealer at the address.
    """
    with socket.create_connection((host, port)) as connection, connection.makefile("rb") as lines:
        connection.sendall(GREETING)
        while line := lines.readline(MAX_LINE_BYTES + 1):
            if len(line) > MAX_LINE_BYTES:
                raise ConfigError(f"expected lines of at most {MAX_LINE_BYTES} bytes")
            reply = player.reply(line.decode("ascii", "replace").strip())
            if reply is not None:
                connection.sendall(reply.encode() + b"\r\n")
                if log is not None:
                    log(reply)
    return player.report
