"""Text of cards, hands and boards, and the errors of malformed ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltprint import cards
from feltprint.errors import ConfigError


def test_cards_round_trip_through_text():
    for card in range(52):
        assert cards.parse_card(cards.format_card(card)) == card
    assert cards.format_card(0) == "2c"
    assert cards.format_card(51) == "As"


def test_hands_are_numbered_in_lexicographic_order():
    assert cards.hand_id([0, 1]) == 0
    assert cards.hand_id([51, 50]) == 1325
    for hand in range(1326):
        assert cards.hand_id(cards.format_hand(hand)) == hand
        assert cards.hand_id(cards.HAND_CARDS[hand]) == hand


def test_boards_take_text_numbers_or_lists():
    expected = np.array([42, 38, 2], np.uint8)
    for value in ("QhJh2h", "qh JH 2h", ["Qh", "Jh", "2h"], [42, 38, 2], expected):
        assert np.array_equal(cards.board(value), expected)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("Qh1h", r"card '1h' at position 1"),
        ("QhJ", r"card 'J' at position 1"),
        ("QhQh2c", r"card Qh at position 1 is already at position 0"),
        ([0, 52, 3], r"card 52 at position 1 is out of range"),
        ([0, -1, 3], r"card -1 at position 1 is out of range"),
        ([0, 1.5, 3], r"card 1.5 at position 1 is not a card"),
        ("QhJh", r"board has 2 cards"),
        ("Qh\N{BLACK HEART SUIT}", "not ASCII"),
    ],
)
def test_malformed_board_names_the_card(value, message):
    with pytest.raises(ConfigError, match=message):
        cards.board(value)


@given(st.text(max_size=12))
def test_any_text_is_cards_or_a_config_error(text):
    try:
        parsed = cards.parse_cards(text)
    except ConfigError:
        return
    assert cards.format_cards(parsed).replace(" ", "").lower() == "".join(text.split()).lower()
