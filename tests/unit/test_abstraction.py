"""Percentile abstractions: exact features, shares, suit invariance, sameness, round trip."""

from __future__ import annotations

import hashlib
from itertools import combinations

import numpy as np
import pytest

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.abstraction_quality import suit_mismatches
from feltprint.artifacts import write_artifact
from feltprint.cards import HAND_CARDS, evaluate, hand_id, parse_cards
from feltprint.config.abstraction import AbstractionConfig
from feltprint.errors import ArtifactError, ConfigError


@pytest.fixture(scope="module")
def abstraction() -> CardAbstraction:
    return CardAbstraction.build(buckets=(50, 50, 50))


def brute_force_strength(hand: str, board: np.ndarray) -> int:
    """2*wins + ties against all 990 hands, one by one."""
    own = parse_cards(hand)
    dead = np.concatenate([own, board])
    others = HAND_CARDS[~np.isin(HAND_CARDS, dead).any(axis=1)]
    assert len(others) == 990
    boards = np.tile(board, (len(others), 1))
    theirs = evaluate(np.ascontiguousarray(np.column_stack([others, boards])))
    mine = evaluate(np.concatenate([own, board])[None])[0]
    return int(2 * (theirs < mine).sum() + (theirs == mine).sum())


@pytest.mark.parametrize(
    "board",
    ["Qs9h2c8d3c", "QhJh2h3d3c", "8s8h8d8cAd", "Td8d6d4dAc", "9h7h5h3h2h", "2c2d5h5s9c"],
    ids=["no-flush", "three-suited", "quads", "four-suited", "five-suited", "two-pair"],
)
def test_river_strength_equals_brute_force(board):
    cards = parse_cards(board)
    strengths = _core.HandStrength(1).river(cards)
    live = np.flatnonzero(~np.isin(HAND_CARDS, cards).any(axis=1))
    assert (strengths == 0xFFFF).sum() == 1326 - len(live)
    for hand in live[::37]:
        text = "".join("23456789TJQKA"[c >> 2] + "cdhs"[c & 3] for c in HAND_CARDS[hand])
        assert strengths[hand] == brute_force_strength(text, cards)


def test_buckets_follow_the_mean_square_of_strength_over_all_runouts(abstraction):
    """Flop and turn cuts apply to the sum of x^2 over runouts, here summed one by one."""
    strength = _core.HandStrength(1)
    flop = parse_cards("QsJh2h")
    hand = hand_id("AhTh")
    deck = [c for c in range(52) if c not in (*flop, *HAND_CARDS[hand])]
    flop_sum = 0
    for runout in combinations(deck, 2):
        x = int(strength.river(np.concatenate([flop, np.array(runout, np.uint8)]))[hand])
        flop_sum += x * x
    cuts = abstraction.arrays["thresholds_flop"]
    assert abstraction.buckets(flop)[hand] == np.searchsorted(cuts, flop_sum, side="right")

    turn = np.append(flop, parse_cards("3d"))
    rivers = [c for c in deck if c != turn[3]]
    turn_sum = sum(int(strength.river(np.append(turn, np.uint8(c)))[hand]) ** 2 for c in rivers)
    cuts = abstraction.arrays["thresholds_turn"]
    assert abstraction.buckets(turn)[hand] == np.searchsorted(cuts, turn_sum, side="right")


def test_quality_report_is_clean(abstraction):
    report = abstraction.quality_report()
    weights = {"flop": 22_100 * 1_176, "turn": 270_725 * 1_128, "river": 2_598_960 * 1_081}
    for name, street in report["streets"].items():
        assert street["weight"] == weights[name]
        assert street["empty_buckets"] == 0
        assert street["suit_mismatches"] == 0
    # Shares are 2 % up to the weight of one value: fine on flop and turn, 1,981 values on rivers.
    for name in ("flop", "turn"):
        assert report["streets"][name]["mass_min"] > 0.0199
        assert report["streets"][name]["mass_max"] < 0.0201
    assert report["spearman_river_hs"] > 0.99


def test_hole_only_permutation_is_caught(abstraction):
    """Negative control of suit invariance: renaming suits of the hands alone must mismatch."""

    class HoleOnly:
        def buckets(self, board):
            return abstraction.native.buckets(self.board)

        board = parse_cards("QhJh2h")

    assert suit_mismatches(HoleOnly(), HoleOnly.board) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cuts", "buckets"), [("donksolver-0.1", 50), ((500, 1000, 1980), 4)], ids=["peer", "listed"]
)
def test_river_can_be_cut_where_it_is_asked_for(cuts, buckets):
    cards = CardAbstraction.build(buckets=(1, 1, buckets), river_cuts=cuts)
    river = _core.HandStrength(1).river(parse_cards("QsJh2h3d3c")).astype(int)
    expected = np.searchsorted(cards.arrays["thresholds_river"], river, side="right")
    assert len(cards.arrays["thresholds_river"]) == buckets - 1
    assert np.array_equal(cards.buckets("QsJh2h3d3c"), np.where(river == 0xFFFF, -1, expected))


@pytest.mark.slow
def test_kinds_mix_and_buckets_are_padded_to_whole_lanes(tmp_path):
    cards = CardAbstraction.build(
        kind=("nested", "percentile", "nested"),
        buckets=(3, 50, 3),
        pad_buckets=True,
        nested={"potential_bins": 4, "boards": ("suits", "none", "none")},
    )
    assert cards.num_buckets == (169, 4 * 4 * 3, 56, 8)
    for board, count in (("QsJh2h", 48), ("QsJh2h3d", 56), ("QsJh2h3d3c", 8)):
        buckets = cards.buckets(board)
        assert buckets[buckets >= 0].max() < count
    cards.save(tmp_path / "cards.safetensors")
    opened = CardAbstraction.open(tmp_path / "cards.safetensors")
    assert opened.config == cards.config
    assert np.array_equal(opened.buckets("QsJh2h"), cards.buckets("QsJh2h"))


def test_percentile_config_is_stored_as_before():
    """New keys at their defaults leave the artifact's bytes and hash as they are."""
    assert AbstractionConfig().model_dump(mode="json") == {
        "kind": "percentile", "buckets": [50, 50, 50], "deck": 52,
    }  # fmt: skip
    assert AbstractionConfig(kind=("percentile",) * 3) == AbstractionConfig()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"nested": {}}, "no street is nested"),
        ({"potential_aware": {}}, "no street is potential-aware"),
        ({"kind": ("nested", "magic", "nested")}, "kind"),
        ({"kind": "nested", "nested": {"potential_bins": 0}}, "greater than or equal to 1"),
        ({"kind": "nested", "buckets": (20_000, 2, 2)}, "flop has .* the most is 65535"),
        ({"river_cuts": (5, 5), "buckets": (2, 2, 3)}, "do not rise"),
        ({"river_cuts": (5, 9), "buckets": (2, 2, 2)}, "2 cuts for 2 buckets"),
        ({"river_cuts": "donksolver-0.1", "buckets": (2, 2, 2)}, "50 river buckets"),
        ({"kind": "nested", "river_cuts": (5,)}, "the river is nested"),
        ({"unknown": 1}, "unknown"),
        ({"kind": "nested", "deck": 20}, "nested is of the full deck"),
        (
            {"river_cuts": (5,), "buckets": (2, 2, 2), "deck": 20},
            "river_cuts: they are of the full",
        ),
        ({"deck": 21}, "deck"),
    ],
)
def test_options_that_do_not_fit_together_are_refused(values, message):
    with pytest.raises(ConfigError, match=message):
        CardAbstraction.build(**values)


def test_blocked_hands_have_no_bucket(abstraction):
    board = parse_cards("QsJh2h3d3c")
    buckets = abstraction.buckets(board)
    blocked = np.isin(HAND_CARDS, board).any(axis=1)
    assert np.array_equal(buckets == -1, blocked)
    assert set(buckets[~blocked]) <= set(range(50))


def test_preflop_buckets_are_the_classes(abstraction):
    assert np.array_equal(abstraction.buckets(()), _core.preflop_classes())
    assert abstraction.num_buckets == (169, 50, 50, 50)


def digest(cards: CardAbstraction) -> str:
    sha256 = hashlib.sha256()
    for _, array in sorted(cards.arrays.items()):
        sha256.update(array.tobytes())
    return sha256.hexdigest()


def test_threads_do_not_change_the_maps(abstraction):
    assert digest(CardAbstraction.build(threads=3)) == digest(abstraction)


@pytest.mark.usefixtures("restore_isa")
@pytest.mark.parametrize("isa", _core.available_isas())
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_every_instruction_set_reads_the_same_buckets(isa, dtype):
    """Rows of random numbers, blocked or not, come back with their suits permuted."""
    rng = np.random.default_rng(6)
    blocked = np.iinfo(dtype).max
    sizes = {"flop": 1_755, "turn": 16_432, "river": 134_459}
    some = rng.integers(0, blocked + 1, (97, 1326)).astype(dtype)
    maps = {name: np.resize(some, (size, 1326)) for name, size in sizes.items()}
    native = _core.BucketMap(**maps, num_buckets=(blocked,) * 3)
    hands = _core.permuted_hands()
    _core.set_active_isa(isa)
    for num_cards, name in ((3, "flop"), (4, "turn"), (5, "river")):
        for _ in range(50):
            board = rng.permutation(52)[:num_cards].astype(np.uint8)
            index, permutation = _core.canonical_id(board)
            expected = maps[name][index][hands[permutation]].astype(np.uint16)
            expected[expected == blocked] = 0xFFFF
            assert np.array_equal(native.buckets(board), expected)


def test_card_rows_name_the_wrong_one(abstraction):
    boards = np.array([[0, 1, 2], [3, 4, 5], [7, 8, 7]], np.uint8)
    with pytest.raises(ConfigError, match="board 2: card 3s at position 2 is already at position"):
        _core.read_boards(abstraction.native, boards)


def test_saved_abstraction_opens_with_the_same_hash(abstraction, tmp_path):
    path = tmp_path / "cards.safetensors"
    unsaved = abstraction.sha256
    assert abstraction.save(path) == unsaved
    opened = CardAbstraction.open(path)
    assert opened.sha256 == unsaved
    assert opened.config == abstraction.config
    board = parse_cards("QsJh2h3d3c")
    assert np.array_equal(opened.buckets(board), abstraction.buckets(board))


def test_altered_map_is_refused(abstraction, tmp_path):
    path = tmp_path / "cards.safetensors"
    abstraction.save(path)
    with path.open("r+b") as file:
        file.seek(-1000, 2)
        byte = file.read(1)
        file.seek(-1000, 2)
        file.write(bytes([byte[0] ^ 1]))
    with pytest.raises(ArtifactError):
        CardAbstraction.open(path)


def test_truncated_map_is_refused(abstraction, tmp_path):
    path = tmp_path / "cards.safetensors"
    abstraction.save(path)
    for cut in (1, 4096, 10**8):
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - cut)
        with pytest.raises(ArtifactError, match=r"cards\.safetensors"):
            CardAbstraction.open(path)


@pytest.mark.parametrize(
    "config",
    [
        {"kind": "of-a-later-version", "buckets": [8, 8, 8]},
        {"kind": "percentile", "buckets": [8, 8, 8], "deck": 51},
        {"kind": "percentile", "buckets": [8, 8, 8], "later_key": 1},
        {"kind": "percentile", "buckets": [8, 8, 8]},
    ],
    ids=["kind", "deck", "key", "no-maps"],
)
def test_map_of_another_version_or_deck_is_refused(tmp_path, config):
    path = tmp_path / "cards.safetensors"
    write_artifact(path, "abstraction", {"config": config}, {"flop": np.zeros((2, 3), np.uint8)})
    with pytest.raises(ArtifactError, match="not an abstraction of this version"):
        CardAbstraction.open(path)


@pytest.mark.slow
def test_many_buckets_are_stored_in_two_bytes():
    cards = CardAbstraction.build(buckets=(300, 8, 8))
    assert cards.arrays["flop"].dtype == np.uint16
    buckets = cards.buckets("QsJh2h")
    assert buckets.max() > 255
    assert (buckets == -1).sum() == 150


@pytest.mark.parametrize(
    ("kind", "buckets", "message"),
    [
        ("percentile", (0, 50, 50), "greater than or equal to 1"),
        ("percentile", (50, 50, 70_000), "less than or equal to 65535"),
        ("percentile", (50, 50), "found"),
        ("magic", (50, 50, 50), "kind"),
        ("percentile", (8, 8, 5_000), "river has 5000 buckets, but bucket .* would be empty"),
    ],
    ids=["none", "too-many", "two-streets", "unknown-kind", "more-than-values"],
)
def test_impossible_request_is_refused(kind, buckets, message):
    with pytest.raises(ConfigError, match=message):
        CardAbstraction.build(kind=kind, buckets=buckets)
