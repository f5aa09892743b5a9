"""Hands that public evaluators have ranked wrongly, each with its right answer."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint import _core
from feltprint.cards import category, describe, evaluate, packed_rank, parse_cards
from feltprint.errors import ConfigError


def rank(text: str) -> int:
    return int(evaluate(parse_cards(text)[None])[0])


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("2d 3c 4h 5s 6d Kc Qh", "As 2d 3c 4h 5s 9d Kc"),
        ("As 2d 3c 4h 5s 9d Kc", "As Ad Ac Kh Qs 9d 2c"),
        ("Qc 7d Qd Jd 9d Kc 6d", "Ah 5d Qd Jd 9d Kc 6d"),
        ("Kd Td 5d 4d 3d", "Qd Td 7d 5d 4d"),
        ("Ts Th 2s 3s 2h 3h 3d", "9s 9h 2s 3s 2h 3h 3d"),
        ("Ad 2d 3d 4d 5d 6c Ks", "5c 5d 5h 5s Ac"),
        ("8h 8d 3h 4h 5h 6h 7h", "Ad Kc 3h 4h 5h 6h 7h"),
        ("Jh Jd Js 8h 8c", "Jh Jd Js 8h 4c"),
        ("Ac 8d 7s 6h 5c 3d 2h", "Kc Qd Js Th 8c 3d 2h"),
        ("Ah Kh Qh Jh 9h", "Ah 7h 5h 4h 3h"),
        ("As Ad Ac Kh Ks", "Ah Kh Qh Jh 9h"),
    ],
    ids=[
        "wheel-loses-to-six-high-straight",
        "wheel-beats-trips",
        "flush-by-its-highest-card",
        "flush-by-cards-in-order-not-sum",
        "full-house-takes-the-better-pair",
        "steel-wheel-beats-quads",
        "board-straight-flush-is-extended",
        "full-house-beats-trips",
        "ace-high-beats-king-high",
        "flush-kickers-count",
        "full-house-beats-flush",
    ],
)
def test_stronger_hand_has_higher_rank(stronger, weaker):
    assert rank(stronger) > rank(weaker)


def test_straight_and_flush_on_different_cards_is_a_flush():
    assert rank("9c Th Jh Qh Kh 2h 3h") == rank("Kh Qh Jh Th 3h")


def test_best_five_of_seven_make_the_flush():
    assert rank("Jd Ac Ad 7d Qd 4d Td") == rank("Ad Qd Jd Td 7d")


def test_equal_hands_have_equal_ranks():
    assert rank("Td Jh Qs Kc Ad") == rank("Th Jd Qd Kh Ac")


def test_ends_of_the_order_are_seven_high_and_the_royal_flush():
    assert rank("7c 5d 4h 3s 2c") == 1
    assert rank("As Ks Qs Js Ts") == 7462


def test_duplicate_card_is_named_with_its_hand_and_positions():
    hands = np.array([[0, 1, 2, 3, 4], [5, 26, 7, 26, 9]], np.uint8)
    with pytest.raises(ConfigError, match=r"hand 1: card 8h at position 3 .* position 1"):
        evaluate(hands)


def test_card_out_of_range_is_named():
    with pytest.raises(ConfigError, match=r"hand 0: card 52 at position 2 is out of range"):
        evaluate(np.array([[0, 1, 52, 3, 4]], np.uint8))


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (np.zeros((1, 4), np.uint8), "expected 5, 6 or 7"),
        (np.zeros((1, 5), np.int64), "expected uint8"),
        (np.zeros(5, np.uint8), "1 dimensions"),
        (np.zeros((5, 6), np.uint8).T, "not C-contiguous"),
        ([[0, 1, 2, 3, 4]], "not an array"),
    ],
    ids=["four-cards", "wrong-dtype", "one-dimension", "transposed", "list"],
)
def test_wrong_array_is_refused(cards, message):
    with pytest.raises(ConfigError, match=message):
        evaluate(cards)


def test_no_hands_give_no_ranks():
    assert evaluate(np.zeros((0, 7), np.uint8)).shape == (0,)


def test_rows_are_packed_densest_first_at_the_least_free_displacement():
    """Rows eight wide: 0,2,5 / 8,11 / 18 go to slots 0,2,5 / 1,4 / 3, so key 11 reads slot 4."""
    offsets, num_slots = _core.pack_rows([0, 2, 5, 8, 11, 18], 3)
    slots = {key: (key & 7) + offsets[key >> 3] for key in (0, 2, 5, 8, 11, 18)}
    assert slots == {0: 0, 2: 2, 5: 5, 8: 1, 11: 4, 18: 3}
    assert num_slots == 6


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("5d 4d 3d 2d Ad", "straight flush, five high"),
        ("6c 6d 6h 6s Ac", "four of a kind, sixes, kickers A"),
        ("Kc Kd Kh 2s 2c", "full house, kings over deuces"),
        ("Kd Td 5d 4d 3d", "flush, K T 5 4 3"),
        ("Tc 9d 8h 7s 6c", "straight, ten high"),
        ("Jh Jd Js 8h 4c", "three of a kind, jacks, kickers 8 4"),
        ("Ah Ad 9s 9h 4c", "two pair, aces and nines, four kicker"),
        ("Ah Ad Ks 9h 4c", "pair, aces, kickers K 9 4"),
        ("7c 5d 4h 3s 2c", "high card, 7 5 4 3 2"),
    ],
)
def test_ranks_are_described(text, name):
    assert describe(rank(text)) == name


def test_packed_ranks_order_hands_and_start_at_one_in_each_category():
    packed = [packed_rank(i) for i in range(1, 7463)]
    assert packed == sorted(set(packed))
    sizes = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]  # the published classes of each
    found = [[p & 0xFFF for p in packed if p >> 12 == c] for c in range(1, 10)]
    assert found == [list(range(1, size + 1)) for size in sizes]
    assert category(7462) == 9


@pytest.mark.parametrize("value", [0, 7463])
def test_rank_out_of_range_is_refused(value):
    with pytest.raises(ConfigError, match="out of range"):
        describe(value)


@pytest.mark.parametrize("isa", _core.available_isas())
def test_every_instruction_set_gives_the_same_ranks(isa):
    hands = np.argsort(np.random.default_rng(2).random((5_000, 52)), axis=1)[:, :7]
    hands = np.ascontiguousarray(hands.astype(np.uint8))
    expected = evaluate(hands)
    before = _core.active_isa()
    try:
        _core.set_active_isa(isa)
        assert np.array_equal(evaluate(hands), expected)
    finally:
        _core.set_active_isa(before)
