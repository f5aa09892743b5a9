"""A list of histories is a game or it is refused: every way in which it may be broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltprint import _core
from feltprint.errors import ConfigError, SolverError
from feltprint.lab import LabGame, evaluate, game
from feltprint.lab.exact import Evaluator
from feltprint.lab.game import NONE

Lists = dict[str, Any]


def kuhn_lists() -> Lists:
    """The lists of Kuhn poker, free to be changed."""
    made = game("kuhn")
    native = made.extensive
    assert native is not None
    names = (
        "parent", "action", "chance", "player", "infoset", "payoff", "infoset_player",
        "num_actions",
    )  # fmt: skip
    lists: Lists = {name: getattr(native, name).copy() for name in names}
    return {
        **lists, "num_players": 2, "infoset_label": list(made.labels),
        "action_label": list(made.action_labels),
    }  # fmt: skip


def set_at(name: str, place: int, value: object) -> Callable[[Lists], None]:
    """A change of one number."""

    def change(lists: Lists) -> None:
        lists[name][place] = value

    return change


def first(lists: Lists, player: int) -> int:
    """First history of a player, or of chance or an end."""
    return int(np.flatnonzero(lists["player"] == player)[0])


BROKEN: dict[str, tuple[Callable[[Lists], object], str]] = {
    "child before parent": (set_at("parent", 3, 9), "after its parent"),
    "second root": (set_at("parent", 3, NONE), "after its parent"),
    "no root": (set_at("parent", 0, 1), "is the root"),
    "places of children": (set_at("action", 3, 7), "not numbered from 0"),
    "chance of nothing": (set_at("chance", 1, 0.0), "positive chance"),
    "chances do not sum to one": (set_at("chance", 1, 0.5), "sum to"),
    "chance is no number": (set_at("chance", 1, np.nan), "positive chance"),
    "unknown player": (set_at("player", 0, 5), "has player 5"),
    "decision without infoset": (
        lambda c: c["infoset"].__setitem__(first(c, 0), NONE), "without infoset",
    ),
    "infoset of the other player": (
        lambda c: c["infoset"].__setitem__(first(c, 0), c["infoset"][first(c, 1)]),
        "another player",
    ),
    "fewer actions than the infoset": (
        lambda c: (c["num_actions"].__setitem__(0, 3), c["action_label"].insert(0, "x")),
        "has 2 actions, its infoset J. has 3",
    ),
    "end with children": (lambda c: c["player"].__setitem__(first(c, 0), -2), "terminal history"),
    "no end": (lambda c: c["player"].__setitem__(first(c, -2), 0), "no children"),
    "payoff is no number": (set_at("payoff", 0, np.inf), "finite"),
    "too few payoffs": (lambda c: c.update(payoff=c["payoff"][:-1]), "expected 30 x 2"),
    "no players": (lambda c: c.update(num_players=0), "players"),
    "too few labels": (lambda c: c["action_label"].pop(), "label for each"),
    "wrong type": (lambda c: c.update(parent=c["parent"].astype(np.int64)), "uint32"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_list_is_refused_with_its_place(case: str) -> None:
    change, message = BROKEN[case]
    lists = kuhn_lists()
    change(lists)
    with pytest.raises(ConfigError, match=message):
        _core.LabExtensiveGame(lists)


def test_unchanged_lists_are_the_game() -> None:
    made = LabGame.of_histories("copy", "kuhn", {}, _core.LabExtensiveGame(kuhn_lists()))
    assert evaluate(made, made.uniform()).nash_conv == pytest.approx(11 / 12, abs=1e-15)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    name=st.sampled_from(["parent", "action", "player", "infoset", "num_actions"]),
    place=st.integers(0, 11),
    value=st.integers(-2, 60),
)
def test_any_changed_number_is_a_game_or_refused(name: str, place: int, value: int) -> None:
    lists = kuhn_lists()
    lists[name][place] = value % (1 << 16) if lists[name].dtype.kind == "u" else value
    try:
        made = LabGame.of_histories("fuzz", "kuhn", {}, _core.LabExtensiveGame(lists))
    except ConfigError:
        return
    assert np.isfinite(evaluate(made, made.uniform()).value).all()


def test_best_response_that_would_lose_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def set_strategy(self, strategy: object) -> None: ...

        def values(self) -> tuple[list[float], list[float]]:
            return [0.5, -0.5], [0.4, -0.5]

    evaluator = Evaluator(game("kuhn"))
    monkeypatch.setattr(evaluator, "_native", Broken())
    with pytest.raises(SolverError, match="gains of best responses"):
        evaluator.values(game("kuhn").uniform())
