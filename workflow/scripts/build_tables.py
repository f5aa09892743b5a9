"""Nothing -> results/tables/*.safetensors, the tables that every game shares."""

import sys
from pathlib import Path

from feltprint import manifest, step, tables


def work(args: step.Step) -> None:
    paths = tables.write_tables(args.hashes.parent)
    manifest.write_hashes(args.hashes, paths)


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
