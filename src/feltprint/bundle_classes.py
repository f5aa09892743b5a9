"""The stack classes of an open bundle: each is unpacked and checked when it is first asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.artifacts import ALIGNMENT, MAX_HEADER_BYTES
from feltprint.bundle_manifest import BundleManifest
from feltprint.errors import ArtifactError, ConfigError
from feltprint.freezing import LANES, POLICY_KIND
from feltprint.games import Game, from_resolved
from feltprint.payload_cache import open_payload
from feltprint.policy import Policy
from feltprint.zstd_frame import stated_size

MAX_TABLE_BYTES = 1 << 36  # of a solve of the game; its policy is an eighth of that
# A block has 8 bytes in a policy; in the tables of a solve 64, and as many again in the preflop.
TABLE_BYTES_PER_BYTE = 16
NO_CARDS = _core.BucketMap(None, None, None, (1, 1, 1))


class BundleClasses(Mapping[str, Policy]):
    """Policies by the name of their class, in the order of the manifest.

    Threads: any number may ask; a class is opened once, under a lock.
    """

    def __init__(self, folder: Path, manifest: BundleManifest, cache: Path | None) -> None:
        self._folder = folder
        self._manifest = manifest
        self._cache = cache
        self._lock = threading.Lock()
        self._open: dict[str, Policy] = {}
        self.games = {name: _game(config, folder) for name, config in manifest.configs.items()}

    def __getitem__(self, name: str) -> Policy:
        if name not in self.games:
            raise KeyError(name)
        with self._lock:
            if name not in self._open:
                self._open[name] = self._read(name)
            return self._open[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)

    def opened(self) -> Mapping[str, Policy]:
        """The classes that are open by now."""
        return dict(self._open)

    def memory(self, name: str) -> str:
        """Where a class's table is: "not open", "shared map" or "private"."""
        if name not in self._open:
            return "not open"
        return "private" if self._open[name].path.is_relative_to(self._folder) else "shared map"

    def _read(self, name: str) -> Policy:
        member = self._manifest.policies[name]
        path, sha256 = self._folder / member.path, member.payload_sha256
        most = self._most_bytes(name, path)
        mapped = None
        if self._cache is not None:
            mapped = open_payload(path, POLICY_KIND, sha256, self._cache, max_bytes=most)
        policy = (
            Policy.open(path, sha256, max_bytes=most)
            if mapped is None
            else Policy.of(mapped, sha256)
        )
        self._manifest.require_config(name, policy.meta, self._folder)
        return policy

    def _most_bytes(self, name: str, path: Path) -> int:
        """The most that a policy of the class's game can take: nothing larger is unpacked.

        A game whose policy would be larger than the file's content is not counted to its end: what
        a manifest says costs no more than the files beside it are worth.
        """
        game, config = self.games[name], self._manifest.configs[name]
        stated = stated_size(path, max_bytes=MAX_TABLE_BYTES)
        limit = min(TABLE_BYTES_PER_BYTE * stated, MAX_TABLE_BYTES)
        try:
            num_buckets = [int(count) for count in config["num_buckets"]]
            size = _core.count_tree(game.rules, game.menu, num_buckets, limit)
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise ArtifactError(
                f"{self._folder}: stack class {name}: its game cannot be served, or not by a "
                f"policy of {stated} bytes: {error}"
            ) from error
        codes_and_masses = 2 * size.blocks * LANES  # a row has no more masses than codes
        return int(codes_and_masses) + MAX_HEADER_BYTES + ALIGNMENT


def make_server(
    games: Mapping[str, Game],
    opened: Mapping[str, Policy],
    abstraction: CardAbstraction | None,
) -> _core.Server:
    """Serve some classes; those that are not open yet raise ``ClassNotOpenError`` when asked."""
    views = [
        (game.rules, opened[name].tree, opened[name].prob) if name in opened
        else (game.rules, None, None)
        for name, game in games.items()
    ]  # fmt: skip
    buckets = NO_CARDS if abstraction is None else abstraction.native
    return _core.Server(buckets, tuple(views), next((game.deck for game in games.values()), 0))


def require_abstraction(
    expected: object, abstraction: CardAbstraction | None, where: str | os.PathLike[str]
) -> None:
    """Raise ArtifactError unless a policy was solved with this card abstraction (or with none)."""
    found = None if abstraction is None else abstraction.sha256
    if expected != found:
        raise ArtifactError(
            f"{os.fspath(where)}: expected the card abstraction {expected}, found {found}; bundle "
            "the one that the policy was solved with"
        )


def served_game(game: object, where: str | os.PathLike[str]) -> Game:
    """The game if it is one of hold'em. Raises ConfigError: nothing else has packed rows."""
    if not isinstance(game, Game):
        name = getattr(game, "name", game)
        raise ConfigError(f"{os.fspath(where)}: {name} has no packed rows: it cannot be served")
    return game


def _game(config: Mapping[str, object], folder: Path) -> Game:
    try:
        game = from_resolved(config["game"])  # type: ignore[arg-type]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        raise ArtifactError(f"{folder}: the game of a class cannot be built: {error}") from error
    return served_game(game, folder)
