"""Nothing -> one run of the lab as JSON, and its CPU times beside the benchmarks."""

import sys
from pathlib import Path

from feltprint import manifest, step
from feltprint.lab import experiments
from feltprint.progress import Progress


def work(args: step.Step) -> None:
    label = f"lab {args.spec['game']} {args.run.stem}"
    with Progress(label, args.terminal, seconds=args.progress_ms / 1000) as progress:
        run = experiments.run_cell(args.spec, on_progress=progress)
    experiments.write_json(args.run, run.content())
    experiments.write_json(args.cpu, run.cpu_seconds)
    manifest.write_hashes(args.hashes, [args.run])


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--progress-ms", type=int, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--cpu", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
