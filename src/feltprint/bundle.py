"""Bundles: one card abstraction and one frozen policy a stack class, served as one strategy.

A bundle is a folder that may be copied anywhere: ``manifest.json`` names every member with its
size and hashes, and nothing else may lie beside them. ``version`` is a hash of the content (the
payloads, not their compression), so it names the strategy that is served. Layout:
docs/formats.md.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.adapters.rows import ANSWER, ROW, Rows, Status, empty_answers, status_name
from feltprint.bundle_manifest import ABSTRACTION_MEMBER, BundleManifest, Member, policy_member
from feltprint.errors import ArtifactError, ConfigError
from feltprint.freezing import POLICY_KIND
from feltprint.games import Game
from feltprint.payload_cache import open_payload
from feltprint.policy import Policy

NO_CARDS = _core.BucketMap(None, None, None, (1, 1, 1))


@dataclass(frozen=True)
class PublicState:
    """A public state as a bundle sees it: where it is, and what the seat to act can do there."""

    answer: Any  # one record of dtype ANSWER; kind, chips, prob and bucket are not set
    actions: list[tuple[int, int]]  # (kind, chips) in real chips, as in an answer
    strategy: NDArray[np.float32]  # [hand, action]; 0 for hands that the board blocks


def build_bundle(
    out_dir: str | os.PathLike[str],
    blueprint: str,
    policies: Mapping[str, str | os.PathLike[str]],
    abstraction_path: str | os.PathLike[str] | None,
) -> dict[str, Any]:
    """Copy policies and abstraction into a folder with a manifest; return the manifest.

    Parameters
    ----------
    out_dir
        Made if missing; a bundle in it is replaced, any other content is refused.
    policies
        Name of the stack class -> policy file. Their order is that of the classes.
    abstraction_path
        The card abstraction that the policies were solved with; None for games without one.

    Raises
    ------
    ArtifactError
        When a policy is damaged or belongs to another abstraction.
    ConfigError
        When the policies do not belong together, or a name cannot be a file name.
    """
    folder = Path(out_dir)
    folder.mkdir(parents=True, exist_ok=True)
    BundleManifest.clear(folder)
    opened = {name: Policy.open(path) for name, path in policies.items()}
    abstraction = None if abstraction_path is None else CardAbstraction.open(abstraction_path)
    _make_server(list(opened.values()), abstraction, folder)
    member = None
    if abstraction is not None and abstraction_path is not None:
        target = folder / ABSTRACTION_MEMBER
        shutil.copyfile(abstraction_path, target)
        member = Member.of(target, abstraction.sha256)
    members = {}
    for name, policy in opened.items():
        target = folder / policy_member(name)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(policies[name], target)
        members[name] = Member.of(target, policy.payload_sha256)
    manifest = BundleManifest.make(
        blueprint, member, members, {name: policy.meta for name, policy in opened.items()}
    )
    manifest.write(folder)
    return manifest.content


class Bundle:
    """An open bundle. Threads: stateless; any number of threads may ask it at once."""

    def __init__(
        self,
        folder: Path,
        manifest: BundleManifest,
        policies: Mapping[str, Policy],
        abstraction: CardAbstraction | None,
    ) -> None:
        self.folder = folder
        self.manifest = manifest.content
        self.version: str = manifest.content["version"]
        self.policies = dict(policies)
        self.abstraction = abstraction
        self._server = _make_server(list(self.policies.values()), abstraction, folder)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        cache: str | os.PathLike[str] | None = None,
    ) -> Bundle:
        """Open a bundle folder after checking every member.

        Parameters
        ----------
        cache
            Folder of unpacked policies that all processes share by memory map (see
            ``payload_cache``); None: the tables are a private copy in memory.

        Raises
        ------
        ArtifactError
            For a changed, missing, foreign or truncated member, by name.
        """
        folder = Path(path)
        manifest = BundleManifest.read(folder)
        manifest.verify(folder)
        abstraction = None
        if manifest.abstraction is not None:
            abstraction = CardAbstraction.open(folder / manifest.abstraction.path)
            manifest.abstraction.require_payload(folder, abstraction.sha256)
        policies = {}
        for name, member in manifest.policies.items():
            policies[name] = _open_policy(folder / member.path, member.payload_sha256, cache)
            member.require_payload(folder, policies[name].payload_sha256)
        manifest.require_configs({name: p.meta for name, p in policies.items()}, folder)
        return cls(folder, manifest, policies, abstraction)

    @property
    def blueprint(self) -> str:
        """Name of the blueprint."""
        return str(self.manifest["blueprint"])

    @property
    def rules(self) -> str:
        """Rule profile under which real hands are replayed."""
        return str(self.manifest["rules"])

    @property
    def stack_classes(self) -> list[str]:
        """Names of the stack classes, in the order of ``stack_class`` in answers."""
        return list(self.policies)

    def info(self) -> dict[str, Any]:
        """What is served: version, rules, stack classes with their sizes and memory.

        ``memory`` of a class is "shared map" when its table is a file of the cache that all
        processes map, "private" when it is a copy of this process.
        """
        classes = {
            name: {
                "stacks": list(policy.game.stacks),
                "iterations": policy.meta.get("iterations"),
                "nodes": int(policy.tree.size.nodes),
                "entries": int(policy.tree.size.entries),
                "table_bytes": int(policy.prob.nbytes),
                "tree_bytes": int(policy.tree.size.nodes) * _core.NODE_BYTES,
                "memory": "private" if policy.path.parent.parent == self.folder else "shared map",
            }
            for name, policy in self.policies.items()
        }
        return {
            "blueprint": self.blueprint,
            "version": self.version,
            "rules": self.rules,
            "classes": classes,
        }

    def act(self, rows: Rows, uniforms: NDArray[np.float64]) -> Rows:
        """Answer decisions. Shape: rows [n] of dtype ROW, uniforms [n] in [0, 1) -> [n] of ANSWER.

        The action is drawn with the caller's uniform number; everything else is a function of the
        row. The GIL is released. Raises ConfigError for arrays of another type or shape.
        """
        out = empty_answers(len(rows))
        self._server.act(_as_bytes(rows), uniforms, out.view(np.uint8).reshape(-1, ANSWER.itemsize))
        return out

    def probabilities(self, rows: Rows, taken: Rows) -> NDArray[np.float32]:
        """Probability that the bundle gives to the actions really taken.

        Shape: rows [n] of dtype ROW, taken [n] of dtype ACTION -> [n]. A size that the tree does
        not have counts as the action that it is read as. NaN where there is no answer or the
        action is not legal.
        """
        out = np.empty(len(rows), dtype=np.float32)
        flat = np.ascontiguousarray(taken).view(np.uint8).reshape(len(rows), -1)
        self._server.probabilities(_as_bytes(rows), flat, out)
        return out

    def public_state(self, row: Rows) -> PublicState:
        """Node, real actions and the strategy of every hand at the public state of one row.

        The row's hole cards (which may be absent, 255) only take part in the coin that reads sizes
        that the tree does not have.
        """
        answer, actions, strategy = self._server.read(_as_bytes(np.atleast_1d(row)), True)
        return PublicState(np.frombuffer(answer, dtype=ANSWER)[0], actions, strategy)

    def strategy(self, row: Rows) -> NDArray[np.float32]:
        """Probabilities of all hands at a public state. Shape: [1326, action].

        Raises
        ------
        ConfigError
            When the bundle has no answer there (status no_node and above).
        """
        state = self.public_state(row)
        status = int(state.answer["status"])
        if status >= Status.NO_NODE:
            raise ConfigError(
                f"the bundle has no strategy at this state: status {status_name(status)}, reason "
                f"{int(state.answer['reason'])} (adapters.rows.Reason)"
            )
        return state.strategy


def _open_policy(path: Path, payload_sha256: str, cache: str | os.PathLike[str] | None) -> Policy:
    if cache is not None:
        mapped = open_payload(path, POLICY_KIND, payload_sha256, Path(cache))
        if mapped is not None:
            return Policy.of(mapped)
    return Policy.open(path)


def _as_bytes(rows: Rows) -> NDArray[np.uint8]:
    if rows.dtype != ROW or rows.ndim != 1:
        raise ConfigError(
            f"expected packed rows [n] of feltprint.adapters.rows.ROW, found {rows.dtype} of shape "
            f"{rows.shape}"
        )
    return np.ascontiguousarray(rows).view(np.uint8).reshape(-1, ROW.itemsize)


def _make_server(
    policies: list[Policy], abstraction: CardAbstraction | None, where: Path
) -> _core.Server:
    """Check that policies and abstraction belong together, and serve them."""
    sha256 = None if abstraction is None else abstraction.sha256
    views = []
    for policy in policies:
        expected = policy.meta.get("abstraction_sha256")
        if expected != sha256:
            raise ArtifactError(
                f"{policy.path}: expected the card abstraction {expected}, found {sha256}; bundle "
                "the one that the policy was solved with"
            )
        if not isinstance(policy.game, Game):
            raise ConfigError(
                f"{where}: {policy.game.name} has no packed rows: it cannot be served"
            )
        views.append((policy.tree, policy.prob, policy.game.rules))
    buckets = NO_CARDS if abstraction is None else abstraction.native
    return _core.Server(buckets, tuple(views))
