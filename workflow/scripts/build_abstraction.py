"""A card abstraction's config -> its maps and its quality report, over any number of kills."""

import sys
from pathlib import Path

from feltprint import manifest, plan, step
from feltprint.abstraction import CardAbstraction
from feltprint.progress import Progress


def work(args: step.Step) -> None:
    config = args.spec["config"]
    seconds = args.progress_ms / 1000
    checkpoint = args.checkpoints / f"{plan.spec_key(args.spec)}.safetensors"
    with Progress(f"abstraction {args.cards.stem}", args.terminal, seconds=seconds) as progress:
        cards, quality = CardAbstraction.build_measured(
            **config, threads=args.threads, on_progress=progress, checkpoint=checkpoint
        )
    written = {args.cards: cards.save(args.cards)}
    step.write_json(args.quality, quality)
    manifest.write_hashes(args.hashes, [args.cards, args.quality], known=written)


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--progress-ms", type=int, required=True)
    parser.add_argument("--checkpoints", type=Path, required=True, help="folder of k-means states")
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--quality", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
