"""OpenSpiel: its games in the lab, our strategies as its policies (extra `openspiel`).

`game` walks any sequential OpenSpiel game with at most six players and perfect recall into the
lab's form; infosets keep OpenSpiel's information state strings. `tabular_policy` gives a strategy
back as an OpenSpiel `TabularPolicy`. For a game of our own that OpenSpiel has as well (Kuhn, Leduc
with suits kept apart, ..), both trees are walked side by side, action by action.
"""

from __future__ import annotations

from typing import Any

from feltprint.errors import ConfigError
from feltprint.lab.game import CHANCE, NONE, TERMINAL, LabGame, Vector
from feltprint.lab.history_lists import HistoryLists

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
    walk = _Walk(spiel_game.num_players())
    walk.run(spiel_game.new_initial_state())
    resolved = {"game": "openspiel", "name": str(spiel_game)}
    native = walk.lists.native()
    return LabGame.of_histories(str(spiel_game), "openspiel", resolved, native, "payoff")


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


class _Walk:
    """Fills the lists of a game by a walk in prefix order."""

    def __init__(self, num_players: int) -> None:
        self.lists = HistoryLists(num_players)
        self._infosets: dict[tuple[int, str], int] = {}

    def run(self, root: Any) -> None:
        stack = [(root, NONE, 0, 1.0)]
        while stack:
            state, parent, place, chance = stack.pop()
            if len(self.lists.parent) >= MAX_HISTORIES:
                raise ConfigError(f"expected at most {MAX_HISTORIES:,} histories; found more")
            h = self.lists.add_history(parent, place, chance)
            edges = self._node(state)
            stack += [
                (state.child(action), h, i, probability)
                for i, (action, probability) in reversed(list(enumerate(edges)))
            ]

    def _node(self, state: Any) -> list[tuple[int, float]]:
        if state.is_simultaneous_node():
            raise ConfigError(
                "expected a sequential game; wrap it: turn_based_simultaneous_game(game=..)"
            )
        if state.is_terminal():
            self.lists.set_terminal(state.returns())
            return []
        if state.is_chance_node():
            self.lists.set_chance()
            return [(a, p) for a, p in state.chance_outcomes() if p > 0.0]
        actions = state.legal_actions()
        self.lists.set_decision(self._infoset_of(state, actions))
        return [(action, 1.0) for action in actions]

    def _infoset_of(self, state: Any, actions: list[int]) -> int:
        player, label = int(state.current_player()), state.information_state_string()
        if (player, label) not in self._infosets:
            names = [state.action_to_string(action) for action in actions]
            self._infosets[player, label] = self.lists.add_infoset(player, label, names)
        return self._infosets[player, label]


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError as error:
        raise ConfigError(
            "OpenSpiel is not installed; install it with: pip install 'feltprint[openspiel]'"
        ) from error
    return pyspiel
