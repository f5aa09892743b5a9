"""Every leaf of the config reaches exactly the jobs that it should: a table over all leaves.

A leaf reaches a job when it changes the job's one param. What Snakemake then makes of it, with the
jobs downstream, is in tests/workflow/test_rerun.py.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltprint import config, digests
from feltprint.plan import Plan

CONTENT: dict[str, Any] = {
    "blueprints": {
        "jam": {
            "game": {"preset": "push-fold"},
            "stack_classes": {"5bb": 5},
        },
        "trio": {
            "game": {
                "preset": "6max-lite",
                "players": 3,
                "rake": {"percent": 5, "cap": 300},
                "menus": {"preflop": [[0.6]], "flop": [[0.5]], "turn": [[0.5]], "river": [[0.5]]},
                "multiway_menus": {
                    "preflop": [[0.6]], "flop": [[0.5]], "turn": [[0.5]], "river": [[0.5]],
                },
                "in_position_menus": {
                    "preflop": [[0.6]], "flop": [[0.5]], "turn": [[0.5]], "river": [[0.5]],
                },
                "max_raises": [1, 1, 1, 1],
                "multiway_max_raises": [1, 1, 1, 1],
                "open_call": True,
                "postflop_max_players": 2,
            },
            "stack_classes": {"8bb": 8, "12bb": 12},
            "abstraction": "small",
        },
    },
    "abstractions": {"small": {"buckets": [8, 8, 8]}, "other": {"buckets": [8, 8, 8]}},
}  # fmt: skip

CLASSES = ("8bb", "12bb")
SIZES = {f"size:trio/{name}" for name in CLASSES}
STATES = {f"state:trio/{name}" for name in CLASSES}
POLICIES = {f"policy:trio/{name}" for name in CLASSES}
GAME = SIZES | STATES

# Leaf -> (another value, the jobs that it reaches). Leaves of a game share one line each.
LEAVES: dict[str, tuple[Any, set[str]]] = {
    "game.preset": ("6max-mw", set()),  # every key that the preset gives is written out here
    "game.rules": ("pokerkit-0.7.3", GAME),
    "game.players": (4, GAME),
    "game.small_blind": (50, GAME),
    "game.big_blind": (250, GAME),
    "game.straddles": ([400], GAME),
    "game.ante": (10, GAME),
    "game.big_blind_ante": (100, GAME),
    "game.rake.percent": (4, GAME),
    "game.rake.cap": (200, GAME),
    "game.rake.cap_big_blind": (None, set()),  # only with cap null
    "game.rake.no_flop_no_drop": (False, GAME),
    **{
        f"game.{menu}.{street}": ([[0.7]], GAME)
        for menu, street in product(
            ("menus", "in_position_menus", "multiway_menus"), ("preflop", "flop", "turn", "river")
        )
    },
    "game.max_raises": ([2, 1, 1, 1], GAME),
    "game.multiway_max_raises": ([2, 1, 1, 1], GAME),
    "game.kappa_bet": (0.8, GAME),
    "game.merge_threshold": (0.1, GAME),
    "game.all_in": ("never", GAME),
    "game.kappa_all_in": (2.5, GAME),
    "game.open_call": (False, GAME),
    "game.postflop_max_players": (3, GAME),
    "stack_classes.8bb": ([8, 8, 9], {"size:trio/8bb", "state:trio/8bb"}),
    "abstraction": ("other", {"manifest"}),  # for the solves another input, not another param
    "solver.seed": (2, STATES),
    "solver.iterations": (123, STATES),
    "solver.deals_per_board": (2, STATES),
    "solver.boards_per_batch": (3, STATES),
    "solver.snapshots": (True, STATES),
    "solver.storage": ("int16", GAME),
    "solver.visit_counts": (True, STATES),
    "solver.traversal.kind": ("external", STATES),
    "solver.traversal.min_reach": (0.01, STATES),
    "solver.ranges": (["22+", "AKs", "random"], STATES),
    "solver.weighting.rm_plus": (True, STATES),
    "solver.weighting.kind": ("vanilla", STATES),
    "solver.weighting.alpha": (1.5, STATES),
    "solver.weighting.beta": (0, STATES),
    "solver.weighting.gamma": (2, STATES),
    "solver.weighting.period": (100, STATES),
    "solver.weighting.periods": (3, STATES),
    "solver.pruning.threshold": (300, STATES),
    "solver.pruning.after": (10, STATES),
    "solver.pruning.explore": (0.1, STATES),
    "solver.averaging.method": ("own_reach", STATES),
    "solver.averaging.probability": (0.5, STATES),
    "solver.averaging.max_street": (0, STATES),
    "solver.averaging.snapshot_every": (10, STATES),
    "solver.averaging.snapshot_after": (10, STATES),
    "solver.gain.marks": ([100], GAME),
    "solver.gain.responder_iterations": (1_000, STATES),
    "solver.gain.boards": (200, STATES),
    "solver.gain.seed": (3, STATES),
    "solver.gain.target_mbb": (None, set()),  # only with marks
    "solver.answer": ("final", STATES),
    "freeze.bits": (4, POLICIES),
    "freeze.threshold": (0.1, POLICIES),
    "freeze.purify": (True, POLICIES),
    "bundle.abstraction": ("compressed", {"bundle:trio"}),
    "audit.seed": (3, {"audit:trio"}),
    "audit.evaluation_boards": (5_000, {"audit:trio"}),
    "audit.match_boards": (500, {"audit:trio"}),
    "audit.responder_iterations": (5_000, {"audit:trio"}),
    "audit.max_gain_mbb": (100, {"audit:trio"}),
    "audit.max_nash_conv_mbb": (2, {"audit:trio"}),
}
LEAVES = {f"blueprints.trio.{leaf}": row for leaf, row in LEAVES.items()} | {
    "abstractions.small.buckets": ([8, 8, 9], {"abstraction:small"} | GAME),
    "run.checkpoint_minutes": (1, set()),
    "run.progress_seconds": (1, set()),
    "run.memory_limit_gb": (4, set()),
}
# A leaf with one allowed value, the lab, which has its own table (test_lab_plan.py), leaves that
# change together, and leaves that repeat another one.
UNCHANGEABLE = {"abstractions.small.kind", "lab"}
DECKS = ("blueprints.trio.game.deck", "abstractions.small.deck", "abstractions.other.deck")
REPEATED = ("blueprints.jam.", "blueprints.trio.stack_classes.12bb", "abstractions.other.")


def specs(content: dict[str, Any]) -> dict[str, str]:
    """The param of every job."""
    plan = Plan(config.load(content))
    jobs = {"tables": plan.tables(None), "manifest": plan.manifest(None)}
    for name in plan.run.abstractions:
        jobs[f"abstraction:{name}"] = plan.abstraction(SimpleNamespace(abstraction=name))
        jobs[f"examination:{name}"] = plan.examination(SimpleNamespace(abstraction=name))
    for name, blueprint in plan.run.blueprints.items():
        for rule in ("bundle", "audit", "replay"):
            jobs[f"{rule}:{name}"] = getattr(plan, rule)(SimpleNamespace(blueprint=name))
        for stack_class in blueprint.stack_classes:
            wildcards = SimpleNamespace(blueprint=name, stack_class=stack_class)
            for rule in ("size", "state", "policy"):
                jobs[f"{rule}:{name}/{stack_class}"] = getattr(plan, rule)(wildcards)
    return jobs


def leaves(node: Any, path: str = "") -> Iterator[str]:
    """Paths of all leaves of a resolved config."""
    if isinstance(node, dict) and node:
        for key, value in node.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    else:
        yield path


def put(content: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The config with another value at a path."""
    changed = copy.deepcopy(content)
    *parents, last = path.split(".")
    node = changed
    for key in parents:
        node = node.setdefault(key, {})
    node[last] = value
    return changed


def difference(left: dict[str, str], right: dict[str, str]) -> set[str]:
    """Jobs whose param differs, or that only one of two plans has."""
    return {job for job in left.keys() | right.keys() if left.get(job) != right.get(job)}


def test_table_names_every_leaf_of_the_config() -> None:
    resolved = config.load(CONTENT).model_dump(mode="json")
    found = {path for path in leaves(resolved) if not path.startswith(REPEATED)}
    assert found == LEAVES.keys() | UNCHANGEABLE | set(DECKS[:2])


@pytest.mark.parametrize("leaf", LEAVES)
def test_leaf_reaches_exactly_its_jobs(leaf: str) -> None:
    value, reached = LEAVES[leaf]
    assert difference(specs(CONTENT), specs(put(CONTENT, leaf, value))) == reached


def test_deck_reaches_the_game_and_its_abstractions() -> None:
    changed = CONTENT
    for leaf in DECKS:
        changed = put(changed, leaf, 36)
    reached = difference(specs(CONTENT), specs(changed))
    assert reached == GAME | {"abstraction:small", "abstraction:other"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kind", "nested"),
        ("kind", ["nested", "percentile", "percentile"]),
        ("kind", ["percentile", "potential-aware", "percentile"]),
        ("pad_buckets", True),
        ("river_cuts", "donksolver-0.1"),
    ],
)
def test_optional_key_reaches_its_abstraction(key: str, value: Any) -> None:
    plain = put(CONTENT, "abstractions.small.buckets", [50, 50, 50])
    reached = difference(specs(plain), specs(put(plain, f"abstractions.small.{key}", value)))
    assert "abstraction:small" in reached
    assert "abstraction:other" not in reached


@pytest.mark.parametrize(
    ("kind", "section", "value"),
    [
        ("nested", "nested", {"potential_bins": 5}),
        ("nested", "nested", {"bins": "equal-mass"}),
        ("nested", "nested", {"boards": ["suits", "none", "none"]}),
        ("potential-aware", "potential_aware", {"seed": 2}),
        ("potential-aware", "potential_aware", {"iterations": 2}),
        ("potential-aware", "potential_aware", {"training_boards": [9, 9, 9]}),
    ],
)
def test_option_of_a_kind_reaches_its_abstraction(kind: str, section: str, value: Any) -> None:
    plain = put(CONTENT, "abstractions.small.kind", kind)
    reached = difference(specs(plain), specs(put(plain, f"abstractions.small.{section}", value)))
    assert "abstraction:small" in reached


def test_other_abstraction_is_another_input() -> None:
    wildcards = SimpleNamespace(blueprint="trio")
    changed = put(CONTENT, "blueprints.trio.abstraction", "other")
    assert Plan(config.load(CONTENT)).cards(wildcards) != Plan(config.load(changed)).cards(
        wildcards
    )


def test_new_stack_class_reaches_its_own_jobs_and_the_ends_of_the_chain() -> None:
    changed = put(CONTENT, "blueprints.trio.stack_classes.10bb", 10)
    assert difference(specs(CONTENT), specs(changed)) == {
        "size:trio/10bb", "state:trio/10bb", "policy:trio/10bb",
        "bundle:trio", "audit:trio", "manifest",
    }  # fmt: skip


def test_order_of_keys_reaches_nothing() -> None:
    def backwards(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: backwards(value) for key, value in reversed(node.items())}
        return node

    assert specs(backwards(CONTENT)) == specs(CONTENT)


@pytest.mark.parametrize("component", [name for name in digests.COMPONENTS if name != "lab"])
def test_changed_code_reaches_the_jobs_of_its_component(
    component: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = {
        "tree": "size", "solver": "state", "freeze": "policy",
    }  # fmt: skip
    before, installed = specs(CONTENT), digests.component
    monkeypatch.setattr(
        digests, "component", lambda name: "0" * 16 if name == component else installed(name)
    )
    reached = difference(before, specs(CONTENT))
    assert reached
    assert {job.split(":")[0] for job in reached} == {rules.get(component, component)}
