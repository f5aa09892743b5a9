"""Figures of the audit as SVG text: preflop charts, convergence, sizes, the rule graph.

The bytes depend on the data and on the version of matplotlib alone: no dates, no random ids, text
stays text.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle
from numpy.typing import NDArray

RANKS = "AKQJT98765432"
FOLD_COLOUR = "#7b9ccb"
CALL_COLOUR = "#7fbf7b"
RAISE_COLOURS = ("#f4a582", "#d6604d", "#b2182b", "#8c0d20")
ALL_IN_COLOUR = "#5b0a18"

_STYLE = {
    "svg.hashsalt": "feltprint",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
}


def _svg(draw: Callable[[Figure], None], width: float, height: float) -> str:
    with matplotlib.rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def action_colours(actions: Sequence[str]) -> list[str]:
    """One colour an action name: fold, call or check, raises from light to dark, all-in."""
    raises = [name for name in actions if name.startswith(("raise", "bet"))]
    colours = []
    for name in actions:
        if name == "fold":
            colours.append(FOLD_COLOUR)
        elif name in ("call", "check"):
            colours.append(CALL_COLOUR)
        elif name == "all-in":
            colours.append(ALL_IN_COLOUR)
        else:
            colours.append(RAISE_COLOURS[min(raises.index(name), len(RAISE_COLOURS) - 1)])
    return colours


def chart_class(row: int, column: int) -> int:
    """Preflop class of a cell of the 13x13 chart: pairs on the diagonal, suited above it."""
    high, low = 12 - min(row, column), 12 - max(row, column)
    if high == low:
        return 12 - high
    before = sum(12 - i for i in range(12 - high))  # classes with a higher high card
    return (13 if column > row else 91) + before + (high - 1 - low)


def preflop_chart(title: str, actions: Sequence[str], rows: NDArray[np.float64]) -> str:
    """The 13x13 chart of one preflop node. Shape: rows [169, action], each summing to 1."""
    colours = action_colours(actions)

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.set_title(title, fontsize=10)
        axes.set_xlim(0, 13)
        axes.set_ylim(13, 0)
        axes.set_axis_off()
        axes.set_aspect("equal")
        for row in range(13):
            for column in range(13):
                left = float(column)
                for share, colour in zip(rows[chart_class(row, column)], colours, strict=True):
                    if share > 0.002:
                        axes.add_patch(Rectangle((left, row), share, 1, color=colour, lw=0))
                    left += share
                suited = "s" if column > row else "o" if column < row else ""
                name = RANKS[min(row, column)] + RANKS[max(row, column)] + suited
                axes.text(column + 0.5, row + 0.53, name, ha="center", va="center", fontsize=5.5)
        handles = [Rectangle((0, 0), 1, 1, color=colour) for colour in colours]
        figure.legend(handles, actions, loc="outside lower center", ncols=5, fontsize=7)

    return _svg(draw, 3.9, 4.2)


def root_value_figure(
    title: str,
    iterations: NDArray[np.float64],
    means_bb: NDArray[np.float64],
    errors_bb: NDArray[np.float64],
    seat_names: Sequence[str],
) -> str:
    """Root value of each seat by window of iterations. Shape: means, errors [window, seat]; bb."""

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for seat, name in enumerate(seat_names):
            axes.errorbar(
                iterations, means_bb[:, seat], yerr=errors_bb[:, seat], label=name, lw=1, ms=2,
                marker="o", capsize=1.5,
            )  # fmt: skip
        axes.set_xscale("log")
        axes.set_xlabel("iterations at the end of the window")
        axes.set_ylabel("root value of the current strategy, bb per hand (bars: 1 s.e.)")
        axes.set_title(title, fontsize=10)
        axes.grid(visible=True, lw=0.3)
        axes.legend(fontsize=7)

    return _svg(draw, 6.4, 4.0)


def nash_conv_figure(
    title: str, iterations: NDArray[np.float64], nash_conv_mbb: NDArray[np.float64]
) -> str:
    """Exact NashConv of the average strategy against iterations, log-log, with 1/sqrt(T)."""

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.loglog(iterations, nash_conv_mbb, marker="o", ms=2, lw=1, label="average strategy")
        guide = nash_conv_mbb[0] * np.sqrt(iterations[0] / iterations)
        axes.loglog(iterations, guide, ls="--", lw=0.8, color="#888888", label="1/sqrt(T)")
        axes.set_xlabel("iterations")
        axes.set_ylabel("NashConv, mbb per hand")
        axes.set_title(title, fontsize=10)
        axes.grid(visible=True, which="both", lw=0.3)
        axes.legend(fontsize=7)

    return _svg(draw, 6.4, 3.6)


def size_figure(title: str, sizes: Mapping[str, Mapping[str, Any]]) -> str:
    """Decision nodes per street of each stack class, as stacked bars."""
    streets = ("preflop", "flop", "turn", "river")

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        left = np.zeros(len(sizes))
        for street, name in enumerate(streets):
            width = np.array([size["decision_nodes"][street] for size in sizes.values()])
            axes.barh(list(sizes), width, left=left, label=name, height=0.6)
            left = left + width
        axes.set_xlabel("decision nodes")
        axes.set_title(title, fontsize=10)
        axes.legend(fontsize=7)

    return _svg(draw, 6.4, 1.2 + 0.5 * len(sizes))


def rule_graph_figure(edges: Sequence[tuple[str, str]], columns: Mapping[str, int]) -> str:
    """The rules of the pipeline and what flows between them, left to right.

    ``columns`` gives each rule's column; rules of one column stand below one another.
    """
    stacked: dict[int, list[str]] = {}
    for rule, column in columns.items():
        stacked.setdefault(column, []).append(rule)
    place = {
        rule: (column, -(index - (len(rules) - 1) / 2))
        for column, rules in stacked.items()
        for index, rule in enumerate(rules)
    }

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_xlim(-0.6, max(columns.values()) + 0.6)
        deepest = max(len(rules) for rules in stacked.values())
        axes.set_ylim(-deepest / 2 - 0.1, deepest / 2 + 0.1)
        for source, target in edges:
            (x0, y0), (x1, y1) = place[source], place[target]
            axes.annotate(
                "", (x1 - 0.42, y1), (x0 + 0.42, y0),
                arrowprops={"arrowstyle": "->", "lw": 0.8, "color": "#555555"},
            )  # fmt: skip
        for rule, (x, y) in place.items():
            axes.add_patch(
                FancyBboxPatch(
                    (x - 0.4, y - 0.2), 0.8, 0.4, boxstyle="round,pad=0.02", fc="#eef3fa",
                    ec="#4a6fa5", lw=0.8,
                )
            )  # fmt: skip
            axes.text(x, y, rule.replace("_", "\n"), ha="center", va="center", fontsize=6.5)

    return _svg(draw, 1.25 * (max(columns.values()) + 1), 1.0 + 0.8 * max(map(len, stacked.values())))
