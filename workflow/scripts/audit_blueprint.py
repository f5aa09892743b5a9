"""A bundle and the states that it was made of -> the audit folder with audit.html."""

import shutil
import sys
from pathlib import Path

from feltprint import audit, manifest, step
from feltprint.bundle import Bundle
from feltprint.config import AuditConfig
from feltprint.progress import Progress


def work(args: step.Step) -> int:
    classes, folder = args.spec["stack_classes"], args.blueprint / "audit"
    seconds = args.progress_ms / 1000
    with Progress(f"audit {args.blueprint.name}", args.terminal, seconds=seconds) as progress:
        passed = audit.audit_blueprint(
            Bundle.open(args.blueprint / "bundle", cache=None, abstraction=args.cards),
            {name: args.blueprint / name / "state.safetensors" for name in classes},
            {name: args.blueprint / name / "size.json" for name in classes},
            args.tables,
            folder,
            AuditConfig.model_validate(args.spec["audit"]),
            threads=args.threads,
            on_progress=progress,
        )
    if not passed:
        shutil.copy(folder / "audit.html", args.log.with_suffix(".failed.html"))
        return step.EXIT_FAILED
    manifest.write_hashes(args.hashes, [path for path in folder.iterdir() if path.is_file()])
    return 0


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--progress-ms", type=int, required=True)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--blueprint", type=Path, required=True)
    parser.add_argument("--cards", type=Path, nargs="?")
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
