"""Loading a config: what is refused, and with which words."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from feltprint import config
from feltprint.config.defaults import default_run
from feltprint.errors import ConfigError

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def content(root: Path) -> dict[str, Any]:
    """The default config as YAML gives it."""
    loaded: dict[str, Any] = yaml.safe_load((root / "config.yaml").read_text())
    return loaded


def refusal(content: dict[str, Any], change: Change) -> list[str]:
    """The lines of the error that a changed config raises."""
    changed = copy.deepcopy(content)
    change(changed)
    with pytest.raises(ConfigError) as caught:
        config.load(changed)
    return str(caught.value).splitlines()


def test_committed_config_is_the_default_run(content: dict[str, Any]) -> None:
    assert config.load(content) == default_run()


def test_loading_does_not_change_its_argument(content: dict[str, Any]) -> None:
    before = copy.deepcopy(content)
    config.load(content)
    assert content == before


def test_models_are_immutable(content: dict[str, Any]) -> None:
    run = config.load(content)
    with pytest.raises(ValueError, match="frozen"):
        run.run.progress_seconds = 1.0  # type: ignore[misc]


CLASSES = "blueprints.push-fold.stack_classes"
STACK = "number above 0, at most 10000"
SOLVER = "blueprints.push-fold.solver"


def solver(**values: object) -> Change:
    return lambda c: c["blueprints"]["push-fold"]["solver"].update(values)


def stacks(value: object, name: str = "5bb") -> Change:
    return lambda c: c["blueprints"]["push-fold"]["stack_classes"].update({name: value})


REFUSALS: dict[str, tuple[Change, str]] = {
    "unknown key at the top": (
        lambda c: c.update(blueprint={}),
        "blueprint: unknown key; allowed: the keys blueprints, abstractions, lab, run "
        "(did you mean blueprints?)",
    ),
    "unknown key of a section": (
        solver(iteration=5),
        f"{SOLVER}.iteration: unknown key; allowed: the keys seed, iterations, deals_per_board, "
        "boards_per_batch, snapshots, storage, visit_counts, traversal, ranges, weighting, "
        "pruning, averaging, gain, answer (did you mean iterations?)",
    ),
    "text for a number": (
        solver(iterations="many"),
        f"{SOLVER}.iterations: found 'many'; allowed: integer at least 1",
    ),
    "section for a number": (
        solver(seed={"value": 1}),
        f"{SOLVER}.seed: found {{'value': 1}}; allowed: integer 0 to 4294967295",
    ),
    "number for a section": (
        lambda c: c["blueprints"].update({"push-fold": 3}),
        "blueprints.push-fold: found 3; allowed: the keys game, stack_classes, abstraction, "
        "solver, freeze, bundle, audit",
    ),
    "below the range": (
        solver(iterations=0),
        f"{SOLVER}.iterations: found 0; allowed: integer at least 1",
    ),
    "above the range": (
        solver(deals_per_board=17),
        f"{SOLVER}.deals_per_board: found 17; allowed: integer 1 to 16",
    ),
    "not a number": (
        lambda c: c["run"].update(checkpoint_minutes=float("nan")),
        "run.checkpoint_minutes: found nan; allowed: number above 0, at most 1440",
    ),
    "missing section": (
        lambda c: c.pop("blueprints"),
        "blueprints: missing; allowed: a section of entries by name, at least 1",
    ),
    "no stack class": (
        lambda c: c["blueprints"]["push-fold"].update(stack_classes={}),
        "blueprints.push-fold.stack_classes: found {}; allowed: a section of entries by name, "
        "at least 1",
    ),
    "negative stack": (
        stacks(-5),
        f"{CLASSES}.5bb: found -5; allowed: {STACK}, or a list of 2 to 6: {STACK}",
    ),
    "negative stack of one seat": (
        stacks([10, -5]),
        f"{CLASSES}.5bb.1: found -5; allowed: {STACK}",
    ),
    "name with capitals": (
        stacks(5, "5BB"),
        "blueprints.push-fold.stack_classes.5BB: found a name that is not of lower-case letters, "
        "digits, _ and -",
    ),
    "stack class named like a folder": (
        stacks(5, "bundle"),
        "blueprints.push-fold.stack_classes.bundle: name is a folder of the results; "
        "not one of ['audit', 'bundle']",
    ),
    "unknown abstraction": (
        lambda c: c["blueprints"]["6max-lite"].update(abstraction="other"),
        "blueprints.6max-lite.abstraction: found 'other'; allowed: null, or an entry of "
        "`abstractions`: percentile-50",
    ),
    "form of no abstraction": (
        lambda c: c["blueprints"]["push-fold"].update(bundle={"abstraction": "compressed"}),
        "blueprints.push-fold.bundle.abstraction: found 'compressed', but the blueprint has no "
        "abstraction; allowed: included (the default)",
    ),
    "bits between": (
        lambda c: c["blueprints"]["push-fold"].update(freeze={"bits": 6}),
        "blueprints.push-fold.freeze.bits: found 6; allowed: ",
    ),
    "unknown preset": (
        lambda c: c["blueprints"]["push-fold"]["game"].update(preset="seven-max"),
        "blueprints.push-fold.game.preset: found 'seven-max'; allowed: ",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refused_config_names_path_found_and_allowed(content: dict[str, Any], case: str) -> None:
    change, expected = REFUSALS[case]
    lines = refusal(content, change)
    assert any(line.startswith(expected) for line in lines), lines


def test_every_error_is_one_line(content: dict[str, Any]) -> None:
    lines = refusal(content, solver(seed=-1, iterations=0, deals_per_board=0))
    assert [line.split(":")[0] for line in lines] == [
        f"{SOLVER}.seed",
        f"{SOLVER}.iterations",
        f"{SOLVER}.deals_per_board",
    ]
