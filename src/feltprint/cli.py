"""The command line: `feltprint <command>`, or `python -m feltprint <command>`.

Exit codes: 0 done; 1 failed; 2 bad request; 75 a solve that was stopped, with all work kept.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

from feltprint import commands, lab_command, serve_command
from feltprint.config import AbstractionConfig, BundleConfig, FreezeConfig
from feltprint.config.bundle import AbstractionForm
from feltprint.errors import ArtifactError, ConfigError, SolverError
from feltprint.lock import LockedError
from feltprint.step import EXIT_AGAIN, EXIT_BAD_REQUEST, EXIT_FAILED
from feltprint.version import __version__

Command = Callable[[argparse.Namespace], int]
ABSTRACTION_OPTIONS = set(AbstractionConfig.model_fields) - {"kind", "buckets"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = _parser().parse_args(arguments)
    command: Command = args.command
    try:
        return command(args)
    except LockedError as error:
        return _fail(error, EXIT_AGAIN)
    except ConfigError as error:
        return _fail(error, EXIT_BAD_REQUEST)
    except (ArtifactError, SolverError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fail(error, EXIT_FAILED)
    except KeyboardInterrupt:
        return _fail("stopped by a signal", EXIT_AGAIN)


def _fail(message: object, code: int) -> int:
    print(f"feltprint: {message}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="feltprint", description="Reproducible poker blueprints.")
    parser.add_argument("--version", action="version", version=f"feltprint {__version__}")
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, command: Command) -> argparse.ArgumentParser:
        made = subparsers.add_parser(name, help=command.__doc__, description=command.__doc__)
        made.set_defaults(command=command)
        made.add_argument("--json", action="store_true", help="print JSON")
        return made

    _add_making(add)
    _add_finishing(add)
    _add_using(add)
    return parser


def _add_making(add: Callable[[str, Command], argparse.ArgumentParser]) -> None:
    """Commands that make artifacts, each a step of the workflow."""
    made = add("abstraction", commands.abstraction)
    made.add_argument("out", type=Path)
    made.add_argument(
        "--kind", type=_words, default=("percentile",), help="one, or flop,turn,river"
    )
    made.add_argument("--buckets", type=_numbers, default=(50, 50, 50), help="flop,turn,river")
    made.add_argument(
        "--options", type=_options, default={}, help='JSON: other keys, {"pad_buckets": true}'
    )
    made.add_argument("--checkpoint", type=Path, help="a file to go on from when it is killed")
    _add_work(made)

    made = add("examine", commands.examine)
    made.add_argument("cards", type=Path, help="a card abstraction")
    made.add_argument("--figure", type=Path, help="where to draw its buckets, SVG")
    made.add_argument("--threads", type=int, default=1)

    made = add("size", commands.size)
    _add_game(made)
    made.add_argument("--buckets", type=_numbers, help="flop,turn,river; none: preflop only")
    made.add_argument(
        "--memory-limit-gb", type=float, help="stop as soon as the solve is known not to fit"
    )

    made = add("solve", commands.solve)
    made.add_argument("out", type=Path, help="the state file")
    _add_game(made)
    made.add_argument("--cards", type=Path, help="the card abstraction")
    made.add_argument("--iterations", type=int, required=True)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--checkpoints", type=Path, required=True, help="folder of this solve alone")
    _add_work(made)


def _add_finishing(add: Callable[[str, Command], argparse.ArgumentParser]) -> None:
    """Commands that hand on what was made, and the workflow itself."""
    made = add("freeze", commands.freeze_state)
    made.add_argument("state", type=Path)
    made.add_argument("out", type=Path, help="the policy file, .safetensors.zst")
    keep = FreezeConfig()
    made.add_argument("--bits", type=int, default=keep.bits, help="of a probability: 8 or 4")
    made.add_argument(
        "--threshold", type=float, default=keep.threshold, help="leave out what is less likely"
    )
    made.add_argument("--purify", action="store_true", help="keep the likeliest action alone")
    _add_work(made)

    made = add("bundle", commands.bundle)
    made.add_argument("out", type=Path, help="the folder to make")
    made.add_argument("--name", required=True, help="name of the blueprint")
    made.add_argument(
        "--policy", type=_named_path, action="append", required=True, metavar="CLASS=FILE"
    )
    made.add_argument("--cards", type=Path, help="the card abstraction")
    made.add_argument(
        "--abstraction",
        choices=get_args(AbstractionForm),
        default=BundleConfig().abstraction,
        help="how the bundle holds it",
    )

    made = add("init", commands.init)
    made.add_argument("folder", type=Path)


def _add_using(add: Callable[[str, Command], argparse.ArgumentParser]) -> None:
    """Commands that read what was made."""
    made = add("explain", commands.explain)
    _add_game(made)
    _add_history(made)

    serve_command.add_bundle_arguments(add("act", commands.act))

    made = add("strategy", commands.strategy)
    serve_command.add_bundle_arguments(made)
    made.add_argument("--stack-class", required=True)
    _add_history(made)
    made.add_argument("--hand", help="such as AsKd; none: all of them")
    made.add_argument("--board", default="", help="such as '2c 7d Jh'")

    lab_command.add_arguments(add("lab", lab_command.lab))

    serve_command.add_serve_arguments(add("serve", serve_command.serve))
    serve_command.add_acpc_arguments(add("acpc", serve_command.acpc))

    # A results folder, or a bundle.
    serve_command.add_bundle_arguments(add("verify", commands.verify), name="folder")

    made = add("match", commands.match)
    made.add_argument("bundle", type=Path, help="its policy takes each seat in turn")
    made.add_argument("others", type=Path, help="the bundle whose policy plays all other seats")
    made.add_argument("--stack-class", required=True)
    made.add_argument("--deals", type=int, default=16_000)
    made.add_argument("--seed", type=int, default=1)
    _add_work(made)

    made = add("replay", commands.replay)
    serve_command.add_bundle_arguments(made)
    made.add_argument("hands", type=Path, help="a .phh or .phhs file")
    made.add_argument("--max-hands", type=int)
    _add_work(made)


def _add_game(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("game", "a preset with stacks, or an entry of a config file")
    group.add_argument("--preset")
    group.add_argument("--stacks", type=_reals, help="big blinds: one number, or one a seat")
    group.add_argument("--rules", default="strict")
    group.add_argument("--config", type=Path)
    group.add_argument("--blueprint")
    group.add_argument("--stack-class")


def _add_history(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--history", type=str.split, default=[], help="actions: f, c, r<total on the street>"
    )


def _add_work(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--progress", type=float, default=10.0, help="seconds between plain lines")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _options(text: str) -> dict[str, object]:
    """A JSON object of options; the keys that have an argument of their own are no options."""
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise argparse.ArgumentTypeError(f"expected a JSON object, found {text!r}") from error
    if not isinstance(values, dict) or not set(values) <= ABSTRACTION_OPTIONS:
        allowed = ", ".join(sorted(ABSTRACTION_OPTIONS))
        raise argparse.ArgumentTypeError(f"expected an object with keys of {allowed}")
    return values


def _reals(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def _named_path(text: str) -> tuple[str, Path]:
    name, separator, path = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"expected CLASS=FILE, found {text!r}")
    return name, Path(path)


if __name__ == "__main__":
    sys.exit(main())
