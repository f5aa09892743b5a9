"""OpenSpiel's universal_poker: rows, actions and the policy of a bundle. Skipped without it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made_up_bundles import make_bundle

from feltprint.adapters import acpc, universal_poker
from feltprint.adapters.rows import Status
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError
from feltprint.games import preset

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel (extra openspiel) is not installed")
pytestmark = pytest.mark.oracle


def load(players: int, betting_abstraction: str = "fullgame", stack: int = 8000) -> Any:
    blinds = "200 100" if players == 2 else " ".join(["100", "200", *["0"] * (players - 2)])
    first = 2 if players == 2 else 3
    stacks = " ".join([str(stack)] * players)
    return pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers={players},numRounds=4,blind={blinds},"
        f"firstPlayer={first} 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,"
        f"numBoardCards=0 3 1 1,stack={stacks},bettingAbstraction={betting_abstraction})"
    )


def play_chance(state: Any, rng: random.Random) -> None:
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])


def random_states(players: int, hands: int, seed: int) -> Any:
    """States of hands where players call, fold and raise at random."""
    rng = random.Random(seed)
    for _ in range(hands):
        state = load(players).new_initial_state()
        play_chance(state, rng)
        while not state.is_terminal():
            yield state
            actions = state.legal_actions()
            wanted = rng.choice([1, 1, 1, 0, actions[-1], rng.choice(actions)])
            state.apply_action(wanted if wanted in actions else 1)
            play_chance(state, rng)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_rows_are_those_of_the_match_state(players: int) -> None:
    """OpenSpiel prints the ACPC state of a hand; the ACPC adapter must read the same row."""
    checked = 0
    for state in random_states(players, hands=12, seed=players):
        game = universal_poker.poker_game(state.get_game())
        line = next(text for text in str(state).splitlines() if text.startswith("ACPC State:"))
        _, _, betting, cards = line.removeprefix("ACPC State: ").split(":")
        text = f"MATCHSTATE:{state.current_player()}:0:{betting}:{cards}"
        expected, found = acpc.row(text, game), universal_poker.row(state)
        for row in (expected, found):
            row["hole"].sort(axis=1)
            row["board"][:, :3].sort(axis=1)
        assert found.tobytes() == expected.tobytes()
        checked += 1
    assert checked > 30


def test_cards_of_others_are_not_read() -> None:
    rng = random.Random(5)
    for state in random_states(2, hands=5, seed=8):
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert universal_poker.row(other)["hole"].tobytes() == (
            universal_poker.row(state)["hole"].tobytes()
        )


def test_policy_plays_legal_hands_on_the_tree(heads_up: Bundle) -> None:
    spiel_game = load(2)
    game = universal_poker.poker_game(spiel_game)
    policy = universal_poker.policy(heads_up, spiel_game)
    rng = random.Random(2)
    decisions = 0
    for _ in range(20):
        state = spiel_game.new_initial_state()
        play_chance(state, rng)
        while not state.is_terminal():
            probabilities = policy.action_probabilities(state)
            assert sum(probabilities.values()) == pytest.approx(1, abs=1e-5)
            assert set(probabilities) <= set(state.legal_actions())
            packed = universal_poker.row(state)
            answer = heads_up.act(packed, np.array([rng.random()]))[0]
            assert answer["status"] == Status.OK
            chosen = universal_poker.action(answer, packed, game)
            assert probabilities[chosen] == pytest.approx(float(answer["prob"]), abs=1e-5)
            state.apply_action(chosen)
            play_chance(state, rng)
            decisions += 1
    assert decisions > 40


def test_other_games_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="bettingAbstraction=fullgame, found 'fcpa'"):
        universal_poker.poker_game(load(2, "fcpa"))
    state = load(2).new_initial_state()
    with pytest.raises(ConfigError, match="a player is to act"):
        universal_poker.row(state)
    bundle = Bundle.open(make_bundle(tmp_path, {"10bb": preset("push-fold", 10)}, None))
    spiel_game = load(3)
    play_chance(start := spiel_game.new_initial_state(), random.Random(1))
    with pytest.raises(ConfigError, match="status no_node"):
        universal_poker.policy(bundle, spiel_game).action_probabilities(start)
