"""What the workflow runs of the lab: one cell of the matrix, one report a game, the ablations.

A cell is one algorithm on one game (with one seed where it is sampled). Its artifact is the run as
JSON; CPU times go to a file of their own, outside of the fingerprint of the build.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from feltprint.lab import ablations
from feltprint.lab.convergence import ConvergenceRun, RunOptions, marks_until, solve
from feltprint.lab.csv_tables import curve_rows, strategy_rows, write_csv
from feltprint.lab.games import game as make_game
from feltprint.lab.sampled import SCHEMES
from feltprint.lab.targets import depths_of
from feltprint.lab.tournament import tournament
from feltprint.plain_files import replacing
from feltprint.progress import OnProgress

# Entries above which a game is not solved by linear programming in a build.
MAX_LINEAR_PROGRAM_ENTRIES = 5_000
# The linear program is solved by a library whose last bits differ between machines.
VALUE_DIGITS = 9
TOURNAMENT_ITERATIONS = 10_000
TOURNAMENT_ALGORITHM = "sapcfr+"


def run_cell(spec: Mapping[str, Any], on_progress: OnProgress | None = None) -> ConvergenceRun:
    """One run of the matrix. `spec`: game, options, algorithm, seed, iterations, .. (plan.py)."""
    algorithm = spec["algorithm"]
    sampled = algorithm in SCHEMES
    budgets = [depth.iterations for depth in depths_of(spec["game"], bool(spec["options"]))]
    return solve(
        make_game(spec["game"], **spec["options"]),
        algorithm,
        spec["iterations"],
        RunOptions(
            seed=spec["seed"] if sampled else 1,
            marks=[*marks_until(spec["iterations"], spec["points_per_decade"]), *budgets],
            snapshots=() if sampled else spec["snapshots"],
        ),
        on_progress,
    )


def write_json(path: Path, content: object) -> None:
    """Compact JSON, the same for the same content, written atomically."""
    text = json.dumps(content, sort_keys=True, allow_nan=False, separators=(",", ":")) + "\n"
    with replacing(path) as file:
        file.write(text.encode())


def report(spec: Mapping[str, Any], runs: Sequence[Mapping[str, Any]], folder: Path) -> list[Path]:
    """Figure, table and curves of one game, and its exact value; returns the files."""
    from feltprint.lab import figures

    content = summary(spec, runs)
    write_json(folder / "summary.json", content)
    _write_text(folder / "summary.md", table_text(content))
    write_csv(folder / "curves.csv", curve_rows(runs))
    write_csv(folder / "strategies.csv", strategy_rows(runs))
    _write_text(folder / "convergence.svg", figures.convergence_figure(runs))
    names = ("convergence.svg", "curves.csv", "strategies.csv", "summary.json", "summary.md")
    return [folder / name for name in names]


def summary(spec: Mapping[str, Any], runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The table of a game: final figures and the first iteration below each threshold."""
    game = make_game(spec["game"], **spec["options"])
    content: dict[str, Any] = {
        "format": 1,
        "kind": "lab_summary",
        "game": runs[0]["game"],
        "thresholds": list(spec["thresholds"]),
        "runs": [_summary_row(run, spec["thresholds"]) for run in runs],
        "depths": _depth_rows(spec, runs),
        "value": None,
    }
    small = game.num_entries <= MAX_LINEAR_PROGRAM_ENTRIES
    if game.num_players == 2 and game.extensive is not None and small:
        from feltprint.lab.linear_program import solve_linear_program

        content["value"] = f"{solve_linear_program(game).value:.{VALUE_DIGITS}f}"
    return content


def _summary_row(run: Mapping[str, Any], thresholds: Iterable[float]) -> dict[str, Any]:
    final = run["final"]
    return {
        "algorithm": run["algorithm"],
        "seed": run["seed"],
        "iterations": run["iterations"],
        "exploitability": final["exploitability"],
        "nash_conv": final["nash_conv"],
        "value": final["value"][0],
        "last_iterate_exploitability": run["curve"][-1].get("last_iterate_exploitability"),
        "first_below": {f"{t:g}": _first_below(run, t) for t in thresholds},
    }


def _first_below(run: Mapping[str, Any], threshold: float) -> int | None:
    below = (p["iteration"] for p in run["curve"] if p["exploitability"] < threshold)
    return next(below, None)


def _depth_rows(spec: Mapping[str, Any], runs: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each depth of the game: its target, and the run of the matrix that got there first."""
    rows = []
    for depth in depths_of(spec["game"], bool(spec["options"])):
        reached = [(_first_below(run, depth.exploitability), run["algorithm"]) for run in runs]
        found = [(first, name) for first, name in reached if first is not None]
        first, algorithm = min(found, default=(None, None))
        rows.append(
            {
                "exploitability": depth.exploitability,
                "target": depth.iterations,
                "configuration": depth.name,
                "algorithm": algorithm,
                "first_below": first,
            }
        )
    return rows


def table_text(content: Mapping[str, Any]) -> str:
    """The summary as a Markdown table."""
    thresholds = [f"{threshold:g}" for threshold in content["thresholds"]]
    heads = ["algorithm", "iterations", "exploitability", "last iterate", "value of player 0"]
    heads += [f"first below {threshold}" for threshold in thresholds]
    lines = [
        f"# {content['game']['name']}",
        "",
        f"Payoffs in {content['game']['unit']}; {content['game']['infosets']:,} infosets"
        + (f"; exact value {content['value']}" if content["value"] is not None else "")
        + ". Iterations below a threshold are those of the curve's grid.",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
    ]
    for row in content["runs"]:
        last = row["last_iterate_exploitability"]
        seed = "" if row["seed"] is None else f" (seed {row['seed']})"
        cells = [
            row["algorithm"] + seed,
            f"{row['iterations']:,}",
            f"{row['exploitability']:.3e}",
            "-" if last is None else f"{last:.3e}",
            f"{row['value']:.9f}",
        ]
        cells += [
            "-" if found is None else f"{found:,}"
            for found in (row["first_below"][threshold] for threshold in thresholds)
        ]
        lines.append(f"| {' | '.join(cells)} |")
    if content["depths"]:
        lines += ["", *_depth_lines(content["depths"])]
    return "\n".join(lines) + "\n"


def _depth_lines(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    lines = [
        "A target is the budget of the named configuration, which `feltprint lab --depth` runs.",
        "",
        "| exploitability below | target | configuration | first of these runs | at |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        first = "-" if row["first_below"] is None else f"{row['first_below']:,}"
        lines.append(
            f"| {row['exploitability']:g} | {row['target']:,} | `{row['configuration']}` "
            f"| {row['algorithm'] or '-'} | {first} |"
        )
    return lines


def tournament_content(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Every rule agent against the equilibrium and its exploiting response."""
    game = make_game(spec["game"], **spec["options"])
    solved = solve(game, TOURNAMENT_ALGORITHM, TOURNAMENT_ITERATIONS, RunOptions(marks=()))
    matches = tournament(game, solved.strategy, spec["tournament_hands"])
    return {
        "format": 1,
        "kind": "lab_tournament",
        "game": game.name,
        "unit": game.unit,
        "equilibrium_exploitability": solved.exploitability,
        "matches": [result.content() for result in matches],
    }


def write_ablations(iterations: int, folder: Path) -> list[Path]:
    """Data and a figure for each named ablation; returns the files."""
    from feltprint.lab import figures

    written = []
    for name, experiment in ablations.ABLATIONS.items():
        result = experiment(iterations)
        write_json(folder / f"{name}.json", result.content())
        _write_text(folder / f"{name}.svg", figures.ablation_figure(result))
        written += [folder / f"{name}.json", folder / f"{name}.svg"]
    return sorted(written)


def write_cpu_figure(
    path: Path, runs: Sequence[Mapping[str, Any]], seconds: Sequence[Sequence[float]]
) -> None:
    """Exploitability by CPU time: a view of one machine, no artifact of the build."""
    from feltprint.lab import figures

    _write_text(path, figures.cpu_figure(runs, seconds))


def _write_text(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())
