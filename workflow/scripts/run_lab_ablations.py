"""Nothing -> the curves of the named ablations as JSON and figures."""

import sys
from pathlib import Path

from feltprint import manifest, step
from feltprint.lab import experiments


def work(args: step.Step) -> None:
    written = experiments.write_ablations(args.spec["iterations"], args.folder)
    manifest.write_hashes(args.hashes, written)


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
