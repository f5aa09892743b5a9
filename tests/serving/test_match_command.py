"""`feltprint match`: two bundles, seat by seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_up_bundles import make_bundle

from feltprint.arena import match, strategy_of
from feltprint.bundle import Bundle
from feltprint.cli import main
from feltprint.games import preset


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The same game twice, with other random tables (the seed is a policy's place)."""
    folder = tmp_path_factory.mktemp("match")
    game = preset("push-fold", stacks_bb=10)
    made = []
    for name, games in (
        ("a", {"10bb": game}),
        ("b", {"5bb": preset("push-fold", 5), "10bb": game}),
    ):
        (folder / name).mkdir()
        made.append(make_bundle(folder / name, games, None))
    return made


def test_match_prints_what_the_arena_finds(
    bundles: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(path) for path in bundles]
    arguments = ["--stack-class", "10bb", "--deals", "400", "--seed", "3", "--threads", "2"]
    assert main(["match", *names, *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    a, b = (strategy_of(Bundle.open(path, cache=None), "10bb") for path in bundles)
    expected = match(a, b, 400, 3)
    assert expected.standard_error > 0
    assert found["edge_mbb"] == pytest.approx(expected.edge * 5)
    assert [seat["edge_mbb"] for seat in found["seats"]] == pytest.approx(
        [edge * 5 for edge, _ in expected.edges]
    )
    assert main(["match", names[0], names[0], *arguments]) == 0
    assert "all seats: +0.00 +- 0.00 mbb/hand" in capsys.readouterr().out


def test_a_stack_class_that_is_not_there_is_named(
    bundles: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(path) for path in reversed(bundles)]
    assert main(["match", *names, "--stack-class", "5bb"]) == 2
    assert "expected one of 10bb, found '5bb'" in capsys.readouterr().err
