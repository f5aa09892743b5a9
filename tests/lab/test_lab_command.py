"""`feltprint lab` from the shell."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path

import pytest

from feltprint import cli
from feltprint.lab import evaluate, game
from feltprint.lab.convergence import marks_until, slope
from feltprint.lab.efg import read_efg


def test_leduc_prints_its_curve_and_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lab", "leduc", "--algorithm", "dcfr", "--iterations", "100"]) == 0
    captured = capsys.readouterr()
    assert "exploitability 7.75" in captured.out
    assert "iterations/CPU s" in captured.out
    assert "lab leduc dcfr 100%" in captured.err


def test_run_is_written_as_json_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, curve = tmp_path / "run.json", tmp_path / "curve.csv"
    strategies = tmp_path / "strategies.csv"
    arguments = [
        "lab", "kuhn", "--algorithm", "pcfr+", "--iterations", "40", "--set", "average_power=5",
        "--snapshots", "10,40", "--out", str(out), "--csv", str(curve), "--json",
        "--write-efg", str(tmp_path / "kuhn.efg"), "--points-per-decade", "3",
        "--csv-strategies", str(strategies),
    ]  # fmt: skip
    assert cli.main(arguments) == 0
    printed = json.loads(capsys.readouterr().out)
    content = json.loads(out.read_text())
    assert content["final"] == printed["final"]
    assert content["parameters"] == {"average_power": 5.0, "prediction": 1.0}
    assert [shot["iteration"] for shot in content["snapshots"]] == [10, 40]
    assert [len(row) for row in content["strategy"]] == [2] * 12
    # What is written is scored as it was: full precision.
    made = game("kuhn")
    rows = {
        entry["label"]: row
        for entry, row in zip(content["infosets"], content["strategy"], strict=True)
    }
    found = evaluate(made, made.strategy(rows)).exploitability
    assert found == pytest.approx(content["final"]["exploitability"], abs=1e-15)
    lines = list(csv.DictReader(curve.read_text().splitlines()))
    assert [int(line["iteration"]) for line in lines] == [p["iteration"] for p in content["curve"]]
    assert all(
        float(line["best_response_value_1"]) == point["best_response_value"][1]
        for line, point in zip(lines, content["curve"], strict=True)
    )
    table = list(csv.DictReader(strategies.read_text().splitlines()))
    assert [line["iteration"] for line in table] == ["10"] * 24 + ["40"] * 24
    last = [float(line["average"]) for line in table[24:]]
    assert last == [p for row in content["strategy"] for p in row]
    regret = [float(line["regret"]) for line in table[:24]]
    assert regret == [r for row in content["snapshots"][0]["regret"] for r in row]
    assert read_efg(tmp_path / "kuhn.efg").num_infosets == 12
    assert cli.main(["lab", str(tmp_path / "kuhn.efg"), "--iterations", "10"]) == 0


def test_named_depth_brings_its_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lab", "leduc", "--depth", "leduc-1e-3", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert (content["algorithm"], content["iterations"]) == ("dcfr", 300)
    assert content["final"]["exploitability"] < 1e-3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim"], "game: found 'nim'"),
        (["kuhn", "--depth", "deep"], "depth: found 'deep'; allowed: kuhn-1e-12"),
        (["kuhn", "--depth", "leduc-1e-3"], "expected the game leduc"),
        (["leduc", "--depth", "leduc-1e-3", "--iterations", "9"], "leave them out"),
        (["kuhn", "--algorithm", "dfr"], "algorithm: found 'dfr'"),
        (["kuhn", "--algorithm", "cfr", "--set", "alpha=1"], "no parameter alpha"),
        (["leduc", "--option", "max_raises=99"], "max_raises"),
        (["kuhn", "--iterations", "0"], "iterations"),
        (["kuhn", "--algorithm", "hs-dcfr", "--set", "average_power=1"], "average_power"),
    ],
)
def test_bad_request_is_one_line_and_exit_code_two(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lab", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.splitlines()[-1].startswith("feltprint: ")
    assert message in error


def test_marks_are_a_grid_of_the_logarithm() -> None:
    assert marks_until(10, 3) == [1, 2, 5, 10]
    assert marks_until(1_000, 1) == [1, 10, 100, 1_000]
    assert marks_until(7, 10)[-1] == 7
    grid = marks_until(10_000, 100)
    assert all(b <= 1.024 * a + 1 for a, b in pairwise(grid))


def test_slope_of_a_power_law() -> None:
    x = [10, 20, 50, 100, 200, 500]
    assert slope(x, [3.0 * i**-0.75 for i in x]) == pytest.approx(-0.75, abs=1e-12)
