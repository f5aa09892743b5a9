"""A solve that runs for as long as a test wants, to be killed, stopped and gone on with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from workspace import Workspace

from feltprint import config
from feltprint.artifacts import open_artifact, sha256_file
from feltprint.config import SolverConfig
from feltprint.errors import ArtifactError
from feltprint.lock import LOCK_NAME
from feltprint.plan import Plan, checkpoint_key
from feltprint.solver import Solver

ENDLESS = 10**9
DEADLINE_SECONDS = 60.0
CHECKPOINT_MINUTES = 0.005


@dataclass
class Solve:
    """The solve of one stack class in a workspace, and what is to be seen of it from outside."""

    workspace: Workspace
    blueprint: str = "trio"
    stack_class: str = "8bb"

    @property
    def target(self) -> str:
        """The state that the rule makes."""
        return f"results/{self.blueprint}/{self.stack_class}/state.safetensors"

    @property
    def state(self) -> Path:
        """The state as a path."""
        return self.workspace.folder / self.target

    @property
    def log(self) -> Path:
        """The log of the job."""
        name = f"logs/solve/{self.blueprint}/{self.stack_class}.log"
        return self.workspace.results / name

    def set_iterations(self, iterations: int) -> None:
        """Set the budget, with a checkpoint several times a second."""
        content = self.workspace.read_config()
        content["blueprints"][self.blueprint]["solver"]["iterations"] = iterations
        content["run"] = {"checkpoint_minutes": CHECKPOINT_MINUTES, "progress_seconds": 0.2}
        self.workspace.write_config(content)

    def spec(self) -> dict[str, Any]:
        """The param of the rule."""
        plan = Plan(config.load(self.workspace.read_config()))
        wildcards = SimpleNamespace(blueprint=self.blueprint, stack_class=self.stack_class)
        spec: dict[str, Any] = json.loads(plan.state(wildcards))
        return spec

    @property
    def cards(self) -> Path:
        """The card abstraction of trio."""
        return self.workspace.results / "abstractions" / "small.safetensors"

    @cached_property
    def checkpoints(self) -> Path:
        """The folder of the checkpoints; the budget is not part of its name."""
        root = self.workspace.results / "checkpoints" / self.blueprint / self.stack_class
        return root / checkpoint_key(self.spec(), [sha256_file(self.cards)])

    def start_script(
        self, checkpoints: Path | None = None, wait_seconds: float = 60.0
    ) -> subprocess.Popen[bytes]:
        """Start the script of the rule as the rule does, without Snakemake."""
        folder = self.workspace.folder
        root = checkpoints or self.checkpoints.parent
        arguments: Mapping[str, object] = {
            "spec": json.dumps(self.spec()),
            "log": self.log,
            "threads": 2,
            "progress-ms": 200,
            "checkpoint-s": 0,
            "memory-limit-mb": 10_000,
            "wait-s": wait_seconds,
            "size": self.state.with_name("size.json"),
            "checkpoints": root,
            "cards": self.cards,
            "state": self.state,
            "hashes": self.state.with_name("state.sha256"),
        }
        flags = [part for name, value in arguments.items() for part in (f"--{name}", str(value))]
        script = folder / "workflow" / "scripts" / "solve.py"
        with (folder / "terminal.log").open("ab") as terminal:
            return subprocess.Popen(
                [sys.executable, str(script), *flags],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=terminal,
                stderr=terminal,
                start_new_session=True,
            )

    def iterations(self, folder: Path | None = None) -> int:
        """Iterations of the newest whole checkpoint; 0 without one."""
        return max((saved_iterations(path) for path in self.generations(folder)), default=0)

    def generations(self, folder: Path | None = None) -> list[Path]:
        """The checkpoint files that there are."""
        return sorted((folder or self.checkpoints).glob("state-?.safetensors"))

    def wait_for_progress(self, beyond: int, folder: Path | None = None) -> int:
        """Wait for a checkpoint with more iterations, and return how many it has."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < deadline:
            found = self.iterations(folder)
            if found > beyond:
                return found
            time.sleep(0.02)
        raise AssertionError(f"no checkpoint beyond {beyond} iterations; log: {self.read_log()}")

    def read_log(self) -> str:
        """The log, and what reached the terminal."""
        files = (self.log, self.workspace.folder / "terminal.log")
        return "\n".join(path.read_text() for path in files if path.exists())

    def progress(self) -> list[int]:
        """Iterations done, line by line of the progress file."""
        lines = (self.checkpoints / "progress.jsonl").read_text().splitlines()
        return [int(json.loads(line)["done"]) for line in lines]

    def owner(self) -> int | None:
        """Process that holds the checkpoint folder and still runs."""
        path = self.checkpoints / LOCK_NAME
        try:
            pid = int(json.loads(path.read_text())["pid"])
            os.kill(pid, 0)
        except (OSError, ValueError, KeyError):
            return None
        return pid

    def undisturbed_sha256(self) -> str:
        """The hash of the state of an unbroken solve to the budget of the config."""
        from feltprint import games
        from feltprint.abstraction import CardAbstraction

        spec = self.spec()
        solver_config = SolverConfig.model_validate(spec["solver"])
        game = games.from_resolved(spec["game"])
        solver = Solver(game, CardAbstraction.open(self.cards), solver_config)
        solver.run(until=solver_config.iterations, threads=2)
        path = self.workspace.folder / "undisturbed.safetensors"
        solver.save(path)
        return sha256_file(path)


def saved_iterations(path: Path) -> int:
    """Iterations of a checkpoint by its header; 0 for a file that is none."""
    try:
        return int(open_artifact(path, "state", verify=False).meta["iterations"])
    except (ArtifactError, OSError):
        return 0
