"""ACPC match states and betting strings: both ways, with the competition's seat order."""

from __future__ import annotations

import numpy as np
import pytest
from self_play import play_hands

from feltprint.adapters import acpc
from feltprint.adapters.rows import Kind, Status
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError

GAME = acpc.AcpcGame(stacks=(8000, 8000), blinds=(100, 200))


def test_big_blind_is_position_0_and_first_after_the_flop() -> None:
    first = acpc.row("MATCHSTATE:1:0::|AsKh")
    assert (first["actor"][0], first["num_actions"][0]) == (0, 0)
    flop = acpc.row("MATCHSTATE:0:30:cc/:9s8h|/8c8d5c")
    assert flop["actor"][0] == 1
    assert sorted(flop["hole"][0].tolist()) == [26, 31]
    assert flop["board"][0].tolist() == [24, 25, 12, 255, 255]
    assert flop["actions"][0][:2].tolist() == [(0, Kind.CALL, 0), (1, Kind.CALL, 0)]


def test_totals_of_the_hand_become_totals_of_the_street() -> None:
    row = acpc.row("MATCHSTATE:1:90:r300c/r600:|Ks2d/2c7dQh")
    assert row["actions"][0][:3].tolist() == [
        (0, Kind.RAISE, 300),
        (1, Kind.CALL, 0),
        (1, Kind.RAISE, 300),
    ]


def test_slumbot_strings_count_the_street() -> None:
    row = acpc.betting_row("b300c/kb300", hole=(0, 1), board=(4, 8, 12))
    assert row["actor"][0] == 1
    assert row["actions"][0][:4].tolist() == [
        (0, Kind.RAISE, 300),
        (1, Kind.CALL, 0),
        (1, Kind.CALL, 0),
        (0, Kind.RAISE, 300),
    ]


def test_three_players_keep_their_numbers() -> None:
    game = acpc.AcpcGame(stacks=(1000,) * 3, blinds=(5, 10))
    row = acpc.row("MATCHSTATE:2:0::||2c2d", game)
    assert row["actor"][0] == 2
    assert acpc.row("MATCHSTATE:0:0:f:2c2d||", game)["actor"][0] == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "MATCHSTATE:0:0:",
        "MATCHSTATE:x:0::|AsKh",
        "MATCHSTATE:2:0::|AsKh",
        "MATCHSTATE:0:0::AsKh|",  # the big blind is not to act
        "MATCHSTATE:1:0::AsKh",
        "MATCHSTATE:1:0::|AsKx",
        "MATCHSTATE:1:0:x:|AsKh",
        "MATCHSTATE:1:0:r150:|AsKh",
        "MATCHSTATE:1:0:r20001:|AsKh",
        "MATCHSTATE:1:0:ffff:|AsKh",
        "MATCHSTATE:1:0:r99999999999999:|AsKh",
        "MATCHSTATE:1:0::|AsKh/2c2d2h/3c/4c/5c",
    ],
)
def test_text_that_is_no_decision_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        acpc.row(text)


def test_self_play_goes_to_acpc_and_back(heads_up: Bundle) -> None:
    rows, answers = play_hands(heads_up, 2, 8000, hands=60, seed=5)
    written = 0
    for index in range(len(rows)):
        row = rows[index : index + 1]
        betting = acpc.betting_text(row, GAME)
        board = [card for card in row["board"][0].tolist() if card != 255]
        back = acpc.betting_row(betting, row["hole"][0].tolist(), board, GAME)
        np.testing.assert_array_equal(back["actor"], row["actor"])
        count = int(row["num_actions"][0])
        assert back["num_actions"][0] == count
        for found, wanted in zip(
            back["actions"][0][:count].tolist(), row["actions"][0][:count].tolist(), strict=True
        ):
            assert found == wanted
        if answers["status"][index] < Status.NO_NODE:
            text = acpc.action_text(answers[index], row, GAME)
            state, _ = acpc.play(betting + text, GAME)
            assert state is not None
            written += 1
    assert written > 100
