"""Builds the bucket maps of a card abstraction, street by street, each by its kind.

A street gives arrays: its map under its name, and what the map was cut by (`thresholds_<street>`
of percentile streets, `centroids_<street>` and `inertia_<street>` of potential-aware ones).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.abstraction_clustering import Checkpoint, cluster_street
from feltprint.config.abstraction import FULL_DECK, STREETS, AbstractionConfig, NestedConfig
from feltprint.errors import ConfigError
from feltprint.small_deck import SmallDeck

Arrays = dict[str, NDArray[Any]]
Strength = _core.HandStrength | SmallDeck
OnProgress = Callable[[int, int, dict[str, Any]], None]

# The river cuts of donksolver 0.1.0 for 50 buckets, from its 20,000 sampled boards: nine of the
# exact cuts are moved, by 12 units of HS*1980 in all.
DONKSOLVER_RIVER_CUTS = (
    41, 73, 113, 147, 197, 213, 273, 309, 337, 371, 432, 467, 497, 521, 589, 633, 661, 693, 725,
    786, 828, 861, 894, 929, 974, 1022, 1068, 1110, 1149, 1185, 1222, 1270, 1320, 1362, 1402,
    1438, 1475, 1520, 1566, 1610, 1650, 1688, 1732, 1768, 1806, 1839, 1880, 1915, 1952,
)  # fmt: skip


def hand_strength(config: AbstractionConfig, threads: int) -> Strength:
    """The strengths of all hands on all boards of a config's deck. Cost: 0.3 CPU-s and 30 MB."""
    full = config.deck == FULL_DECK
    return _core.HandStrength(threads) if full else SmallDeck(config.deck)


def build_maps(
    config: AbstractionConfig,
    threads: int,
    on_progress: OnProgress | None,
    checkpoint_path: str | os.PathLike[str] | None = None,
    strength: Strength | None = None,
) -> Arrays:
    """Build the arrays of all streets.

    Parameters
    ----------
    strength
        `hand_strength` of the config's deck, where the caller has it for more than this.
    checkpoint_path
        Where k-means keeps its centroids, so that a killed build goes on; removed at the end.

    Raises
    ------
    ConfigError
        When a street cannot have as many buckets as it is asked for.
    ArtifactError
        When the checkpoint is damaged or of another config.
    """
    checkpoint = Checkpoint(checkpoint_path, {"config": config.model_dump(mode="json")})
    steps = _Steps(config, on_progress)
    strength = strength or hand_strength(config, threads)
    steps.advance("hand strength")
    arrays: Arrays = {}
    for street in (3, 2, 1):
        if isinstance(strength, SmallDeck):
            arrays.update(_small_deck_arrays(config, street, strength))
        else:
            arrays.update(_street_arrays(config, street, strength, checkpoint, steps))
        steps.close(street)
    checkpoint.remove()
    return arrays


class _Steps:
    """Counts the work of a build for its progress: one step a street, or one an iteration."""

    def __init__(self, config: AbstractionConfig, on_progress: OnProgress | None) -> None:
        self._on_progress = on_progress
        self._iterations = config.potential_aware.iterations if config.potential_aware else 0
        self._sizes = [
            self._iterations + 3 if kind == "potential-aware" else 1 for kind in config.kinds
        ]
        self._total = 1 + sum(self._sizes)
        self._done = 0
        self._street_done = 0

    def advance(self, step: str, info: Mapping[str, Any] | None = None) -> None:
        """One step further."""
        self._done += 1
        self._show(step, info or {})

    def cluster(self, name: str, phase: str, info: Mapping[str, Any]) -> None:
        """A report from k-means: seeding, then its iterations, then the map."""
        places = {"seeding": 0, "k-means": 1 + int(info.get("iteration", 0))}
        self._street_done = places.get(phase, self._iterations + 2)
        self._show(f"{name} {phase}", info)

    def close(self, street: int) -> None:
        """A street is done, in as many iterations as it took."""
        self._street_done = 0
        self._done += self._sizes[street - 1]
        self._show(STREETS[street - 1], {})

    def _show(self, step: str, info: Mapping[str, Any]) -> None:
        if self._on_progress is not None:
            self._on_progress(self._done + self._street_done, self._total, {"step": step, **info})


def _street_arrays(
    config: AbstractionConfig,
    street: int,
    strength: _core.HandStrength,
    checkpoint: Checkpoint,
    steps: _Steps,
) -> Arrays:
    name, bins = STREETS[street - 1], config.street_bins(street)
    kind = config.kinds[street - 1]
    if kind == "nested" and config.nested is not None:
        spec = nested_spec(config.nested, street, bins)
        map_ = _core.nested_map(strength, street, spec)
        if config.nested.bins == "equal-mass":
            _require_full(name, map_, config.num_buckets[street])
        return {name: map_}
    if kind == "potential-aware" and config.potential_aware is not None:
        options = config.potential_aware
        clusters = _core.ClusteringSpec(
            street=street,
            num_buckets=bins,
            seed=options.seed,
            training_boards=options.training_boards[street - 1],
        )
        return cluster_street(
            _core.StreetClustering(strength, clusters),
            (name, street, bins),
            options.iterations,
            checkpoint,
            lambda phase, info: steps.cluster(name, phase, info),
        )
    return _percentile_arrays(config, street, strength)


def _small_deck_arrays(config: AbstractionConfig, street: int, deck: SmallDeck) -> Arrays:
    name = STREETS[street - 1]
    if config.kinds[street - 1] == "lossless":
        return {name: deck.lossless(street)}
    map_, cuts = deck.percentile(street, config.street_bins(street))
    return {name: map_, f"thresholds_{name}": cuts}


def _require_full(name: str, map_: NDArray[Any], num_buckets: int) -> None:
    """Equal-mass bins promise that no bucket starves: refuse more bins than values can fill."""
    full = np.zeros(np.iinfo(map_.dtype).max + 1, bool)
    for first in range(0, len(map_), 4096):
        full[map_[first : first + 4096]] = True
    if empty := int(np.count_nonzero(~full[:num_buckets])):
        raise ConfigError(
            f"{name} has {num_buckets} equal-mass buckets, but {empty} of them would be empty "
            "(single values outweigh them); use fewer bins or coarser board classes"
        )


def _percentile_arrays(
    config: AbstractionConfig, street: int, strength: _core.HandStrength
) -> Arrays:
    name = STREETS[street - 1]
    if street == 3 and config.river_cuts != "exact":
        listed = config.river_cuts != "donksolver-0.1"
        cuts = np.array(config.river_cuts if listed else DONKSOLVER_RIVER_CUTS, np.uint32)
        return {name: strength.cut_river(cuts), f"thresholds_{name}": cuts}
    map_, cuts = strength.percentile(street, config.street_bins(street))
    return {name: map_, f"thresholds_{name}": cuts}


def nested_spec(options: NestedConfig, street: int, bins: int) -> _core.NestedSpec:
    """What the native code cuts a nested street by."""
    return _core.NestedSpec(
        bins=bins,
        sub_bins=options.potential_bins if street < 3 else 1,
        classes=getattr(_core.BoardClasses, options.boards[street - 1]),
        equal_mass=options.bins == "equal-mass",
    )
