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
