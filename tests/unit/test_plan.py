"""The plan: what shapes each job, and which games it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from feltprint import config
from feltprint.config import RunConfig
from feltprint.config.defaults import default_run
from feltprint.errors import ConfigError
from feltprint.plan import MOST_THREADS, SMALL_WORK, Plan, checkpoint_key

PUSH_FOLD = SimpleNamespace(blueprint="push-fold", stack_class="5bb")
SIX_MAX = SimpleNamespace(blueprint="6max-lite", stack_class="20bb")


def changed(**blueprint: Any) -> RunConfig:
    """The default run with other keys in its six-max blueprint."""
    content = default_run().model_dump(mode="json")
    content["blueprints"]["6max-lite"].update(blueprint)
    return config.load(content)


def test_game_that_cannot_be_played_is_refused_with_its_stack_class() -> None:
    with pytest.raises(ConfigError) as caught:
        Plan(changed(stack_classes={"tiny": 0.5, "20bb": 20, "odd": [20, 20]}))
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "blueprints.6max-lite.stack_classes.tiny",
        "blueprints.6max-lite.stack_classes.odd",
    ]


def test_game_with_later_streets_needs_an_abstraction() -> None:
    with pytest.raises(ConfigError, match="decisions after the preflop"):
        Plan(changed(abstraction=None, stack_classes={"10bb": 10}))


def test_game_and_abstraction_have_one_deck() -> None:
    small = {"preset": "small-deck"}
    with pytest.raises(ConfigError, match=r"percentile-50 is for a deck of 52; .* 20 cards"):
        Plan(changed(game=small, stack_classes={"10bb": 10}))


def test_spec_of_a_solve_is_the_resolved_game_and_the_solver() -> None:
    spec = json.loads(Plan(default_run()).state(PUSH_FOLD))
    assert sorted(spec) == ["component", "digest", "game", "num_buckets", "solver"]
    assert spec["game"]["stacks"] == [1000, 1000]
    assert spec["num_buckets"] == [169, 1, 1, 1]


def test_written_out_preset_gives_the_same_spec() -> None:
    game = default_run().blueprints["6max-lite"].game.resolved().model_dump(mode="json")
    assert Plan(changed(game=game)).state(SIX_MAX) == Plan(default_run()).state(SIX_MAX)


def test_order_of_stack_classes_does_not_matter() -> None:
    forward = Plan(changed(stack_classes={"20bb": 20, "40bb": 40}))
    backward = Plan(changed(stack_classes={"40bb": 40, "20bb": 20}))
    assert forward.bundle(SIX_MAX) == backward.bundle(SIX_MAX)
    assert forward.manifest(None) == backward.manifest(None)
    assert forward.policies(SIX_MAX) == backward.policies(SIX_MAX)


def test_knobs_of_the_run_reach_no_spec() -> None:
    plain, tuned = default_run(), default_run().model_dump(mode="json")
    tuned["run"] = {"checkpoint_minutes": 1, "progress_seconds": 1, "memory_limit_gb": 100}
    left, right = Plan(plain), Plan(config.load(tuned))
    for spec in ("tables", "size", "state", "policy", "bundle", "audit", "manifest"):
        assert getattr(left, spec)(SIX_MAX) == getattr(right, spec)(SIX_MAX)


def test_checkpoint_key_ignores_the_budget_alone() -> None:
    spec = json.loads(Plan(default_run()).state(PUSH_FOLD))
    cards = "ab" * 32
    key = checkpoint_key(spec, [cards])
    longer = {**spec, "solver": {**spec["solver"], "iterations": 10**9}}
    assert checkpoint_key(longer, [cards]) == key
    other_seed = {**spec, "solver": {**spec["solver"], "seed": 2}}
    assert checkpoint_key(other_seed, [cards]) != key
    assert checkpoint_key({**spec, "digest": "0"}, [cards]) != key
    assert checkpoint_key(spec, ["cd" * 32]) != key
    assert checkpoint_key(spec, []) != key


def test_memory_of_a_solve_is_read_from_its_forecast(tmp_path: Path) -> None:
    path = tmp_path / "size.json"
    path.write_text(json.dumps({"solve_bytes": 1_500_000_000}))
    plan = Plan(default_run())
    assert plan.memory_mb(SIX_MAX, SimpleNamespace(forecast=str(path))) == 1501


def write_forecasts(nodes: dict[str, int], players: int) -> None:
    """Forecasts of stack classes of 6max-lite, in the current folder."""
    for name, count in nodes.items():
        path = Path("results/6max-lite") / name / "size.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"players": players, "decision_nodes": [count, 0, 0, 0]}))


def test_small_work_takes_one_core_and_other_work_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    content = default_run().model_dump(mode="json")
    blueprint = content["blueprints"]["6max-lite"]
    blueprint["solver"]["iterations"] = 1_000
    blueprint["solver"]["gain"] |= {"marks": [100, 200], "responder_iterations": 2_000}
    blueprint["audit"] |= {"responder_iterations": 4_000, "evaluation_boards": 250}
    plan = Plan(config.load(content))
    assert plan.solve_threads(SIX_MAX) == plan.audit_threads(SIX_MAX) == MOST_THREADS
    name, other = SIX_MAX.stack_class, "40bb" if SIX_MAX.stack_class == "20bb" else "20bb"
    write_forecasts({name: SMALL_WORK // (5_000 * 2)}, players=2)
    assert plan.solve_threads(SIX_MAX) == 1
    assert plan.audit_threads(SIX_MAX) == MOST_THREADS  # the other class is not forecast
    write_forecasts({other: 0}, players=2)
    assert plan.audit_threads(SIX_MAX) == 1
    write_forecasts({name: SMALL_WORK // (5_000 * 2) + 1}, players=2)
    assert plan.solve_threads(SIX_MAX) == plan.audit_threads(SIX_MAX) == MOST_THREADS


def test_memory_limit_is_the_config_or_most_of_the_machine() -> None:
    content = default_run().model_dump(mode="json")
    assert Plan(config.load(content)).memory_limit_mb() > 100
    content["run"]["memory_limit_gb"] = 2.5
    assert Plan(config.load(content)).memory_limit_mb() == 2500
