"""The policies and the cards of a blueprint -> its bundle folder with manifest.json."""

import sys
from pathlib import Path

from feltprint import bundle, manifest, step


def work(args: step.Step) -> None:
    policies = {
        name: args.blueprint / name / "policy.safetensors.zst"
        for name in args.spec["stack_classes"]
    }
    folder = args.manifest.parent
    form = args.spec["abstraction_form"]
    cards_sha256 = manifest.checked_sha256(args.cards) if args.cards else None
    bundle.build_bundle(folder, args.blueprint.name, policies, args.cards, form, cards_sha256)
    members = [path for path in folder.rglob("*") if path.is_file()]
    manifest.write_hashes(args.hashes, members, known=bundle.member_hashes(folder))


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--blueprint", type=Path, required=True)
    parser.add_argument("--cards", type=Path, nargs="?")
    parser.add_argument("--manifest", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
