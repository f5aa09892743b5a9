"""Bundles: one card abstraction and one frozen policy a stack class, served as one strategy.

A bundle is a folder that may be copied anywhere: ``manifest.json`` names every member with its
size and hashes, and nothing else may lie beside them. ``version`` is a hash of the content (the
payloads, not their compression), so it names the strategy that is served. Layout:
docs/formats.md.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.adapters.rows import ANSWER, ROW, Rows, Status, status_name
from feltprint.bundle_cards import BundleCards, add_cards, open_cards
from feltprint.bundle_classes import BundleClasses, make_server, require_abstraction, served_game
from feltprint.bundle_manifest import BundleManifest, Member, policy_member
from feltprint.config.bundle import AbstractionForm, BundleConfig
from feltprint.errors import ConfigError
from feltprint.payload_cache import default_folder
from feltprint.policy import Policy

DEFAULT_CACHE: Final = "the user's cache folder"  # stands for payload_cache.default_folder()
DEFAULT_FORM: Final = BundleConfig().abstraction
MappingName: TypeAlias = Literal["sampled", "expected"]
MAPPINGS = {"sampled": _core.Mapping.Sampled, "expected": _core.Mapping.Expected}
T = TypeVar("T")


@dataclass(frozen=True)
class PublicState:
    """A public state as a bundle sees it: where it is, and what the seat to act can do there."""

    answer: Any  # one record of dtype ANSWER; kind, chips, prob and bucket are not set
    actions: list[tuple[int, int]]  # (kind, chips) in real chips, as in an answer; each once
    strategy: NDArray[np.float32]  # [hand, action]; 0 for hands that the board blocks
    readings: list[tuple[int, float]]  # (node, probability); one, or several of "expected"


def build_bundle(
    out_dir: str | os.PathLike[str],
    blueprint: str,
    policies: Mapping[str, str | os.PathLike[str]],
    abstraction_path: str | os.PathLike[str] | None,
    abstraction_form: AbstractionForm = DEFAULT_FORM,
    abstraction_sha256: str | None = None,
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
    abstraction_form
        How the bundle holds it: see ``config.bundle``. The version does not depend on it.
    abstraction_sha256
        Of its file, where the caller has just checked it; else it is verified here.

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
    abstraction = None
    if abstraction_path is not None:
        abstraction = CardAbstraction.open(abstraction_path, abstraction_sha256)
    for policy in opened.values():
        require_abstraction(policy.meta.get("abstraction_sha256"), abstraction, policy.path)
    games = {name: served_game(policy.game, folder) for name, policy in opened.items()}
    make_server(games, opened, abstraction)
    cards = None
    if abstraction is not None and abstraction_path is not None:
        cards = add_cards(folder, Path(abstraction_path), abstraction, abstraction_form)
    members = {}
    for name, policy in opened.items():
        target = folder / policy_member(name)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(policies[name], target)
        members[name] = Member.of(target, policy.payload_sha256)
    manifest = BundleManifest.make(
        blueprint, cards, members, {name: policy.meta for name, policy in opened.items()}
    )
    manifest.write(folder)
    return manifest.content


def member_hashes(folder: Path) -> dict[Path, str]:
    """The sha256 of every member of a bundle, as its manifest has it. Raises ArtifactError."""
    members = BundleManifest.read(folder).members()
    return {folder / member.path: member.sha256 for member in members}


class Bundle:
    """An open bundle. Threads: any number may ask it at once; there is no lock on the way of a row.

    A stack class is unpacked when it is first needed: by a row that it answers, or through
    ``policies``.
    """

    def __init__(
        self,
        folder: Path,
        manifest: BundleManifest,
        policies: BundleClasses,
        cards: BundleCards | None,
    ) -> None:
        self.folder = folder
        self.manifest = manifest.content
        self.version: str = manifest.content["version"]
        self.policies = policies
        self._cards = cards
        self._server = make_server(policies.games, {}, self.abstraction)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        cache: str | os.PathLike[str] | None = DEFAULT_CACHE,
        abstraction: str | os.PathLike[str] | None = None,
    ) -> Bundle:
        """Open a bundle folder after checking the hash of every member.

        Parameters
        ----------
        cache
            Folder of unpacked members that all processes share by memory map (see
            ``payload_cache``; by default the user's). None, or a folder that cannot be written: the
            tables are a private copy in memory.
        abstraction
            The card abstraction's file, for a bundle that holds its hash alone; None: the cache
            folder is asked, where its name is ``<hash>.safetensors``. Not read where the bundle
            has its own.

        Raises
        ------
        ArtifactError
            For a changed, missing, foreign or truncated member, by name, or a referenced
            abstraction that is absent or another. What is inside a policy
            is checked when its class is opened; ``verify`` opens all of them.
        """
        folder = Path(path)
        manifest = BundleManifest.read(folder)
        manifest.verify(folder)
        where = default_folder() if cache == DEFAULT_CACHE else cache
        cache_folder = None if where is None else Path(where)
        given = None if abstraction is None else Path(abstraction)
        cards = open_cards(folder, manifest, given, cache_folder)
        found = None if cards is None else cards.abstraction
        for name, config in manifest.configs.items():
            require_abstraction(
                config.get("abstraction_sha256"), found, folder / policy_member(name)
            )
        return cls(folder, manifest, BundleClasses(folder, manifest, cache_folder), cards)

    def verify(self) -> None:
        """Open every class. Raises ArtifactError for a policy that the manifest does not mean."""
        for name in self.policies:
            self._open_class(name)

    def _open_class(self, name: str) -> None:
        """Make a class ready to answer. Servers are never changed, only replaced."""
        self.policies[name]
        self._server = make_server(self.policies.games, self.policies.opened(), self.abstraction)

    def _ask(self, question: Callable[[_core.Server], T]) -> T:
        """Put a question to the server; open the classes that it turns out to need."""
        while True:
            try:
                return question(self._server)
            except _core.ClassNotOpenError as missing:
                self._open_class(self.stack_classes[int(str(missing))])

    @property
    def abstraction(self) -> CardAbstraction | None:
        """The card abstraction; None for games without one."""
        return None if self._cards is None else self._cards.abstraction

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
        return list(self.policies.games)

    def info(self) -> dict[str, Any]:
        """What is served: version, rules, stack classes; of open ones also sizes.

        ``memory`` of a class is "shared map" when its table is a file of the cache that all
        processes map, "private" when it is a copy of this process, else "not open"; the abstraction
        says the same of its maps.
        """
        classes = {}
        configs = {entry["stack_class"]: entry["config"] for entry in self.manifest["policies"]}
        opened = self.policies.opened()
        for name, game in self.policies.games.items():
            classes[name] = {
                "stacks": list(game.stacks),
                "iterations": configs[name].get("iterations"),
                "memory": self.policies.memory(name),
            }
            if name in opened:
                classes[name] |= {
                    "nodes": int(opened[name].tree.size.nodes),
                    "entries": int(opened[name].tree.size.entries),
                    "table_bytes": int(opened[name].prob.nbytes),
                    "tree_bytes": int(opened[name].tree.size.nodes) * _core.NODE_BYTES,
                }
        return {
            "blueprint": self.blueprint,
            "version": self.version,
            "rules": self.rules,
            "abstraction": None if self._cards is None else self._cards.info(),
            "classes": classes,
        }

    def act(
        self, rows: Rows, uniforms: NDArray[np.float64], mapping: MappingName = "sampled"
    ) -> Rows:
        """Answer decisions. Shape: rows [n] of dtype ROW, uniforms [n] in [0, 1) -> [n] of ANSWER.

        The action is drawn with the caller's uniform number; everything else is a function of the
        row. The GIL is released.

        Parameters
        ----------
        mapping
            How sizes are read that the tree does not have: "sampled" as one of the neighbours, by a
            coin; "expected" as both, with the strategies averaged by the mapping's probabilities.
            Then ``prob`` is that of the real action, and ``node`` that of the likeliest reading.

        Raises
        ------
        ConfigError
            For arrays of another type or shape, or an unknown mapping.
        """
        packed, how = _checked(rows), _native(mapping)
        out = np.empty(len(packed), dtype=ANSWER)
        try:
            self._server.act(packed, uniforms, how, out)
        except _core.ClassNotOpenError:
            self._ask(lambda server: server.act(packed, uniforms, how, out))
        return out

    def probabilities(self, rows: Rows, taken: Rows) -> NDArray[np.float32]:
        """Probability that the bundle gives to the actions really taken.

        Shape: rows [n] of dtype ROW, taken [n] of dtype ACTION -> [n]. A size that the tree does
        not have counts as the action that it is read as. NaN where there is no answer or the
        action is not legal.
        """
        packed, actions = _checked(rows), np.ascontiguousarray(taken)
        out = np.empty(len(packed), dtype=np.float32)
        self._ask(lambda server: server.probabilities(packed, actions, out))
        return out

    def public_state(self, row: Rows, mapping: MappingName = "sampled") -> PublicState:
        """Node, real actions and the strategy of every hand at the public state of one row.

        The row's hole cards (which may be absent, 255) only take part in the coin that reads sizes
        that the tree does not have; under the "expected" mapping (see ``act``) in nothing.
        """
        packed, how = _checked(np.atleast_1d(row)), _native(mapping)
        answer, actions, strategy, readings = self._ask(lambda server: server.read(packed, how))
        return PublicState(np.frombuffer(answer, dtype=ANSWER)[0], actions, strategy, readings)

    def strategy(self, row: Rows, mapping: MappingName = "sampled") -> NDArray[np.float32]:
        """Probabilities of all hands at a public state, as in ``public_state``.

        Shape: [1326, action].

        Raises
        ------
        ConfigError
            When the bundle has no answer there (status no_node and above).
        """
        packed, how = _checked(np.atleast_1d(row)), _native(mapping)
        status, reason, matrix = self._ask(lambda server: server.strategy(packed, how))
        if status >= Status.NO_NODE:
            raise ConfigError(
                f"the bundle has no strategy at this state: status {status_name(status)}, reason "
                f"{reason} (adapters.rows.Reason)"
            )
        return cast("NDArray[np.float32]", matrix)


def _checked(rows: Rows) -> Rows:
    if rows.dtype != ROW or rows.ndim != 1:
        raise ConfigError(
            f"expected packed rows [n] of feltprint.adapters.rows.ROW, found {rows.dtype} of shape "
            f"{rows.shape}"
        )
    return rows if rows.flags.c_contiguous else np.ascontiguousarray(rows)


def _native(mapping: MappingName) -> _core.Mapping:
    try:
        return MAPPINGS[mapping]
    except KeyError:
        raise ConfigError(
            f"mapping: expected one of {', '.join(MAPPINGS)}, found {mapping!r}"
        ) from None
