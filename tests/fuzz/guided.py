"""Fuzz one target guided by coverage, with atheris (libFuzzer for Python).

    python tests/fuzz/guided.py frame found/ tests/fuzz/corpus/frame -max_total_time=600

Needs `atheris`, which is no dependency of the project: `uv pip install --target FOLDER atheris` and
PYTHONPATH. All arguments after the target are libFuzzer's: new inputs go to the first folder.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["feltprint"]):
    import feltprint.abstraction
    import feltprint.bundle
    import feltprint.policy  # noqa: F401 (loaded here, so that it is instrumented)

sys.path.append(str(Path(__file__).parents[1] / "serving"))
from mutations import mutate
from seeds import small_bundle
from targets import make_targets, temporary_folder


def changed(data: bytes, max_size: int, seed: int) -> bytes:
    """Half of the time a change of JSON as JSON, else one of libFuzzer's."""
    rng = random.Random(seed)
    if rng.random() < 0.5:
        return mutate(data, rng)[:max_size]
    return atheris.Mutate(data, max_size)


def main() -> None:
    """Run libFuzzer on the target that the first argument names."""
    folder = temporary_folder()
    target = make_targets(folder, small_bundle(folder))[sys.argv[1]]
    atheris.Setup(
        [sys.argv[0], *sys.argv[2:]],
        lambda data: target(data) and None,
        custom_mutator=changed,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
