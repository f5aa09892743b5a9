"""The plan of the lab: its cells, what reaches each job, what it refuses."""

from __future__ import annotations

import copy
import json
from types import SimpleNamespace
from typing import Any

import pytest

from feltprint import config, digests
from feltprint.config.defaults import default_run
from feltprint.errors import ConfigError
from feltprint.plan import Plan

LAB: dict[str, Any] = {
    "runs": {
        "small": {
            "game": "leduc", "options": {"max_raises": 1}, "algorithms": ["cfr+", "es"],
            "iterations": 100, "sampled_iterations": 200, "seeds": [1, 2], "snapshots": [10],
            "points_per_decade": 5, "thresholds": [0.1], "tournament_hands": 50,
        },
    },
    "ablation_iterations": 20,
}  # fmt: skip

CELLS, SAMPLED = {"cell:cfr+", "cell:es-seed1", "cell:es-seed2"}, {"cell:es-seed1", "cell:es-seed2"}
GAME = CELLS | {"report", "tournament"}
# Leaf -> (another value, the jobs whose param it reaches).
LEAVES: dict[str, tuple[Any, set[str]]] = {
    "runs.small.game": ("kuhn", GAME),
    "runs.small.options.max_raises": (2, GAME),
    "runs.small.algorithms": (["cfr", "es"], {"cell:cfr+", "cell:cfr", "report", "manifest"}),
    "runs.small.iterations": (101, {"cell:cfr+"}),
    "runs.small.sampled_iterations": (201, SAMPLED),
    "runs.small.seeds": ([1], {"cell:es-seed2", "report", "manifest"}),
    "runs.small.snapshots": ([20], {"cell:cfr+"}),
    "runs.small.points_per_decade": (6, CELLS),
    "runs.small.thresholds": ([0.2], {"report"}),
    "runs.small.tournament_hands": (51, {"tournament"}),
    "ablation_iterations": (21, {"ablations"}),
}


def plan(lab: dict[str, Any] | None) -> Plan:
    content = default_run().model_dump(mode="json")
    content["lab"] = lab
    return Plan(config.load(content))


def specs(lab: dict[str, Any]) -> dict[str, str]:
    """The param of every job of the lab, and of the manifest."""
    made = plan(lab)
    jobs = {"manifest": made.manifest(None), "ablations": made.lab.ablations(None)}
    for name in lab["runs"]:
        wildcards = SimpleNamespace(lab_run=name)
        jobs["report"] = made.lab.report(wildcards)
        jobs["tournament"] = made.lab.tournament(wildcards)
        for path in made.lab.runs(wildcards):
            cell = path.rsplit("/", 1)[1].removesuffix(".json")
            jobs[f"cell:{cell}"] = made.lab.cell(SimpleNamespace(lab_run=name, cell=cell))
    return jobs


@pytest.mark.parametrize("leaf", LEAVES)
def test_leaf_of_the_lab_reaches_exactly_its_jobs(leaf: str) -> None:
    value, reached = LEAVES[leaf]
    changed = copy.deepcopy(LAB)
    place: Any = changed
    *path, last = leaf.split(".")
    for name in path:
        place = place[name]
    place[last] = value
    before, after = specs(LAB), specs(changed)
    different = {job for job in before | after if before.get(job) != after.get(job)}
    assert different == reached


def test_changed_code_reaches_all_jobs_of_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    before, installed = specs(LAB), digests.component
    monkeypatch.setattr(
        digests, "component", lambda name: "0" * 16 if name == "lab" else installed(name)
    )
    after = specs(LAB)
    assert {job for job in before if before[job] != after[job]} == set(before) - {"manifest"}


def test_table_names_every_leaf() -> None:
    def leaves(value: Any, path: str) -> set[str]:
        if isinstance(value, dict):
            return {leaf for k, v in value.items() for leaf in leaves(v, f"{path}.{k}".strip("."))}
        return {path}

    assert leaves(LAB, "") == set(LEAVES)


def test_every_artifact_has_its_hash_file() -> None:
    made = plan(LAB)
    assert made.lab.sidecars() == [
        "results/lab/small/runs/cfr+.sha256",
        "results/lab/small/runs/es-seed1.sha256",
        "results/lab/small/runs/es-seed2.sha256",
        "results/lab/small/report.sha256",
        "results/lab/small/tournament.sha256",
        "results/lab/ablations.sha256",
    ]
    assert set(made.lab.sidecars()) <= set(made.sidecars(None))
    assert plan(None).lab.sidecars() == []


def test_config_without_a_lab_has_no_trace_of_it() -> None:
    assert "lab" not in json.dumps(json.loads(plan(None).manifest(None))["sidecars"]).split("/")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"runs": {"ablations": LAB["runs"]["small"]}}, "lab.runs.ablations"),
        ({"runs": {"x": {"game": "kuhn", "algorithms": ["cfr", "cfr"]}}}, "one of them twice"),
        ({"runs": {"x": {"game": "goofspiel", "algorithms": ["cfr"], "tournament_hands": 9}}},
         "tournament_hands"),
        ({"runs": {"x": {"game": "nim", "algorithms": ["cfr"]}}}, "lab.runs.x.game: found 'nim'"),
        ({"runs": {"x": {"game": "kuhn", "algorithms": ["cfr++"]}}}, "lab.runs.x.algorithms"),
        ({"runs": {}}, "lab.runs"),
    ],
)  # fmt: skip
def test_lab_that_cannot_be_built_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        plan(change)
