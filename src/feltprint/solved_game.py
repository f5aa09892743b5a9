"""A game tied to a card abstraction: what a solver, a strategy and an evaluation work on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.artifacts import Artifact
from feltprint.errors import ArtifactError, ConfigError
from feltprint.games import AnyGame, Game, KuhnGame, ToyGame, tree_hash

# Buckets of a hold'em game without an abstraction: the 169 classes, and one on a later street.
PREFLOP_ONLY = (169, 1, 1, 1)


@dataclass(frozen=True)
class SolvedGame:
    """A game with its tree for an abstraction's buckets, as the native code sees it."""

    game: AnyGame
    cards: CardAbstraction | None
    tree: _core.PublicTree
    native: _core.Game
    tree_hash: str

    @classmethod
    def build(cls, game: AnyGame, cards: CardAbstraction | None) -> SolvedGame:
        """Build the tree for the abstraction's buckets. Raises ConfigError when they do not fit."""
        if not isinstance(game, Game):
            if cards is not None:
                raise ConfigError(f"{game.name} takes no card abstraction: its buckets are ranks")
            tree = game.build_tree()
            return cls(game, None, tree, _native_toy(game, tree), tree_hash(tree))
        if cards is not None and cards.config.deck != game.deck:
            raise ConfigError(
                f"card abstraction: found one for a deck of {cards.config.deck}; {game.name} is "
                f"played with {game.deck} cards"
            )
        tree = game.build_tree(PREFLOP_ONLY if cards is None else cards.num_buckets)
        buckets = _core.BucketMap(None, None, None, (1, 1, 1)) if cards is None else cards.native
        native = _core.HoldemGame(tree, buckets)
        return cls(game, cards, tree, native, tree_hash(tree))

    def meta(self) -> dict[str, Any]:
        """What identifies the game in an artifact."""
        return {
            "game": dict(self.game.resolved),
            "num_buckets": list(self.tree.num_buckets),
            "tree_hash": self.tree_hash,
            "abstraction_sha256": None if self.cards is None else self.cards.sha256,
        }

    def require_same(self, artifact: Artifact) -> None:
        """Raise ArtifactError when an artifact was made for another game or abstraction."""
        for key, expected in self.meta().items():
            found = artifact.meta.get(key)
            if found != expected:
                raise ArtifactError(
                    f"{artifact.path}: expected {key} = {expected!r}, found {found!r}; the file "
                    "belongs to another game or card abstraction"
                )


def _native_toy(game: ToyGame, tree: _core.PublicTree) -> _core.Game:
    if isinstance(game, KuhnGame):
        return _core.KuhnGame(tree)
    return _core.LeducGame(tree, game.ranks, game.suits)
