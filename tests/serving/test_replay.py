"""Replay of recorded hands: every status counted, nothing out of step."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from made_up_bundles import make_bundle

from feltprint.adapters import phh
from feltprint.adapters.rows import Kind
from feltprint.bundle import Bundle
from feltprint.figures import replay_figure
from feltprint.games import preset
from feltprint.replay import replay

pytest.importorskip("pokerkit", reason="extra `pokerkit` is not installed")


@pytest.fixture(scope="session")
def pluribus(root: Path) -> Path:
    path = root.parent / "shared" / "data" / "pluribus_hands.phhs"
    if not path.is_file():
        pytest.skip(f"{os.path.relpath(path, root)} is absent")
    return path


def test_pluribus_hands_replay_in_step(six_max: Bundle, pluribus: Path) -> None:
    report = replay(six_max, pluribus, max_hands=200)
    assert report["hands"] == 200
    assert report["decisions"] > 1500
    assert report["hidden"] == 0
    assert report["status"]["desync"] == 0
    assert report["status"]["bad_input"] == 0
    assert report["answered_share"] == 1.0
    assert sum(report["status"].values()) == report["decisions"]
    streets = report["by_street"]
    assert sum(street["decisions"] for street in streets.values()) == report["decisions"]
    seats = report["by_seat"].values()
    assert sum(seat["decisions"] for seat in seats) == report["decisions"]
    assert 0 < report["mean_probability"] < 1


@pytest.mark.slow
def test_all_pluribus_hands_replay_in_step(
    pluribus: Path, cards_path: Path, tmp_path: Path
) -> None:
    """A tree of two players after the flop: at least 94 % answered (94.3 % is its ceiling)."""
    games = {"100bb": preset("6max-lite", 100)}
    report = replay(Bundle.open(make_bundle(tmp_path, games, cards_path)), pluribus)
    assert report["hands"] == 2063
    assert report["status"]["desync"] == 0
    assert report["status"]["bad_input"] == 0
    assert report["answered_share"] >= 0.94
    assert report["by_street"]["preflop"]["answered_share"] == 1.0


def test_probability_of_an_action_is_that_of_its_reading(six_max: Bundle, pluribus: Path) -> None:
    recorded = phh.decisions(pluribus, max_hands=60)
    given = six_max.probabilities(recorded.rows, recorded.taken)
    answers = six_max.act(recorded.rows, np.zeros(len(recorded)))
    policy = six_max.policies["100bb"]
    nodes = policy.tree.nodes
    compared = 0
    for index, record in enumerate(answers):
        if record["bucket"] < 0:
            continue
        node = nodes[record["node"]]
        children = nodes[node["first_child"] : node["first_child"] + node["num_actions"]]
        row = policy.row(int(record["node"]), int(record["bucket"]))
        kind = recorded.taken["kind"][index]
        if kind == Kind.FOLD and 0 in children["action"]:
            assert given[index] == np.float32(row[0])
            compared += 1
        elif kind == Kind.CALL:
            assert given[index] == np.float32(row[list(children["action"]).index(1)])
            compared += 1
        else:
            assert given[index] in row.astype(np.float32)
    assert compared > 300


def test_illegal_taken_action_has_no_probability(six_max: Bundle, pluribus: Path) -> None:
    recorded = phh.decisions(pluribus, max_hands=1)
    taken = recorded.taken.copy()
    taken["kind"][0], taken["total_to"][0] = Kind.RAISE, 101
    taken["kind"][1] = 9
    given = six_max.probabilities(recorded.rows, taken)
    assert np.isnan(given[:2]).all()
    assert not np.isnan(given[2:]).any()


def test_hidden_cards_are_counted_and_not_asked(heads_up: Bundle, tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_text(
        """variant = "NT"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [100, 200]
min_bet = 200
starting_stacks = [8000, 8000]
actions = ["d dh p1 AsKh", "d dh p2 ????", "p2 cbr 440", "p1 f"]
"""
    )
    report = replay(heads_up, tmp_path / "hand.phh")
    assert (report["decisions"], report["hidden"], report["status"]["ok"]) == (1, 1, 1)
    assert report["stack_class"] == {"20bb": 0, "40bb": 1, "100bb": 0}


def test_figure_has_every_group_and_is_the_same_text_again(
    heads_up: Bundle, tmp_path: Path
) -> None:
    path = tmp_path / "hands.phh"
    path.write_text(
        """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [100, 200]
min_bet = 200
starting_stacks = [8000, 8000]
actions = ["d dh p1 AsKh", "d dh p2 7c7d", "p2 cc", "p1 cc", "d db 2c7hQh", "p1 cc"]
"""
    )
    report = replay(heads_up, path)
    text = replay_figure("hands", report)
    assert text == replay_figure("hands", report)
    for word in ("hands: 3 decisions", "preflop", "river", "offtree"):
        assert word in text
