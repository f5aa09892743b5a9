"""The pinned tree counts are what the peer says itself: donksolver's `size`, where it is installed.

DONKSOLVER_PYTHON names an interpreter with donksolver 0.1.0; without it, this one is asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PINNED = Path(__file__).parents[1] / "golden" / "peer_trees.json"

pytestmark = [pytest.mark.oracle, pytest.mark.slow]


@pytest.fixture(scope="module")
def peer_python() -> str:
    python = os.environ.get("DONKSOLVER_PYTHON", sys.executable)
    ask = "from importlib.metadata import version; print(version('donksolver'))"
    found = subprocess.run([python, "-c", ask], capture_output=True, text=True)
    if found.returncode != 0:
        pytest.skip("donksolver is not installed here, and DONKSOLVER_PYTHON names no other")
    assert found.stdout.strip() == "0.1.0"
    return python


def peer_size(python: str, tree: dict[str, Any]) -> dict[str, Any]:
    command = [python, "-m", "donksolver", "size", "--preset", tree["preset"]]
    command += ["--stack-bb", str(tree["stack_bb"]), "--buckets", "50,50,50"]
    if tree["on_the_flop"] is not None:
        command += ["--postflop-max-players", str(tree["on_the_flop"])]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    fields = dict(line.split() for line in lines.splitlines() if len(line.split()) == 2)
    return {
        "decision_nodes": [int(fields[f"decision_nodes.{street}"]) for street in range(4)],
        **{key: int(fields[key]) for key in tree if key in fields},
    }


@pytest.mark.parametrize(
    "tree",
    json.loads(PINNED.read_text(encoding="utf-8")),
    ids=lambda tree: f"{tree['preset']}-{tree['stack_bb']}-{tree['on_the_flop']}",
)
def test_pinned_counts_are_the_peers_own(tree: dict[str, Any], peer_python: str) -> None:
    found = peer_size(peer_python, tree)
    assert len(found) == 5
    assert found == {key: tree[key] for key in found}
