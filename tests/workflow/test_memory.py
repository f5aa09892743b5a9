"""A solve of more than 1 GB takes the memory that its forecast says.

In a process of its own: the card abstraction is mapped, the tables are written once over (as a
resumed solver does), and some batches run. Linux tells anonymous memory apart from mapped files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from feltprint.abstraction import CardAbstraction
from feltprint.config.solver import SolverConfig
from feltprint.forecast import forecast
from feltprint.games import preset
from feltprint.solver import Solver

GAME = ("6max-lite", 100)
BUCKETS = (169, 50, 50, 50)

MEASURE = """
import json, sys
import numpy as np
from feltprint.abstraction import CardAbstraction
from feltprint.config.solver import SolverConfig
from feltprint.games import preset
from feltprint.solver import Solver

def memory():
    with open("/proc/self/smaps_rollup") as file:
        fields = (line.split() for line in file)
        kib = {name[:-1]: int(rest[0]) for name, *rest in fields if rest[-1] == "kB"}
    return {"anonymous": kib["Anonymous"] * 1024, "resident": kib["Rss"] * 1024}

cards = CardAbstraction.open(sys.argv[1])
config = SolverConfig(seed=1, iterations=1, deals_per_board=8, boards_per_batch=4)
before = memory()
solver = Solver(preset(sys.argv[2], float(sys.argv[3])), cards, config)
native = solver._native
native.load_tables({k: np.zeros_like(v) for k, v in native.tables().items()}, 0)
solver.run(until=3_200, threads=2)
print(json.dumps({"before": before, "after": memory()}))
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs smaps_rollup")
def test_memory_of_a_large_solve_is_the_forecast(tmp_path: Path) -> None:
    CardAbstraction.build(buckets=BUCKETS[1:], threads=2).save(tmp_path / "cards")
    size = forecast(preset(*GAME), BUCKETS)
    assert size["native_bytes"] > 10**9
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "cards"), *map(str, GAME)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = json.loads(printed)
    print(found)
    native = found["after"]["anonymous"] - found["before"]["anonymous"]
    assert abs(native / size["native_bytes"] - 1) < 0.02
    # All but the maps, which the forecast lists apart; the interpreter and its libraries included.
    mapped = size["mapped_bytes"]
    assert found["after"]["resident"] <= 1.02 * size["native_bytes"] + mapped + 128 * 10**6
    assert found["after"]["resident"] <= size["solve_bytes"] + mapped


RESUME = """
import sys
from feltprint.games import preset
from feltprint.solver import Solver

def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))

before = peak()
solver = Solver.resume(sys.argv[1], preset("6max-lite", 40, postflop_max_players=1), None)
print(solver.iterations, peak() - before)
"""


# The file is mapped: without giving back what has been copied it would count beside the tables.
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_resumed_solve_holds_its_checkpoint_once(tmp_path: Path) -> None:
    solver = Solver(preset("6max-lite", 40, postflop_max_players=1), None, SolverConfig(seed=1))
    solver.run(until=320)
    solver.save(tmp_path / "state")
    size = (tmp_path / "state").stat().st_size
    command = [sys.executable, "-c", RESUME, str(tmp_path / "state")]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    iterations, grown = map(int, printed.split())
    assert iterations == 320
    assert size < grown < 1.25 * size
