"""Audit a bundle: is it right, and how good is it? Writes ``audit.json``, figures and a page.

The subjects are the frozen policies of the bundle, as they are served. Everything written is
deterministic; a blueprint passes when every check passes and rejects its broken twin.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from feltprint.artifacts import open_artifact
from feltprint.audit_checks import (
    CheckResult,
    Subject,
    check_aces,
    check_nash_conv,
    check_rows,
    check_zero_sum,
)
from feltprint.audit_play import check_match, check_responders
from feltprint.bundle import Bundle
from feltprint.checkpoint import STATE_KIND
from feltprint.config.abstraction import FULL_DECK
from feltprint.config.audit import AuditConfig
from feltprint.evaluation import PairOutcomes
from feltprint.games import AnyGame, from_resolved
from feltprint.plain_files import replacing
from feltprint.policy import Policy
from feltprint.small_deck import SmallDeck
from feltprint.solved_game import SolvedGame
from feltprint.tables import open_preflop_equity

ProgressCallback = Callable[[int, int, dict[str, Any]], None]
FIGURES = ("convergence", "preflop", "sizes")


def audit_blueprint(
    bundle: Bundle,
    states: Mapping[str, Path],
    sizes: Mapping[str, Path],
    tables_dir: Path,
    out_dir: Path,
    config: AuditConfig,
    *,
    threads: int = 1,
    on_progress: ProgressCallback | None = None,
) -> bool:
    """Run every check on every stack class of a bundle; return whether all passed.

    Parameters
    ----------
    states, sizes
        Solver state and ``size.json`` of each stack class, by name.
    tables_dir
        Folder of the tables; the exact checks read the preflop equities.
    out_dir
        Gets ``audit.json``, ``audit.html`` and the figures as SVG.

    Raises
    ------
    ArtifactError
        When a file is damaged or does not belong to the bundle.
    """
    # lizard forgives: the parts of one audit, each named by its caller.
    subjects = [
        _subject(name, policy, bundle, tables_dir, config, threads)
        for name, policy in bundle.policies.items()
    ]
    with ThreadPoolExecutor(1) as artist:  # most of the checks' time is native
        drawn = artist.submit(_figures, subjects, bundle, states, sizes)
        if threads == 1:
            drawn.result()
        results = _run_checks(subjects, on_progress)
        figures, size_rows = drawn.result()
    passed = all(result.passed for result in results)
    document = {
        "blueprint": bundle.blueprint,
        "bundle_version": bundle.version,
        "passed": passed,
        "config": config.model_dump(mode="json"),
        "checks": [result.as_json() for result in results],
    }
    _write(out_dir / "audit.json", json.dumps(document, indent=1, sort_keys=True) + "\n")
    for name in FIGURES:
        _write(out_dir / f"{name}.svg", figures[name])
    players = subjects[0].solved_game.tree.num_players
    from feltprint.report import audit_page

    _write(
        out_dir / "audit.html",
        audit_page(bundle.blueprint, bundle.version, results, figures, size_rows, players),
    )
    return passed


def _run_checks(subjects: list[Subject], on_progress: ProgressCallback | None) -> list[CheckResult]:
    results = []
    work = [(check, subject) for subject in subjects for check in _checks(subject)]
    for done, (check, subject) in enumerate(work):
        if on_progress is not None:
            on_progress(
                done, len(work), {"check": check.__name__, "stack_class": subject.stack_class}
            )
        for result in check(subject):
            results.append(result)
            print(_line(result), flush=True)
    if on_progress is not None:
        on_progress(len(work), len(work), {})
    return results


def _checks(subject: Subject) -> list[Callable[[Subject], list[CheckResult]]]:
    """The checks that apply to a subject, cheapest first; some share their work."""
    exact = [check_nash_conv] if subject.outcomes is not None else []
    aces = [check_aces] if subject.ranges is None else []  # a range may leave them out
    return [check_rows, *aces, check_zero_sum, *exact, check_match, check_responders]


def _line(result: CheckResult) -> str:
    """One line of the log."""
    return (
        f"{'passed' if result.passed else 'FAILED'}  {result.stack_class}  {result.check}: "
        f"{result.value:.4g} {result.unit}, limit {result.limit:.4g}; broken twin "
        f"({result.control}): {result.control_value:.4g}"
    )


def _subject(
    name: str,
    policy: Policy,
    bundle: Bundle,
    tables_dir: Path,
    config: AuditConfig,
    threads: int,
) -> Subject:
    solved_game = SolvedGame.build(policy.game, bundle.abstraction)
    ranges = (policy.meta["solver"] or {}).get("ranges")
    # The exact outcomes are of all hands of a class.
    is_small = policy.tree.num_players == 2 and not any(policy.tree.size.decision_nodes[1:])
    exact = is_small and ranges is None
    return Subject(
        stack_class=name,
        solved_game=solved_game,
        fair=SolvedGame.build(_without_rake(policy.game), bundle.abstraction),
        prob=policy.prob,
        big_blind=policy.game.resolved["min_bet"],
        config=config,
        outcomes=_pair_outcomes(policy, tables_dir) if exact else None,
        threads=threads,
        ranges=None if ranges is None else tuple(ranges),
    )


def _pair_outcomes(policy: Policy, tables_dir: Path) -> PairOutcomes:
    deck = policy.tree.deck
    if deck == FULL_DECK:
        return PairOutcomes.preflop(**open_preflop_equity(tables_dir))
    return PairOutcomes.preflop(**SmallDeck(deck).pair_outcomes())


def _without_rake(game: AnyGame) -> AnyGame:
    """The same game without rake: the same tree, since no menu depends on the rake."""
    resolved = dict(game.resolved)
    resolved["rake"] = {**resolved["rake"], "rate_bp": 0}
    return from_resolved(resolved, game.name)


def _figures(
    subjects: list[Subject],
    bundle: Bundle,
    states: Mapping[str, Path],
    sizes: Mapping[str, Path],
) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    # Half of the time of a small audit is importing what draws: here it runs beside the checks.
    from feltprint.report import audit_figures

    opened = {name: open_artifact(path, STATE_KIND) for name, path in states.items()}
    rows = {}
    for subject in subjects:
        name = subject.stack_class
        subject.solved_game.require_same(opened[name])
        rows[name] = json.loads(sizes[name].read_text()) | {
            "iterations": opened[name].meta["iterations"],
            "policy_bytes": bundle.policies[name].path.stat().st_size,
        }
    return audit_figures(subjects, opened, rows), rows


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(text.encode("utf-8"))
