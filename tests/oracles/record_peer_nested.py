"""The boards and buckets of peer_buckets.py -> tests/golden/peer_nested.json, once for a version.

record_peer_nested.py BUCKETS.npz OUT.json

Each line has up to 100 boards of a street: their cards, the peer's class of each in the three
modes, and the hash of its buckets of all hands (int32, -1 = blocked).
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np

GROUP = 100


def main(source: str, out: str) -> None:
    """Groups of boards as JSON, one a line."""
    groups = []
    with np.load(source) as arrays:
        for street in (1, 2, 3):
            boards, buckets = arrays[f"boards{street}"], arrays[f"buckets{street}"]
            classes = arrays[f"classes{street}"].astype(np.uint8)
            for first in range(0, len(boards), GROUP):
                part = slice(first, first + GROUP)
                rows = np.ascontiguousarray(buckets[part], "<i4")
                groups.append(
                    {
                        "street": street,
                        "boards": boards[part].tobytes().hex(),
                        "classes": classes[part].tobytes().hex(),
                        "buckets_sha256": hashlib.sha256(rows.tobytes()).hexdigest(),
                    }
                )
    lines = ",\n".join(json.dumps(group) for group in groups)
    Path(out).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
