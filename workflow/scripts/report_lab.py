"""The runs of one game -> its figures, its table and its curves as CSV."""

import json
import sys
from pathlib import Path

from feltprint import manifest, step
from feltprint.lab import experiments


def work(args: step.Step) -> None:
    cells = args.spec["cells"]
    runs = [json.loads((args.folder / "runs" / f"{cell}.json").read_text()) for cell in cells]
    seconds = [json.loads((args.cpu_times / f"{cell}.cpu.json").read_text()) for cell in cells]
    written = experiments.report(args.spec, runs, args.folder)
    experiments.write_cpu_figure(args.cpu, runs, seconds)
    manifest.write_hashes(args.hashes, written)


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--cpu-times", type=Path, required=True)
    parser.add_argument("--cpu", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
