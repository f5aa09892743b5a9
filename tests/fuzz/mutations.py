"""Changed inputs: of bytes, and of JSON as JSON, so that more than the parser is reached."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

VALUES = (
    None, True, False, 0, 1, -1, 2, 3, 7, 255, 256, 2**31 - 1, 2**31, -(2**31), 2**63, 2**64,
    10**30, 0.5, -0.0, 1e308, 1e-308, "", "a", "..", "../x", "/", "0" * 64, "\0", "holdem", "kuhn",
    "leduc", "strict", "pot", "U8", "F64", [], [0], [-1], [[]], {}, {"a": 1},
)  # fmt: skip
HEADER_LENGTH = 8

Slot = tuple[Any, Any]  # a list or dict, and the index or key of one of its values


def mutate_bytes(data: bytes, rng: random.Random) -> bytes:
    """A few bytes set, inserted, removed or repeated."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randint(0, len(out)), rng.randint(1, 8)
        piece = out[at : at + length]
        match rng.randrange(4):
            case 0:
                out[at : at + length] = rng.randbytes(len(piece))
            case 1:
                out[at:at] = rng.randbytes(length)
            case 2:
                del out[at : at + length]
            case _:
                out[at:at] = piece * rng.randint(1, 9)
    return bytes(out)


def mutate_json(text: bytes, rng: random.Random) -> bytes:
    """JSON with a few values changed; text inside it that is JSON again is changed as such.

    Raises ValueError for what is no JSON.
    """
    content = [json.loads(text)]
    for _ in range(rng.randint(1, 3)):
        if slots := _slots(content):
            _change(*rng.choice(slots), rng)
    return json.dumps(content[0]).encode() if content else b""


def mutate(data: bytes, rng: random.Random) -> bytes:
    """An input of a target, changed as JSON where it is JSON, now and then as bytes."""
    try:
        if rng.random() < 0.8:
            return bytes([rng.choice((1, 1, 1, 3, 0))]) + mutate_json(data[1:], rng)
    except (ValueError, RecursionError):
        pass
    return mutate_bytes(data, rng)


def play(
    target: Callable[[bytes], str],
    valid: Sequence[bytes],
    corpus: Sequence[bytes],
    count: int,
) -> dict[str, int]:
    """Give a target its corpus, and mutations of it and of valid inputs; count what it saw."""
    rng = random.Random(1)
    changed = (mutate(rng.choice(rng.choice((valid, corpus))), rng) for _ in range(count))
    inputs = [*valid, *corpus, *changed]
    seen: dict[str, int] = {"opened": 0, "refused": 0}
    for data in inputs:
        seen[target(data)] += 1
    return seen


def _slots(content: Any) -> list[Slot]:
    """Every place of a value in nested lists and dicts."""
    found: list[Slot] = []
    left = [content]
    while left:
        place = left.pop()
        keys = range(len(place)) if isinstance(place, list) else place
        found += [(place, key) for key in keys]
        left += [place[key] for key in keys if isinstance(place[key], list | dict)]
    return found


def _change(place: Any, key: Any, rng: random.Random) -> None:
    if key not in (range(len(place)) if isinstance(place, list) else place):
        return  # an earlier change removed it
    value = place[key]
    if isinstance(value, str) and value.startswith("{"):
        place[key] = mutate_json(value.encode(), rng).decode()
        return
    match rng.randrange(5):
        case 0:
            del place[key]
        case 1 if isinstance(value, int | float):
            place[key] = value + rng.choice((-1, 1, 0.5, -value, value))
        case 2 if isinstance(place, list):
            place[key:key] = [deepcopy(value) for _ in range(rng.randint(1, 9))]
        case 3 if isinstance(place, dict):
            place[rng.choice(("x", "", *place))] = place.pop(key)
        case _:
            place[key] = deepcopy(rng.choice(VALUES))
