"""donksolver 0.1.0's buckets, hand by hand.

The nested ones of 2,000 boards are recorded (tests/golden/peer_nested.json, by
record_peer_nested.py), since the peer builds an abstraction for minutes. The comparisons with the
peer itself need donksolver in this environment, or DONKSOLVER_PYTHON = a Python that has it, and
its files, named by DONKSOLVER_PERCENTILE and DONKSOLVER_NESTED:
`donksolver abstraction [--kind nested --buckets 12,12,24 --sub 4 --boards texture] --out FILE`.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from feltprint import _core
from feltprint.abstraction import CardAbstraction

pytestmark = [pytest.mark.slow, pytest.mark.oracle]
BOARDS = (700, 900, 400)  # flops, turns, rivers


@pytest.fixture(scope="session")
def peer_python() -> str:
    """A Python that can import donksolver 0.1.0."""
    python = os.environ.get("DONKSOLVER_PYTHON", sys.executable)
    code = "from importlib.metadata import version; print(version('donksolver'))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode != 0 or done.stdout.strip() != "0.1.0":
        pytest.skip("donksolver 0.1.0 is not installed; pip install '.[bench]'")
    return python


def peer_file(name: str) -> Path:
    """The peer's abstraction file."""
    variable = f"DONKSOLVER_{name.upper()}"
    if named := os.environ.get(variable):
        return Path(named)
    pytest.skip(f"{variable} names no file of the peer; see the head of this test file")


def peer_buckets(python: str, path: Path, out: Path) -> dict[str, np.ndarray]:
    script = Path(__file__).with_name("peer_buckets.py")
    counts = [str(count) for count in BOARDS]
    subprocess.run([python, script, path, out, *counts], check=True, capture_output=True)
    with np.load(out) as arrays:
        return dict(arrays)


def differing_hands(ours: CardAbstraction, peer: dict[str, np.ndarray], street: int) -> int:
    """Hands, of all on the peer's boards, with another bucket."""
    boards, buckets = peer[f"boards{street}"], peer[f"buckets{street}"]
    rows = zip(boards, buckets, strict=True)
    return sum(int(np.count_nonzero(ours.buckets(board) != row)) for board, row in rows)


@pytest.fixture(scope="module")
def recorded() -> list[dict]:
    """Groups of boards with what the peer says about them."""
    golden = Path(__file__).parents[1] / "golden" / "peer_nested.json"
    groups = json.loads(golden.read_text())
    for group in groups:
        cards = group["street"] + 2
        group["boards"] = np.frombuffer(bytes.fromhex(group["boards"]), np.uint8).reshape(-1, cards)
        group["classes"] = np.frombuffer(bytes.fromhex(group["classes"]), np.uint8).reshape(-1, 3)
    return groups


def agreeing_groups(cards: CardAbstraction, recorded: list[dict]) -> int:
    """Groups of boards on which all hands have the recorded buckets."""
    count = 0
    for group in recorded:
        rows = np.array([cards.buckets(board) for board in group["boards"]], "<i4")
        count += hashlib.sha256(rows.tobytes()).hexdigest() == group["buckets_sha256"]
    return count


def test_nested_buckets_equal_the_recorded_ones_of_2000_boards(recorded):
    assert sum(len(group["boards"]) for group in recorded) == 2_000
    ours = CardAbstraction.build(kind="nested", buckets=(12, 12, 24))
    assert agreeing_groups(ours, recorded) == len(recorded)
    for group in recorded:
        for board, classes in zip(group["boards"], group["classes"], strict=True):
            kinds = (getattr(_core.BoardClasses, n) for n in ("none", "suits", "texture"))
            assert [_core.board_class(kind, board) for kind in kinds] == classes.tolist()
    # Negative control: the option that mends it, equal-mass bins, agrees on no group of flops.
    mended = CardAbstraction.build(
        kind=("nested", "percentile", "percentile"),
        buckets=(12, 2, 2),
        nested={"bins": "equal-mass"},
    )
    assert agreeing_groups(mended, [group for group in recorded if group["street"] == 1]) == 0


def test_nested_buckets_equal_the_peers_on_2000_boards(peer_python, tmp_path):
    peer = peer_buckets(peer_python, peer_file("nested"), tmp_path / "buckets.npz")
    ours = CardAbstraction.build(
        kind="nested", buckets=(12, 12, 24), nested={"boards": ("texture",) * 3}
    )
    assert [differing_hands(ours, peer, street) for street in (1, 2, 3)] == [0, 0, 0]
    for street in (1, 2, 3):
        for board, classes in zip(peer[f"boards{street}"], peer[f"classes{street}"], strict=True):
            kinds = (getattr(_core.BoardClasses, n) for n in ("none", "suits", "texture"))
            assert [_core.board_class(kind, board) for kind in kinds] == classes.tolist()
    # Negative control: the option that mends it, equal-mass bins, is another abstraction.
    mended = CardAbstraction.build(
        kind="nested",
        buckets=(12, 12, 24),
        nested={"boards": ("texture",) * 3, "bins": "equal-mass"},
    )
    assert all(differing_hands(mended, peer, street) > 1000 for street in (1, 2))


def test_percentile_buckets_equal_the_peers_but_for_its_rounding(peer_python, tmp_path):
    """All entries were compared once (docs/results.md: 1 flop and 3 turn entries of 24 million
    differ); among these 1.8 million hands none or one does."""
    peer = peer_buckets(peer_python, peer_file("percentile"), tmp_path / "buckets.npz")
    compatible = CardAbstraction.build(river_cuts="donksolver-0.1")
    assert sum(differing_hands(compatible, peer, street) for street in (1, 2)) <= 1
    assert differing_hands(compatible, peer, 3) == 0
    exact = CardAbstraction.build()
    assert differing_hands(exact, peer, 3) > 0
