"""What Snakemake plans: the whole chain from nothing, and nothing for a config that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from workspace import Workspace, planned_jobs

pytestmark = pytest.mark.workflow

Change = Callable[[dict[str, Any]], object]


def test_default_config_plans_the_whole_chain_in_short_commands(workspace: Workspace) -> None:
    output = workspace.snakemake("--dry-run", "--cores", "2")
    jobs = planned_jobs(output)
    assert {job for job in jobs if ":" not in job} == {
        "build_tables", "collect_manifest", "run_lab_ablations",
    }  # fmt: skip
    assert {"run_lab_cell:leduc,dcfr", "report_lab:kuhn", "play_lab_tournament:kuhn"} <= jobs
    assert "build_abstraction:percentile-50" in jobs
    for rule in ("forecast_size", "solve", "freeze_policy"):
        classes = {job.split(":")[1] for job in jobs if job.startswith(f"{rule}:")}
        assert classes == {
            "push-fold,5bb", "push-fold,10bb", "push-fold,20bb", "6max-lite,20bb", "6max-lite,40bb",
        }  # fmt: skip
    for rule in ("build_bundle", "audit_blueprint"):
        assert {f"{rule}:push-fold", f"{rule}:6max-lite"} <= jobs
    commands = [line for line in output.splitlines() if line.startswith("Shell command: python")]
    assert len(commands) == len(jobs)
    assert max(map(len, commands)) < 16_384


@pytest.mark.slow
def test_config_file_takes_the_place_of_the_default(workspace: Workspace) -> None:
    content = workspace.read_config()
    del content["blueprints"]["6max-lite"]
    default = workspace.read_config()
    workspace.write_config(content)
    (workspace.folder / "config.yaml").rename(workspace.folder / "other.yaml")
    workspace.write_config(default)
    jobs = workspace.planned("--configfile", "other.yaml")
    assert not [job for job in jobs if "6max-lite" in job or job.startswith("build_abstraction")]


BAD: dict[str, tuple[Change, str]] = {
    "unknown key": (
        lambda c: c["blueprints"]["push-fold"].update(stak_classes={}),
        "blueprints.push-fold.stak_classes: unknown key; allowed: the keys game, stack_classes",
    ),
    "wrong type": (
        lambda c: c["blueprints"]["push-fold"]["solver"].update(iterations=[1]),
        "blueprints.push-fold.solver.iterations: found [1]; allowed: integer at least 1",
    ),
    "impossible value": (
        lambda c: c["blueprints"]["6max-lite"]["solver"].update(deals_per_board=0),
        "blueprints.6max-lite.solver.deals_per_board: found 0; allowed: integer 1 to 16",
    ),
}


# What the errors say is tested in tests/unit/test_config.py, quickly.
@pytest.mark.slow
@pytest.mark.parametrize("case", BAD)
def test_bad_config_stops_before_any_job_with_one_line(workspace: Workspace, case: str) -> None:
    change, expected = BAD[case]
    content = workspace.read_config()
    change(content)
    workspace.write_config(content)
    output = workspace.snakemake("--cores", "2", expect=1)
    lines = [line for line in output.splitlines() if line.startswith("blueprints.")]
    assert lines[0].startswith(expected), output
    assert not list(workspace.folder.glob("results/*"))
