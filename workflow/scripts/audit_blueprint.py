"""A bundle and the states that it was made of -> audit.json, audit.html and figures."""

import sys
from pathlib import Path

from feltprint import audit, manifest, step
from feltprint.config import AuditConfig
from feltprint.progress import Progress


def work(args: step.Step) -> int:
    names = args.spec["stack_classes"]
    seconds = args.progress_ms / 1000
    with Progress(f"audit {args.blueprint.name}", args.terminal, seconds=seconds) as progress:
        passed = audit.audit_blueprint(
            args.blueprint / "bundle",
            {name: args.blueprint / name / "state.safetensors" for name in names},
            {name: args.blueprint / name / "size.json" for name in names},
            args.tables,
            args.page.parent,
            AuditConfig.model_validate(args.spec["audit"]),
            threads=args.threads,
            on_progress=progress,
        )
    members = [path for path in args.page.parent.iterdir() if path.is_file()]
    manifest.write_hashes(args.hashes, members)
    return 0 if passed else step.EXIT_FAILED


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--progress-ms", type=int, required=True)
    parser.add_argument("--blueprint", type=Path, required=True)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--page", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
