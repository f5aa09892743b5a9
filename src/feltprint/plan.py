"""The plan of a build: where each artifact lies, and what shapes it.

A rule of the workflow has one param: the canonical JSON of everything that shapes its output,
with the digest of the code that it runs. It is made here, so that a changed value or a rebuilt
module starts exactly the rules that it reaches. Methods that take `wildcards` are given to
Snakemake as functions; they read the attributes `blueprint`, `stack_class` and `abstraction`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from feltprint import _core, digests, games
from feltprint.artifacts import canonical_json
from feltprint.config import BlueprintConfig, RunConfig
from feltprint.errors import ConfigError
from feltprint.evaluation import Sampling
from feltprint.lab_plan import LabPlan

RESULTS = "results"
MAX_SPEC_BYTES = 64 << 10
# Bucket counts of a game without a decision after the preflop: the hand classes alone.
NO_ABSTRACTION = (169, 1, 1, 1)
# Threads that long work asks for; Snakemake gives no more than there are cores.
MOST_THREADS = 8
# Work of at most so many deals times seats times decision nodes takes one core a few seconds, as
# starting Python and drawing do: it is done on one core, beside other jobs.
SMALL_WORK = 20_000_000
MANIFEST_SIDECARS = ("tables/tables.sha256",)


class Plan:
    """What one checked config builds.

    Raises
    ------
    ConfigError
        When a game cannot be played with one of its stack classes, one line for each.
    """

    def __init__(self, run: RunConfig) -> None:
        self.run = run
        self.lab = LabPlan(run.lab, RESULTS, _spec)
        problems = [
            problem
            for name, blueprint in run.blueprints.items()
            for stack_class in blueprint.stack_classes
            if (problem := _problem(run, name, stack_class))
        ]
        problems += self.lab.problems()
        if problems:
            raise ConfigError("\n".join(problems))

    # Specs: the one param of each rule.

    def tables(self, wildcards: Any) -> str:
        """Param of build_tables."""
        return _spec("tables")

    def abstraction(self, wildcards: Any) -> str:
        """Param of build_abstraction."""
        config = self.run.abstractions[wildcards.abstraction]
        return _spec("abstraction", config=config.model_dump(mode="json"))

    def examination(self, wildcards: Any) -> str:
        """Param of examine_abstraction: the map carries its config."""
        return _spec("examination")

    def replay(self, wildcards: Any) -> str:
        """Param of replay_hands: bundle and hands are its inputs."""
        return _spec("replay")

    def size(self, wildcards: Any) -> str:
        """Param of forecast_size."""
        solver = self._blueprint(wildcards).solver
        gain = bool(solver.gain.marks)
        return _spec("tree", **self._game(wildcards), storage=solver.storage, gain=gain)

    def state(self, wildcards: Any) -> str:
        """Param of solve."""
        solver = self._blueprint(wildcards).solver.model_dump(mode="json")
        return _spec("solver", **self._game(wildcards), solver=solver)

    def policy(self, wildcards: Any) -> str:
        """Param of freeze_policy: the state carries its game."""
        options = self._blueprint(wildcards).freeze.model_dump(mode="json")
        return _spec("freeze", options=options)

    def bundle(self, wildcards: Any) -> str:
        """Param of build_bundle."""
        form = self._blueprint(wildcards).bundle.abstraction
        return _spec("bundle", stack_classes=self._classes(wildcards), abstraction_form=form)

    def audit(self, wildcards: Any) -> str:
        """Param of audit_blueprint."""
        config = self._blueprint(wildcards).audit.model_dump(mode="json")
        return _spec("audit", stack_classes=self._classes(wildcards), audit=config)

    def manifest(self, wildcards: Any) -> str:
        """Param of collect_manifest: the sidecar files that it gathers."""
        prefix = f"{RESULTS}/"
        names = [path.removeprefix(prefix) for path in self.sidecars(wildcards)]
        return _spec("manifest", sidecars=sorted(names))

    # Paths that depend on the config.

    def cards(self, wildcards: Any) -> list[str]:
        """The abstraction of a blueprint; empty for a game that needs none."""
        name = self._blueprint(wildcards).abstraction
        return [] if name is None else [f"{RESULTS}/abstractions/{name}.safetensors"]

    def policies(self, wildcards: Any) -> list[str]:
        """The policies of a blueprint, by the name of the stack class."""
        return self._of_classes(wildcards, "policy.safetensors.zst")

    def states(self, wildcards: Any) -> list[str]:
        """The solver states of a blueprint, by the name of the stack class."""
        return self._of_classes(wildcards, "state.safetensors")

    def sizes(self, wildcards: Any) -> list[str]:
        """The size forecasts of a blueprint, by the name of the stack class."""
        return self._of_classes(wildcards, "size.json")

    def forecasts(self, wildcards: Any) -> list[str]:
        """The size forecasts of a blueprint, by the name of the stack class."""
        return self._of_classes(wildcards, "size.json")

    def sidecars(self, wildcards: Any) -> list[str]:
        """The hash files of every artifact of the run."""
        paths = [f"{RESULTS}/{name}" for name in MANIFEST_SIDECARS]
        used = {b.abstraction for b in self.run.blueprints.values() if b.abstraction is not None}
        paths += [f"{RESULTS}/abstractions/{name}.sha256" for name in sorted(used)]
        for name, blueprint in self.run.blueprints.items():
            for stack_class in blueprint.stack_classes:
                folder = f"{RESULTS}/{name}/{stack_class}"
                paths += [f"{folder}/{part}.sha256" for part in ("size", "state", "policy")]
            paths += [f"{RESULTS}/{name}/{part}.sha256" for part in ("bundle", "audit")]
        return paths + self.lab.sidecars()

    # Resources: what cannot change a result.

    def memory_mb(self, wildcards: Any, input: Any) -> int:
        """Memory of a solve in MB, from its forecast; unknown until that is made."""
        return int(json.loads(Path(input.forecast).read_text())["solve_bytes"] // 10**6 + 1)

    def solve_threads(self, wildcards: Any) -> int:
        """Threads of a solve and of freezing it: one where its tree and its budget are small."""
        solver = self._blueprint(wildcards).solver
        trained = len(solver.gain.marks) * solver.gain.responder_iterations
        return self._threads(wildcards, [wildcards.stack_class], solver.iterations + trained)

    def audit_threads(self, wildcards: Any) -> int:
        """Threads of an audit: one where its judges have little to learn and to play."""
        budget = self._blueprint(wildcards).audit
        deals = budget.responder_iterations + Sampling.deals_per_board * budget.evaluation_boards
        return self._threads(wildcards, self._classes(wildcards), deals)

    def _threads(self, wildcards: Any, classes: list[str], deals: int) -> int:
        """By the forecasts; as for long work until all are made, which Snakemake asks before."""
        work = 0
        for name in classes:
            try:
                text = Path(f"{RESULTS}/{wildcards.blueprint}/{name}/size.json").read_text()
            except FileNotFoundError:
                return MOST_THREADS
            size = json.loads(text)
            work += deals * size["players"] * sum(size["decision_nodes"])
        return 1 if work <= SMALL_WORK else MOST_THREADS

    def memory_limit_mb(self) -> int:
        """The most memory that a solve may be forecast to take, in MB."""
        if self.run.run.memory_limit_gb is not None:
            return int(self.run.run.memory_limit_gb * 1000)
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return int(physical * 3 // 4 // 10**6)

    def _blueprint(self, wildcards: Any) -> BlueprintConfig:
        return self.run.blueprints[wildcards.blueprint]

    def _game(self, wildcards: Any) -> dict[str, Any]:
        blueprint = self._blueprint(wildcards)
        game = games.from_config(blueprint.game, blueprint.stack_classes[wildcards.stack_class])
        return {"game": game.resolved, "num_buckets": self._num_buckets(blueprint)}

    def _classes(self, wildcards: Any) -> list[str]:
        return sorted(self._blueprint(wildcards).stack_classes)

    def _num_buckets(self, blueprint: BlueprintConfig) -> list[int]:
        if blueprint.abstraction is None:
            return list(NO_ABSTRACTION)
        return list(self.run.abstractions[blueprint.abstraction].num_buckets)

    def _of_classes(self, wildcards: Any, name: str) -> list[str]:
        return [f"{RESULTS}/{wildcards.blueprint}/{key}/{name}" for key in self._classes(wildcards)]


def checkpoint_key(spec: Mapping[str, Any], input_hashes: Iterable[str]) -> str:
    """The name of the checkpoint folder of a solve: all that shapes its state but the budget.

    A changed config starts afresh beside the old folder; a raised budget goes on from it.
    """
    solver = {name: value for name, value in spec["solver"].items() if name != "iterations"}
    return spec_key({**spec, "solver": solver, "inputs": list(input_hashes)})


def spec_key(spec: Mapping[str, Any]) -> str:
    """A name for what a spec shapes: other values, or other code, give another."""
    return hashlib.sha256(canonical_json(spec).encode()).hexdigest()[:32]


def check_installed(root: Path) -> None:
    """Refuse to plan a build with an installed package that is older than its sources.

    Raises
    ------
    ConfigError
        When native/ or src/ beside the Snakefile differs from what is installed. A folder
        without sources (a workflow made by `feltprint init`) has nothing to compare.
    """
    native, package = root / "native", root / "src" / "feltprint"
    if native.is_dir():
        stale = digests.stale_components(native, _core.component_digests())
        if stale:
            raise ConfigError(
                f"the installed native module is older than {native.name}/ (components: "
                f"{', '.join(stale)}); run `make`, or `pip install .`"
            )
    installed = Path(__file__).resolve().parent
    if package.is_dir() and package.resolve() != installed:
        changed = [
            path.relative_to(package).as_posix()
            for path in sorted(package.rglob("*.py"))
            if not _same_bytes(path, installed / path.relative_to(package))
        ]
        if changed:
            raise ConfigError(
                f"the installed package is older than src/ ({', '.join(changed[:5])}); "
                "run `make`, or `pip install .`"
            )


def _same_bytes(left: Path, right: Path) -> bool:
    return right.is_file() and left.read_bytes() == right.read_bytes()


def _problem(run: RunConfig, name: str, stack_class: str) -> str:
    """Say why a blueprint cannot be built for a stack class; empty when it can."""
    blueprint = run.blueprints[name]
    try:
        game = games.from_config(blueprint.game, blueprint.stack_classes[stack_class])
    except ConfigError as error:
        return f"blueprints.{name}.stack_classes.{stack_class}: {error}"
    ranges = blueprint.solver.ranges
    if ranges is not None and len(ranges) != len(game.stacks):
        return (
            f"blueprints.{name}.solver.ranges: found {len(ranges)} ranges; the game of stack class "
            f"{stack_class} has {len(game.stacks)} seats; allowed: one range a seat"
        )
    if blueprint.abstraction is None:
        later = sum(games.tree_size(game, NO_ABSTRACTION).decision_nodes[1:])
        if later:
            return (
                f"blueprints.{name}.abstraction: found null; the game of stack class "
                f"{stack_class} has {later:,} decisions after the preflop; allowed: an entry of "
                "`abstractions`"
            )
    elif (deck := run.abstractions[blueprint.abstraction].deck) != game.deck:
        return (
            f"blueprints.{name}.abstraction: {blueprint.abstraction} is for a deck of {deck}; "
            f"the game has {game.deck} cards; allowed: an entry of `abstractions` with that deck"
        )
    return ""


def _spec(component: str, **content: Any) -> str:
    spec: Mapping[str, Any] = {
        "component": component,
        "digest": digests.component(component),
        **content,
    }
    text = canonical_json(spec)
    if len(text) > MAX_SPEC_BYTES:
        raise ConfigError(
            f"the description of one job takes {len(text)} bytes; the limit is {MAX_SPEC_BYTES}; "
            "split the config into several"
        )
    return text
