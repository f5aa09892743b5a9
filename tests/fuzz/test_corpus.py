"""The inputs that fuzzing kept, and mutations of them: the same ones in every run."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "serving"))  # made-up bundles

from mutations import play
from seeds import seeds, small_bundle
from targets import make_targets, temporary_folder

CORPUS = Path(__file__).parent / "corpus"
MUTATIONS = {"manifest": 4_000, "header": 10_000, "frame": 20_000}
Case = tuple[Callable[[bytes], str], list[bytes]]


@pytest.fixture(scope="module")
def cases() -> Iterator[dict[str, Case]]:
    """Each target with valid inputs."""
    folder = temporary_folder()
    bundle = small_bundle(folder)
    valid = seeds(folder, bundle)
    yield {name: (target, valid[name]) for name, target in make_targets(folder, bundle).items()}
    shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTATIONS)
def test_corpus_and_mutations_are_refused_or_read(cases: dict[str, Case], name: str) -> None:
    target, valid = cases[name]
    corpus = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    assert len(corpus) > 10
    seen = play(target, valid, corpus, MUTATIONS[name])
    assert seen["refused"] > MUTATIONS[name] / 2
    assert seen["opened"] > MUTATIONS[name] / 100  # or nothing behind the hashes was reached


@pytest.mark.parametrize("name", MUTATIONS)
def test_valid_inputs_open(cases: dict[str, Case], name: str) -> None:
    """Control: a target that refuses all it is given would find nothing."""
    target, valid = cases[name]
    assert [target(data) for data in valid] == ["opened"] * len(valid)
    assert target(valid[0][:-40]) == "refused"
