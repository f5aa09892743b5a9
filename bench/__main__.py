"""Run the benchmarks and write bench/results.md.

    python -m bench                         every subject
    python -m bench pipeline                some of them
    python -m bench --peer-python PYTHON    peers that live in another environment

A subject is a file with a function `run(pythons) -> Section`. A peer that is not installed is
skipped with a line. Install the peers with: pip install '.[bench]'
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from bench.harness import Section, conditions

SUBJECTS = ("pipeline", "cards", "abstraction", "rules", "solver", "serving", "lab")
RESULTS = Path(__file__).with_name("results.md")
HEAD = """\
# Benchmarks

Written by `python -m bench`. {conditions}

"""


def main() -> int:
    """Measure the subjects that are asked for; with all of them, write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subjects", nargs="*", choices=[*SUBJECTS, []], metavar="SUBJECT")
    parser.add_argument("--peer-python", action="append", default=[], metavar="PYTHON")
    parser.add_argument("--out", type=Path, default=RESULTS)
    args = parser.parse_args()
    head = HEAD.format(conditions=conditions())
    sections: list[Section] = []
    for name in args.subjects or SUBJECTS:
        print(f"{name} ..", flush=True)
        sections.append(importlib.import_module(f"bench.{name}").run(args.peer_python))
        print(sections[-1].text(), flush=True)
    if not args.subjects:
        args.out.write_text(head + "\n".join(section.text() for section in sections))
        print(f"wrote {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
