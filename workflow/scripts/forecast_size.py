"""A game with its bucket counts -> size.json: the tree, the tables, memory and disk."""

import sys
from pathlib import Path

from feltprint import forecast, games, manifest, step


def work(args: step.Step) -> None:
    game = games.from_resolved(args.spec["game"])
    size = forecast.forecast(
        game,
        tuple(args.spec["num_buckets"]),
        args.memory_limit_mb,
        args.spec["storage"],
        args.spec["gain"],
    )
    print(forecast.table(size))
    step.write_json(args.size, size)
    manifest.write_hashes(args.hashes, [args.size])


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--memory-limit-mb", type=int, required=True)
    parser.add_argument("--size", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
