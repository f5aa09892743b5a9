"""Range text <-> weights of all hands: `22+,A2s+,KTo:0.5,AhKh`.

Items are separated by commas or blanks; each may end in `:weight`, 0 < weight <= 1 (default 1).

| item            | hands                                                       |
|-----------------|-------------------------------------------------------------|
| `77`            | a pair                                                      |
| `AKs` `AKo` `AK`| suited, offsuit, both                                       |
| `AhKh`          | one hand                                                    |
| `77+`           | that pair and all higher ones                               |
| `A2s+`          | A2s .. AKs: the lower card rises to just below the higher   |
| `77-99` `A5s-A2s` | all between, either way round; the higher card is the same |
| `T9s-54s`       | all between with the same distance of the two ranks         |
| `random`        | all 1,326 hands                                             |

A hand that two items give different weights is an error, not a silent choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from feltprint.cards import (
    NUM_HANDS,
    NUM_PREFLOP_CLASSES,
    PREFLOP_CLASSES,
    RANKS,
    format_hand,
    hand_id,
    preflop_class_name,
)
from feltprint.errors import ConfigError

_ITEM = re.compile(
    rf"""
    (?P<high>[{RANKS}])(?P<low>[{RANKS}])(?P<kind>[so]?)
    (?: (?P<plus>\+) | -(?P<high2>[{RANKS}])(?P<low2>[{RANKS}])(?P<kind2>[so]?) )?
    """,
    re.VERBOSE,
)
_HAND = re.compile(rf"(?:[{RANKS}][cdhs]){{2}}", re.IGNORECASE)

_CLASS_IDS = {preflop_class_name(i): i for i in range(NUM_PREFLOP_CLASSES)}


def parse_range(text: str) -> NDArray[np.float64]:
    """Read range text into weights, float64 (1326,); hands that no item names weigh 0.

    Raises
    ------
    ConfigError
        Names the item and its position, counted from 1.
    """
    weights = np.zeros(NUM_HANDS)
    items = [item for item in re.split(r"[\s,]+", text) if item]
    if not items:
        raise ConfigError("range is empty; write hands such as 22+,A2s+ or random")
    for position, item in enumerate(items, start=1):
        where = f"range item {position} {item!r}"
        name, weight = _split_weight(item, where)
        hands = _hands(name, where)
        taken = hands[(weights[hands] != 0) & (weights[hands] != weight)]
        if len(taken):
            raise ConfigError(
                f"{where}: hand {format_hand(int(taken[0]))} has weight {weights[taken[0]]:g} "
                f"already; give each hand one weight"
            )
        weights[hands] = weight
    return weights


def _split_weight(item: str, where: str) -> tuple[str, float]:
    name, colon, number = item.partition(":")
    if not colon:
        return name, 1.0
    if not re.fullmatch(r"\d*\.?\d+(?:[eE][+-]?\d+)?", number, re.ASCII):
        raise ConfigError(f"{where}: weight {number!r} is not a number; write AKs:0.5")
    weight = float(number)
    if not 0 < weight <= 1:
        raise ConfigError(f"{where}: weight {number} is out of range; expected 0 < weight <= 1")
    return name, weight


def _hands(name: str, where: str) -> NDArray[np.int64]:
    if name.lower() == "random":
        return np.arange(NUM_HANDS)
    if _HAND.fullmatch(name):
        return np.array([hand_id(name)])
    match = _ITEM.fullmatch(name[:2].upper() + name[2:])
    if match is None and "-" in name:
        first, _, last = name.partition("-")
        match = _ITEM.fullmatch(f"{first[:2].upper()}{first[2:]}-{last[:2].upper()}{last[2:]}")
    if match is None:
        raise ConfigError(f"{where} is not hands; expected one of 77, AKs, AKo, AK, AhKh, 77+, ...")
    classes = [_CLASS_IDS[class_name] for class_name in _class_names(match, where)]
    return np.flatnonzero(np.isin(PREFLOP_CLASSES, classes))


def _class_names(match: re.Match[str], where: str) -> Iterator[str]:
    """Class names of an item: from its ranks to its end, if it has one."""
    high, low = RANKS.index(match["high"]), RANKS.index(match["low"])
    kind = match["kind"]
    if high < low or (high == low and kind):
        raise ConfigError(f"{where}: write the higher card first, and pairs without s or o")
    last_high, last_low = high, low
    if match["plus"]:
        last_high, last_low = (12, 12) if high == low else (high, high - 1)
    elif match["high2"]:
        last_high, last_low = _checked_end(match, where)
    step = 1 if (last_high, last_low) >= (high, low) else -1
    for offset in range(max(abs(last_high - high), abs(last_low - low)) + 1):
        top = high + step * offset * (last_high != high)
        bottom = low + step * offset
        if top == bottom:
            yield RANKS[top] * 2
        else:
            yield from (RANKS[top] + RANKS[bottom] + k for k in (kind or "so"))


def _checked_end(match: re.Match[str], where: str) -> tuple[int, int]:
    """Ranks at the far end of `77-99`, `A5s-A2s` or `T9s-54s`."""
    high, low = RANKS.index(match["high"]), RANKS.index(match["low"])
    last_high, last_low = RANKS.index(match["high2"]), RANKS.index(match["low2"])
    same_shape = last_high == high or last_high - last_low == high - low
    same_kind = match["kind2"] == match["kind"] and (high == low) == (last_high == last_low)
    if same_shape and same_kind and last_high >= last_low:
        return last_high, last_low
    raise ConfigError(
        f"{where}: both ends need the same kind, and the same higher card or the same "
        "distance of ranks, such as A5s-A2s, 77-99 or T9s-54s"
    )


def format_range(weights: NDArray[np.float64]) -> str:
    """Write weights as range text that parses back to the same weights exactly."""
    if weights.shape != (NUM_HANDS,) or not ((weights >= 0) & (weights <= 1)).all():
        raise ConfigError("range needs 1326 weights from 0 to 1")
    left = weights.copy()
    items: list[str] = []
    for run in _runs():
        whole = [_class_weight(left, class_id) for class_id in run]
        first = 0
        while first < len(run):
            last = first
            while last + 1 < len(run) and whole[last + 1] == whole[first]:
                last += 1
            weight = whole[first]
            if weight is not None and weight > 0:
                items.append(_run_text(run, first, last) + _weight_text(weight))
                left[np.isin(PREFLOP_CLASSES, run[first : last + 1])] = 0
            first = last + 1
    for hand in np.flatnonzero(left)[::-1]:
        items.append(format_hand(int(hand)) + _weight_text(float(left[hand])))
    return ",".join(items)


def _runs() -> Iterator[list[int]]:
    """Classes in the order they are written: pairs, then suited and offsuit by higher card."""
    yield list(range(13))
    for kind in "so":
        for high in range(12, 0, -1):
            yield [_CLASS_IDS[RANKS[high] + RANKS[low] + kind] for low in range(high - 1, -1, -1)]


def _class_weight(weights: NDArray[np.float64], class_id: int) -> float | None:
    """The weight of all hands of a class, None when they differ."""
    values = weights[class_id == PREFLOP_CLASSES]
    return float(values[0]) if (values == values[0]).all() else None


def _run_text(run: list[int], first: int, last: int) -> str:
    high, low = preflop_class_name(run[first]), preflop_class_name(run[last])
    if first == last:
        return high
    return f"{low}+" if first == 0 else f"{high}-{low}"


def _weight_text(weight: float) -> str:
    return "" if weight == 1 else f":{weight!r}"
