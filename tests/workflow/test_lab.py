"""The lab in the workflow: a matrix is built, cached by cell, and gives the same bytes again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from workspace import Workspace, copy_workflow

from feltprint import config, manifest
from feltprint.plan import Plan

pytestmark = [pytest.mark.workflow, pytest.mark.slow]

CONFIG: dict[str, Any] = {
    "blueprints": {"jam": {"game": {"preset": "push-fold"}, "stack_classes": {"5bb": 5}}},
    "lab": {
        "runs": {
            "kuhn": {
                "game": "kuhn", "algorithms": ["cfr+", "hs-sapcfr+", "os"], "iterations": 200,
                "sampled_iterations": 2_000, "seeds": [1, 2], "snapshots": [10, 200],
                "tournament_hands": 1_000,
            },
        },
        "ablation_iterations": 20,
    },
}  # fmt: skip


def build(workspace: Workspace) -> list[Path]:
    """Build the lab alone; returns the hash files."""
    sidecars = Plan(config.load(CONFIG)).lab.sidecars()
    workspace.snakemake("--cores", "2", *sidecars)
    return [workspace.folder / path for path in sidecars]


@pytest.fixture
def lab(root: Path, tmp_path: Path) -> Workspace:
    workspace = copy_workflow(root, tmp_path / "work", root / "config.yaml")
    workspace.write_config(CONFIG)
    return workspace


def test_lab_is_built_cached_by_cell_and_repeatable(
    root: Path, lab: Workspace, tmp_path: Path
) -> None:
    sidecars = build(lab)
    hashes = [manifest.read_hashes(path) for path in sidecars]
    run = json.loads((lab.results / "lab/kuhn/runs/hs-sapcfr+.json").read_text())
    assert run["final"]["exploitability"] < 1e-12
    summary = json.loads((lab.results / "lab/kuhn/summary.json").read_text())
    assert summary["value"] == "-0.055555556"
    assert len(summary["runs"]) == 4
    (depth,) = summary["depths"]
    assert (depth["target"], depth["configuration"]) == (75, "kuhn-1e-12")
    assert depth["algorithm"] == "hs-sapcfr+"
    assert 0 < depth["first_below"] <= 75
    table = (lab.results / "lab/kuhn/summary.md").read_text()
    assert "| 1e-12 | 75 | `kuhn-1e-12` | hs-sapcfr+ |" in table
    strategies = (lab.results / "lab/kuhn/strategies.csv").read_text().splitlines()
    # Two full-width runs with two snapshots each, two sampled ones at their end; 24 actions.
    assert len(strategies) == 1 + 24 * (2 * 2 + 2)
    tournament = json.loads((lab.results / "lab/kuhn/tournament.json").read_text())
    assert len(tournament["matches"]) == 14
    for figure in (
        "lab/kuhn/convergence.svg",
        "lab/ablations/drift.svg",
        "benchmarks/lab/kuhn.svg",
    ):
        assert (lab.results / figure).read_text().startswith("<svg")

    manifest.write_manifest(lab.results, sidecars)
    assert manifest.verify(lab.results) == []  # every file of the lab is named by a hash file

    changed = json.loads(json.dumps(CONFIG))
    changed["lab"]["runs"]["kuhn"]["sampled_iterations"] = 3_000
    lab.write_config(changed)
    planned = lab.planned(*[str(path.relative_to(lab.folder)) for path in sidecars])
    assert planned == {
        "run_lab_cell:kuhn,os-seed1", "run_lab_cell:kuhn,os-seed2", "report_lab:kuhn",
    }  # fmt: skip

    again = copy_workflow(root, tmp_path / "again", root / "config.yaml")
    again.write_config(CONFIG)
    assert [manifest.read_hashes(path) for path in build(again)] == hashes
