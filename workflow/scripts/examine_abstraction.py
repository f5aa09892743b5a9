"""A card abstraction -> what its buckets hold, the checks of its kinds, and a figure."""

import sys
from pathlib import Path

from feltprint import abstraction_examination, figures, manifest, step
from feltprint.abstraction import CardAbstraction


def work(args: step.Step) -> int:
    found = abstraction_examination.examine(CardAbstraction.open(args.cards), args.threads)
    for check in found["checks"]:
        print(f"{'passed' if check['passed'] else 'FAILED'}  {check['name']}: {check['detail']}")
    if not found["passed"]:
        return step.EXIT_FAILED
    step.write_json(args.examination, found)
    args.figure.write_text(figures.abstraction_figure(args.cards.stem, found["streets"]))
    manifest.write_hashes(args.hashes, [args.examination, args.figure])
    return 0


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--examination", type=Path, required=True)
    parser.add_argument("--figure", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
