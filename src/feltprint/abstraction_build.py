"""Builds the bucket maps of a card abstraction, street by street, each by its kind.

A street gives arrays: its map under its name, and what the map was cut by (`thresholds_<street>`
of percentile streets, `centroids_<street>` of potential-aware ones).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.config.abstraction import STREETS, AbstractionConfig, NestedConfig

Arrays = dict[str, NDArray[Any]]
OnProgress = Callable[[int, int, dict[str, Any]], None]

# The river cuts of donksolver 0.1.0 for 50 buckets, from its 20,000 sampled boards: nine of the
# exact cuts are moved, by 12 units of HS*1980 in all.
DONKSOLVER_RIVER_CUTS = (
    41, 73, 113, 147, 197, 213, 273, 309, 337, 371, 432, 467, 497, 521, 589, 633, 661, 693, 725,
    786, 828, 861, 894, 929, 974, 1022, 1068, 1110, 1149, 1185, 1222, 1270, 1320, 1362, 1402,
    1438, 1475, 1520, 1566, 1610, 1650, 1688, 1732, 1768, 1806, 1839, 1880, 1915, 1952,
)  # fmt: skip


def build_maps(config: AbstractionConfig, threads: int, on_progress: OnProgress | None) -> Arrays:
    """Build the arrays of all streets.

    Raises
    ------
    ConfigError
        When a street cannot have as many buckets as it is asked for.
    """
    steps = 1 + len(STREETS)
    strength = _core.HandStrength(threads)
    _report(on_progress, 1, steps, "hand strength")
    arrays: Arrays = {}
    for done, street in enumerate((3, 2, 1), start=2):
        arrays.update(_street_arrays(config, street, strength))
        _report(on_progress, done, steps, STREETS[street - 1])
    return arrays


def _report(on_progress: OnProgress | None, done: int, total: int, step: str) -> None:
    if on_progress is not None:
        on_progress(done, total, {"step": step})


def _street_arrays(
    config: AbstractionConfig, street: int, strength: _core.HandStrength
) -> Iterator[tuple[str, NDArray[Any]]]:
    name, bins = STREETS[street - 1], config.street_bins(street)
    if config.kinds[street - 1] == "nested" and config.nested is not None:
        yield name, _core.nested_map(strength, street, nested_spec(config.nested, street, bins))
        return
    if street == 3 and config.river_cuts != "exact":
        listed = config.river_cuts != "donksolver-0.1"
        chosen = config.river_cuts if listed else DONKSOLVER_RIVER_CUTS
        cuts = np.array(chosen, np.uint32)
        yield name, strength.cut_river(cuts)
    else:
        map_, cuts = strength.percentile(street, bins)
        yield name, map_
    yield f"thresholds_{name}", cuts


def nested_spec(options: NestedConfig, street: int, bins: int) -> _core.NestedSpec:
    """What the native code cuts a nested street by."""
    return _core.NestedSpec(
        bins=bins,
        sub_bins=options.potential_bins if street < 3 else 1,
        classes=getattr(_core.BoardClasses, options.boards[street - 1]),
        equal_mass=options.bins == "equal-mass",
    )
