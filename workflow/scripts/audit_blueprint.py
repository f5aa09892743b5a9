"""A bundle and the states that it was made of -> the audit folder with audit.html."""

import sys
from pathlib import Path

from feltprint import audit, manifest, step


def work(args: step.Step) -> int:
    states = {
        name: args.blueprint / name / "state.safetensors" for name in args.spec["stacks_bb"]
    }
    folder = args.page.parent
    passed = audit.audit_blueprint(args.blueprint / "bundle", states, folder)
    members = [path for path in folder.rglob("*") if path.is_file()]
    manifest.write_hashes(args.hashes, members)
    return 0 if passed else step.EXIT_FAILED


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--blueprint", type=Path, required=True)
    parser.add_argument("--page", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
