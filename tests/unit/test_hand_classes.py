"""Classes of hands and their weights equal a slow count, on every instruction set."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from feltprint import _core
from feltprint.cards import HAND_CARDS
from feltprint.errors import ConfigError

LANES = 8
MASKS = [(1 << int(a)) | (1 << int(b)) for a, b in HAND_CARDS]
NUM_HANDS = len(MASKS)
# Buckets by street: as in a solve; all hands alike after the first street, so that the counts of
# twelve cards do not fit in a byte; nearly all hands apart.
NUM_BUCKETS = {"fine": (169, 50, 50, 50), "coarse": (3, 1, 1, 1), "apart": (169, 900, 900, 900)}


class Board:
    """Random buckets and strengths on a random board, with random deals."""

    def __init__(self, num_buckets: tuple[int, ...], num_seats: int, num_ranks: int, seed: int):
        rng = np.random.default_rng(seed)
        cards = rng.permutation(52)
        board = sum(1 << int(card) for card in cards[:5])
        self.live = np.array([mask & board == 0 for mask in MASKS])
        self.num_buckets = num_buckets
        self.buckets = [rng.integers(n, size=NUM_HANDS).astype(np.uint16) for n in num_buckets]
        strength = rng.integers(1, num_ranks + 1, size=NUM_HANDS)
        self.strength = np.where(self.live, strength, 0).astype(np.uint16)
        self.deals = [self.deal(rng.permutation(cards[5:]), num_seats) for _ in range(5)]

    @staticmethod
    def deal(cards: np.ndarray, num_seats: int) -> list[int]:
        pairs = [1 << int(a) | 1 << int(b) for a, b in cards[: 2 * num_seats].reshape(-1, 2)]
        return [MASKS.index(pair) for pair in pairs]

    def classes(self) -> tuple[list[dict[str, np.ndarray]], list[list[np.ndarray]]]:
        return _core.hand_classes(self.buckets, self.num_buckets, self.strength, MASKS, self.deals)

    def codes(self) -> np.ndarray:
        sampled = np.unique(self.strength[np.array(self.deals).ravel()])
        below = np.searchsorted(sampled, self.strength)
        return 2 * below + np.isin(self.strength, sampled)


def slots_by_hand(board: Board, street: int) -> np.ndarray:
    """The layout as its definition has it: classes of a bucket by their lowest hand."""
    codes = board.codes()
    num_buckets = board.num_buckets[street]
    classes: list[list[tuple[int, ...]]] = [[] for _ in range(-(-num_buckets // LANES) * LANES)]
    keys = {}
    for hand in np.flatnonzero(board.live):
        key = (*(int(b[hand]) for b in board.buckets[street:]), int(codes[hand]))
        keys[hand] = key
        if key not in classes[key[0]]:
            classes[key[0]].append(key)
    depths = np.array([len(found) for found in classes]).reshape(-1, LANES).max(axis=1)
    rows = np.concatenate([[0], np.cumsum(depths)])
    slots = np.full(NUM_HANDS, rows[-1] * LANES)
    for hand, key in keys.items():
        group, lane = divmod(key[0], LANES)
        slots[hand] = (rows[group] + classes[key[0]].index(key)) * LANES + lane
    return slots


@pytest.fixture(params=[(kind, seats) for kind in NUM_BUCKETS for seats in (2, 3, 6)], ids=str)
def board(request: pytest.FixtureRequest) -> Board:
    kind, seats = request.param
    return Board(NUM_BUCKETS[kind], seats, 1 if kind == "coarse" else 500, seed=seats)


@pytest.mark.usefixtures("restore_isa")
def test_weights_are_the_hands_that_the_others_leave(board: Board) -> None:
    masks = np.array(MASKS, np.uint64)
    for isa in _core.available_isas():
        _core.set_active_isa(isa)
        streets, weights = board.classes()
        walks = [(deal, seat) for deal in board.deals for seat in range(len(deal))]
        assert len(weights) == len(walks)
        for (deal, seat), made in zip(walks, weights, strict=True):
            others = sum(MASKS[hand] for i, hand in enumerate(deal) if i != seat)
            left = board.live & (masks & np.uint64(others) == 0)
            for street, weight in zip(streets, made, strict=True):
                slots = street["slot_of"][left]
                assert np.array_equal(weight, np.bincount(slots, minlength=len(weight)))


def test_slots_are_in_the_order_of_the_lowest_hands(board: Board) -> None:
    for street, table in enumerate(board.classes()[0]):
        assert np.array_equal(table["slot_of"], slots_by_hand(board, street))


def test_slots_hold_number_code_and_next_slot_of_their_hands(board: Board) -> None:
    streets, codes = board.classes()[0], board.codes()
    for street, following in zip(streets, [*streets[1:], None], strict=True):
        slots = street["slot_of"][board.live]
        num_slots = len(street["code"])
        assert np.array_equal(street["weight"], np.bincount(slots, minlength=num_slots))
        assert np.array_equal(street["code"][slots], codes[board.live])
        empty = np.setdiff1d(np.arange(num_slots), slots)
        assert (street["code"][empty] == -1).all()
        if following is None:
            assert len(street["next"]) == 0
        else:
            assert np.array_equal(street["next"][slots], following["slot_of"][board.live])
            assert (street["next"][empty] == 0).all()


def test_hands_of_one_card_block_one_another() -> None:
    """A toy deck: each hand is a card, three seats, one street."""
    num_cards = 6
    strength = np.arange(1, num_cards + 1, dtype=np.uint16)
    deals = [list(hands) for hands in combinations(range(num_cards), 3)]
    masks = [1 << card for card in range(num_cards)]
    buckets = [np.arange(num_cards, dtype=np.uint16)]
    (street,), weights = _core.hand_classes(buckets, (num_cards, 1, 1, 1), strength, masks, deals)
    for walk, (weight,) in enumerate(weights):
        deal, seat = deals[walk // 3], walk % 3
        left = [card for card in range(num_cards) if card == deal[seat] or card not in deal]
        assert np.flatnonzero(weight).tolist() == sorted(street["slot_of"][left])


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"buckets": []}, "streets"),
        ({"buckets": [[0, 1]]}, "one bucket a strength"),
        ({"num_buckets": (2, 1, 1, 1)}, "below num_buckets"),
        ({"masks": [1, 2]}, "one entry a strength"),
        ({"masks": [1, 2, 0]}, "one or two cards"),
        ({"deals": []}, "a deal"),
        ({"deals": [[0]]}, "2 to 6 hands"),
        ({"deals": [[0, 3]]}, "disjoint"),
        ({"deals": [[0, 0]]}, "disjoint"),
        ({"strength": [1, 2, 0], "deals": [[0, 2]]}, "have a strength"),
    ],
    ids=str,
)
def test_arguments_that_fit_no_board_are_refused(changed: dict[str, object], rule: str) -> None:
    three_cards = {
        "buckets": [[0, 1, 2]], "num_buckets": (3, 1, 1, 1), "strength": [1, 2, 3],
        "masks": [1, 2, 4], "deals": [[0, 1]],
    }  # fmt: skip
    _core.hand_classes(**three_cards)
    with pytest.raises(ConfigError, match=rule):
        _core.hand_classes(**{**three_cards, **changed})
