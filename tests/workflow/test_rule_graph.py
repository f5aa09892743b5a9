"""The rule graph that the audit draws is the one that Snakemake has."""

from __future__ import annotations

import re

import pytest
from workspace import Workspace

from feltprint.report import RULE_COLUMNS, RULE_EDGES

pytestmark = pytest.mark.workflow

Edges = set[tuple[str, str]]
# The audit of a blueprint draws the way of a blueprint; the lab stands beside it.
LAB_RULES = {"run_lab_cell", "report_lab", "play_lab_tournament", "run_lab_ablations"}


def rule_edges(dot: str) -> Edges:
    """Edges of a graph in the dot language between the labels of its nodes."""
    names = dict(re.findall(r'^\s*(\d+)\s*\[label = "(\w+)"', dot, re.MULTILINE))
    pairs = re.findall(r"^\s*(\d+) -> (\d+)", dot, re.MULTILINE)
    return {(names[source], names[target]) for source, target in pairs}


def without_shortcuts(edges: Edges) -> Edges:
    """The edges that do not follow from a longer way."""

    def reaches(source: str, target: str, barred: tuple[str, str]) -> bool:
        steps = [b for a, b in edges if a == source and (a, b) != barred]
        return target in steps or any(reaches(step, target, barred) for step in steps)

    return {edge for edge in edges if not reaches(*edge, edge)}


def test_shortcuts_are_left_out() -> None:
    assert without_shortcuts({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}


@pytest.mark.slow
def test_drawn_rule_graph_is_that_of_the_workflow(workspace: Workspace) -> None:
    dot = workspace.snakemake("--rulegraph", "--cores", "1")
    every = {edge for edge in rule_edges(dot) if "all" not in edge}
    assert {source for source, _ in every} >= LAB_RULES
    edges = {edge for edge in every if not LAB_RULES & set(edge)}
    assert without_shortcuts(edges) == set(RULE_EDGES)
    assert {rule for edge in edges for rule in edge} == set(RULE_COLUMNS)
    assert all(RULE_COLUMNS[source] < RULE_COLUMNS[target] for source, target in edges)
