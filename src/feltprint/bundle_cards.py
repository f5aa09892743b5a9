"""The card abstraction of a bundle: included, compressed, or referenced by its hash."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from feltprint.abstraction import KIND, CardAbstraction
from feltprint.artifacts import read_compressed, sha256_file
from feltprint.bundle_manifest import (
    ABSTRACTION_MEMBER,
    COMPRESSED_ABSTRACTION_MEMBER,
    BundleManifest,
    Member,
    Reference,
)
from feltprint.config.bundle import AbstractionForm
from feltprint.errors import ArtifactError, ConfigError
from feltprint.payload_cache import cached_path, open_payload
from feltprint.zstd_frame import compress_file

LEVEL = 9  # of zstd; the maps take 2 seconds
MAX_BYTES = 1 << 30  # of the maps of a bundle, unpacked; two bytes a hand are 0.4 GB


@dataclass(frozen=True)
class BundleCards:
    """An open bundle's card abstraction, and how it is held."""

    abstraction: CardAbstraction
    form: AbstractionForm
    memory: Literal["shared map", "private"]

    def info(self) -> dict[str, Any]:
        """For ``Bundle.info``."""
        return {
            "form": self.form,
            "memory": self.memory,
            "sha256": self.abstraction.sha256,
            "bytes": self.abstraction.nbytes,
        }


def add_cards(
    folder: Path, source: Path, abstraction: CardAbstraction, form: AbstractionForm
) -> Member | Reference:
    """Put an abstraction into a bundle folder; return what the manifest says of it.

    Raises ConfigError for an unknown form.
    """
    match form:
        case "referenced":
            return Reference(abstraction.sha256)
        case "included":
            target = folder / ABSTRACTION_MEMBER
            shutil.copyfile(source, target)
        case "compressed":
            target = folder / COMPRESSED_ABSTRACTION_MEMBER
            compress_file(source, target, level=LEVEL)
        case _:
            raise ConfigError(
                f"abstraction form: expected {', '.join(get_args(AbstractionForm))}, found {form!r}"
            )
    return Member.of(target, abstraction.sha256)


def open_cards(
    folder: Path, manifest: BundleManifest, given: Path | None, cache: Path | None
) -> BundleCards | None:
    """The abstraction of a bundle whose members are verified; None for games without cards.

    Parameters
    ----------
    given
        The file of a referenced abstraction; None: it is looked for in the cache folder, under
        its hash. A bundle that holds its own does not read it.
    cache
        See ``payload_cache``.

    Raises
    ------
    ArtifactError
        When a referenced abstraction is absent or of another hash, or a member is damaged.
    """
    cards = manifest.abstraction
    if isinstance(cards, Reference):
        found = _open_referenced(folder, cards.payload_sha256, given, cache)
        return BundleCards(found, "referenced", "shared map")
    if cards is None:
        return None
    path = folder / cards.path
    if cards.path == COMPRESSED_ABSTRACTION_MEMBER:
        return _open_compressed(path, cards.payload_sha256, cache)
    return BundleCards(CardAbstraction.open(path, cards.payload_sha256), "included", "shared map")


def _open_compressed(path: Path, sha256: str, cache: Path | None) -> BundleCards:
    if cache is not None:
        mapped = open_payload(path, KIND, sha256, cache, max_bytes=MAX_BYTES)
        if mapped is not None:
            return BundleCards(CardAbstraction.of(mapped, sha256), "compressed", "shared map")
    copied = read_compressed(path, KIND, max_bytes=MAX_BYTES, expected_sha256=sha256)
    return BundleCards(CardAbstraction.of(copied, sha256), "compressed", "private")


def _open_referenced(
    folder: Path, sha256: str, given: Path | None, cache: Path | None
) -> CardAbstraction:
    path = given
    if path is None:
        path = None if cache is None else cached_path(cache, sha256)
        if path is None or not path.exists():
            raise ArtifactError(
                f"{folder}: expected the card abstraction {sha256} that it references"
                f"{'' if path is None else f' at {path}'}, found nothing; name its file "
                "(`abstraction`, on the command line --cards), or copy it there"
            )
    found = sha256_file(path)
    if found != sha256:
        raise ArtifactError(
            f"{path}: expected the card abstraction {sha256} that {folder} references, found "
            f"{found}; name the one that the bundle was made with"
        )
    return CardAbstraction.open(path, sha256)
