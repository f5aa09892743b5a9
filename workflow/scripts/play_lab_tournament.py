"""Nothing -> the tournament of rule agents on one game, as JSON."""

import sys
from pathlib import Path

from feltprint import manifest, step
from feltprint.lab import experiments


def work(args: step.Step) -> None:
    experiments.write_json(args.tournament, experiments.tournament_content(args.spec))
    manifest.write_hashes(args.hashes, [args.tournament])


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--tournament", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
