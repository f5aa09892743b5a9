"""A game of the lab: its decisions in flat arrays, the native form, the histories where it has any.

An *entry* is a pair (infoset, action); entries are numbered by infoset, then by action, over all
players. A strategy is one float64 vector over all entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from feltprint import _core
from feltprint.errors import ConfigError

Vector = NDArray[np.float64]
CHANCE, TERMINAL = -1, -2
NONE = 0xFFFFFFFF


@dataclass(frozen=True, eq=False)
class LabGame:
    """A game as every tool of the lab takes it.

    Attributes
    ----------
    name
        What the command line and the artifacts call it.
    family
        `kuhn`, `leduc`, ..: which defaults a schedule takes.
    resolved
        What shapes the game, as plain JSON values.
    native
        The game in sequence form.
    extensive
        Its histories; None for vector games (river endgames).
    unit
        Payoffs in words, for tables and figures.
    """

    name: str
    family: str
    resolved: Mapping[str, Any]
    native: _core.LabSequenceGame
    extensive: _core.LabExtensiveGame | None
    unit: str = "chips"

    @classmethod
    def of_histories(
        cls, name: str, family: str, resolved: Mapping[str, Any], game: _core.LabExtensiveGame,
        unit: str = "chips",
    ) -> LabGame:  # fmt: skip
        """Tie histories to their sequence form. Raises ConfigError when they are no game."""
        return cls(name, family, resolved, _core.LabSequenceGame(game), game, unit)

    @property
    def num_players(self) -> int:
        """How many players there are."""
        return self.native.num_players

    @property
    def num_entries(self) -> int:
        """Length of a strategy."""
        return self.native.num_entries

    @property
    def num_infosets(self) -> int:
        """Infosets of all players."""
        return len(self.num_actions)

    @cached_property
    def num_actions(self) -> NDArray[np.int64]:
        """Actions of each infoset."""
        return np.array(self.native.num_actions, dtype=np.int64)

    @cached_property
    def infoset_player(self) -> NDArray[np.int64]:
        """Who acts at each infoset."""
        return np.array(self.native.infoset_player, dtype=np.int64)

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Entry of each infoset's first action, and the number of entries at the end."""
        return np.concatenate(([0], np.cumsum(self.num_actions)))

    @cached_property
    def entry_player(self) -> NDArray[np.int64]:
        """Who acts at each entry."""
        return np.repeat(self.infoset_player, self.num_actions)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Name of each infoset."""
        return tuple(self.native.infoset_label)

    @cached_property
    def action_labels(self) -> tuple[str, ...]:
        """Name of each entry's action."""
        return tuple(self.native.action_label)

    def uniform(self) -> Vector:
        """The strategy that plays all actions alike."""
        return np.repeat(1.0 / self.num_actions, self.num_actions)

    def pure(self, place: int) -> Vector:
        """The strategy of one place among the actions: 0 the first, -1 the last."""
        chosen = np.zeros(self.num_entries)
        where = self.offsets[:-1] + place if place >= 0 else self.offsets[1:] + place
        chosen[where] = 1.0
        return chosen

    def strategy(self, rows: Mapping[str, ArrayLike]) -> Vector:
        """A strategy from rows by `<player>:<label>`, or by label where it is one player's.

        Raises
        ------
        ConfigError
            When a row is unknown, missing, or has a wrong number of probabilities.
        """
        flat = np.full(self.num_entries, np.nan)
        for name, row in rows.items():
            infoset = self.infoset(name)
            begin, end = self.offsets[infoset], self.offsets[infoset + 1]
            values = np.asarray(row, dtype=np.float64)
            if values.shape != (end - begin,):
                raise ConfigError(f"row {name}: expected {end - begin} numbers, found {row!r}")
            flat[begin:end] = values
        missing = np.flatnonzero(np.isnan(flat[self.offsets[:-1]]))
        if len(missing):
            raise ConfigError(f"strategy: no row for infoset {self.full_label(int(missing[0]))}")
        return flat

    def full_label(self, infoset: int) -> str:
        """`<player>:<label>`, unique in the game."""
        return f"{self.infoset_player[infoset]}:{self.labels[infoset]}"

    @cached_property
    def _infoset_of(self) -> dict[str, int]:
        found = {self.full_label(i): i for i in range(self.num_infosets)}
        bare: dict[str, list[int]] = {}
        for infoset, label in enumerate(self.labels):
            bare.setdefault(label, []).append(infoset)
        found.update({label: ids[0] for label, ids in bare.items() if len(ids) == 1})
        return found

    def infoset(self, name: str) -> int:
        """Infoset by label. Raises ConfigError for an unknown or ambiguous one."""
        if name not in self._infoset_of:
            raise ConfigError(f"infoset {name!r}: the game {self.name} has none of this name")
        return self._infoset_of[name]

    def rows(self, strategy: Vector) -> dict[str, dict[str, float]]:
        """A strategy for people: `<player>:<label>` -> action -> probability."""
        return {
            self.full_label(i): dict(
                zip(
                    self.action_labels[self.offsets[i] : self.offsets[i + 1]],
                    strategy[self.offsets[i] : self.offsets[i + 1]].tolist(),
                    strict=True,
                )
            )
            for i in range(self.num_infosets)
        }

    def joined(self, strategies: list[Vector]) -> Vector:
        """The profile in which player p plays strategies[p]."""
        return np.choose(self.entry_player, strategies)
