"""JSON objects, one a line, to packed rows and back: what `feltprint act` reads and writes.

A request: {"actor": 2, "hole": "AsKd", "board": "2c 7d Jh", "stacks": [8000, 8000, 8000],
"blinds": [100, 200], "antes": [], "actions": [[2, "raise", 500], [0, "fold"]], "uniform": 0.25}.
Actions are [seat, fold | call | raise, total of the seat on the street]; `uniform` in [0, 1) draws
the action; `id` is given back as it is. Seats, chips and cards are those of `rows`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltprint.adapters.rows import Kind, PlayedAction, Reason, Rows, Status, make_row, status_name
from feltprint.cards import cards
from feltprint.errors import ConfigError

REQUIRED = ("actor", "stacks", "blinds", "uniform")
OPTIONAL = ("hole", "board", "antes", "actions", "id")


def row(request: Mapping[str, Any]) -> tuple[Rows, float]:
    """Pack one request. Shape: row [1], and its uniform number.

    Raises
    ------
    ConfigError
        For a missing or unknown key, or a value that no row can hold.
    """
    if not isinstance(request, Mapping):
        raise ConfigError(f"expected a JSON object, found {request!r}")
    missing = [key for key in REQUIRED if key not in request]
    unknown = [key for key in request if key not in REQUIRED + OPTIONAL]
    if missing or unknown:
        raise ConfigError(
            f"missing keys: {missing}; unknown keys: {unknown}; expected {list(REQUIRED)} and, "
            f"where needed, {list(OPTIONAL)}"
        )
    try:
        packed = make_row(
            actor=int(request["actor"]),
            hole=cards(request.get("hole", "")).tolist(),
            board=cards(request.get("board", "")).tolist(),
            stacks=list(request["stacks"]),
            blinds=list(request["blinds"]),
            antes=list(request.get("antes", ())),
            actions=[_action(entry) for entry in request.get("actions", ())],
        )
        return packed, float(request["uniform"])
    except (TypeError, ValueError, OverflowError) as error:
        raise ConfigError(f"not a decision: {error}") from error


def answer(record: Any, stack_classes: list[str], request: Mapping[str, Any]) -> dict[str, Any]:
    """Unpack one answer; without an action where the bundle has none."""
    status = int(record["status"])
    reply: dict[str, Any] = {"id": request["id"]} if "id" in request else {}
    reply |= {"status": status_name(status), "reason": Reason(int(record["reason"])).name.lower()}
    if status < Status.NO_NODE:
        reply |= {
            "action": Kind(int(record["kind"])).name.lower(),
            "chips": int(record["chips"]),
            "prob": float(record["prob"]),
            "stack_class": stack_classes[int(record["stack_class"])],
            "node": int(record["node"]),
            "bucket": int(record["bucket"]),
            "pot_ratio": float(record["pot_ratio"]),
        }
    return reply


def _action(entry: Any) -> PlayedAction:
    names = [kind.name.lower() for kind in Kind]
    if not isinstance(entry, list | tuple) or len(entry) not in (2, 3) or entry[1] not in names:
        raise ConfigError(f"expected [seat, {' | '.join(names)}, total], found {entry!r}")
    kind = Kind(names.index(entry[1]))
    if (len(entry) == 3) != (kind == Kind.RAISE):
        raise ConfigError(f"expected a total for a raise and for nothing else, found {entry!r}")
    return int(entry[0]), kind, int(entry[2]) if kind == Kind.RAISE else 0
