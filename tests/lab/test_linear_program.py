"""Exact game values by linear programming, against proved fractions and a second program."""

from __future__ import annotations

from typing import Any

import pytest

from feltprint.errors import ConfigError
from feltprint.lab import game
from feltprint.lab.linear_program import solve_linear_program

pytest.importorskip("scipy", reason="scipy (extra lab) is not installed")

# Fractions are proved in exact arithmetic; the decimals of the others agree between two programs.
LEDUC = -1454920850547486749701863871533 / 16995463438839962469905132501930
VALUES: list[tuple[str, dict[str, Any], float]] = [
    ("kuhn", {}, -1 / 18),
    ("kuhn", {"cards": 4}, -1 / 24),
    ("kuhn", {"cards": 13}, -5 / 78),
    ("leduc", {}, LEDUC),
    ("leduc", {"max_raises": 1}, -69926057354269 / 895267328620270),
    ("no-limit-leduc", {}, -509039 / 6739080),
    ("goofspiel", {}, 0.0),
]
SLOW: list[tuple[str, dict[str, Any], float]] = [
    ("kuhn", {"cards": 6}, -11 / 180),
    ("kuhn", {"cards": 8}, -1 / 16),
    ("kuhn", {"cards": 10}, -11 / 180),
    ("leduc", {"suit_aware": True}, LEDUC),
    (
        "leduc", {"max_raises": 4},
        -73769177741832070507495769888386167713 / 946933212924288601309083685295910363080,
    ),
    ("leduc", {"ranks": 5}, -0.112768934481009746),
    ("leduc", {"ranks": 6}, -0.104543602239985380),
    (
        "leduc", {"suits": 3},
        -127972275089784143216093933913231407 / 1207740997564352719396492404313244247,
    ),
    ("no-limit-leduc", {"stack": 10}, -78921657928172 / 1198936812024765),
    (
        "no-limit-leduc", {"stack": 10, "fractions": (0.5, 1.0)},
        -215733391432617 / 3009143560223140,
    ),
    ("goofspiel", {"cards": 5}, 0.0),
    ("liars-dice", {}, -7 / 258),
    ("leduc", {"ranks": 13, "suits": 4}, -0.09771686736840),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "value"), VALUES)
def test_game_is_worth_what_is_proved(name: str, options: dict[str, Any], value: float) -> None:
    solution = solve_linear_program(game(name, **options))
    assert solution.value == pytest.approx(value, abs=1e-9)
    assert abs(solution.exploitability) <= 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "value"), SLOW)
def test_other_game_is_worth_what_is_known(
    name: str, options: dict[str, Any], value: float
) -> None:
    solution = solve_linear_program(game(name, **options))
    assert solution.value == pytest.approx(value, abs=1e-9)
    assert abs(solution.exploitability) <= 1e-9


def test_more_players_have_no_linear_program() -> None:
    with pytest.raises(ConfigError, match="two players"):
        solve_linear_program(game("kuhn-3"))
