"""`feltprint lab`: solve a small game from the shell, with its exact curve."""

from __future__ import annotations

import argparse
import ast
import json
import sys
from pathlib import Path
from typing import Any

from feltprint.errors import ConfigError
from feltprint.progress import Progress


def lab(args: argparse.Namespace) -> int:
    """Solve a small game by any algorithm and score it exactly."""
    from feltprint.lab import efg
    from feltprint.lab import game as make_game
    from feltprint.lab.convergence import RunOptions, marks_until, solve
    from feltprint.lab.csv_tables import curve_rows, strategy_rows, write_csv

    if Path(args.game).suffix == ".efg":
        game = efg.read_efg(args.game)
    else:
        game = make_game(args.game, **dict(args.option))
    if args.write_efg:
        efg.write_efg(game, args.write_efg)
    algorithm, iterations, parameters = _chosen(args)
    with Progress(f"lab {game.name} {algorithm}", sys.stderr, seconds=args.progress) as show:
        run = solve(
            game,
            algorithm,
            iterations,
            RunOptions(
                updates="simultaneous" if args.simultaneous else "alternating",
                seed=args.seed,
                marks=marks_until(iterations, args.points_per_decade),
                snapshots=args.snapshots,
            ),
            show,
            **parameters,
        )
    if args.out:
        args.out.write_text(json.dumps(run.content(), sort_keys=True) + "\n", encoding="utf-8")
    if args.csv:
        write_csv(args.csv, curve_rows([run.content(with_strategies=False)]))
    if args.csv_strategies:
        write_csv(args.csv_strategies, strategy_rows([run.content()]))
    content = run.content(with_strategies=False)
    if args.value:
        from feltprint.lab.linear_program import solve_linear_program

        content["exact_value"] = solve_linear_program(game).value
    seconds = run.cpu_seconds[-1]
    content["cpu_seconds"] = seconds
    print(json.dumps(content, indent=1) if args.json else _text(content, run.iterations / seconds))
    return 0


def _chosen(args: argparse.Namespace) -> tuple[str, int, dict[str, Any]]:
    """Algorithm, iterations and parameters: as they are given, or of a named depth."""
    given = dict(args.set)
    if args.depth is None:
        iterations = 1_000 if args.iterations is None else args.iterations
        return args.algorithm or "dcfr", iterations, given
    from feltprint.lab.targets import depth

    named = depth(args.depth)
    if (
        args.game != named.game
        or args.option
        or args.algorithm
        or given
        or args.iterations is not None
    ):
        raise ConfigError(
            f"--depth {named.name}: expected the game {named.game} and no --option, --algorithm, "
            f"--iterations or --set, which it holds ({named.text()}); leave them out"
        )
    return named.algorithm, named.iterations, dict(named.parameters)


def _text(content: dict[str, Any], speed: float) -> str:
    unit, final = content["game"]["unit"], content["final"]
    lines = ["  iteration  exploitability   last iterate        value"]
    for point in content["curve"]:
        last = point.get("last_iterate_exploitability")
        lines.append(
            f"{point['iteration']:>11,}  {point['exploitability']:14.6e} "
            f"{'' if last is None else format(last, '14.6e'):>14} {point['value'][0]:12.8f}"
        )
    lines.append(
        f"{content['game']['name']} {content['algorithm']}: exploitability "
        f"{final['exploitability']:.6e}, NashConv {final['nash_conv']:.6e} ({unit}); "
        f"{speed:,.0f} iterations/CPU s"
    )
    if (rate := _rate(content["curve"])) is not None:
        lines.append(f"falls like iterations ^ {rate:.2f} over the last half of the curve")
    if "exact_value" in content:
        lines.append(f"exact value {content['exact_value']:.12f}")
    return "\n".join(lines)


def _rate(curve: list[dict[str, Any]]) -> float | None:
    """Slope of the log-log curve; None where it is too short or has met rounding."""
    from feltprint.lab.convergence import slope

    points = [p for p in curve if p["exploitability"] > 1e-14]
    if len(points) < 8:
        return None
    return slope([p["iteration"] for p in points], [p["exploitability"] for p in points])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "game", help="kuhn, leduc, leduc-3, liars-dice, .. ; an .efg file; a river endgame (.txt)"
    )
    parser.add_argument("--algorithm", help="cfr, cfr+, linear, dcfr (default), .., es, os")
    parser.add_argument("--iterations", type=int, help="default 1000")
    parser.add_argument("--depth", help="a named configuration with its budget, as leduc-1e-6")
    parser.add_argument(
        "--option", type=_setting, action="append", default=[], metavar="KEY=VALUE",
        help="of the game, such as max_raises=4",
    )  # fmt: skip
    parser.add_argument(
        "--set", type=_setting, action="append", default=[], metavar="KEY=VALUE",
        help="of the algorithm, such as average_power=5 or prediction=0.1",
    )  # fmt: skip
    parser.add_argument("--simultaneous", action="store_true", help="update all players at once")
    parser.add_argument("--seed", type=int, default=1, help="of a sampled algorithm")
    parser.add_argument("--points-per-decade", type=int, default=4)
    parser.add_argument("--snapshots", type=_iterations, default=(), help="such as 10,100,1000")
    parser.add_argument("--out", type=Path, help="write the run as JSON, with its strategies")
    parser.add_argument("--csv", type=Path, help="write the curve")
    parser.add_argument("--csv-strategies", type=Path, help="write strategies over iterations")
    parser.add_argument("--write-efg", type=Path, help="write the game for Gambit")
    parser.add_argument("--value", action="store_true", help="exact value by linear programming")
    parser.add_argument("--progress", type=float, default=10.0, help="seconds between plain lines")


def _setting(text: str) -> tuple[str, Any]:
    name, separator, value = text.partition("=")
    try:
        parsed = ast.literal_eval(value.capitalize() if value in ("true", "false") else value)
    except (ValueError, SyntaxError):
        separator = ""
    if not separator or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"expected KEY=NUMBER, found {text!r}")
    if not isinstance(parsed, bool | int | float | tuple | list):
        raise argparse.ArgumentTypeError(f"expected KEY=NUMBER, found {text!r}")
    return name, parsed


def _iterations(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))
