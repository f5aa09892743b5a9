"""The shared tables: exact preflop equities and the checks that build_tables repeats."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint import _core, tables
from feltprint.cards import hand_id, preflop_class, preflop_class_name
from feltprint.errors import ConfigError


@pytest.fixture(scope="module")
def equity() -> dict[str, np.ndarray]:
    return tables.build_preflop_equity()


@pytest.mark.parametrize(
    ("hand", "opponent", "win", "tie", "lose"),
    [
        ("AhAs", "KhKs", 1_410_336, 9_308, 292_660),
        ("AhAs", "KhKd", 1_399_204, 7_923, 305_177),
        ("AhAs", "KcKd", 1_388_072, 6_538, 317_694),
        ("AhAs", "AcAd", 37_210, 1_637_884, 37_210),
        ("AhKh", "QcQd", 787_966, 6_732, 917_606),
        ("AhKd", "QcQs", 730_541, 5_854, 975_909),
        ("AhKh", "2c2d", 852_207, 10_775, 849_322),
        ("AcKd", "2h2s", 799_119, 9_946, 903_239),
        ("AhAs", "7c2d", 1_493_820, 6_236, 212_248),
        ("2h2c", "3d3s", 304_424, 84_546, 1_323_334),
        ("AhAs", "6h5h", 1_332_696, 7_801, 371_807),
    ],
)
def test_all_in_counts_of_two_hands_are_the_published_ones(hand, opponent, win, tie, lose):
    assert _core.preflop_hands(hand_id(hand), hand_id(opponent)) == (win, tie, lose)


@pytest.mark.parametrize(
    ("hand", "opponent", "published"),
    [
        ("AhAs", "KhKs", 0.81946050),
        ("AhKh", "QcQd", 0.46048526),
        ("AhKd", "QcQd", 0.43242336),
        ("JhTh", "2c2d", 0.53838410),
        ("AhKh", "AcQd", 0.75446270),
        ("AhKd", "AcKc", 0.47507861),
    ],
    ids=["AA-KK", "AKs-QQ", "AKo-QQ", "JTs-22", "AKs-AQo", "AKo-AKs"],
)
def test_class_equities_are_the_published_ones(equity, hand, opponent, published):
    win, tie, lose = equity["outcomes"][preflop_class(hand), preflop_class(opponent)]
    assert (win + tie / 2) / (win + tie + lose) == pytest.approx(published, abs=5e-9)


@pytest.mark.parametrize(
    ("hand", "published"),
    [
        ("AhAs", 0.85203713),
        ("KhKs", 0.82395680),
        ("2c2d", 0.50334019),
        ("AhKh", 0.67044632),
        ("AhKd", 0.65320072),
    ],
)
def test_equities_against_a_random_hand_are_the_published_ones(equity, hand, published):
    win, tie, lose = equity["outcomes"][preflop_class(hand)].sum(axis=0)
    assert (win + tie / 2) / (win + tie + lose) == pytest.approx(published, abs=5e-9)


def test_aces_against_a_random_hand_to_the_last_count(equity):
    assert equity["outcomes"][0].sum(axis=0).tolist() == [10_689_050_508, 68_413_872, 1_827_970_020]


def test_pairs_count_disjoint_hands(equity):
    pairs = equity["pairs"]
    assert pairs[0, 0] == 6  # AA against AA: 6 hands, one left for each
    assert pairs[0, 1] == 36
    assert np.array_equal(pairs, pairs.T)


def test_hands_that_share_a_card_are_refused():
    with pytest.raises(ConfigError, match="without a common card"):
        _core.preflop_hands(hand_id("AhAs"), hand_id("AhKs"))


def test_class_names_and_classes_agree():
    assert [preflop_class_name(i) for i in (0, 12, 13, 24, 25, 90, 91, 168)] == [
        "AA", "22", "AKs", "A2s", "KQs", "32s", "AKo", "32o",
    ]  # fmt: skip
    for class_id in range(169):
        name = preflop_class_name(class_id)
        suits = "cc" if name.endswith("s") else "cd"
        assert preflop_class(name[0] + suits[0] + name[1] + suits[1]) == class_id


def test_evaluator_tables_and_boards_pass_their_checks():
    arrays = tables.build_evaluator_tables()
    assert sum(array.nbytes for array in arrays.values()) <= 1_500_000
    assert len(tables.build_boards()) == 6


def test_tables_are_written_as_artifacts(tmp_path):
    from feltprint.artifacts import open_artifact

    paths = tables.write_tables(tmp_path)
    boards = open_artifact(tmp_path / "boards.safetensors", "tables")
    assert boards.arrays["river_boards"].shape == (134_459, 5)
    assert [path.name for path in paths] == [
        "evaluator.safetensors",
        "boards.safetensors",
        "preflop_equity.safetensors",
    ]
