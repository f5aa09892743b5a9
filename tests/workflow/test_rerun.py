"""A change reruns exactly what it reaches, on a finished build; all else stays as it is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from workspace import Workspace, copy_workspace

pytestmark = [pytest.mark.workflow, pytest.mark.slow]

Change = Callable[[dict[str, Any]], object]

ENDS = {"build_bundle:trio", "audit_blueprint:trio", "collect_manifest"}


def jobs(rule: str) -> set[str]:
    """The jobs of a rule, one a stack class of trio."""
    return {f"{rule}:trio,{name}" for name in ("8bb", "uneven")}


def trio(section: str, **values: object) -> Change:
    return lambda c: c["blueprints"]["trio"].setdefault(section, {}).update(values)


# One leaf of each kind; the table over all leaves is tests/unit/test_plan_reach.py.
CHANGES: dict[str, tuple[Change, set[str]]] = {
    "seed of a solver": (
        trio("solver", seed=4),
        jobs("solve") | jobs("freeze_policy") | ENDS,
    ),
    "rake of a game": (
        trio("game", rake={"percent": 1}),
        jobs("forecast_size") | jobs("solve") | jobs("freeze_policy") | ENDS,
    ),
    "stacks of one class": (
        trio("stack_classes", uneven=[6, 8, 9]),
        {f"{rule}:trio,uneven" for rule in ("forecast_size", "solve", "freeze_policy")} | ENDS,
    ),
    "new stack class": (
        trio("stack_classes", **{"9bb": 9}),
        {f"{rule}:trio,9bb" for rule in ("forecast_size", "solve", "freeze_policy")} | ENDS,
    ),
    "limit of an audit": (
        trio("audit", max_gain_mbb=401),
        {"audit_blueprint:trio", "collect_manifest"},
    ),
    "buckets of an abstraction": (
        lambda c: c["abstractions"]["small"].update(buckets=[8, 8, 9]),
        {"build_abstraction:small"}
        | jobs("forecast_size")
        | jobs("solve")
        | jobs("freeze_policy")
        | ENDS,
    ),
    "name of an unused abstraction": (
        lambda c: c["abstractions"].update(unused={"buckets": [4, 4, 4]}),
        set(),
    ),
    "knobs of the run": (
        lambda c: c.update(run={"checkpoint_minutes": 3, "progress_seconds": 1}),
        set(),
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_changed_config_reruns_what_it_reaches(built: Workspace, case: str) -> None:
    change, expected = CHANGES[case]
    content = built.read_config()
    change(content)
    built.write_config(content)
    assert built.planned() == expected


def test_reordered_keys_rerun_nothing(built: Workspace) -> None:
    def backwards(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: backwards(value) for key, value in reversed(node.items())}
        return node

    built.write_config(backwards(built.read_config()))
    assert built.planned() == set()


def test_touched_script_reruns_nothing_and_an_edited_one_its_rule(built: Workspace) -> None:
    script = built.folder / "workflow" / "scripts" / "audit_blueprint.py"
    os.utime(script)
    assert built.planned() == set()
    script.write_text(script.read_text() + "\n# edited\n")
    assert built.planned() == {"audit_blueprint:jam", "audit_blueprint:trio", "collect_manifest"}


def test_fresh_clone_with_copied_results_reruns_nothing(built: Workspace, tmp_path: Path) -> None:
    clone = copy_workspace(built, tmp_path / "clone")
    sources = [clone.folder / name for name in ("Snakefile", "config.yaml", "workflow", "profiles")]
    for source in sources:
        for path in [source, *source.rglob("*")]:
            os.utime(path)
    assert clone.planned() == set()


def test_lost_artifact_is_made_again_with_the_same_bytes(built: Workspace) -> None:
    before = (built.results / "manifest.json").read_bytes()
    (built.results / "jam" / "5bb" / "policy.safetensors.zst").unlink()
    shutil.rmtree(built.results / "trio" / "audit")
    built.snakemake("--cores", "2")
    assert (built.results / "manifest.json").read_bytes() == before
    assert built.planned() == set()
