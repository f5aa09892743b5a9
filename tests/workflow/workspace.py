"""A folder with the workflow in it, and snakemake to run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

TIMEOUT_SECONDS = 300


@dataclass(frozen=True)
class Workspace:
    """A copy of the workflow with a config of its own. The package is the installed one."""

    folder: Path

    @property
    def results(self) -> Path:
        """The results folder."""
        return self.folder / "results"

    def read_config(self) -> dict[str, Any]:
        """The config as plain values."""
        content: dict[str, Any] = yaml.safe_load((self.folder / "config.yaml").read_text())
        return content

    def write_config(self, content: Mapping[str, Any]) -> None:
        """Replace the config, in the order of the keys given."""
        text = yaml.safe_dump(dict(content), sort_keys=False)
        (self.folder / "config.yaml").write_text(text)

    def command(self, *arguments: str) -> list[str]:
        """The command line of snakemake."""
        return [sys.executable, "-m", "snakemake", *arguments]

    def snakemake(
        self, *arguments: str, expect: int | None = 0, env: Mapping[str, str] | None = None
    ) -> str:
        """Run snakemake here and return what it printed; the exit code must be `expect`."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.folder,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT_SECONDS,
        )
        assert expect is None or done.returncode == expect, done.stdout
        return done.stdout

    def planned(self, *arguments: str) -> set[str]:
        """Jobs that a dry run would start; see `planned_jobs`."""
        return planned_jobs(self.snakemake("--dry-run", "--cores", "2", *arguments))


def planned_jobs(output: str) -> set[str]:
    """Jobs of a dry run, as `rule` or `rule:wildcard,..`; without `all`."""
    jobs: set[str] = set()
    name = ""
    for line in output.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word in ("rule", "localrule"):
            name = rest.removesuffix(":")
            jobs.add(name)
        elif word == "wildcards:":
            jobs.remove(name)
            values = ",".join(part.split("=")[1] for part in rest.split(", "))
            jobs.add(f"{name}:{values}")
    return jobs - {"all"}


def copy_workflow(root: Path, folder: Path, config: Path) -> Workspace:
    """Copy the workflow and a config into a folder."""
    folder.mkdir(parents=True)
    for name in ("workflow", "profiles"):
        shutil.copytree(root / name, folder / name)
    shutil.copy(root / "Snakefile", folder / "Snakefile")
    shutil.copy(config, folder / "config.yaml")
    return Workspace(folder)


def copy_workspace(workspace: Workspace, folder: Path) -> Workspace:
    """Copy a workspace with its artifacts, as hard links, and what Snakemake knows of them.

    What is appended to or locked stays behind: logs, benchmarks and checkpoints.
    """
    shutil.copytree(workspace.folder, folder, ignore=shutil.ignore_patterns("results"))
    live = shutil.ignore_patterns("logs", "benchmarks", "checkpoints")
    shutil.copytree(workspace.results, folder / "results", copy_function=os.link, ignore=live)
    return Workspace(folder)
