"""The commands that serve a bundle to other programs: `feltprint serve` and `feltprint acpc`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from feltprint import acpc_client, http_server
from feltprint.adapters.acpc import ACPC_HEADS_UP, AcpcGame
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError


def add_bundle_arguments(parser: argparse.ArgumentParser, name: str = "bundle") -> None:
    """Arguments of every command that opens a bundle."""
    parser.add_argument(name, type=Path)
    parser.add_argument(
        "--cards", type=Path, help="the card abstraction, for a bundle that references it"
    )


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `feltprint serve`."""
    add_bundle_arguments(parser)
    parser.add_argument(
        "--host", default="127.0.0.1", help="0.0.0.0 lets other machines in: there is no log-in"
    )
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--max-body-kib", type=int, default=1024, help="of one request")
    parser.add_argument("--max-rows", type=int, default=4096, help="of one request")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds for one request")


def serve(args: argparse.Namespace) -> int:
    """Serve a bundle over HTTP: JSON in, JSON out."""
    if min(args.max_body_kib, args.max_rows) < 1 or args.timeout <= 0:
        raise ConfigError("--max-body-kib, --max-rows and --timeout: expected numbers above 0")
    limits = http_server.Limits(args.max_body_kib * 1024, args.max_rows, args.timeout)
    bundle = Bundle.open(args.bundle, abstraction=args.cards)
    print(f"{bundle.blueprint} {bundle.version}: http://{args.host}:{args.port}", file=sys.stderr)
    http_server.serve(bundle, limits, args.host, args.port)
    return 0


def add_acpc_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `feltprint acpc`."""
    add_bundle_arguments(parser)
    parser.add_argument("host", help="of the dealer")
    parser.add_argument("port", type=int)
    parser.add_argument("--stacks", type=_chips, default=ACPC_HEADS_UP.stacks, help="one a seat")
    parser.add_argument("--blinds", type=_chips, default=ACPC_HEADS_UP.blinds, help="small,big")
    parser.add_argument("--seed", type=int, default=1, help="of the drawn actions")


def acpc(args: argparse.Namespace) -> int:
    """Play a match of the ACPC dealer protocol from a bundle."""
    if len(args.blinds) != 2:
        raise ConfigError(f"--blinds: expected small,big, found {args.blinds}")
    game = AcpcGame(stacks=args.stacks, blinds=args.blinds)
    bundle = Bundle.open(args.bundle, abstraction=args.cards)
    player = acpc_client.AcpcPlayer(bundle, game, args.seed)
    report = acpc_client.play_match(player, args.host, args.port)
    counts = ", ".join(f"{name} {count}" for name, count in report.status.items() if count)
    print(json.dumps(asdict(report)) if args.json else f"{report.hands} hands; {counts}")
    return 0


def _chips(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))
