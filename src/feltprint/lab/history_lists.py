"""A game in extensive form while it is put together, history by history in prefix order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from feltprint import _core
from feltprint.lab.game import CHANCE, NONE, TERMINAL


@dataclass
class HistoryLists:
    """The lists that the native game is made of; native/include/feltprint/lab/extensive_game.hpp.

    After each `add_history` comes one of `set_terminal`, `set_chance` and `set_decision` for it.
    """

    num_players: int
    parent: list[int] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    chance: list[float] = field(default_factory=list)
    player: list[int] = field(default_factory=list)
    infoset: list[int] = field(default_factory=list)
    payoff: list[float] = field(default_factory=list)
    infoset_player: list[int] = field(default_factory=list)
    num_actions: list[int] = field(default_factory=list)
    infoset_label: list[str] = field(default_factory=list)
    action_label: list[str] = field(default_factory=list)

    def add_history(self, parent: int, place: int, chance: float) -> int:
        """Add a history after its parent (NONE at the root) and return its number."""
        self.parent.append(parent)
        self.action.append(place)
        self.chance.append(chance)
        return len(self.parent) - 1

    def set_terminal(self, payoffs: Sequence[float]) -> None:
        """The last history is an end."""
        self.player.append(TERMINAL)
        self.infoset.append(NONE)
        self.payoff += payoffs

    def set_chance(self) -> None:
        """Chance acts at the last history."""
        self.player.append(CHANCE)
        self.infoset.append(NONE)

    def set_decision(self, infoset: int) -> None:
        """The player of an infoset acts at the last history."""
        self.player.append(self.infoset_player[infoset])
        self.infoset.append(infoset)

    def add_infoset(self, player: int, label: str, actions: Sequence[str]) -> int:
        """Add an infoset and return its number."""
        self.infoset_player.append(player)
        self.num_actions.append(len(actions))
        self.infoset_label.append(label)
        self.action_label += actions
        return len(self.infoset_player) - 1

    def native(self) -> _core.LabExtensiveGame:
        """The game. Raises ConfigError when the lists do not make one of perfect recall."""
        return _core.LabExtensiveGame(
            {
                "num_players": self.num_players,
                "parent": np.array(self.parent, dtype=np.uint32),
                "action": np.array(self.action, dtype=np.uint16),
                "chance": np.array(self.chance, dtype=np.float64),
                "player": np.array(self.player, dtype=np.int8),
                "infoset": np.array(self.infoset, dtype=np.uint32),
                "payoff": np.array(self.payoff, dtype=np.float64),
                "infoset_player": np.array(self.infoset_player, dtype=np.int8),
                "num_actions": np.array(self.num_actions, dtype=np.uint16),
                "infoset_label": self.infoset_label,
                "action_label": self.action_label,
            }
        )
