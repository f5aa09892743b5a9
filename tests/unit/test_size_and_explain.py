"""The commands `size` and `explain`: what they print, and how a request ends that cannot be met."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from feltprint import _core, games
from feltprint.cli import main
from feltprint.config.defaults import default_run
from feltprint.errors import ConfigError
from feltprint.forecast import FIXED_BYTES, forecast, mapped_bytes, require_memory

BUCKETS = (169, 50, 50, 50)
# Every outcome of a size at one node: the flop of a limped pot of 400 with 1,000 behind, heads-up.
MENUS: dict[str, Any] = {"flop": [[0.1, 0.2, 1.0, 1.1, 2.2, 3.0, "2.5x"], [1.0]]}
REASONS = {
    "fold": ("NotAllowed", 0, "faces no bet"),
    "call": ("Kept", 0, ""),
    "0.1 pot": ("LiftedToMinimum", 200, "below the minimum raise"),
    "0.2 pot": ("Merged", 200, "equals another size"),
    "1.0 pot": ("Merged", 440, "within merge_threshold of a larger size"),
    "1.1 pot": ("Kept", 440, ""),
    "2.2 pot": ("LeftToAllIn", 1000, "commits kappa_bet of the stack"),
    "3.0 pot": ("LeftToAllIn", 1000, "at or above the stack"),
    "2.5x": ("NotOffered", 0, "there is no bet to multiply"),
    "all-in": ("Kept", 1000, ""),
}


@pytest.fixture
def config_path(tmp_path: Path) -> Path:
    content = default_run().model_dump(mode="json")
    content["blueprints"]["push-fold"]["game"] = {
        "preset": "hu", "menus": MENUS, "merge_threshold": 0.06, "max_raises": [4, 1, 1, 1],
    }  # fmt: skip
    content["blueprints"]["push-fold"]["stack_classes"] = {"6bb": 6}
    content["blueprints"]["push-fold"]["abstraction"] = "percentile-50"
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


def explained(path: Path, history: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    arguments = ["explain", "--config", str(path), "--blueprint", "push-fold"]
    assert main([*arguments, "--stack-class", "6bb", "--history", history, "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)
    return {line["requested"]: (line["outcome"], line["to"], line["reason"]) for line in lines}


def test_every_requested_size_has_its_line_and_reason(
    config_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explained(config_path, "c c", capsys) == REASONS


def test_sizes_over_the_cap_have_a_line(
    config_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = explained(config_path, "c c r200", capsys)
    assert found["1.0 pot"] == ("OverTheCap", 0, "max_raises made on this street")
    assert found["all-in"] == ("Kept", 1000, "")


def test_a_raise_that_the_rules_forbid_names_the_rule(
    config_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome, _, reason = explained(config_path, "r1200", capsys)["raise"]
    assert outcome == "NotAllowed"
    assert "all-in" in reason or "stack" in reason


def test_text_has_a_line_for_each_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--preset", "hu", "--stacks", "100", "--history", "r440"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["fold", "call", "1.0", "all-in"]
    assert "Kept" in lines[2]
    assert "1320" in lines[2]


def test_size_says_what_a_solve_takes(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["size", "--preset", "tiny", "--stacks", "20", "--buckets", "50,50,50"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(json.dumps(forecast(games.preset("tiny", 20), BUCKETS)))
    assert (found["nodes"], found["terminals"], found["entries"]) == (558, 322, 31_777)
    assert found["native_bytes"] == found["table_bytes"] + found["tree_bytes"]
    assert found["solve_bytes"] == found["native_bytes"] + FIXED_BYTES
    assert found["mapped_bytes"] == (1_755 + 16_432 + 134_459) * 1326
    assert found["disk_bytes"] == 3 * found["table_bytes"]
    assert main(command) == 0
    assert "native_bytes" in capsys.readouterr().out


@pytest.mark.parametrize("limit", ["0.5", "2"])
def test_size_past_the_limit_is_a_table_and_a_bad_request(
    limit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["size", "--preset", "6max-mw", "--stacks", "100", "--buckets", "50,50,50"]
    assert main([*command, "--memory-limit-gb", limit]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    for word in ("limit", "nodes", "entries", "bytes"):
        assert word in printed.err


def test_limit_counts_the_tree_as_well_as_the_tables() -> None:
    game = games.preset("tiny", 20)
    size = forecast(game, BUCKETS)
    assert forecast(game, BUCKETS, size["solve_bytes"] // 10**6 + 1) == size
    with pytest.raises(ConfigError, match=r"the limit is 0\.40 GB[\s\S]*nodes +558"):
        require_memory(size, 400)
    with pytest.raises(ConfigError, match="found 400 MB; allowed: above 400 MB"):
        forecast(game, BUCKETS, 400)


def test_maps_of_many_buckets_have_wider_words() -> None:
    assert mapped_bytes((169, 1, 1, 1)) == 0
    assert mapped_bytes((169, 300, 50, 50)) - mapped_bytes((169, 50, 50, 50)) == 1_755 * 1326


def test_counted_tree_is_the_built_one() -> None:
    game = games.preset("hu", 20)
    size = games.tree_size(game, BUCKETS)
    tree = game.build_tree(BUCKETS)
    assert len(tree.nodes) == size.nodes
    assert (size.tree_bytes, _core.NODE_BYTES) == (16 * size.nodes, 16)
