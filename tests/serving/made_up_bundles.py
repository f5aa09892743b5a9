"""States and bundles with random tables: right shapes, no solve."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from feltprint.abstraction import CardAbstraction
from feltprint.artifacts import write_artifact
from feltprint.bundle import build_bundle
from feltprint.freezing import freeze_policy
from feltprint.games import AnyGame, Game, tree_hash


def write_state(path: Path, game: AnyGame, cards: CardAbstraction | None, seed: int) -> None:
    """A state artifact with random tables; three rows in ten have no average."""
    tree = game.build_tree(_num_buckets(game, cards))
    rng = np.random.default_rng(seed)
    shape = (tree.size.blocks, 8)
    cum_strategy = rng.random(shape, dtype=np.float32)
    cum_strategy[rng.random(shape[0]) < 0.3] = 0
    meta = {
        "game": dict(game.resolved),
        "num_buckets": list(tree.num_buckets),
        "tree_hash": tree_hash(tree),
        "abstraction_sha256": None if cards is None else cards.sha256,
        "solver": {"seed": seed},
        "iterations": 1000 + seed,
    }
    tables = {
        "cum_strategy": cum_strategy,
        "cum_regret": rng.random(shape, dtype=np.float32) - np.float32(0.5),
    }
    write_artifact(path, "state", meta, tables)


def _num_buckets(game: AnyGame, cards: CardAbstraction | None) -> tuple[int, ...]:
    if not isinstance(game, Game):
        return game.num_buckets
    return (169, 1, 1, 1) if cards is None else cards.num_buckets


def make_bundle(folder: Path, games: dict[str, Game], cards_path: Path | None) -> Path:
    """Freeze made-up states of some games and bundle them; return the bundle folder."""
    cards = None if cards_path is None else CardAbstraction.open(cards_path)
    policies = {}
    for seed, (name, game) in enumerate(games.items()):
        state, policies[name] = folder / f"{name}.state", folder / f"{name}.zst"
        write_state(state, game, cards, seed)
        freeze_policy(state, policies[name])
        state.unlink()
    build_bundle(folder / "bundle", "made-up", policies, cards_path)
    return folder / "bundle"
