"""The hash files beside the artifacts -> results/manifest.json."""

import sys
from pathlib import Path

from feltprint import manifest, step


def work(args: step.Step) -> None:
    results = args.manifest.parent
    manifest.write_manifest(results, [results / name for name in args.spec["sidecars"]])


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--manifest", type=Path, required=True)
    sys.exit(step.run(work, parser))
