"""Tables and figures from artifacts: the preflop charts, the curves and the page of an audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from feltprint.artifacts import Artifact
from feltprint.audit_checks import CheckResult, Subject, first_in_nodes
from feltprint.evaluation import exact_values
from feltprint.figures import (
    GainPoints,
    NashConvCurve,
    Panel,
    PreflopChart,
    RootCurve,
    convergence_figure,
    preflop_figure,
    rule_graph_figure,
    size_figure,
)
from feltprint.root_curve import window_values
from feltprint.strategy import Strategy

SEAT_NAMES = {
    2: ("SB/BTN", "BB"),
    3: ("SB", "BB", "BTN"),
    4: ("SB", "BB", "CO", "BTN"),
    5: ("SB", "BB", "HJ", "CO", "BTN"),
    6: ("SB", "BB", "UTG", "HJ", "CO", "BTN"),
}
# A preflop tree of at most so many decision nodes is charted whole, else its first-in nodes.
WHOLE_TREE_CHARTS = 4

# The rules of the pipeline, left to right, and what flows between them, without the edges that
# follow from others; a test compares them with Snakemake's own rule graph.
RULE_COLUMNS = {
    "build_tables": 0,
    "build_abstraction": 0,
    "forecast_size": 0,
    "solve": 1,
    "freeze_policy": 2,
    "build_bundle": 3,
    "audit_blueprint": 4,
    "collect_manifest": 5,
}
RULE_EDGES = (
    ("build_tables", "audit_blueprint"),
    ("build_abstraction", "solve"),
    ("forecast_size", "solve"),
    ("solve", "freeze_policy"),
    ("freeze_policy", "build_bundle"),
    ("build_bundle", "audit_blueprint"),
    ("audit_blueprint", "collect_manifest"),
)


def preflop_charts(subject: Subject) -> list[PreflopChart]:
    """Charts of the nodes worth showing, in the order of the tree."""
    nodes = subject.solved_game.tree.nodes
    preflop = np.flatnonzero((nodes["kind"] == 0) & (nodes["street"] == 0))
    shown = preflop.tolist() if len(preflop) <= WHOLE_TREE_CHARTS else first_in_nodes(subject)
    strategy = Strategy(subject.solved_game, subject.table, subject.table)
    names = SEAT_NAMES[subject.solved_game.tree.num_players]
    return [
        PreflopChart(
            title=f"{subject.stack_class}: {names[int(nodes[node]['actor'])]} (node {node})",
            actions=action_names(subject, node),
            rows=strategy.node_rows(node),
        )
        for node in shown
    ]


def action_names(subject: Subject, node: int) -> list[str]:
    """Names of a node's actions: fold, check or call, raise to so many big blinds, all-in."""
    nodes = subject.solved_game.tree.nodes
    record = nodes[node]
    first = int(record["first_child"])
    names = []
    for child in nodes[first : first + int(record["num_actions"])]:
        kind = int(child["action"])
        to_bb = int(child["total_chips"]) / subject.big_blind
        names.append(("fold", "call", f"raise {to_bb:g} bb", "all-in")[kind])
    if "fold" not in names:
        names = ["check" if name == "call" else name for name in names]
    return names


def root_curve(subject: Subject, state: Artifact) -> RootCurve:
    """The curve of root values that the state carries; windows of one board are left out."""
    rows = state.arrays["root_curve"]
    rows = rows[rows[:, 1] >= 2]
    mean, error = window_values(rows)
    return RootCurve(
        title=f"{subject.stack_class}: root values of the current strategy, by window",
        iterations=rows[:, 0],
        means_bb=mean / subject.big_blind,
        errors_bb=error / subject.big_blind,
    )


def nash_conv_curve(subject: Subject, state: Artifact) -> NashConvCurve:
    """Exact NashConv of the average strategies that the state has kept."""
    assert subject.outcomes is not None
    iterations = state.arrays["root_curve"][:, 0]
    values = [
        subject.mbb(exact_values(subject.solved_game.tree, table, subject.outcomes).nash_conv)
        for table in state.arrays["strategy_snapshots"]
    ]
    return NashConvCurve(
        title=f"{subject.stack_class}: exact NashConv of the average strategy",
        iterations=iterations,
        nash_conv_mbb=np.array(values),
    )


def gain_points(subject: Subject, state: Artifact) -> GainPoints:
    """The gains that the solve has measured at its marks."""
    rows = state.arrays["gain_curve"]
    budget = state.meta["solver"]["gain"]["responder_iterations"]
    return GainPoints(
        title=f"{subject.stack_class}: gain of coarse responders, {budget:,} iterations",
        iterations=rows[:, 0],
        gains_mbb=1000.0 * rows[:, 1::2] / subject.big_blind,
        errors_mbb=1000.0 * rows[:, 2::2] / subject.big_blind,
    )


def _curves(subject: Subject, state: Artifact) -> list[Panel]:
    exact = subject.outcomes is not None and len(state.arrays["strategy_snapshots"]) > 0
    values: Panel = nash_conv_curve(subject, state) if exact else root_curve(subject, state)
    judged = len(state.arrays.get("gain_curve", ())) > 0
    return [values, gain_points(subject, state)] if judged else [values]


def audit_figures(
    subjects: Sequence[Subject],
    states: Mapping[str, Artifact],
    sizes: Mapping[str, Mapping[str, Any]],
) -> dict[str, str]:
    """All figures of an audit as SVG text, by name."""
    curves = [
        curve for subject in subjects for curve in _curves(subject, states[subject.stack_class])
    ]
    players = subjects[0].solved_game.tree.num_players
    charts = [preflop_charts(subject) for subject in subjects]
    return {
        "convergence": convergence_figure(curves, SEAT_NAMES[players]),
        "preflop": preflop_figure(
            [chart for group in charts for chart in group], columns=len(charts[0])
        ),
        "sizes": size_figure("Decision nodes by street", sizes),
        "rule_graph": rule_graph_figure(RULE_EDGES, RULE_COLUMNS),
    }


def audit_page(
    blueprint: str,
    version: str,
    results: Sequence[CheckResult],
    figures: Mapping[str, str],
    sizes: Mapping[str, Mapping[str, Any]],
    players: int,
) -> str:
    """The page ``audit.html``: self-contained, no script, nothing from the network."""
    environment = Environment(
        loader=PackageLoader("feltprint"), autoescape=False, undefined=StrictUndefined
    )
    zero_sum = [result for result in results if result.check == "zero_sum"]
    exact = [result for result in results if result.check == "nash_conv"]
    return environment.get_template("audit.html.j2").render(
        blueprint=blueprint,
        version=version,
        passed=all(result.passed for result in results),
        checks=[result.as_json() for result in results],
        boards=zero_sum[0].detail["boards"],
        seats=SEAT_NAMES[players],
        root_values=[
            {
                "stack_class": result.stack_class,
                "cells": [
                    {"mean": mean, "error": error}
                    for mean, error in zip(
                        result.detail["mean_mbb"],
                        result.detail["standard_error_mbb"],
                        strict=True,
                    )
                ],
            }
            for result in zero_sum
        ],
        exact_values=[
            {
                "stack_class": result.stack_class,
                "value": result.detail["value_mbb"][0],
                "nash_conv": result.value,
                "exploitability": result.detail["exploitability_mbb"],
            }
            for result in exact
        ],
        sizes=[{"stack_class": name, **size} for name, size in sizes.items()],
        figures=figures,
    )
