"""k-means killed with SIGKILL at random moments ends with the bytes of a run that was not."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from feltprint.abstraction import CardAbstraction

pytestmark = pytest.mark.slow

CONFIG = {
    "kind": ["percentile", "potential-aware", "percentile"],
    "buckets": [20, 40, 30],
    "potential_aware": {"iterations": 12, "training_boards": [1, 600, 1]},
}
# Prints one line for each report of progress, then builds and saves.
CHILD = """
import json, sys
from feltprint.abstraction import CardAbstraction
cards = CardAbstraction.build(
    **json.loads(sys.argv[1]), checkpoint=sys.argv[2], threads=int(sys.argv[3]),
    on_progress=lambda done, total, info: print(json.dumps(info), flush=True))
cards.save(sys.argv[4])
"""


def start(folder: Path, threads: int) -> subprocess.Popen[str]:
    arguments = [json.dumps(CONFIG), folder / "checkpoint.safetensors", str(threads)]
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, *arguments, folder / "cards.safetensors"],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_killed_runs_end_with_the_same_bytes(tmp_path):
    """Each run dies after a random number of reports (seed 3); the last one is left alone."""
    rng = random.Random(3)
    resumed_at = []
    for attempt in range(5):
        child = start(tmp_path, threads=1 + attempt % 2)
        iterations = []
        for _ in range(rng.randint(9, 16)):
            info = json.loads(child.stdout.readline() or "{}")
            iterations += [info["iteration"]] if "iteration" in info else []
        child.send_signal(signal.SIGKILL)
        child.stdout.close()
        assert child.wait() == -signal.SIGKILL
        resumed_at += iterations[:1]
    assert max(resumed_at) > 0, "no run went on from a checkpoint"
    child = start(tmp_path, threads=1)
    child.stdout.read()
    child.stdout.close()
    assert child.wait() == 0
    options = {key: value for key, value in CONFIG.items() if key != "kind"}
    whole = CardAbstraction.build(kind=CONFIG["kind"], **options)
    assert CardAbstraction.open(tmp_path / "cards.safetensors").sha256 == whole.sha256
    assert not (tmp_path / "checkpoint.safetensors").exists()
