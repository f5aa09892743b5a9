"""Potential-aware abstractions: exact features, exact k-means, the same bytes, bad input."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.stats import spearmanr

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.abstraction_clustering import Checkpoint
from feltprint.cards import HAND_CARDS, PREFLOP_CLASSES, hand_id, parse_cards
from feltprint.errors import ArtifactError, ConfigError

LEVELS = [1980 * (j + 1) // 33 for j in range(32)]
QUARTERS = [(47 * q // 4, 47 * (q + 1) // 4) for q in range(4)]
TRAINING_BOARDS = 60
LEVEL_SETS = ((0, 1), (1, 2))  # first level and step: all 32, the 16 of the flop


@pytest.fixture(scope="module")
def strength() -> _core.HandStrength:
    return _core.HandStrength(1)


def turn_cumulative(strength: _core.HandStrength, turn: np.ndarray) -> np.ndarray:
    """Rivers on which HS*1980 is at most each level, by a loop: (1326, 32)."""
    counts = np.zeros((1326, 32), np.int64)
    for card in (c for c in range(52) if c not in turn):
        x = strength.river(np.append(turn, np.uint8(card))).astype(int)
        counts += (x[:, None] <= np.array(LEVELS)) & (x[:, None] != 0xFFFF)
    return counts


def live_hands(board: np.ndarray) -> np.ndarray:
    return np.flatnonzero(~np.isin(HAND_CARDS, board).any(axis=1))


@pytest.mark.parametrize("text", ["QsJh2h3d", "AsKsQs2s", "7c7d7h2h"])
def test_turn_features_count_the_rivers_below_each_level(strength, text):
    board = parse_cards(text)
    live = live_hands(board)
    features = _core.potential_features(strength, board)
    assert np.array_equal(features[live], turn_cumulative(strength, board)[live])


def turns_of(strength: _core.HandStrength, flop: np.ndarray) -> dict[int, np.ndarray]:
    """Turn features of each next card, by card."""
    cards = [card for card in range(52) if card not in flop]
    return {
        card: _core.potential_features(strength, np.append(flop, np.uint8(card))) for card in cards
    }


@pytest.mark.slow
def test_flop_features_are_means_of_sorted_turns_near_the_earth_movers_distance(strength):
    """Each feature from its definition; then the distance against the full one, an assignment.

    The full distance is a transport between 47 turns of each hand at the distance of turns. The
    flop's distance is a lower bound of it but for rounding (64 features, each within 1/2), and
    ranks pairs as it does: Spearman .998, .96 among the nearest fifth. Hands of equal equity that
    become other things are what E[HS] alone, the control, cannot tell apart.
    """
    flop = parse_cards("QsJh2h")
    turns, found = turns_of(strength, flop), _core.potential_features(strength, flop)
    sets, features, equity = [], [], []
    for hand in live_hands(flop)[::23]:
        rows = [row[hand] for card, row in turns.items() if card not in HAND_CARDS[hand]]
        sets.append(np.array(rows, np.int64))
        ordered = np.sort(sets[-1][:, 1::2], axis=0)
        means = [(2 * ordered[a:b].sum(axis=0) + b - a) // (2 * (b - a)) for a, b in QUARTERS]
        assert np.array_equal(found[hand], np.concatenate(means))
        features.append(found[hand].astype(int))
        equity.append(sets[-1].sum())
    pairs = list(combinations(range(len(sets)), 2))
    ours = np.array([np.abs(features[i] - features[j]).sum() * 47 / 4 for i, j in pairs])
    full, at_levels = np.array([full_distances(sets[i], sets[j]) for i, j in pairs]).T
    alone = np.array([abs(equity[i] - equity[j]) for i, j in pairs])
    assert np.all(ours <= at_levels + 64 * 47 / 4)
    near = full < np.quantile(full, 0.2)
    assert spearmanr(full, ours).statistic > 0.997
    assert spearmanr(full[near], ours[near]).statistic > 0.95
    assert spearmanr(full[near], alone[near]).statistic < 0.9


def full_distances(one: np.ndarray, other: np.ndarray) -> tuple[int, int]:
    """Earth mover's distances of two sets of turns, over all levels and over the flop's."""
    costs = [np.abs(one[:, None, c::s] - other[None, :, c::s]).sum(axis=2) for c, s in LEVEL_SETS]
    return tuple(int(cost[linear_sum_assignment(cost)].sum()) for cost in costs)


@pytest.mark.parametrize("text", ["Qs9h2c8d3c", "AhKhQhJhTh", "7c7d7h2h2c"])
def test_river_features_are_strength_against_each_group(text):
    board = np.sort(parse_cards(text))
    groups = (np.arange(169) % 8).astype(np.uint8)
    x, opponents = _core.cluster_strength(board, groups[PREFLOP_CLASSES], 8)
    live = live_hands(board)
    x, n = x[live].astype(int), opponents[live].astype(int)
    expected = np.where(n == 0, 990, (1980 * x + n) // np.maximum(1, 2 * n))
    assert np.array_equal(_core.opponent_features(board, groups)[live], expected)


def test_opponent_groups_are_all_used_and_rank_the_classes(strength):
    groups = _core.opponent_groups(strength, 1)
    assert set(groups.tolist()) == set(range(8))
    aces, kings, worst = 0, 1, int(PREFLOP_CLASSES[hand_id("7c2d")])
    assert groups[aces] == groups[kings] == 7
    assert groups[worst] == 0


def clustering(strength, street=2, buckets=8, boards=TRAINING_BOARDS, seed=1):
    spec = _core.ClusteringSpec(street, buckets, seed, boards)
    made = _core.StreetClustering(strength, spec)
    assert made.seed_more(buckets) == buckets
    return made


def assign(made) -> tuple[int, int]:
    made.assign(0, 1)
    return made.finish()


def training_boards(street: int) -> tuple[np.ndarray, np.ndarray]:
    boards, weights = _core.canonical_boards(street)
    chosen = (2 * np.arange(TRAINING_BOARDS) + 1) * len(boards) // (2 * TRAINING_BOARDS)
    return boards[chosen, : street + 2], weights[chosen].astype(np.int64)


def turn_points(strength) -> tuple[np.ndarray, np.ndarray]:
    """Features and weights of all training hands of the turn."""
    boards, weights = training_boards(2)
    points, point_weights = [], []
    for board, weight in zip(boards, weights, strict=True):
        live = live_hands(board)
        features = _core.potential_features(strength, np.ascontiguousarray(board))[live]
        points.append(features.astype(np.int64))
        point_weights.append(np.full(len(live), weight))
    return np.concatenate(points), np.concatenate(point_weights)


def test_assignment_and_update_use_the_earth_movers_distance(strength):
    """One iteration against numpy: nearest by |difference|, then weighted medians."""
    made = clustering(strength)
    points, weights = turn_points(strength)
    before = made.centroids().astype(np.int64)
    distance = np.abs(points[:, None, :] - before).sum(axis=2)
    nearest = distance.argmin(axis=1)
    inertia, empty = assign(made)
    assert inertia == (distance.min(axis=1) * weights).sum()
    assert empty == 0
    made.update()
    for cluster, centroid in enumerate(made.centroids()):
        own = nearest == cluster
        for dim in range(32):
            order = np.argsort(points[own, dim], kind="stable")
            through = np.cumsum(weights[own][order])
            median = points[own, dim][order][np.searchsorted(2 * through, through[-1])]
            assert centroid[dim] == median
    # Negative controls: canonical boards unweighted, and the mean of another metric.
    assert inertia != distance.min(axis=1).sum() * weights.sum() // len(weights)
    means = np.array([points[nearest == c].mean(axis=0).round() for c in range(8)])
    assert np.abs(made.centroids() - means).max() > 2


def test_inertia_never_rises_and_the_map_is_the_nearest_centroid(strength):
    made = clustering(strength)
    inertias = []
    for _ in range(6):
        inertias.append(assign(made)[0])
        made.update()
    inertias.append(assign(made)[0])
    assert inertias == sorted(inertias, reverse=True)
    boards = _core.canonical_boards(2)[0]
    map_ = np.zeros((len(boards), 1326), np.uint8)
    made.write_map(0, 256, map_, 2)
    centroids = made.centroids().astype(np.int64)
    strongest_last = np.argsort(-centroids.sum(axis=1), kind="stable")
    rank = np.empty(8, int)
    rank[strongest_last] = np.arange(8)
    for index in (0, 20, 63):
        board = np.ascontiguousarray(boards[index, :4])
        live = live_hands(board)
        points = _core.potential_features(strength, board)[live].astype(np.int64)
        nearest = np.abs(points[:, None, :] - centroids).sum(axis=2).argmin(axis=1)
        assert np.array_equal(map_[index, live], rank[nearest])
        assert (map_[index] == 255).sum() == 1326 - len(live)


@pytest.mark.usefixtures("restore_isa")
@pytest.mark.parametrize("street", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_threads_and_instruction_sets_give_the_same_clusters(street):
    found = set()
    for threads, isa in [(1, isa) for isa in _core.available_isas()] + [(2, _core.active_isa())]:
        _core.set_active_isa(isa)
        made = clustering(_core.HandStrength(threads), street, buckets=20)
        for _ in range(3):
            inertia = assign(made)
            made.update()
        map_ = np.zeros((len(_core.canonical_boards(street)[0]), 1326), np.uint8)
        assign(made)
        whole = made.write_map(0, 1024, map_, street)
        found.add((inertia, made.centroids().tobytes(), map_[:200].tobytes(), whole))
    assert len(found) == 1


def test_empty_clusters_are_repaired(strength):
    made = clustering(strength)
    made.restore(np.tile(made.centroids()[0], (8, 1)))
    inertia, empty = assign(made)
    assert empty == 7
    for _ in range(20):
        made.repair()
        repaired, empty = assign(made)
        if empty == 0:
            break
    assert empty == 0
    assert repaired < inertia


def test_seed_changes_the_first_centroids(strength):
    assert not np.array_equal(
        clustering(strength, seed=1).centroids(), clustering(strength, seed=2).centroids()
    )


def test_more_buckets_than_different_features_are_refused(strength):
    made = _core.StreetClustering(strength, _core.ClusteringSpec(2, 2000, 1, 1))
    with pytest.raises(ConfigError, match=r"only .* different features"):
        made.seed_more(2000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: _core.StreetClustering(s, _core.ClusteringSpec(4, 8, 1, 1)), "street is 4"),
        (lambda s: _core.StreetClustering(s, _core.ClusteringSpec(2, 0, 1, 1)), "0 clusters"),
        (lambda s: _core.StreetClustering(s, _core.ClusteringSpec(2, 8, 1, 0)), "0 boards"),
        (lambda s: clustering(s).assign(2, 2), "part 2 of 2"),
        (lambda s: clustering(s).restore(np.zeros((3, 32), np.int16)), "found 96 numbers"),
        (lambda s: clustering(s).restore(np.full((8, 32), 400, np.int16)), "expected 0..63"),
        (lambda s: clustering(s).write_map(0, 1, np.zeros((5, 1326), np.uint8), 2), "shape"),
        (lambda s: clustering(s).write_map(0, 1, np.zeros((16432, 1326), np.int64), 2), "uint8"),
        (lambda s: _core.StreetClustering(s, _core.ClusteringSpec(2, 8, 1, 9)).finish(), "seed"),
        (lambda s: _core.potential_features(s, parse_cards("Qs")), "1 cards"),
        (lambda s: _core.opponent_features(parse_cards("Qs"), np.zeros(169, np.uint8)), "5 board"),
    ],
)
def test_impossible_clustering_is_refused(strength, call, message):
    with pytest.raises(ConfigError, match=message):
        call(strength)


def test_checkpoint_of_another_config_or_damaged_is_refused(tmp_path):
    path = tmp_path / "checkpoint.safetensors"
    kept = Checkpoint(path, {"config": {"buckets": [8]}})
    assert kept.get("turn") is None
    kept.put("turn", np.zeros((8, 32), np.int16), [5, 4])
    centroids, inertias = Checkpoint(path, {"config": {"buckets": [8]}}).get("turn")
    assert centroids.shape == (8, 32)
    assert inertias == [5, 4]
    with pytest.raises(ArtifactError, match="expected the checkpoint of"):
        Checkpoint(path, {"config": {"buckets": [9]}})
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ArtifactError):
        Checkpoint(path, {"config": {"buckets": [8]}})


@pytest.mark.slow
def test_flop_and_turn_are_clustered_as_the_config_says(tmp_path):
    cards = CardAbstraction.build(
        kind=("potential-aware", "potential-aware", "percentile"),
        buckets=(20, 300, 30),
        potential_aware={"iterations": 3, "training_boards": (50, 60, 1)},
        checkpoint=tmp_path / "checkpoint.safetensors",
    )
    assert cards.arrays["turn"].dtype == np.uint16
    assert cards.arrays["centroids_flop"].shape == (20, 64)
    for name in ("flop", "turn"):
        inertias = cards.arrays[f"inertia_{name}"][:-1]
        assert list(inertias) == sorted(inertias, reverse=True)
        # The last figure is of all boards, which weigh more.
        assert cards.arrays[f"inertia_{name}"][-1] > inertias[0]
    assert not (tmp_path / "checkpoint.safetensors").exists()
    report = cards.quality_report()
    assert report["streets"]["flop"]["suit_mismatches"] == 0
    assert report["streets"]["turn"]["empty_buckets"] == 0
