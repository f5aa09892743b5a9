"""A bundle and a file of recorded hands -> statuses and probabilities as JSON, and a figure."""

import sys
from pathlib import Path

from feltprint import figures, manifest, replay, step
from feltprint.bundle import Bundle


def work(args: step.Step) -> int:
    bundle = Bundle.open(args.bundle.parent, cache=None, abstraction=args.cards)
    found = replay.replay(bundle, args.hands)
    print(f"{found['hands']} hands: {found['status']}")
    step.write_json(args.summary, found)
    title = f"{args.hands.stem} through {args.bundle.parent.parent.name}"
    args.figure.write_text(figures.replay_figure(title, found))
    manifest.write_hashes(args.hashes, [args.summary, args.figure])
    return 0


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--cards", type=Path, nargs="?")
    parser.add_argument("--hands", type=Path, required=True)
    parser.add_argument("--summary", type=Path, required=True)
    parser.add_argument("--figure", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
