"""OpenSpiel: its games in the lab, our strategies as its policies (extra `openspiel`).

`game` walks any sequential OpenSpiel game with at most six players and perfect recall into the
lab's form; infosets keep OpenSpiel's information state strings. `tabular_policy` gives a strategy
back as an OpenSpiel `TabularPolicy`. For a game of our own that OpenSpiel has as well (Kuhn, Leduc
with suits kept apart, ..), both trees are walked side by side, action by action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from feltprint import _core
from feltprint.errors import ConfigError
from feltprint.lab.game import CHANCE, NONE, TERMINAL, LabGame, Vector

MAX_HISTORIES = 2_000_000


def game(spiel_game: Any) -> LabGame:
    """An OpenSpiel game, or its name, as a game of the lab.

    Raises
    ------
    ConfigError
        For simultaneous moves, a game without perfect recall, or more than two million histories.
    """
    if isinstance(spiel_game, str):
        spiel_game = _pyspiel().load_game(spiel_game)
    lists = _Lists(spiel_game.num_players())
    lists.walk(spiel_game.new_initial_state(), NONE, 0, 1.0)
    resolved = {"game": "openspiel", "name": str(spiel_game)}
    return LabGame.of_histories(str(spiel_game), "openspiel", resolved, lists.native(), "payoff")


def tabular_policy(lab_game: LabGame, strategy: Vector, spiel_game: Any) -> Any:
    """A strategy of the lab as an OpenSpiel `TabularPolicy` of a game with the same tree.

    Raises
    ------
    ConfigError
        When the two trees differ in shape, or one information state would get two different rows.
    """
    if isinstance(spiel_game, str):
        spiel_game = _pyspiel().load_game(spiel_game)
    from open_spiel.python.policy import TabularPolicy

    table = TabularPolicy(spiel_game)
    histories = lab_game.extensive
    if histories is None:
        raise ConfigError(f"{lab_game.name}: expected single histories; it is a vector game")
    children: list[list[int]] = [[] for _ in range(len(histories.parent))]
    for h, up in enumerate(histories.parent.tolist()[1:], start=1):
        children[up].append(h)
    seen: dict[str, int] = {}
    stack = [(0, spiel_game.new_initial_state())]
    while stack:
        h, state = stack.pop()
        actions = [] if state.is_terminal() else state.legal_actions()
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        if len(actions) != len(children[h]) or _actor(state) != histories.player[h]:
            raise ConfigError(
                f"{lab_game.name} and {spiel_game}: the trees differ after {state.history_str()}"
            )
        if histories.player[h] >= 0:
            infoset = int(histories.infoset[h])
            key = state.information_state_string()
            if seen.setdefault(key, infoset) != infoset:
                raise ConfigError(f"{spiel_game}: information state {key} holds several of ours")
            row = table.policy_for_key(key)
            row[:] = 0.0
            begin, end = lab_game.offsets[infoset], lab_game.offsets[infoset + 1]
            row[actions] = strategy[begin:end]
        for child, action in zip(children[h], actions, strict=True):
            stack.append((child, state.child(action)))
    return table


def _actor(state: Any) -> int:
    if state.is_terminal():
        return TERMINAL
    return CHANCE if state.is_chance_node() else int(state.current_player())


class _Lists:
    """The lists of a game, filled by a walk in prefix order."""

    def __init__(self, num_players: int) -> None:
        self._players = num_players
        self._parent: list[int] = []
        self._action: list[int] = []
        self._chance: list[float] = []
        self._player: list[int] = []
        self._infoset: list[int] = []
        self._payoff: list[float] = []
        self._infosets: dict[tuple[int, str], int] = {}
        self._num_actions: list[int] = []
        self._action_labels: list[str] = []

    def walk(self, state: Any, parent: int, place: int, chance: float) -> None:
        stack = [(state, parent, place, chance)]
        while stack:
            state, parent, place, chance = stack.pop()
            h = len(self._parent)
            if h >= MAX_HISTORIES:
                raise ConfigError(f"expected at most {MAX_HISTORIES:,} histories; found more")
            self._parent.append(parent)
            self._action.append(place)
            self._chance.append(chance)
            edges = self._node(state)
            stack += [
                (state.child(action), h, i, probability)
                for i, (action, probability) in reversed(list(enumerate(edges)))
            ]

    def _node(self, state: Any) -> list[tuple[int, float]]:
        self._player.append(_actor(state))
        if state.is_simultaneous_node():
            raise ConfigError(
                "expected a sequential game; wrap it: turn_based_simultaneous_game(game=..)"
            )
        if state.is_terminal():
            self._payoff += state.returns()
            self._infoset.append(NONE)
            return []
        if state.is_chance_node():
            self._infoset.append(NONE)
            return [(a, p) for a, p in state.chance_outcomes() if p > 0.0]
        actions = state.legal_actions()
        self._infoset.append(self._infoset_of(state, actions))
        return [(action, 1.0) for action in actions]

    def _infoset_of(self, state: Any, actions: list[int]) -> int:
        key = (int(state.current_player()), state.information_state_string())
        if key not in self._infosets:
            self._infosets[key] = len(self._infosets)
            self._num_actions.append(len(actions))
            self._action_labels += [state.action_to_string(action) for action in actions]
        return self._infosets[key]

    def native(self) -> _core.LabExtensiveGame:
        return _core.LabExtensiveGame(
            {
                "num_players": self._players,
                "parent": np.array(self._parent, dtype=np.uint32),
                "action": np.array(self._action, dtype=np.uint16),
                "chance": np.array(self._chance, dtype=np.float64),
                "player": np.array(self._player, dtype=np.int8),
                "infoset": np.array(self._infoset, dtype=np.uint32),
                "payoff": np.array(self._payoff, dtype=np.float64),
                "infoset_player": np.array([p for p, _ in self._infosets], dtype=np.int8),
                "num_actions": np.array(self._num_actions, dtype=np.uint16),
                "infoset_label": [label for _, label in self._infosets],
                "action_label": self._action_labels,
            }
        )


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError as error:
        raise ConfigError(
            "OpenSpiel is not installed; install it with: pip install 'feltprint[openspiel]'"
        ) from error
    return pyspiel
