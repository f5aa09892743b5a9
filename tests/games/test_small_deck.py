"""Hold'em with a deck cut from below: its cards, its deals, a solve that reaches equilibrium."""

from __future__ import annotations

from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.abstraction_quality import suit_mismatches
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES, evaluate, hand_id, parse_cards
from feltprint.config.abstraction import FULL_DECK, LOSSLESS_BUCKETS, STREETS
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.evaluation import PairOutcomes, exact_values
from feltprint.games import explain, from_resolved, kuhn, preset, tree_hash
from feltprint.small_deck import SMALL_DECKS, SmallDeck
from feltprint.solved_game import PREFLOP_ONLY, SolvedGame
from feltprint.solver import Solver

MBB_PER_CHIP = 1000 / 200
BUCKETS = (8, 10, 9)


@pytest.fixture(scope="module")
def deck() -> SmallDeck:
    return SmallDeck(20)


@pytest.fixture(scope="module")
def outcomes(deck: SmallDeck) -> PairOutcomes:
    return PairOutcomes.preflop(**deck.pair_outcomes())


@pytest.fixture(scope="module")
def cards() -> CardAbstraction:
    return CardAbstraction.build(buckets=BUCKETS, deck=20)


@pytest.mark.parametrize("cards", SMALL_DECKS)
def test_boards_of_a_deck_weigh_what_they_should(cards: int) -> None:
    small = SmallDeck(cards)
    assert len(small.hands) == comb(cards, 2)
    for street, count in {1: 3, 2: 4, 3: 5}.items():
        _, boards, weights = small.boards(street)
        assert weights.sum() == comb(cards, count)
        assert boards.min() == FULL_DECK - cards


@pytest.mark.parametrize("board", ["AhKhQhJdTc", "AsAdKsKdQc", "TcTdThJsQs"])
def test_river_strength_equals_brute_force(deck: SmallDeck, board: str) -> None:
    river = parse_cards(board)
    found = deck.strengths(river[np.newaxis])[0]
    live = [hand for hand in deck.hands if not np.isin(HAND_CARDS[hand], river).any()]
    assert set(np.flatnonzero(found >= 0)) == set(live)
    for hand in live[::7]:
        own = HAND_CARDS[hand]
        others = [h for h in live if not np.isin(HAND_CARDS[h], own).any()]
        assert len(others) == comb(13, 2)
        seven = np.array([[*HAND_CARDS[h], *river] for h in [hand, *others]], dtype=np.uint8)
        mine, *theirs = evaluate(seven).tolist()
        assert found[hand] == sum(2 * (x < mine) + (x == mine) for x in theirs)


def test_flop_strength_is_the_sum_of_squares_over_all_runouts(deck: SmallDeck) -> None:
    flop = parse_cards("QsJhTh")
    hand = hand_id("AhTd")
    left = [c for c in range(32, 52) if c not in (*flop, *HAND_CARDS[hand])]
    runouts = np.array([[*flop, *pair] for pair in combinations(left, 2)], np.uint8)
    assert deck.strengths(flop[None])[0, hand] == (deck.strengths(runouts)[:, hand] ** 2).sum()


def test_abstraction_of_a_deck_is_clean(cards: CardAbstraction) -> None:
    report = cards.quality_report()
    weights = {"flop": comb(20, 3) * comb(17, 2), "turn": comb(20, 4) * comb(16, 2)}
    for name, street in report["streets"].items():
        assert street["weight"] == weights.get(name, comb(20, 5) * comb(15, 2))
        assert (street["empty_buckets"], street["suit_mismatches"]) == (0, 0)
    assert report["spearman_river_hs"] > 0.98
    assert (cards.buckets("2c7dJh") == -1).all()
    buckets = cards.buckets("AcKdJh")
    assert (buckets >= 0).sum() == comb(17, 2)
    assert buckets[hand_id("AdAh")] == BUCKETS[0] - 1


def test_outcomes_of_a_pair_of_classes_equal_brute_force(deck: SmallDeck) -> None:
    counts = deck.pair_outcomes()
    aces, kings = (np.flatnonzero(number == PREFLOP_CLASSES) for number in (0, 1))
    found = np.zeros(3, dtype=np.int64)
    boards = np.array(list(combinations(range(32, 52), 5)), dtype=np.uint8)
    for own in aces:
        for other in kings:
            dead = [*HAND_CARDS[own], *HAND_CARDS[other]]
            rest = boards[~np.isin(boards, dead).any(axis=1)]
            ranks = [
                evaluate(np.column_stack([np.tile(HAND_CARDS[h], (len(rest), 1)), rest]))
                for h in (own, other)
            ]
            found += [(ranks[0] > ranks[1]).sum(), (ranks[0] == ranks[1]).sum(), 0]
    found[2] = 36 * comb(16, 5) - found.sum()
    assert counts["outcomes"][0, 1].tolist() == found.tolist()
    assert counts["pairs"].sum() == comb(20, 2) * comb(18, 2)
    assert (counts["outcomes"].sum(axis=2) == counts["pairs"].astype(np.int64) * comb(16, 5)).all()


def sampled_and_exact(outcomes: PairOutcomes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Root values of uniform play of push-fold in a deck of 20: sampled, their errors, exact."""
    solved = SolvedGame.build(preset("push-fold", 10, deck=20), None)
    table = np.zeros((solved.tree.size.blocks, 8), dtype=np.float32)
    sample = _core.RootSample(seed=5, boards=4000, deals_per_board=4, threads=1)
    mean, error, _ = _core.evaluate_root(solved.native, table, table, sample)
    return (
        np.array(mean),
        np.array(error),
        np.array(exact_values(solved.tree, table, outcomes).value),
    )


def test_dealt_hands_are_those_of_the_deck(outcomes: PairOutcomes) -> None:
    """|z| < 5 for two seats: false alarms 1e-6."""
    mean, error, exact = sampled_and_exact(outcomes)
    assert (np.abs(mean - exact) < 5 * error).all()


# Uniform play of both seats has little power against wrong cards; the equilibrium of another deck
# has (the control below).
def test_push_fold_in_a_small_deck_reaches_equilibrium(outcomes: PairOutcomes) -> None:
    solver = Solver(preset("push-fold", 10, deck=20), None, SolverConfig(seed=1, iterations=1))
    solver.run(until=60_000)
    tree, table = solver.solved_game.tree, solver.average_strategy().table
    assert exact_values(tree, table, outcomes).nash_conv * MBB_PER_CHIP < 4.0
    full = Solver(preset("push-fold", 10), None, SolverConfig(seed=1, iterations=1))
    full.run(until=60_000)
    found = exact_values(tree, full.average_strategy().table, outcomes)
    assert found.nash_conv * MBB_PER_CHIP > 20.0


def test_a_solve_of_the_preset_touches_the_deck_and_nothing_else(cards: CardAbstraction) -> None:
    solver = Solver(preset("small-deck", 10), cards, SolverConfig(seed=1, iterations=1))
    solver.run(until=20_000)
    nodes = solver.solved_game.tree.nodes
    in_deck = np.unique(PREFLOP_CLASSES[SmallDeck(20).hands])
    assert len(in_deck) == 25
    rows = solver.average_strategy()._weights(solver.average_strategy().table, 0)
    assert set(np.flatnonzero(rows.sum(axis=1) > 0)) == set(in_deck)
    touched = [
        (solver.average_strategy()._weights(solver.average_strategy().table, int(node)) > 0).any()
        for node in np.flatnonzero((nodes["kind"] == 0) & (nodes["street"] == 3))
    ]
    assert np.mean(touched) > 0.9
    aces, queen_ten = solver.average_strategy().row(0, 0), solver.average_strategy().row(0, 13 + 23)
    assert aces[0] < 0.001 < queen_ten[0] + queen_ten[1]


def test_the_deck_is_part_of_the_game_and_of_its_hash() -> None:
    full, small = preset("tiny", 20), preset("tiny", 20, deck=20)
    assert (full.deck, small.deck) == (52, 20)
    assert "deck" not in full.resolved
    assert small.resolved == {**full.resolved, "deck": 20}
    assert from_resolved(small.resolved).deck == 20
    trees = [game.build_tree(PREFLOP_ONLY) for game in (full, small)]
    assert trees[0].nodes.tobytes() == trees[1].nodes.tobytes()
    assert tree_hash(trees[0]) != tree_hash(trees[1])
    assert [line.outcome for line in explain(full, [])] == [
        line.outcome for line in explain(small, [])
    ]


def test_preset_has_no_rake_and_one_size_a_street() -> None:
    game = preset("small-deck", 20)
    assert (game.players, game.deck, game.rules.rake.rate_bp) == (2, 20, 0)
    assert game.build_tree((169, *BUCKETS)).size.nodes == 510


@pytest.mark.parametrize("cards", [16, 21, 40, 20.5, "36"])
def test_impossible_deck_is_refused(cards: object) -> None:
    with pytest.raises(ConfigError, match=r"deck.*20, 24, 28, 32, 36 or 52"):
        preset("small-deck", 20, deck=cards)


def test_native_tree_refuses_a_deck_it_cannot_deal() -> None:
    game = preset("tiny", 20)
    for cards in (0, 16, 22, 56):
        with pytest.raises(ConfigError, match=rf"deck must be 20\.\.52 .* found {cards}"):
            _core.build_tree(game.rules, game.menu, [169, 1, 1, 1], cards)
    with pytest.raises(ConfigError, match="needs a hold'em tree"):
        _core.HoldemGame(kuhn().build_tree(), _core.BucketMap(None, None, None, (1, 1, 1)))


def test_an_abstraction_of_another_deck_is_refused(cards: CardAbstraction) -> None:
    with pytest.raises(ConfigError, match=r"deck of 20; tiny is played with 52 cards"):
        SolvedGame.build(preset("tiny", 20), cards)


def test_a_bucket_that_would_be_empty_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"has 150 buckets, but one would be empty"):
        CardAbstraction.build(buckets=(8, 8, 150), deck=20)


@pytest.mark.slow
def test_an_abstraction_of_a_deck_is_saved_and_opened(cards: CardAbstraction, tmp_path) -> None:
    digest = cards.save(tmp_path / "cards")
    again = CardAbstraction.open(tmp_path / "cards")
    assert (again.config.deck, again.sha256) == (20, digest)
    assert (again.buckets("AcKdJh") == cards.buckets("AcKdJh")).all()


@pytest.mark.parametrize(
    ("deck", "street"),
    [
        (20, 1),
        pytest.param(20, 2, marks=pytest.mark.slow),
        pytest.param(24, 1, marks=pytest.mark.slow),
    ],
)
def test_lossless_buckets_are_the_hands_up_to_suits(deck: int, street: int) -> None:
    """A bucket is one orbit under the 24 renamings: its real pairs divide 24, and none is torn."""
    map_ = SmallDeck(deck).lossless(street)
    count = LOSSLESS_BUCKETS[deck][street - 1]
    boards = {"flop": None, "turn": None, "river": None}
    counts = [1, 1, 1]
    boards[STREETS[street - 1]], counts[street - 1] = map_, count
    native = _core.BucketMap(**boards, num_buckets=counts)
    masses = _core.bucket_masses(native, street, 1)
    assert len(masses) == count
    assert set(masses.tolist()) <= {1, 2, 3, 4, 6, 8, 12, 24}
    assert int(masses.sum()) == comb(deck, 2) * comb(deck - 2, street + 2)
    # Each pair's orbit is met whole: the hands of a bucket, renamed, are in it again.
    rng = np.random.default_rng(2)
    for _ in range(5):
        board = rng.choice(np.arange(52 - deck, 52), street + 2, replace=False).astype(np.uint8)
        assert suit_mismatches(native, board) == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"kind": ("lossless", "percentile", "percentile")}, "flop of 52 cards has over 65535"),
        (
            {"kind": "lossless", "deck": 20, "buckets": (7760, 27290, 1)},
            "river of 20 cards has over 65535 buckets.* name another kind",
        ),
        (
            {"kind": ("lossless", "percentile", "percentile"), "deck": 20, "buckets": (9, 9, 9)},
            "flop of 20 cards has 7760, found 9",
        ),
    ],
)
def test_lossless_is_refused_where_it_does_not_fit(values: dict, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        CardAbstraction.build(**values)


@pytest.mark.slow
def test_lossless_flop_and_turn_build_and_open(tmp_path: Path) -> None:
    cards = CardAbstraction.build(
        kind=("lossless", "lossless", "percentile"), deck=20, buckets=(7760, 27290, 9)
    )
    cards.save(tmp_path / "cards.safetensors")
    opened = CardAbstraction.open(tmp_path / "cards.safetensors")
    assert opened.num_buckets == (169, 7760, 27290, 9)
    report = opened.quality_report()
    assert [street["empty_buckets"] for street in report["streets"].values()] == [0, 0, 0]
