"""What each command does: read the arguments, call the package, print.

A command returns its exit code: 0 done, 1 failed (a check, a comparison), 75 stopped early with
everything kept. With `--json` a command prints JSON for programs.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from feltprint import (
    abstraction_examination,
    arena,
    config,
    forecast,
    freezing,
    games,
    manifest,
    step,
)
from feltprint import bundle as bundles
from feltprint.abstraction import CardAbstraction
from feltprint.adapters import json_lines
from feltprint.cards import hand_id, preflop_class, preflop_class_name
from feltprint.config import SolverConfig
from feltprint.errors import ArtifactError, ConfigError
from feltprint.gain_curve import big_blind
from feltprint.plan import NO_ABSTRACTION
from feltprint.progress import Progress
from feltprint.replay import replay as replay_hands
from feltprint.solver import DRIFT_OF, solve_to_state

TEMPLATE = Path(__file__).parent / "template"


def abstraction(args: argparse.Namespace) -> int:
    """Build a card abstraction."""
    with Progress("abstraction", sys.stderr, seconds=args.progress) as progress:
        cards = CardAbstraction.build(
            kind=args.kind[0] if len(args.kind) == 1 else args.kind,
            buckets=args.buckets,
            threads=args.threads,
            on_progress=progress,
            checkpoint=args.checkpoint,
            **args.options,
        )
    sha256 = cards.save(args.out)
    report = {
        "path": str(args.out),
        "sha256": sha256,
        "quality": cards.quality_report(args.threads),
    }
    _show(args, report, f"{args.out}: {cards.num_buckets} buckets, sha256 {sha256}")
    return 0


def examine(args: argparse.Namespace) -> int:
    """Examine a card abstraction: what its buckets hold, and what its kinds promise."""
    found = abstraction_examination.examine(CardAbstraction.open(args.cards), args.threads)
    if args.figure is not None:
        from feltprint.figures import abstraction_figure

        args.figure.write_text(abstraction_figure(args.cards.stem, found["streets"]))
    lines = [
        f"{'passed' if check['passed'] else 'FAILED'}  {check['name']}: {check['detail']}"
        for check in found["checks"]
    ]
    _show(args, found, "\n".join(lines))
    return 0 if found["passed"] else step.EXIT_FAILED


def size(args: argparse.Namespace) -> int:
    """Forecast the tree, the tables, memory and disk of a solve."""
    buckets = (169, *args.buckets) if args.buckets else NO_ABSTRACTION
    limit_mb = None if args.memory_limit_gb is None else round(args.memory_limit_gb * 1000)
    content = forecast.forecast(game_of(args), buckets, limit_mb)
    _show(args, content, forecast.table(content))
    return 0


def solve(args: argparse.Namespace) -> int:
    """Solve one game, from its checkpoint if there is one."""
    solver = SolverConfig(seed=args.seed, iterations=args.iterations)
    args.checkpoints.mkdir(parents=True, exist_ok=True)
    history = args.checkpoints / "progress.jsonl"
    with Progress(
        "solve", sys.stderr, seconds=args.progress, path=history, drift_of=DRIFT_OF
    ) as progress:
        outcome = solve_to_state(
            game_of(args),
            CardAbstraction.open(args.cards) if args.cards else None,
            solver,
            checkpoint_dir=args.checkpoints,
            state_path=args.out,
            threads=args.threads,
            on_progress=progress,
            stop_requested=step.StopOnSignal(),
        )
    _show(args, asdict(outcome), f"{outcome.iterations:,} iterations done")
    return 0 if outcome.finished else step.EXIT_AGAIN


def freeze_state(args: argparse.Namespace) -> int:
    """Freeze the average strategy of a state into a policy."""
    options = freezing.FreezeOptions(args.bits, args.threshold, args.purify)
    report = freezing.freeze_policy(args.state, args.out, options, threads=args.threads)
    _show(args, report, f"{args.out}: payload sha256 {report['payload_sha256']}")
    return 0


def bundle(args: argparse.Namespace) -> int:
    """Bundle policies with their card abstraction."""
    content = bundles.build_bundle(
        args.out, args.name, dict(args.policy), args.cards, args.abstraction
    )
    _show(args, content, f"{args.out}: version {content['version']}")
    return 0


def explain(args: argparse.Namespace) -> int:
    """Tell what became of each bet size that the menu asks for."""
    lines = [
        {
            "requested": line.requested,
            "outcome": line.outcome.name,
            "to": line.to,
            "reason": line.reason,
        }
        for line in games.explain(game_of(args), args.history)
    ]
    text = "\n".join(
        f"{line['requested']:>16}  {line['outcome']:<15} to {line['to']:>8}  {line['reason']}"
        for line in lines
    )
    _show(args, lines, text)
    return 0


def act(args: argparse.Namespace) -> int:
    """Answer decisions: JSON lines in, JSON lines out, in the same order."""
    opened = bundles.Bundle.open(args.bundle, abstraction=args.cards)
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            request = json.loads(line)
            row, uniform = json_lines.row(request)
        except (ConfigError, json.JSONDecodeError) as error:
            raise ConfigError(f"line {number}: {error}") from error
        record = opened.act(row, np.array([uniform]))[0]
        reply = json_lines.answer(record, opened.stack_classes, request)
        print(json.dumps(reply), flush=True)
    return 0


def strategy(args: argparse.Namespace) -> int:
    """Show the strategy at a node: of every hand class or bucket, or of one hand."""
    opened = bundles.Bundle.open(args.bundle, abstraction=args.cards)
    policy = opened.policies.get(args.stack_class)
    if policy is None:
        raise ConfigError(f"no stack class {args.stack_class!r}; it has {opened.stack_classes}")
    node = games.node(policy.tree, args.history)
    rows = policy.node(node)
    names = [str(bucket) for bucket in range(len(rows))]
    if policy.tree.nodes[node]["street"] == 0:
        names = [preflop_class_name(bucket) for bucket in range(len(rows))]
    if args.hand:
        chosen = _bucket(opened, args.hand, args.board, names)
        rows, names = rows[chosen : chosen + 1], names[chosen : chosen + 1]
    actions = _action_names(policy.tree, node)
    content = {
        name: dict(zip(actions, row, strict=True))
        for name, row in zip(names, rows.tolist(), strict=True)
    }
    text = "\n".join(
        [" " * 6 + "".join(f"{action:>10}" for action in actions)]
        + [
            f"{name:>6}" + "".join(f"{value:10.3f}" for value in row.values())
            for name, row in content.items()
        ]
    )
    _show(args, content, text)
    return 0


def verify(args: argparse.Namespace) -> int:
    """Check every hash of a results folder or of a bundle."""
    manifest_path = args.folder / manifest.MANIFEST_NAME
    if not manifest_path.is_file():
        raise ArtifactError(f"{manifest_path}: missing; expected a results folder or a bundle")
    if json.loads(manifest_path.read_text()).get("kind") == "bundle":
        opened = bundles.Bundle.open(args.folder, cache=None, abstraction=args.cards)
        opened.verify()
        _show(args, {"differences": []}, f"{args.folder}: whole; version {opened.version}")
        return 0
    differences = manifest.verify(args.folder)
    content = [{"path": d.path, "kind": d.kind, "detail": d.detail} for d in differences]
    text = "\n".join(str(difference) for difference in differences)
    _show(args, {"differences": content}, text or f"{args.folder}: every file is as built")
    return step.EXIT_FAILED if differences else 0


def replay(args: argparse.Namespace) -> int:
    """Ask a bundle about every decision of recorded hands."""
    opened = bundles.Bundle.open(args.bundle, abstraction=args.cards)
    with Progress("replay", sys.stderr, seconds=args.progress) as progress:
        report = replay_hands(opened, args.hands, max_hands=args.max_hands, on_progress=progress)
    text = "\n".join(f"{key}: {report[key]}" for key in ("hands", "decisions", "hidden", "status"))
    _show(args, report, text)
    return 0


def match(args: argparse.Namespace) -> int:
    """Play a duplicate match between the policies of two bundles, seat by seat."""
    ours, others = (
        arena.strategy_of(bundles.Bundle.open(path), args.stack_class)
        for path in (args.bundle, args.others)
    )
    result = arena.match(ours, others, args.deals, args.seed, threads=args.threads)
    mbb = 1000.0 / big_blind(ours.solved_game)
    content = {
        "edge_mbb": result.edge * mbb,
        "standard_error_mbb": result.standard_error * mbb,
        "seats": [
            {"edge_mbb": edge * mbb, "standard_error_mbb": error * mbb}
            for edge, error in result.edges
        ],
    }
    lines = [
        f"seat {seat}: {edge * mbb:+.2f} +- {error * mbb:.2f} mbb/hand"
        for seat, (edge, error) in enumerate(result.edges)
    ]
    whole = f"all seats: {result.edge * mbb:+.2f} +- {result.standard_error * mbb:.2f} mbb/hand"
    _show(args, content, "\n".join([*lines, whole]))
    return 0


def init(args: argparse.Namespace) -> int:
    """Copy the workflow into a new folder."""
    if args.folder.exists() and any(args.folder.iterdir()):
        raise ConfigError(f"{args.folder}: expected a new or empty folder; choose another name")
    if not TEMPLATE.is_dir():
        raise ArtifactError(f"{TEMPLATE}: missing; install the package with pip first")
    shutil.copytree(TEMPLATE, args.folder, dirs_exist_ok=True)
    print(f"{args.folder}: next, edit config.yaml and run `snakemake --cores all` there")
    return 0


def game_of(args: argparse.Namespace) -> games.Game:
    """The game that the arguments name: of a config file, or a preset with stacks."""
    if args.config is None:
        if args.preset is None or not args.stacks:
            raise ConfigError("expected --preset and --stacks, or --config")
        stacks = args.stacks if len(args.stacks) > 1 else args.stacks[0]
        return games.preset(args.preset, stacks, args.rules)
    run = config.load(yaml.safe_load(args.config.read_text()))
    blueprint = _entry(run.blueprints, args.blueprint, "--blueprint")
    stacks = _entry(blueprint.stack_classes, args.stack_class, "--stack-class")
    return games.from_config(blueprint.game, stacks)


def _entry(entries: Mapping[str, Any], name: str | None, option: str) -> Any:
    if name is None or name not in entries:
        raise ConfigError(f"{option}: found {name}; allowed: {', '.join(entries)}")
    return entries[name]


def _bucket(opened: bundles.Bundle, hand: str, board: str, names: list[str]) -> int:
    if not board:
        return preflop_class(hand)
    if opened.abstraction is None:
        raise ConfigError("this bundle has no card abstraction: there is nothing after the flop")
    bucket = int(opened.abstraction.buckets(board)[hand_id(hand)])
    if not 0 <= bucket < len(names):
        raise ConfigError(f"hand {hand} shares a card with the board {board}")
    return bucket


def _action_names(tree: Any, node: int) -> list[str]:
    record = tree.nodes[node]
    children = range(record["first_child"], record["first_child"] + record["num_actions"])
    return [games.history(tree, child)[-1] for child in children]


def _show(args: argparse.Namespace, content: object, text: str) -> None:
    print(json.dumps(content, indent=1) if args.json else text)
