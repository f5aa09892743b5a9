"""A solver state -> policy.safetensors.zst, its average strategy in 8 or 4 bits."""

import sys
from pathlib import Path

from feltprint import manifest, step
from feltprint.freezing import FreezeOptions, freeze_policy


def work(args: step.Step) -> None:
    options = FreezeOptions(**args.spec["options"])
    report = freeze_policy(args.state, args.policy, options, threads=args.threads)
    manifest.write_hashes(args.hashes, [args.policy], payload_sha256=report["payload_sha256"])


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--policy", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
