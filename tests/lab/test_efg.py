"""Gambit files: what is written is read again; what is broken is refused with its line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltprint.errors import ConfigError
from feltprint.lab import evaluate, game
from feltprint.lab.efg import efg_text, parse_efg, read_efg, write_efg

LARGER = ("leduc", "no-limit-leduc", "goofspiel")

# A one-card poker in the form that Gambit's own tools write.
POKER = """EFG 2 R "A simple Poker game" { "Fred" "Alice" }
""

c "" 1 "" { "Red" 1/2 "Black" 1/2 } 0
p "" 1 1 "" { "Raise" "Fold" } 0
p "" 2 1 "" { "Meet" "Pass" } 0
t "" 1 "Win Big" { 2, -2 }
t "" 2 "Win" { 1, -1 }
t "" 2 "Win" { 1, -1 }
p "" 1 2 "" { "Raise" "Fold" } 0
p "" 2 1 "" { "Meet" "Pass" } 0
t "" 3 "Lose Big" { -2, 2 }
t "" 2
t "" 4 "Lose" { -1, 1 }
"""


@pytest.mark.parametrize(
    "name",
    ["kuhn", "kuhn-3", *(pytest.param(n, marks=pytest.mark.slow) for n in LARGER)],
)
def test_written_game_is_read_again(tmp_path: Path, name: str) -> None:
    made = game(name)
    write_efg(made, tmp_path / "game.efg")
    again = read_efg(tmp_path / "game.efg")
    assert (again.num_infosets, again.num_players) == (made.num_infosets, made.num_players)
    strategy = np.random.default_rng(1).random(made.num_entries)
    same = again.strategy({label: list(row.values()) for label, row in made.rows(strategy).items()})
    assert evaluate(again, same).value == pytest.approx(evaluate(made, strategy).value, abs=1e-13)
    assert evaluate(again, same).nash_conv == pytest.approx(
        evaluate(made, strategy).nash_conv, abs=1e-13
    )
    assert efg_text(parse_efg(efg_text(again))) == efg_text(again)


def test_file_of_another_program_is_read() -> None:
    made = parse_efg(POKER)
    assert made.name == "A simple Poker game"
    assert made.num_infosets == 3
    # Known solution: raise with black 1/3 of the time, meet 2/3; value 1/3 to the first player.
    strategy = made.strategy({"0:1": [1, 0], "0:2": [1 / 3, 2 / 3], "1:1": [2 / 3, 1 / 3]})
    found = evaluate(made, strategy)
    assert found.value[0] == pytest.approx(1 / 3, abs=1e-15)
    assert abs(found.nash_conv) < 1e-15


def test_payoffs_on_the_way_add_up() -> None:
    text = (
        'EFG 2 R "t" { "a" }\np "" 1 1 "" { "x" "y" } 1 "fee" { -1 }\n'
        't "" 2 "" { 3 }\nt "" 1 "fee" { -1 }\n'
    )
    made = parse_efg(text)
    assert made.extensive is not None
    assert made.extensive.payoff.tolist() == [2.0, -2.0]


BROKEN = [
    ("", "expected EFG"),
    ('EFG 1 R "t" { "a" }', "expected 2"),
    ('EFG 2 R "t" { }', "1..6 players"),
    ('EFG 2 R "t" { "a" } x', "a node"),
    ('EFG 2 R "t" { "a" }\nt "" 1 ""', "found the end|payoffs"),
    ('EFG 2 R "t" { "a" }\nt "" 1 "" { nan }', "line 2: expected a payoff"),
    ('EFG 2 R "t" { "a" }\nt "" 1 "" { 1/0 }', "line 2: expected a payoff"),
    ('EFG 2 R "t" { "a" }\np "" 2 1 "" { "x" } 0\nt "" 0', "line 2: expected a player 1..1"),
    ('EFG 2 R "t" { "a" }\np "" 1 1 "" { } 0', "1..64 actions"),
    ('EFG 2 R "t" { "a" }\nc "" 1 "" { "x" 1/2 "y" 1/3 } 0\nt "" 0\nt "" 0', "sum to"),
    ('EFG 2 R "t" { "a" }\np "" 1 1 "" { "x" "y" } 0\nt "" 0', "expected a node"),
    (POKER + 't "" 0\n', "every node has its children"),
    (POKER.replace('{ "Meet" "Pass" } 0\nt "" 3', '{ "Meet" "Go" } 0\nt "" 3'), "line 11"),
    (POKER.replace('p "" 1 2', 'p "" 1 1').replace('"Black" 1/2', '"Black" 0'), "positive chance"),
    ('EFG 2 R "t { "a" }', "line 1"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_broken_file_is_refused(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_efg(text)


def test_game_without_perfect_recall_is_refused() -> None:
    forgetful = (
        'EFG 2 R "t" { "a" }\np "" 1 1 "" { "x" "y" } 0\n'
        'p "" 1 2 "" { "l" "r" } 0\nt "" 1 "" { 1 }\nt "" 2 "" { 0 }\n'
        'p "" 1 2 "" { "l" "r" } 0\nt "" 2 "" { 0 }\nt "" 1 "" { 1 }\n'
    )
    with pytest.raises(ConfigError, match="perfect recall"):
        parse_efg(forgetful)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    cut=st.integers(0, len(POKER)),
    change=st.text(alphabet='{}"ctp 0123456789/.e-\n', max_size=6),
    width=st.integers(0, 12),
)
def test_damaged_text_is_read_or_refused(cut: int, change: str, width: int) -> None:
    text = POKER[:cut] + change + POKER[cut + width :]
    try:
        made = parse_efg(text)
    except ConfigError:
        return
    assert np.isfinite(evaluate(made, made.uniform()).value).all()
