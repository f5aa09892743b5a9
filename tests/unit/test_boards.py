"""Canonical boards: published counts, weights, and the way from a real board to its class."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint import _core
from feltprint.errors import ConfigError


@pytest.mark.parametrize(
    ("street", "num_boards", "num_real_boards"),
    [(1, 1_755, 22_100), (2, 16_432, 270_725), (3, 134_459, 2_598_960)],
    ids=["flop", "turn", "river"],
)
def test_canonical_boards_have_the_published_counts(street, num_boards, num_real_boards):
    boards, weights = _core.canonical_boards(street)
    assert boards.shape == (num_boards, street + 2)
    assert int(weights.sum()) == num_real_boards
    assert (np.diff(boards.astype(int), axis=1) > 0).all()
    assert len(np.unique(boards, axis=0)) == num_boards


@pytest.mark.parametrize("street", [1, 2])
def test_every_canonical_board_is_its_own_class(street):
    for index, board in enumerate(_core.canonical_boards(street)[0]):
        assert _core.canonical_id(board) == (index, 0)


def test_real_flops_fall_on_canonical_flops_as_often_as_these_weigh():
    counts = np.zeros(1_755, np.int64)
    for high in range(2, 52):
        for middle in range(1, high):
            for low in range(middle):
                counts[_core.canonical_id(np.array([high, low, middle], np.uint8))[0]] += 1
    assert np.array_equal(counts, _core.canonical_boards(1)[1])


@pytest.mark.parametrize("num_cards", [3, 4, 5])
def test_permutation_takes_a_real_board_to_its_canonical_board(num_cards):
    rng = np.random.default_rng(num_cards)
    boards = _core.canonical_boards(num_cards - 2)[0]
    permutations = _core.suit_permutations()
    for _ in range(500):
        board = rng.permutation(52)[:num_cards].astype(np.uint8)
        index, permutation = _core.canonical_id(board)
        moved = (board & 0xFC) | permutations[permutation][board & 3]
        assert np.array_equal(np.sort(moved), boards[index])


def test_permuted_hands_rename_the_suits():
    hands = _core.hand_cards()
    for suits, moved in zip(_core.suit_permutations(), _core.permuted_hands(), strict=True):
        renamed = np.sort((hands & 0xFC) | suits[hands & 3], axis=1)
        assert np.array_equal(hands[moved], renamed)


def test_street_without_a_board_is_refused():
    with pytest.raises(ConfigError, match="expected 1, 2 or 3"):
        _core.canonical_boards(0)


def test_board_with_a_card_twice_is_refused():
    with pytest.raises(ConfigError, match="card 2d at position 2 is already at position 0"):
        _core.canonical_id(np.array([1, 5, 1], np.uint8))
