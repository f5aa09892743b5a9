"""A wrong constant or rule in the generator of the evaluator's tables fails the build by name."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

OTHERS = ("cards/row_packing.cpp", "cards/card.cpp", "error.cpp")
BROKEN = {
    "two-keys-collide": ("0x2000,   0x8001,", "0x2000,   0x8000,", "; change kRankKey"),
    "a-kicker-is-lost": (
        "strength(kHighCard, {k[0], k[1], k[2], k[3], k[4]})",
        "strength(kHighCard, {k[0], k[1], k[2], k[3]})",
        "classes of five cards; expected 7462",
    ),
    "full-houses-without-their-pair": (
        "strength(kFullHouse, {trips, pair})",
        "strength(kFullHouse, {trips})",
        "classes of five cards; expected 7462",
    ),
    "a-rank-too-few": (
        "for (int count = 0; count <= std::min(4, num_cards); ++count)",
        "for (int count = 0; count <= std::min(3, num_cards); ++count)",
        "counts of five cards; expected 6175",
    ),
    "a-slot-beside": (
        "tables.lookup[slot(key)] = rank;",
        "tables.lookup[slot(key) ^ (rank == 1)] = rank;",
        "does not read back its rank",
    ),
}


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory, root: Path) -> list[str]:
    """The command that compiles a generator, up to its source."""
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler")
    native = root / "native"
    flags = ["-std=c++20", "-O1", f"-I{native / 'include'}", f"-I{native / 'src'}"]
    folder = tmp_path_factory.mktemp("generator")
    objects = [folder / Path(name).with_suffix(".o").name for name in OTHERS]
    for name, made in zip(OTHERS, objects, strict=True):
        subprocess.run(["c++", *flags, "-c", native / "src" / name, "-o", made], check=True)
    return ["c++", *flags, *map(str, objects)]


def run_generator(
    compiler: list[str], source: str, folder: Path
) -> subprocess.CompletedProcess[str]:
    (folder / "generator.cpp").write_text(source)
    program = folder / "generator"
    subprocess.run([*compiler, folder / "generator.cpp", "-o", program], check=True)
    return subprocess.run([program, folder / "tables.cpp"], capture_output=True, text=True)


@pytest.fixture(scope="module")
def source(root: Path) -> str:
    return (root / "native/src/cards/table_generator.cpp").read_text()


def test_the_generator_as_it_is_makes_tables(compiler, source, tmp_path):
    run = run_generator(compiler, source, tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / "tables.cpp").stat().st_size > 1_000_000


@pytest.mark.parametrize(("now", "broken", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_generator_fails_and_says_what(compiler, source, tmp_path, now, broken, message):
    assert source.count(now) == 1
    run = run_generator(compiler, source.replace(now, broken), tmp_path)
    assert run.returncode == 1
    assert message in run.stderr
    assert not (tmp_path / "tables.cpp").exists()
