"""Figures as SVG text: preflop charts, convergence, sizes, abstractions, the rule graph.

The bytes depend on the data and on the version of matplotlib alone: no dates, no random ids, text
stays text.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle
from numpy.typing import NDArray

RANKS = "AKQJT98765432"
FOLD_COLOUR = "#7b9ccb"
CALL_COLOUR = "#7fbf7b"
RAISE_COLOURS = ("#f4a582", "#d6604d", "#b2182b", "#8c0d20")
ALL_IN_COLOUR = "#5b0a18"

SVG_DPI = 72  # what matplotlib writes SVG at; units of an SVG are points
_STYLE = {
    "svg.hashsalt": "feltprint",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
}


REPLAY_COLOURS = {
    "ok": "#228833", "offtree": "#66ccee", "capped": "#ccbb44", "no_node": "#bbbbbb",
    "desync": "#ee6677", "bad_input": "#aa3377",
}  # fmt: skip


def svg_text(draw: Callable[[Figure], None], width: float, height: float) -> str:
    """Draw on a figure of so many inches; the same data and matplotlib give the same text."""
    with matplotlib.rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(width, height), dpi=SVG_DPI, layout="constrained")
        FigureCanvasSVG(figure)  # what measures text during layout, as it will when it is written
        draw(figure)
        # savefig would draw everything a first time for the layout alone.
        if (engine := figure.get_layout_engine()) is not None:
            engine.execute(figure)
        figure.set_layout_engine("none")
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


@dataclass(frozen=True)
class PreflopChart:
    """One preflop node: a title, its actions, and rows [169, action] that each sum to 1."""

    title: str
    actions: Sequence[str]
    rows: NDArray[np.float64]


def preflop_figure(charts: Sequence[PreflopChart], columns: int) -> str:
    """13x13 charts side by side: pairs on the diagonal, suited above it; shares by colour."""
    lines = -(-len(charts) // columns)

    def draw(figure: Figure) -> None:
        for index, chart in enumerate(charts):
            _draw_chart(figure.add_subplot(lines, columns, index + 1), chart)

    return svg_text(draw, 3.3 * columns, 3.7 * lines)


def _draw_chart(axes: Axes, chart: PreflopChart) -> None:
    colours = action_colours(chart.actions)
    axes.set_title(chart.title, fontsize=9)
    axes.set_xlim(0, 13)
    axes.set_ylim(13, 0)
    axes.set_axis_off()
    axes.set_aspect("equal")
    boxes, fills = [], []
    for row in range(13):
        for column in range(13):
            left = float(column)
            for share, colour in zip(chart.rows[chart_class(row, column)], colours, strict=True):
                right = left + share
                if share > 0.002:
                    boxes.append([(left, row), (right, row), (right, row + 1), (left, row + 1)])
                    fills.append(colour)
                left = right
            suited = "s" if column > row else "o" if column < row else ""
            name = RANKS[min(row, column)] + RANKS[max(row, column)] + suited
            label = axes.text(column + 0.5, row + 0.53, name, ha="center", va="center", fontsize=5)
            label.set_in_layout(False)  # inside the chart: the layout need not measure it
    axes.add_collection(PolyCollection(boxes, facecolors=fills, lw=0), autolim=False)
    handles = [Rectangle((0, 0), 1, 1, color=colour) for colour in colours]
    axes.legend(
        handles, chart.actions, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=3, fontsize=6
    )


@dataclass(frozen=True)
class RootCurve:
    """Root values by window of iterations. Shape: means and errors [window, seat], in bb."""

    title: str
    iterations: NDArray[np.float64]
    means_bb: NDArray[np.float64]
    errors_bb: NDArray[np.float64]


@dataclass(frozen=True)
class NashConvCurve:
    """Exact NashConv of the average strategy by iterations, in mbb per hand."""

    title: str
    iterations: NDArray[np.float64]
    nash_conv_mbb: NDArray[np.float64]


@dataclass(frozen=True)
class GainPoints:
    """Gains of trained responders by iterations. Shape: gains and errors [mark, seat], in mbb."""

    title: str
    iterations: NDArray[np.float64]
    gains_mbb: NDArray[np.float64]
    errors_mbb: NDArray[np.float64]


Panel = RootCurve | NashConvCurve | GainPoints


def convergence_figure(curves: Sequence[Panel], seat_names: Sequence[str]) -> str:
    """One panel a curve, below one another."""

    def draw(figure: Figure) -> None:
        for index, curve in enumerate(curves):
            axes = figure.add_subplot(len(curves), 1, index + 1)
            axes.set_title(curve.title, fontsize=9)
            axes.set_xlabel("iterations")
            axes.grid(visible=True, lw=0.3)
            if isinstance(curve, NashConvCurve):
                _draw_nash_conv(axes, curve)
            elif isinstance(curve, GainPoints):
                _draw_by_seat(axes, curve.iterations, curve.gains_mbb, curve.errors_mbb, seat_names)
                axes.set_ylabel("responder's gain, mbb/hand (1 s.e.)")
            else:
                _draw_by_seat(axes, curve.iterations, curve.means_bb, curve.errors_bb, seat_names)
                axes.set_ylabel("root value, bb/hand (1 s.e.)")
            axes.legend(fontsize=7)

    return svg_text(draw, 7.0, 3.2 * len(curves))


def _draw_by_seat(
    axes: Axes,
    iterations: NDArray[np.float64],
    values: NDArray[np.float64],
    errors: NDArray[np.float64],
    seat_names: Sequence[str],
) -> None:
    for seat, name in enumerate(seat_names):
        axes.errorbar(
            iterations, values[:, seat], yerr=errors[:, seat], label=name, lw=1, ms=2, marker="o",
            capsize=1.5,
        )  # fmt: skip
    axes.set_xscale("log")


def _draw_nash_conv(axes: Axes, curve: NashConvCurve) -> None:
    axes.loglog(
        curve.iterations, curve.nash_conv_mbb, marker="o", ms=2, lw=1, label="average strategy"
    )
    guide = curve.nash_conv_mbb[0] * np.sqrt(curve.iterations[0] / curve.iterations)
    axes.loglog(curve.iterations, guide, ls="--", lw=0.8, color="#888888", label="1/sqrt(T)")
    axes.set_ylabel("NashConv, mbb/hand")


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

    return svg_text(draw, 6.4, 1.2 + 0.5 * len(sizes))


def abstraction_figure(title: str, streets: Mapping[str, Mapping[str, Any]]) -> str:
    """Mass, HS and spread of every bucket, a column a street (`abstraction_examination`)."""

    def draw(figure: Figure) -> None:
        figure.suptitle(title, fontsize=10)
        panels = figure.subplots(3, len(streets), squeeze=False)
        for column, (name, street) in enumerate(streets.items()):
            mass, strength, spread = panels[:, column]
            shares = np.array(street["mass"]) * len(street["mass"])
            places = np.arange(len(shares))
            mass.plot(places, shares, lw=0, marker=".", ms=2)
            mass.axhline(1.0, lw=0.6, color="#888888")
            mass.set_title(f"{name}: {len(shares)} buckets", fontsize=9)
            strength.errorbar(
                places, street["hs"]["mean"], yerr=street["hs"]["sd"], lw=0, elinewidth=0.4,
                marker=".", ms=2,
            )  # fmt: skip
            if isinstance(street["transitions"], Mapping):
                spread.plot(places, street["transitions"]["effective_next"], lw=0, marker=".", ms=2)
            else:
                spread.set_axis_off()
            spread.set_xlabel("bucket")
        for axes, label in zip(
            panels[:, 0], ("mass / equal share", "HS (1 s.d.)", "next buckets, effective"),
            strict=True,
        ):  # fmt: skip
            axes.set_ylabel(label)

    return svg_text(draw, 3.2 * len(streets), 7.0)


def replay_figure(title: str, report: Mapping[str, Any]) -> str:
    """Shares of the statuses, and probability of the actions taken, by street and seat."""

    def draw(figure: Figure) -> None:
        figure.suptitle(f"{title}: {report['decisions']:,} decisions", fontsize=10)
        panels = figure.subplots(2, 2, squeeze=False, sharey="row")
        for column, name in enumerate(("street", "seat")):
            groups: Mapping[str, Any] = report[f"by_{name}"]
            share, probability = panels[:, column]
            places, below = np.arange(len(groups)), np.zeros(len(groups))
            for status, colour in REPLAY_COLOURS.items():
                counts = np.array([group["status"][status] for group in groups.values()])
                totals = np.array([max(group["decisions"], 1) for group in groups.values()])
                share.bar(places, counts / totals, bottom=below, color=colour, label=status)
                below = below + counts / totals
            means = [group["mean_probability"] or 0.0 for group in groups.values()]
            probability.bar(places, means, color="#4477aa")
            for axes in (share, probability):
                axes.set_xticks(places, list(groups))
            probability.set_xlabel(name)
        panels[0, 0].set_ylabel("share of decisions")
        panels[1, 0].set_ylabel("mean probability of the action")
        panels[0, 1].legend(fontsize=7, loc="lower right")

    return svg_text(draw, 7.0, 5.6)


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

    return svg_text(
        draw, 1.25 * (max(columns.values()) + 1), 1.0 + 0.8 * max(map(len, stacked.values()))
    )
