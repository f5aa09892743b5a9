"""Range text: what each item names, errors, and the way back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltprint.cards import PREFLOP_CLASSES, hand_id, preflop_class_name
from feltprint.errors import ConfigError
from feltprint.ranges import format_range, parse_range


def classes(text: str) -> set[str]:
    return {preflop_class_name(int(i)) for i in PREFLOP_CLASSES[parse_range(text) > 0]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("77", "77"),
        ("AK", "AKs AKo"),
        ("QQ+", "QQ KK AA"),
        ("A9s+", "A9s ATs AJs AQs AKs"),
        ("KTo+", "KTo KJo KQo"),
        ("77-99", "77 88 99"),
        ("99-77", "77 88 99"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("T9s-76s", "T9s 98s 87s 76s"),
        ("kqs, 22", "KQs 22"),
    ],
)
def test_item_names_its_classes(text, expected):
    assert classes(text) == set(expected.split())


def test_sizes_of_classes():
    assert parse_range("77").sum() == 6
    assert parse_range("AKs").sum() == 4
    assert parse_range("AKo").sum() == 12
    assert parse_range("random").sum() == 1326


def test_weights_and_single_hands():
    weights = parse_range("KTo:0.5 AhKh")
    assert weights[hand_id("KhTd")] == 0.5
    assert weights[hand_id("AhKh")] == 1
    assert weights.sum() == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "range is empty"),
        ("AKx", "item 1 'AKx' is not hands"),
        ("22, KAs", "item 2 'KAs': write the higher card first"),
        ("77s", "pairs without s or o"),
        ("AKs:2", "weight 2 is out of range"),
        ("AKs:0", "weight 0 is out of range"),
        ("AKs:nan", "is not a number"),
        ("AKs:1:1", "is not a number"),
        ("A5s-K2s", "both ends need"),
        ("A5s-A2o", "both ends need"),
        ("77-A9s", "both ends need|write the higher"),
        ("AK,AKs:0.5", "has weight 1 already"),
        ("AhAh", "already at position 0"),
    ],
)
def test_malformed_text_names_the_item(text, message):
    with pytest.raises(ConfigError, match=message):
        parse_range(text)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("AA,KK,QQ", "QQ+"),
        ("A5s,A4s,A3s,A2s", "A5s-A2s"),
        ("AKs,AQs", "AQs+"),
        ("random", None),
        ("22+,A2s+,KTo:0.5,AhKd", "22+,A2s+,KTo:0.5,AhKd"),
    ],
)
def test_printing_is_short_and_parses_back(text, printed):
    weights = parse_range(text)
    assert np.array_equal(parse_range(format_range(weights)), weights)
    assert printed is None or format_range(weights) == printed


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 168), st.sampled_from([0.0, 1.0, 0.25, 1 / 3])), max_size=40),
    st.lists(st.tuples(st.integers(0, 1325), st.floats(1e-9, 1.0)), max_size=10),
)
def test_any_weights_round_trip_exactly(by_class, by_hand):
    weights = np.zeros(1326)
    for class_id, weight in by_class:
        weights[class_id == PREFLOP_CLASSES] = weight
    for hand, weight in by_hand:
        weights[hand] = weight
    text = format_range(weights)
    if weights.any():
        assert np.array_equal(parse_range(text), weights)
    else:
        assert text == ""


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="AKQJT98765432sohdc+-:,. 01x", max_size=16) | st.text(max_size=8))
def test_any_text_is_a_range_or_a_config_error(text):
    try:
        weights = parse_range(text)
    except ConfigError:
        return
    assert ((weights >= 0) & (weights <= 1)).all()
    assert weights.any()
