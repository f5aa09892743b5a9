"""A solver state -> policy.safetensors.zst, its average strategy in 8 bits."""

import sys
from pathlib import Path

from feltprint import games, manifest, step
from feltprint.abstraction import CardAbstraction
from feltprint.config import GameConfig
from feltprint.freeze import freeze_state


def work(args: step.Step) -> None:
    game = games.from_config(
        GameConfig.model_validate(args.spec["game"]), args.spec["stacks_bb"]
    )
    cards = None if args.cards is None else CardAbstraction.open(args.cards)
    _, payload = freeze_state(args.state, game, cards, args.policy)
    manifest.write_hashes(args.hashes, [args.policy], payload_sha256=payload)


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--cards", type=Path, nargs="?")
    parser.add_argument("--policy", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
