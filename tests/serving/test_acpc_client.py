"""The player of the ACPC dealer protocol, in matches of a small dealer."""

from __future__ import annotations

import random
import socket
import threading

import pytest

from feltprint.acpc_client import GREETING, AcpcPlayer, MatchReport, play_match
from feltprint.adapters import acpc
from feltprint.adapters.acpc import AcpcGame
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError

GAME = AcpcGame(stacks=(8000, 8000), blinds=(100, 200))
RANKS_SUITS = [rank + suit for rank in acpc.RANKS for suit in acpc.SUITS]


class Dealer(threading.Thread):
    """Deals heads-up hands to two connections, as the competition's dealer does."""

    def __init__(self, hands: int, seed: int) -> None:
        super().__init__()
        self._hands = hands
        self._rng = random.Random(seed)
        self._listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        self.ports = [listener.getsockname()[1] for listener in self._listeners]
        self.bettings: list[str] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._deal()
        except BaseException as error:
            self.error = error

    def _deal(self) -> None:
        players = [listener.accept()[0] for listener in self._listeners]
        lines = [player.makefile("rb") for player in players]
        assert [line.readline() for line in lines] == [GREETING] * 2
        for player in players:
            player.sendall(b"# a comment\r\n")
        for hand in range(self._hands):
            cards = self._rng.sample(RANKS_SUITS, 9)
            betting, state = "", GAME.start()
            while True:
                states = [self._state(seat, hand, betting, cards, state.street) for seat in (0, 1)]
                for position, player in enumerate(players):
                    player.sendall(states[position].encode() + b"\r\n")
                if state.actor is None:
                    break
                position = 1 - state.actor
                reply = lines[position].readline().decode().strip()
                assert reply.startswith(states[position] + ":")
                street = state.street
                betting += reply.removeprefix(states[position] + ":")
                state, _ = acpc.play(betting, GAME)  # refuses what the rules forbid
                betting += "/" * (state.street - street)
            self.bettings.append(betting)
        for line, player, listener in zip(lines, players, self._listeners, strict=True):
            line.close()
            player.close()
            listener.close()

    @staticmethod
    def _state(position: int, hand: int, betting: str, cards: list[str], street: int) -> str:
        holes = ["".join(cards[2 * p : 2 * p + 2]) if p == position else "" for p in (0, 1)]
        board = ["".join(cards[4:7]), cards[7], cards[8]][:street]
        return f"MATCHSTATE:{position}:{hand}:{betting}:{'/'.join(['|'.join(holes), *board])}"


def play(bundle: Bundle, hands: int, seed: int) -> tuple[Dealer, list[MatchReport]]:
    dealer = Dealer(hands, seed)
    dealer.start()
    reports: list[MatchReport] = []

    def sit(port: int) -> None:
        reports.append(play_match(AcpcPlayer(bundle, GAME, seed=1), "127.0.0.1", port))

    seats = [threading.Thread(target=sit, args=(port,)) for port in dealer.ports]
    for thread in seats:
        thread.start()
    for thread in (*seats, dealer):
        thread.join()
    if dealer.error is not None:
        raise dealer.error
    return dealer, reports


def test_match_is_played_to_its_end_on_the_tree(heads_up: Bundle) -> None:
    dealer, reports = play(heads_up, hands=40, seed=3)
    assert len(dealer.bettings) == 40
    for report in reports:
        assert report.hands == 40
        assert report.status == {**dict.fromkeys(report.status, 0), "ok": report.status["ok"]}
    assert sum(report.status["ok"] for report in reports) > 80


def test_same_seed_plays_the_same_match(heads_up: Bundle) -> None:
    first, again = (play(heads_up, hands=10, seed=4)[0].bettings for _ in range(2))
    assert first == again


def test_without_an_answer_the_player_checks_or_folds(push_fold: Bundle) -> None:
    """Three seats: a heads-up bundle has no class for them."""
    player = AcpcPlayer(push_fold, AcpcGame(stacks=(8000,) * 3, blinds=(100, 200)), seed=1)
    check = "MATCHSTATE:0:0:ccc/:AsKh||/2c7dQh"
    fold = "MATCHSTATE:2:1::||AsKh"
    assert player.reply(check) == f"{check}:c"
    assert player.reply(fold) == f"{fold}:f"
    assert player.report.hands == 2
    assert player.report.status["no_node"] == 2


def test_other_lines(push_fold: Bundle) -> None:
    player = AcpcPlayer(push_fold, GAME, seed=1)
    assert player.reply("# comment") is None
    assert player.reply("") is None
    assert player.reply("MATCHSTATE:0:0::AsKh|") is None, "the other player is to act"
    for line in ("HELLO", "MATCHSTATE:x:0::AsKh|", "MATCHSTATE:1:0:z:|AsKh"):
        with pytest.raises(ConfigError):
            player.reply(line)
