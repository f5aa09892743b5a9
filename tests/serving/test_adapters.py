"""pokerkit states and PHH files to packed rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hands import answer, line_of, row_of

from feltprint.adapters import phh, pokerkit
from feltprint.adapters.rows import MAX_ACTIONS, Kind, Reason, Status, make_row
from feltprint.bundle import Bundle
from feltprint.errors import ArtifactError, ConfigError

engine = pytest.importorskip("pokerkit", reason="extra `serve` is not installed")

AUTOMATIONS = (
    engine.Automation.ANTE_POSTING,
    engine.Automation.BET_COLLECTION,
    engine.Automation.BLIND_OR_STRADDLE_POSTING,
    engine.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    engine.Automation.HAND_KILLING,
    engine.Automation.CHIPS_PUSHING,
    engine.Automation.CHIPS_PULLING,
)


def hand_of(
    stacks: list[int], blinds: tuple[int, int] = (100, 200), antes: object = 0, least: int = 200
) -> object:
    return engine.NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, antes, blinds, least, stacks, len(stacks),
        mode=engine.Mode.CASH_GAME,
    )  # fmt: skip


def deal_board(state: object, cards: str) -> None:
    """Burn an unknown card: a random one could be the next to be dealt."""
    state.burn_card("??")
    state.deal_board(cards)


def test_heads_up_seats_are_small_blind_first() -> None:
    state = hand_of([7000, 8000])  # pokerkit's player 0 is the big blind
    state.deal_hole("AsKh")
    state.deal_hole("2c2d")
    row = pokerkit.row(state)[0]
    assert row["actor"] == 0
    assert row["hole"].tolist() == [0, 1]
    assert row["stacks"][:2].tolist() == [8000, 7000]
    assert row["blinds"][:2].tolist() == [100, 200]
    state.check_or_call()
    state.check_or_call()
    deal_board(state, "7dQh9s")
    row = pokerkit.row(state)[0]
    assert row["actor"] == 1
    assert sorted(row["hole"].tolist()) == [46, 51]
    assert row["board"].tolist() == [21, 42, 31, 255, 255]
    assert row["actions"][:2].tolist() == [(0, Kind.CALL, 0), (1, Kind.CALL, 0)]


def test_row_of_a_state_is_the_row_written_by_hand(heads_up: Bundle) -> None:
    state = hand_of([8000, 8000])
    state.deal_hole("AsKh")
    state.deal_hole("2s2d")
    state.complete_bet_or_raise_to(440)
    state.check_or_call()
    deal_board(state, "2c7dQh")
    state.complete_bet_or_raise_to(290)
    expected = row_of("r440 c r290", hole=pokerkit.row(state)["hole"][0])
    assert pokerkit.row(state).tobytes() == expected.tobytes()
    record = answer(heads_up, pokerkit.row(state))
    assert record["status"] == Status.OK
    assert line_of(heads_up, record) == "r440 c r290"


def test_only_the_acting_seats_cards_are_read() -> None:
    rows = []
    for other in ("2c2d", "AhAd", "????"):
        state = hand_of([8000, 8000])
        state.deal_hole(other)
        state.deal_hole("AsKh")
        rows.append(pokerkit.row(state).tobytes())
    assert len(set(rows)) == 1


def test_unequal_antes_and_stacks_come_through() -> None:
    state = hand_of([900, 800, 700], antes={1: 50})
    for cards in ("AsKh", "2c2d", "3c3d"):
        state.deal_hole(cards)
    row = pokerkit.row(state)[0]
    assert row["num_players"] == 3
    assert row["actor"] == 2
    assert row["antes"][:3].tolist() == [0, 50, 0]
    assert row["stacks"][:3].tolist() == [900, 800, 700]


def test_hands_that_a_row_cannot_hold_are_refused() -> None:
    with pytest.raises(ConfigError, match="least bet equal to the big blind"):
        pokerkit.row(dealt(hand_of([8000, 8000], least=400)))
    with pytest.raises(ConfigError, match="whole chips"):
        pokerkit.row(dealt(hand_of([8000.5, 8000])))
    with pytest.raises(ConfigError, match="somebody to act"):
        pokerkit.row(hand_of([8000, 8000]))
    with pytest.raises(ConfigError, match=r"2\.\.6 players, found 7"):
        pokerkit.row(dealt(hand_of([8000] * 7)))


def dealt(state: object) -> object:
    while state.can_deal_hole():
        state.deal_hole()
    return state


def test_hand_with_more_actions_than_a_row_is_an_error() -> None:
    actions = [(index % 2, Kind.CALL, 0) for index in range(MAX_ACTIONS + 1)]
    with pytest.raises(ConfigError, match="holds 64 actions, this hand has 65"):
        make_row(actor=0, hole=(), stacks=[1, 1], blinds=(1, 2), actions=actions)
    with pytest.raises(ConfigError, match="does not fit"):
        make_row(actor=0, hole=(), stacks=[1 << 40, 1], blinds=(1, 2))
    with pytest.raises(ConfigError, match="found 7 stacks"):
        make_row(actor=0, hole=(), stacks=[1] * 7, blinds=(1, 2))


PHH = """variant = "NT"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [100, 200]
min_bet = 200
starting_stacks = [8000, 8000]
actions = ["d dh p1 AsKh", "d dh p2 ????", "p2 cbr 440", "p1 cc", "d db 2c7dQh", "p1 cc",
  "p2 cbr 290", "p1 f"]
"""


def test_phh_file_gives_every_decision_with_the_action_taken(tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_text(PHH)
    decisions = phh.decisions(tmp_path / "hand.phh")
    assert len(decisions) == 5
    assert decisions.rows["actor"].tolist() == [0, 1, 1, 0, 1]
    assert decisions.taken.tolist() == [
        (0, Kind.RAISE, 440),
        (1, Kind.CALL, 0),
        (1, Kind.CALL, 0),
        (0, Kind.RAISE, 290),
        (1, Kind.FOLD, 0),
    ]
    assert (decisions.rows["hole"][[0, 3]] == 255).all()
    assert sorted(decisions.rows["hole"][1].tolist()) == [46, 51]
    assert decisions.rows["num_actions"].tolist() == [0, 1, 2, 3, 4]
    assert decisions.hand.tolist() == [0] * 5


def test_many_hands_in_one_file(tmp_path: Path) -> None:
    (tmp_path / "hands.phhs").write_text(f"[1]\n{PHH}\n[2]\n{PHH}")
    assert phh.decisions(tmp_path / "hands.phhs").hand.tolist() == [0] * 5 + [1] * 5
    assert len(phh.decisions(tmp_path / "hands.phhs", max_hands=1)) == 5
    assert phh.rows(tmp_path / "hands.phhs").shape == (10,)


def test_files_that_are_no_holdem_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other.phh").write_text(PHH.replace('"NT"', '"PO"'))
    with pytest.raises((ArtifactError, ConfigError)):
        phh.rows(tmp_path / "other.phh")
    (tmp_path / "text.phh").write_text("hello")
    with pytest.raises(ArtifactError, match="expected PHH text"):
        phh.rows(tmp_path / "text.phh")
    with pytest.raises(ArtifactError, match="found nothing"):
        phh.rows(tmp_path / "absent.phh")
    (tmp_path / "illegal.phh").write_text(PHH.replace("cbr 440", "cbr 300"))
    with pytest.raises(ConfigError, match="hand 0"):
        phh.rows(tmp_path / "illegal.phh")


def test_hand_without_known_cards_is_bad_input(heads_up: Bundle) -> None:
    row = row_of("", hole=())
    record = heads_up.act(row, np.zeros(1))[0]
    assert (record["status"], record["reason"]) == (Status.BAD_INPUT, Reason.BAD_CARDS)
