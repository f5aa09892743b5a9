"""Deals up to suits: published sizes, round trips, invariance under renamed suits."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint import _core
from feltprint.errors import ConfigError

SIZES = {
    (2,): 169,
    (2, 3): 1_286_792,
    (2, 4): 13_960_050,
    (2, 3, 1): 55_190_538,
    (2, 5): 123_156_254,
    (2, 3, 1, 1): 2_428_287_420,
    (3,): 1_755,
    (4,): 16_432,
    (5,): 134_459,
    (3, 1): 63_193,
    (3, 1, 1): 2_554_656,
}


@pytest.mark.parametrize(("rounds", "size"), SIZES.items(), ids=str)
def test_sizes_are_the_published_ones(rounds, size):
    assert _core.HandIndexer(list(rounds)).size == size


@pytest.mark.parametrize("rounds", SIZES, ids=str)
def test_index_and_unindex_are_inverse(rounds):
    indexer = _core.HandIndexer(list(rounds))
    picked = np.linspace(0, indexer.size - 1, 300).astype(np.uint64)
    deals = np.array([indexer.unindex(int(i)) for i in picked])
    assert np.array_equal(indexer.index(deals), picked)


def test_every_preflop_hand_and_flop_is_met_as_often_as_it_should():
    hands = _core.HandIndexer([2]).index(_core.hand_cards())
    assert np.array_equal(np.unique(hands), np.arange(169))
    boards, weights = _core.canonical_boards(1)
    indices = _core.HandIndexer([3]).index(boards)
    assert np.array_equal(np.sort(indices), np.arange(1_755))
    assert weights.sum() == 22_100


@pytest.mark.parametrize("rounds", [(2, 3), (2, 4), (2, 3, 1, 1)], ids=str)
def test_renamed_suits_and_reordered_rounds_keep_the_index(rounds):
    indexer = _core.HandIndexer(list(rounds))
    rng = np.random.default_rng(1)
    width = sum(rounds)
    deals = np.argsort(rng.random((200, 52)), axis=1)[:, :width].astype(np.uint8)
    expected = indexer.index(np.ascontiguousarray(deals))
    for suits in _core.suit_permutations()[::5]:
        renamed = (deals & 0xFC) | suits[deals & 3]
        start = 0
        for cards in rounds:
            renamed[:, start : start + cards] = renamed[:, start : start + cards][:, ::-1]
            start += cards
        assert np.array_equal(indexer.index(np.ascontiguousarray(renamed)), expected)


def test_different_rounds_are_told_apart():
    """AsKs | Qs.. on the flop and As Qs | Ks.. are different deals of [2, 3]."""
    indexer = _core.HandIndexer([2, 3])
    one, two = indexer.index(np.array([[51, 47, 43, 0, 5], [51, 43, 47, 0, 5]], np.uint8))
    assert one != two


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _core.HandIndexer([]), "expected 1 to 4 rounds"),
        (lambda: _core.HandIndexer([2, 0]), "expected 1 to 4 rounds"),
        (lambda: _core.HandIndexer([5, 5]), "expected 1 to 4 rounds"),
        (lambda: _core.HandIndexer([2]).unindex(169), "deal 169 of 169"),
        (lambda: _core.HandIndexer([2]).index(np.zeros((1, 2), np.uint8)), "deal 0: card 2c"),
        (lambda: _core.HandIndexer([2]).index(np.zeros((1, 3), np.uint8)), "expected 2"),
    ],
)
def test_impossible_deal_is_refused(call, message):
    with pytest.raises(ConfigError, match=message):
        call()


BOARD_SIZES = {1: 1_286_792, 2: 13_960_050, 3: 123_156_254}


@pytest.mark.parametrize(("street", "size"), BOARD_SIZES.items(), ids=["flop", "turn", "river"])
def test_numbers_by_board_have_the_published_sizes_and_are_runs(street, size):
    index = _core.BoardIndex(street)
    boards = _core.canonical_boards(street)[0]
    assert index.size == size == index.first[-1]
    assert len(index.first) == len(boards) + 1
    picked = np.linspace(0, len(boards) - 1, 40).astype(int)
    for board, row in zip(picked, index.index(boards[picked]), strict=True):
        run = np.arange(index.first[board], index.first[board + 1], dtype=np.int64)
        assert np.array_equal(np.unique(row[row >= 0]), run)
        assert np.array_equal(row < 0, np.isin(_core.hand_cards(), boards[board]).any(axis=1))


@pytest.mark.parametrize("street", [1, 2, 3])
def test_numbers_by_board_and_places_are_inverse(street):
    index = _core.BoardIndex(street)
    boards = _core.canonical_boards(street)[0]
    for number in np.linspace(0, index.size - 1, 60).astype(np.uint64):
        board, hand = index.unindex(int(number))
        row = index.index(boards[board][None])[0]
        assert row[hand] == number
        assert np.flatnonzero(row == row[hand])[0] == hand


ROUNDS = [(1, (2, 3)), (2, (2, 4)), (3, (2, 5))]


def some_boards(street: int) -> np.ndarray:
    """Six boards, and the same with suits renamed: c with d, h with s."""
    rng = np.random.default_rng(street)
    boards = np.argsort(rng.random((6, 52)), axis=1)[:, : street + 2].astype(np.uint8)
    return np.ascontiguousarray(np.concatenate([boards, boards ^ np.uint8(1)]))


def part_the_same_deals(boards: np.ndarray, numbers: np.ndarray, rounds: tuple[int, ...]) -> bool:
    """Whether hands share a number exactly when the per-hand index gives them one deal."""
    live = numbers >= 0
    board_of, hand_of = np.nonzero(live)
    cards = np.column_stack([_core.hand_cards()[hand_of], boards[board_of]])
    deals = _core.HandIndexer(list(rounds)).index(np.ascontiguousarray(cards))
    different = np.unique(np.column_stack([numbers[live], deals]), axis=0)
    parts = [len(np.unique(different[:, column])) for column in (0, 1)]
    return parts == [len(different)] * 2


@pytest.mark.parametrize(("street", "rounds"), ROUNDS)
def test_hands_have_one_number_by_board_when_they_have_one_deal(street, rounds):
    """The per-hand index, made in another way, parts the same deals."""
    boards = some_boards(street)
    assert part_the_same_deals(boards, _core.BoardIndex(street).index(boards), rounds)


@pytest.mark.parametrize(("street", "rounds"), ROUNDS)
def test_an_index_that_forgets_the_suits_of_the_hand_is_caught(street, rounds):
    """Negative controls: hands not renamed with their board, and a deal with two numbers."""
    boards = some_boards(street)
    numbers = _core.BoardIndex(street).index(boards)
    both = (numbers[:6] >= 0) & (numbers[6:] >= 0)
    unnamed = np.concatenate([numbers[:6], np.where(both, numbers[:6], -1)])
    assert not part_the_same_deals(boards, unnamed, rounds)
    split = numbers.copy()
    split[0, np.flatnonzero(split[0] >= 0)[0]] = split.max() + 1
    assert not part_the_same_deals(boards, split, rounds)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _core.BoardIndex(4), "expected 1, 2 or 3"),
        (lambda: _core.BoardIndex(1).unindex(1_286_792), "number 1286792 of 1286792"),
        (lambda: _core.BoardIndex(1).index(np.zeros((1, 4), np.uint8)), "expected 3"),
        (lambda: _core.BoardIndex(1).index(np.zeros((1, 3), np.uint8)), "board 0: card 2c"),
    ],
)
def test_impossible_board_number_is_refused(call, message):
    with pytest.raises(ConfigError, match=message):
        call()
