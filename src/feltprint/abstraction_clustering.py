"""Potential-aware streets: k-means, iteration by iteration, over any number of kills.

The centroids after each iteration are all that the next one needs, so they are the checkpoint. A
killed run goes on from the last saved iteration and ends with the same bytes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.artifacts import open_artifact, write_artifact
from feltprint.errors import ArtifactError

CHECKPOINT_KIND = "abstraction-checkpoint"
NUM_PARTS = 16  # a native call is a 16th of an iteration, so that Ctrl-C is heard
SEEDS_AT_ONCE = 8
SAVE_FACTOR = 30  # at least this many times the last write between two writes

Report = Callable[[str, dict[str, Any]], None]


class Checkpoint:
    """Centroids and inertias of the streets so far, in one file; None keeps nothing."""

    def __init__(self, path: str | os.PathLike[str] | None, meta: dict[str, Any]) -> None:
        self._path = None if path is None else Path(path)
        self._meta = meta
        self._arrays = self._load()
        self._write_seconds = 0.0
        self._written_at = float("-inf")

    def _load(self) -> dict[str, NDArray[Any]]:
        if self._path is None or not self._path.exists():
            return {}
        artifact = open_artifact(self._path, CHECKPOINT_KIND)
        if artifact.meta != self._meta:
            raise ArtifactError(
                f"{self._path}: expected the checkpoint of {self._meta}, found one of "
                f"{artifact.meta}; remove it or name another file"
            )
        return {name: np.array(array) for name, array in artifact.arrays.items()}

    def get(self, name: str) -> tuple[NDArray[Any], list[int]] | None:
        """Centroids and inertias of a street; None when it has not begun."""
        if f"centroids_{name}" not in self._arrays:
            return None
        return self._arrays[f"centroids_{name}"], self._arrays[f"inertia_{name}"].tolist()

    def put(self, name: str, centroids: NDArray[Any], inertias: list[int]) -> None:
        """Keep a street's state, on disk unless the last write was a moment ago."""
        self._arrays[f"centroids_{name}"] = centroids
        self._arrays[f"inertia_{name}"] = np.array(inertias, np.uint64)
        started = time.monotonic()
        if self._path is None or started - self._written_at < SAVE_FACTOR * self._write_seconds:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_artifact(self._path, CHECKPOINT_KIND, self._meta, self._arrays)
        self._written_at = time.monotonic()
        self._write_seconds = self._written_at - started

    def remove(self) -> None:
        """Forget everything: the abstraction is done."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def cluster_street(
    clustering: _core.StreetClustering,
    shape: tuple[str, int, int],
    iterations: int,
    checkpoint: Checkpoint,
    report: Report,
) -> dict[str, NDArray[Any]]:
    """Build the map of a street by k-means.

    Parameters
    ----------
    shape
        Name of the street, its number, and its buckets.
    iterations
        Most updates of the centroids.

    Returns
    -------
    dict
        The map; `centroids_*` int16 [cluster, feature]; `inertia_*` uint64, the weighted sum of
        distances of the training hands before each update and at the end, and last of all hands
        of all boards.
    """
    name, _, num_buckets = shape
    kept = checkpoint.get(name)
    inertias: list[int] = []
    if kept is None:
        _seed(clustering, num_buckets, report)
    else:
        centroids, inertias = kept
        clustering.restore(np.ascontiguousarray(centroids))
    while True:
        inertia = _assign(clustering, report, {"iteration": len(inertias)})
        moved = not inertias or inertia < inertias[-1]
        inertias.append(inertia)
        if not moved or len(inertias) > iterations:
            break
        clustering.update()
        checkpoint.put(name, clustering.centroids(), inertias)
    return _write(clustering, shape, inertias, report)


def _seed(clustering: _core.StreetClustering, num_buckets: int, report: Report) -> None:
    drawn = 0
    while drawn < num_buckets:
        drawn = clustering.seed_more(SEEDS_AT_ONCE)
        report("seeding", {"seeds": drawn})


def _assign(clustering: _core.StreetClustering, report: Report, info: dict[str, Any]) -> int:
    """Assign all points, repairing empty clusters; return the inertia."""
    while True:
        for part in range(NUM_PARTS):
            clustering.assign(part, NUM_PARTS)
        inertia, num_empty = clustering.finish()
        report("k-means", {**info, "inertia": inertia, "repaired": num_empty})
        if num_empty == 0:
            return int(inertia)
        clustering.repair()


def _write(
    clustering: _core.StreetClustering,
    shape: tuple[str, int, int],
    inertias: list[int],
    report: Report,
) -> dict[str, NDArray[Any]]:
    name, street, num_buckets = shape
    boards = len(_core.canonical_boards(street)[0])
    parts = NUM_PARTS if street < 3 else 4 * NUM_PARTS
    map_ = np.empty((boards, 1326), np.uint8 if num_buckets <= 255 else np.uint16)
    whole = 0
    for part in range(parts):
        whole += clustering.write_map(part, parts, map_, street)
        report("map", {"boards": boards * (part + 1) // parts})
    return {
        name: map_,
        f"centroids_{name}": clustering.centroids(),
        f"inertia_{name}": np.array([*inertias, whole], np.uint64),
    }
