"""pokerfast hands: rows of its records, and whole hands played by the player."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from made_up_bundles import make_bundle

from feltprint import _core
from feltprint.adapters import pokerfast
from feltprint.adapters.rows import ROW, Kind
from feltprint.errors import ConfigError
from feltprint.games import preset


def recorded_hand(streets: list[list[str]], turn: int, board: list[str]) -> SimpleNamespace:
    """What the adapter reads of a FastHand with three seats, blinds 100/200."""
    return SimpleNamespace(
        small_blind=100,
        big_blind=200,
        u_hand=[["hidden"], [], ["posts"], *streets],
        _hole=["8h7d", "AsKh", "8cAh"],
        state=SimpleNamespace(
            starting_stacks=[8000, 8000, 9000],
            stacks=[7500, 7500, 8500],
            board=board,
            street_index=len(streets) - 1,
            turn_index=turn,
        ),
    )


def test_added_chips_become_totals_of_the_street() -> None:
    hand = recorded_hand(
        [["p2c500", "p0c1400", "p1c1300", "p2c1000"], ["p0c0", "p1c700", "p2c1400", "p0f"]],
        1,
        ["2c", "7d", "Qh"],
    )
    row = pokerfast.rows([hand])[0]
    assert (row["num_players"], row["actor"]) == (3, 1)
    assert sorted(row["hole"].tolist()) == [46, 51]
    assert row["board"].tolist() == [0, 21, 42, 255, 255]
    assert row["stacks"].tolist() == [8000, 8000, 9000, 0, 0, 0]
    assert row["blinds"].tolist() == [100, 200, 0, 0, 0, 0]
    assert row["actions"][: row["num_actions"]].tolist() == [
        (2, Kind.RAISE, 500),
        (0, Kind.RAISE, 1500),  # 1,400 on top of the blind
        (1, Kind.CALL, 0),
        (2, Kind.CALL, 0),
        (0, Kind.CALL, 0),
        (1, Kind.RAISE, 700),
        (2, Kind.RAISE, 1400),
        (0, Kind.FOLD, 0),
    ]


def test_only_the_acting_seats_cards_are_read() -> None:
    hand = recorded_hand([["p2c500"]], 0, [])
    first = pokerfast.rows([hand]).tobytes()
    hand._hole[1] = hand._hole[2] = "not cards"
    assert pokerfast.rows([hand]).tobytes() == first


def test_long_hand_is_named() -> None:
    hand = recorded_hand([["p0c0"] * 65], 0, [])
    with pytest.raises(ConfigError, match=r"hand 1: .* found 3 and 65"):
        pokerfast.rows([recorded_hand([[]], 2, []), hand])


BROKEN = {
    "unknown record": {"u_hand": [[], [], [], ["x2c500"]]},
    "chips that are no number": {"u_hand": [[], [], [], ["p2c5x"]]},
    "negative chips": {"u_hand": [[], [], [], ["p2c-5"]]},
    "chips beyond 32 bits": {"u_hand": [[], [], [], ["p2c99999999999"]]},
    "chips that add up beyond 32 bits": {"u_hand": [[], [], [], ["p2c1073741823"] * 3]},
    "a seat that is not there": {"u_hand": [[], [], [], ["p3f"]]},
    "a record that is no text": {"u_hand": [[], [], [], [7]]},
    "no records": {"u_hand": [[], []]},
    "unknown card": {"_hole": ["8h7x", "AsKh", "8cAh"]},
    "half a card": {"_hole": ["8h7", "AsKh", "8cAh"]},
    "no hole cards": {"_hole": []},
    "blind with a fraction": {"small_blind": 0.5},
    "blind beyond 32 bits": {"big_blind": 2**40},
    "one seat": {"starting_stacks": [100]},
    "seven seats": {"starting_stacks": [100] * 7},
    "stack of text": {"starting_stacks": [100, 100, "x"]},
    "six board cards": {"board": ["2c", "3c", "4c", "5c", "6c", "7c"]},
    "seat to act": {"turn_index": 3},
    "negative seat": {"turn_index": -1},
    "fewer stacks than seats": {"stacks": []},
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_a_hand_that_cannot_be_is_refused_by_its_position(change: dict) -> None:
    hand = recorded_hand([["p2c500"]], 0, [])
    for name, value in change.items():
        setattr(hand if hasattr(hand, name) else hand.state, name, value)
    with pytest.raises(ConfigError, match=r"^hand 1: .*found"):
        pokerfast.rows([recorded_hand([["p2c500"]], 0, []), hand])


def test_history_is_that_of_the_row_and_needs_no_decision() -> None:
    streets = [["p2c500", "p0c400", "p1c300"], ["p0c0", "p1c700"]]
    hand = recorded_hand(streets, 2, ["2c", "7d", "Qh"])
    row = pokerfast.rows([hand])[0]
    assert pokerfast.history(hand) == row["actions"][: row["num_actions"]].tolist()
    hand.state.turn_index = None
    assert len(pokerfast.history(hand)) == 5


def test_rows_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(ConfigError, match="rows: expected"):
        _core.pack_fast_hands([], np.zeros(1, dtype=ROW))
    with pytest.raises(ConfigError, match="rows: expected"):
        _core.pack_fast_hands([recorded_hand([[]], 2, [])], np.zeros(1))


def test_heads_up_needs_the_peers_order(push_fold_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"donksolver-0\.1, the bundle is of strict"):
        pokerfast.Player(push_fold_folder)
    game = preset("push-fold", 10, rules="donksolver-0.1")
    player = pokerfast.Player(make_bundle(tmp_path, {"10bb": game}, None) / "manifest.json")
    assert "10bb" in player.describe()


def test_player_plays_whole_hands(cards_path: Path, tmp_path: Path) -> None:
    """Each answer is done on the real engine, which refuses illegal ones."""
    engine = pytest.importorskip("pokerfast", reason="extra `bench` is not installed")
    import random

    game = preset(
        "6max-mw", 100, rules="pokerkit-0.7.3", max_raises=(1, 1, 1, 1),
        multiway_max_raises=(1, 0, 0, 0), all_in="never",
    )  # fmt: skip
    player = pokerfast.Player(make_bundle(tmp_path, {"100bb": game}, cards_path))
    rng = random.Random(3)
    hands = [
        engine.FastHand(min_stack=10_000, max_stack=30_000, rng=random.Random(seed))
        for seed in range(40)
    ]
    going = list(hands)
    while going:
        actions, chips, probs, status = player.act(going, [rng.random() for _ in going])
        assert (status < pokerfast.ST_NO_NODE).all()
        assert (probs > 0).all()
        for hand, action, added in zip(going, actions, chips, strict=True):
            play(hand, action, added)
        going = [hand for hand in going if not hand.done]
    assert int(player.counts.sum()) == int(player.kinds.sum()) > 200
    assert player.rates().startswith(f"rows={int(player.counts.sum())}")


def play(hand: object, action: str, added: int) -> None:
    if action == "fold":
        hand.fold()
    elif action == "check":
        hand.check()
    elif action == "call" or (
        action == "allin" and added <= max(hand.state.bets) - hand.state.bets[hand.state.turn_index]
    ):
        hand.call()
    else:
        hand.bet_or_raise(added)


def test_statuses_are_the_peers() -> None:
    assert pokerfast.STATUS[pokerfast.ST_NO_NODE] == "no_node"
    np.testing.assert_array_equal(pokerfast._PEER_STATUS, [0, 1, 1, 2, 3, 4])
