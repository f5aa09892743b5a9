"""Cards, hands and boards: text, ids and ranks.

A card is `4*rank + suit`, 0..51 (2 = 0, A = 12; suits c d h s), written rank then suit: `As`.
A hand is an unordered pair of cards, 0..1325 in lexicographic order. A board is an array of cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from feltprint import _core
from feltprint.errors import ConfigError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
NUM_CARDS = 52
NUM_HANDS = 1326
NUM_PREFLOP_CLASSES = 169

HAND_CARDS: NDArray[np.uint8] = _core.hand_cards()
"""Cards of every hand, uint8 (1326, 2), lower first."""
HAND_CARDS.flags.writeable = False

PREFLOP_CLASSES: NDArray[np.uint8] = _core.preflop_classes()
"""Preflop class of every hand, uint8 (1326,)."""
PREFLOP_CLASSES.flags.writeable = False

CardsLike: TypeAlias = str | Sequence[Any] | NDArray[Any]


def parse_card(text: str, position: int = 0) -> int:
    """Read one card such as `As`; rank and suit in either case.

    Raises
    ------
    ConfigError
        Names the text and `position`, the place of the card in a longer text.
    """
    if len(text) == 2:
        rank = RANKS.find(text[0].upper())
        suit = SUITS.find(text[1].lower())
        if rank >= 0 and suit >= 0:
            return 4 * rank + suit
    raise ConfigError(
        f"card {text!r} at position {position} is not a card; "
        f"expected one of {RANKS} and one of {SUITS}, such as As"
    )


def format_card(card: int) -> str:
    """Write one card: 51 -> `As`."""
    if not 0 <= card < NUM_CARDS:
        raise ConfigError(f"card {card} is out of range; expected 0..{NUM_CARDS - 1}")
    return RANKS[card >> 2] + SUITS[card & 3]


def parse_cards(text: str) -> NDArray[np.uint8]:
    """Read different cards, with or without blanks between them: `Qs Jh2h`."""
    compact = "".join(text.split())
    if not compact.isascii():
        raise ConfigError(f"cards {text!r} have a character that is not ASCII; write As Kd")
    pieces = [compact[i : i + 2] for i in range(0, len(compact), 2)]
    return _checked([parse_card(piece, i) for i, piece in enumerate(pieces)], "cards")


def format_cards(cards: ArrayLike) -> str:
    """Write cards with blanks between them: `Qs Jh 2h`."""
    return " ".join(format_card(int(card)) for card in np.asarray(cards).ravel())


def cards(value: CardsLike) -> NDArray[np.uint8]:
    """Take cards as text, as numbers, or as a list of either; return uint8 (N,), all different."""
    if isinstance(value, str):
        return parse_cards(value)
    items = list(value)
    numbers = [
        parse_card(item, i) if isinstance(item, str) else _card_number(item, i)
        for i, item in enumerate(items)
    ]
    return _checked(numbers, "cards")


def _card_number(item: object, position: int) -> int:
    if isinstance(item, (int, np.integer)) and not isinstance(item, bool):
        return int(item)
    raise ConfigError(
        f"card {item!r} at position {position} is not a card; expected an integer 0..51 or text"
    )


def _checked(numbers: list[int], what: str) -> NDArray[np.uint8]:
    seen: dict[int, int] = {}
    for position, card in enumerate(numbers):
        if not 0 <= card < NUM_CARDS:
            raise ConfigError(
                f"{what}: card {card} at position {position} is out of range; expected 0..51"
            )
        if card in seen:
            raise ConfigError(
                f"{what}: card {format_card(card)} at position {position} is already at position "
                f"{seen[card]}; expected different cards"
            )
        seen[card] = position
    return np.array(numbers, np.uint8)


def board(value: CardsLike) -> NDArray[np.uint8]:
    """Take a board of 0, 3, 4 or 5 cards; see `cards`."""
    array = cards(value)
    if len(array) not in (0, 3, 4, 5):
        raise ConfigError(f"board has {len(array)} cards; expected 0, 3, 4 or 5")
    return array


def hand_id(value: CardsLike) -> int:
    """Number a hand, 0..1325: lexicographic over (lower card, higher card)."""
    pair = cards(value)
    if len(pair) != 2:
        raise ConfigError(f"hand has {len(pair)} cards; expected 2")
    low, high = sorted(int(card) for card in pair)
    return low * (103 - low) // 2 + high - low - 1


def format_hand(hand: int) -> str:
    """Write a hand with the higher card first: `AsKd`."""
    if not 0 <= hand < NUM_HANDS:
        raise ConfigError(f"hand {hand} is out of range; expected 0..{NUM_HANDS - 1}")
    low, high = HAND_CARDS[hand]
    return format_card(int(high)) + format_card(int(low))


def preflop_class(value: CardsLike) -> int:
    """Number the preflop class of a hand, 0..168 (AA = 0, 22 = 12, AKs = 13, AKo = 91)."""
    return int(PREFLOP_CLASSES[hand_id(value)])


def preflop_class_name(class_id: int) -> str:
    """Name a preflop class: 0 -> `AA`, 13 -> `AKs`, 91 -> `AKo`."""
    if not 0 <= class_id < NUM_PREFLOP_CLASSES:
        raise ConfigError(f"preflop class {class_id} is out of range; expected 0..168")
    if class_id < 13:
        return RANKS[12 - class_id] * 2
    place, kind = (class_id - 13, "s") if class_id < 91 else (class_id - 91, "o")
    high = 12
    while place >= high:
        place -= high
        high -= 1
    return RANKS[high] + RANKS[high - 1 - place] + kind


def evaluate(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Rank hands of five, six or seven cards: 1 (7-5-4-3-2) .. 7462 (royal flush).

    Parameters
    ----------
    cards : uint8 (N, 5), (N, 6) or (N, 7), C-contiguous.

    Returns
    -------
    uint16 (N,), higher is better, any two comparable.

    Raises
    ------
    ConfigError
        Names the hand, the card and its position when a card is out of range or comes twice.
    """
    ranks: NDArray[np.uint16] = _core.evaluate(cards)
    return ranks


def suit_planes(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Rank masks of hands in each suit, uint8 (N, 5|6|7) -> uint16 (4, N): bit = rank.

    Raises
    ------
    ConfigError
        As `evaluate`.
    """
    planes: NDArray[np.uint16] = _core.suit_planes(cards)
    return planes


def evaluate_planes(planes: NDArray[np.uint16], num_cards: int) -> NDArray[np.uint32]:
    """Rank hands given as suit planes, by bit arithmetic alone.

    Parameters
    ----------
    planes : uint16 (4, N); every hand has num_cards cards, 5 to 7.

    Returns
    -------
    uint32 (N,), in the order of the ranks but not dense; `dense_ranks` makes them so.

    Raises
    ------
    ConfigError
        Names the first hand with too few or too many cards, or with a bit that is no rank.
    """
    values: NDArray[np.uint32] = _core.evaluate_planes(planes, num_cards)
    return values


def dense_ranks(values: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """Turn values of `evaluate_planes` into ranks 1..7462, as `evaluate` gives them."""
    ranks: NDArray[np.uint16] = _core.dense_ranks(values)
    return ranks


def river_ranks(board: CardsLike) -> NDArray[np.uint16]:
    """Rank all 1,326 hands on a board of five cards, uint16 (1326,); 0 = hand shares a card.

    An array of boards, uint8 (N, 5), gives uint16 (N, 1326).
    """
    if isinstance(board, np.ndarray) and board.ndim == 2:
        many: NDArray[np.uint16] = _core.river_ranks(board)
        return many
    one: NDArray[np.uint16] = _core.river_ranks(cards(board)[None])[0]
    return one


def river_order(board: CardsLike) -> NDArray[np.uint16]:
    """Order the 1,081 hands that a board of five cards leaves, weakest first, uint16 (1081,).

    Hands of equal rank stand in the order of their numbers.

    Raises
    ------
    ConfigError
        When the board is not five different cards.
    """
    order: NDArray[np.uint16] = _core.river_order(cards(board))
    return order


CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
_RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip
_PLURALS = [f"{name}es" if name == "six" else f"{name}s" for name in _RANK_NAMES]


def packed_rank(rank: int) -> int:
    """Pack a rank as `category << 12 | subrank`: category 1..9, subrank from 1 in its category."""
    return int(_tables()["packed"][_checked_rank(rank)])


def category(rank: int) -> int:
    """Category of a rank: 1 (high card) .. 9 (straight flush); see `CATEGORIES`."""
    return packed_rank(rank) >> 12


def describe(rank: int) -> str:
    """Name a rank: `full house, kings over deuces`."""
    strength = int(_tables()["strengths"][_checked_rank(rank)])
    number = strength >> 20
    ranks = [strength >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    name = CATEGORIES[number - 1]
    if number == 9 and ranks[0] == 12:
        return "royal flush"
    if number in (5, 9):
        return f"{name}, {_RANK_NAMES[ranks[0]]} high"
    if number in (1, 6):
        return f"{name}, " + " ".join(RANKS[r] for r in ranks)
    if number == 7:
        return f"{name}, {_PLURALS[ranks[0]]} over {_PLURALS[ranks[1]]}"
    if number == 3:
        pairs = f"{_PLURALS[ranks[0]]} and {_PLURALS[ranks[1]]}"
        return f"{name}, {pairs}, {_RANK_NAMES[ranks[2]]} kicker"
    kickers = {8: 1, 4: 2, 2: 3}[number]
    names = " ".join(RANKS[r] for r in ranks[1 : 1 + kickers])
    return f"{name}, {_PLURALS[ranks[0]]}, kickers {names}"


@cache
def _tables() -> dict[str, NDArray[Any]]:
    tables: dict[str, NDArray[Any]] = _core.evaluator_tables()
    return tables


def _checked_rank(rank: int) -> int:
    if not 1 <= rank <= 7462:
        raise ConfigError(f"hand rank {rank} is out of range; expected 1..7462")
    return rank
