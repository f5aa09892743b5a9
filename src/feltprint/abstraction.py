"""Card abstractions: a bucket for every hand on every board, up to suits.

An artifact of kind "abstraction" holds `flop`, `turn` and `river`, each uint8 or uint16 of shape
[canonical board, hand in the canonical suits] (255 or 65535 = the board blocks the hand), and what
they were cut by (`abstraction_build`); its meta holds the resolved config.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from feltprint import _core
from feltprint.abstraction_build import Strength, build_maps, hand_strength
from feltprint.abstraction_quality import quality_report
from feltprint.artifacts import Artifact, open_artifact, payload_sha256, write_artifact
from feltprint.cards import CardsLike, board
from feltprint.config.abstraction import FULL_DECK, AbstractionConfig
from feltprint.errors import ArtifactError, ConfigError
from feltprint.small_deck import SmallDeck

KIND = "abstraction"


class CardAbstraction:
    """Hand -> bucket maps of flop, turn and river; immutable. Make one by `build` or `open`."""

    def __init__(
        self, config: AbstractionConfig, arrays: Mapping[str, NDArray[Any]], sha256: str | None
    ) -> None:
        self.config = config
        self.arrays = dict(arrays)
        self.native = _core.BucketMap(
            flop=self.arrays["flop"],
            turn=self.arrays["turn"],
            river=self.arrays["river"],
            num_buckets=config.num_buckets[1:],
        )
        self._sha256 = sha256

    @classmethod
    def build(
        cls,
        *,
        threads: int = 1,
        on_progress: Callable[[int, int, dict[str, Any]], None] | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        **config: Any,
    ) -> CardAbstraction:
        """Build an abstraction; the result does not depend on `threads`.

        Parameters
        ----------
        on_progress
            Called with (steps done, steps in all, {"step": name, ...}).
        checkpoint
            A file that keeps what k-means has done: a killed build goes on from it, and ends
            with the same bytes. It is removed at the end.
        config
            The keys of `AbstractionConfig`, such as `kind="nested"`, `buckets=(12, 12, 24)`,
            `nested={"bins": "equal-mass"}`.

        Raises
        ------
        ConfigError
            For an impossible request, such as more buckets than a street has values.
        ArtifactError
            When the checkpoint is damaged or of another config.
        """
        checked = _config(config)
        return cls(checked, build_maps(checked, threads, on_progress, checkpoint), None)

    @classmethod
    def build_measured(
        cls,
        *,
        threads: int = 1,
        on_progress: Callable[[int, int, dict[str, Any]], None] | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        **config: Any,
    ) -> tuple[CardAbstraction, dict[str, Any]]:
        """`build` and its `quality_report`, which share the strengths of all hands."""
        checked = _config(config)
        strength = hand_strength(checked, threads)
        made = cls(checked, build_maps(checked, threads, on_progress, checkpoint, strength), None)
        return made, made._measure(strength, threads)

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], verified_sha256: str | None = None
    ) -> CardAbstraction:
        """Map a saved abstraction. Raises ArtifactError when it is not whole or not one.

        verified_sha256: of the file, where the caller has just checked it; it is not read again.
        """
        artifact = open_artifact(path, KIND, verify=verified_sha256 is None)
        return cls.of(artifact, verified_sha256)

    @classmethod
    def of(cls, artifact: Artifact, verified_sha256: str | None = None) -> CardAbstraction:
        """The abstraction in an open artifact. Raises ArtifactError when it is not one."""
        try:
            config = _config(artifact.meta["config"])
            return cls(config, artifact.arrays, verified_sha256 or artifact.sha256)
        except (KeyError, ConfigError) as error:
            raise ArtifactError(
                f"{artifact.path} is not an abstraction of this version: {error}; build it again"
            ) from error

    def save(self, path: str | os.PathLike[str]) -> str:
        """Write the abstraction and return its sha256."""
        self._sha256 = write_artifact(path, KIND, self._meta, self.arrays)
        return self._sha256

    @property
    def _meta(self) -> dict[str, Any]:
        config = self.config.model_dump(mode="json")
        if self.config.deck == FULL_DECK:  # what an artifact without the key means
            del config["deck"]
        return {"config": config}

    @property
    def sha256(self) -> str:
        """Hash of the artifact, saved or not: what binds a solve to its abstraction."""
        if self._sha256 is None:
            self._sha256 = payload_sha256(KIND, self._meta, self.arrays)
        return self._sha256

    @property
    def num_buckets(self) -> tuple[int, int, int, int]:
        """Buckets on each street; preflop always 169."""
        return self.config.num_buckets

    def buckets(self, cards: CardsLike) -> NDArray[np.int32]:
        """Buckets of all hands on a board of 0, 3, 4 or 5 cards, int32 (1326,), -1 = blocked."""
        buckets: NDArray[np.int32] = self.native.buckets(board(cards)).astype(np.int32)
        buckets[buckets == 0xFFFF] = -1
        return buckets

    @cached_property
    def nbytes(self) -> int:
        """Bytes of all maps and cuts."""
        return sum(array.nbytes for array in self.arrays.values())

    def quality_report(self, threads: int = 1) -> dict[str, Any]:
        """Measure the maps: see `abstraction_quality`. Deterministic."""
        return self._measure(hand_strength(self.config, threads), threads)

    def _measure(self, strength: Strength, threads: int) -> dict[str, Any]:
        if isinstance(strength, SmallDeck):
            joint = strength.bucket_strengths(self.arrays["river"])
        else:
            joint = _core.river_bucket_strengths(self.native, strength, threads)
        return quality_report(self.native, joint, self.nbytes, threads)


def _config(values: object) -> AbstractionConfig:
    try:
        return AbstractionConfig.model_validate(values)
    except ValidationError as error:
        details = "; ".join(
            _problem(item["loc"], item["msg"], item["input"]) for item in error.errors()
        )
        raise ConfigError(f"abstraction: {details}") from error


def _problem(place: tuple[int | str, ...], message: str, found: object) -> str:
    """One line about a wrong value; what is wrong with the whole names its keys itself."""
    if not place:
        return message.removeprefix("Value error, ")
    return f"{'.'.join(map(str, place))}: {message}, found {found!r}"
