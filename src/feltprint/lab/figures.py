"""Figures of the lab as SVG text: convergence by iterations and by CPU time, ablations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from feltprint.figures import svg_text
from feltprint.lab.ablations import Ablation

WIDTH, HEIGHT = 7.0, 4.6
# Below this, rounding decides: curves end there instead of falling to the noise.
SMALLEST = 1e-16


def convergence_figure(runs: Sequence[Mapping[str, Any]]) -> str:
    """Exploitability of the average strategies by iterations, log-log, with a 1/sqrt(T) line."""
    curves = [
        (_label(run), [p["iteration"] for p in run["curve"]], _exploitabilities(run))
        for run in runs
    ]
    return _figure(runs[0]["game"], curves, "iterations")


def cpu_figure(runs: Sequence[Mapping[str, Any]], seconds: Sequence[Sequence[float]]) -> str:
    """Exploitability of the average strategies by CPU time, log-log."""
    curves = [
        (_label(run), list(times), _exploitabilities(run))
        for run, times in zip(runs, seconds, strict=True)
    ]
    return _figure(runs[0]["game"], curves, "CPU time, s")


def ablation_figure(ablation: Ablation) -> str:
    """The curves of one ablation, log-log."""

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for curve in ablation.curves:
            _line(axes, curve.label, curve.iterations, curve.exploitability)
        _finish(axes, "iterations", "exploitability, chips", ablation.question)

    return svg_text(draw, WIDTH, HEIGHT)


def _figure(
    game: Mapping[str, Any],
    curves: Sequence[tuple[str, Sequence[float], Sequence[float]]],
    along: str,
) -> str:
    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for label, x, y in curves:
            _line(axes, label, x, y)
        _guide(axes, curves)
        _finish(axes, along, f"exploitability, {game['unit']}", f"{game['name']}: average strategy")

    return svg_text(draw, WIDTH, HEIGHT)


def _guide(axes: Axes, curves: Sequence[tuple[str, Sequence[float], Sequence[float]]]) -> None:
    """1/sqrt(x) from the first point of the first curve with a positive place."""
    for _, x, y in curves:
        points = [(a, b) for a, b in zip(x, y, strict=True) if a > 0.0 and b > 0.0]
        if len(points) > 1:
            (start, level), end = points[0], points[-1][0]
            along = np.array([start, end])
            axes.loglog(
                along, level * np.sqrt(start / along), ls="--", lw=0.8, color="#888888",
                label="1/sqrt(T)",
            )  # fmt: skip
            return


def _line(axes: Axes, label: str, x: Sequence[float], y: Sequence[float]) -> None:
    kept = [(a, b) for a, b in zip(x, y, strict=True) if a > 0.0 and b > SMALLEST]
    axes.loglog([a for a, _ in kept], [b for _, b in kept], lw=1.1, label=label)


def _finish(axes: Axes, along: str, upward: str, title: str) -> None:
    axes.set_xlabel(along)
    axes.set_ylabel(upward)
    axes.set_title(title, fontsize=9)
    axes.grid(visible=True, which="major", lw=0.3)
    axes.legend(fontsize=7)


def _label(run: Mapping[str, Any]) -> str:
    name: str = run["algorithm"]
    return name if run["seed"] is None else f"{name}, seed {run['seed']}"


def _exploitabilities(run: Mapping[str, Any]) -> list[float]:
    return [point["exploitability"] for point in run["curve"]]
