"""Rows of a strategy as text: JSON lines or CSV, of any part of the tree."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from feltprint.errors import ConfigError
from feltprint.games import history
from feltprint.plain_files import replacing
from feltprint.strategy import Strategy

DECISION = 0


def decision_nodes(strategy: Strategy, street: int | None = None) -> list[int]:
    """Decision nodes of the tree, or of one street."""
    nodes = strategy.solved_game.tree.nodes
    return [
        node
        for node, record in enumerate(nodes)
        if record["kind"] == DECISION and street in (None, int(record["street"]))
    ]


def rows(strategy: Strategy, nodes: Iterable[int]) -> Iterator[dict[str, Any]]:
    """One dict a row: node, history, street, seat, bucket, mass, and `actions` by name."""
    tree = strategy.solved_game.tree
    for node in nodes:
        probabilities, mass = strategy.node_rows(node), strategy.mass(node)
        record = tree.nodes[node]
        first = int(record["first_child"])
        children = range(first, first + int(record["num_actions"]))
        names = [history(tree, child)[-1] for child in children]
        place = {
            "node": node,
            "history": " ".join(history(tree, node)),
            "street": int(record["street"]),
            "seat": int(record["actor"]),
        }
        for bucket, row in enumerate(probabilities.tolist()):
            actions = dict(zip(names, row, strict=True))
            yield {**place, "bucket": bucket, "mass": float(mass[bucket]), "actions": actions}


def export(
    strategy: Strategy, path: str | os.PathLike[str], nodes: Iterable[int] | None = None
) -> int:
    """Write rows to a `.jsonl` or `.csv` file, atomically; return their number.

    A CSV line has one action: the fields of a row, `action` and `probability`. ``nodes`` is the
    whole tree unless given. Raises ConfigError for another ending.
    """
    path, count = Path(path), 0
    if path.suffix not in (".jsonl", ".csv"):
        raise ConfigError(f"{path}: expected a name that ends in .jsonl or .csv")
    chosen = decision_nodes(strategy) if nodes is None else nodes
    with replacing(path) as file:
        text = _lines_of_csv if path.suffix == ".csv" else _lines_of_json
        for lines in text(rows(strategy, chosen)):
            file.write(lines.encode())
            count += 1
    return count


def _lines_of_json(found: Iterable[dict[str, Any]]) -> Iterator[str]:
    for row in found:
        yield json.dumps(row) + "\n"


class _Line:
    """What the csv module writes, one line at a time."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text


def _lines_of_csv(found: Iterable[dict[str, Any]]) -> Iterator[str]:
    line = _Line()
    writer = csv.writer(line, lineterminator="\n")
    for index, row in enumerate(found):
        fields = {name: value for name, value in row.items() if name != "actions"}
        line.text = ""
        if index == 0:
            writer.writerow([*fields, "action", "probability"])
        for action, probability in row["actions"].items():
            writer.writerow([*fields.values(), action, repr(probability)])
        yield line.text
