"""The manifest of a bundle: its members with their hashes, and the version.

A member is a plain file at a fixed relative path inside the folder: no path of a manifest is ever
followed elsewhere, and no symbolic link is accepted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from feltprint.artifacts import canonical_json, sha256_file
from feltprint.errors import ArtifactError, ConfigError
from feltprint.plain_files import open_plain, replacing
from feltprint.version import __version__

FORMAT = 1
KIND = "bundle"
MANIFEST_NAME = "manifest.json"
ABSTRACTION_MEMBER = "abstraction.safetensors"
COMPRESSED_ABSTRACTION_MEMBER = f"{ABSTRACTION_MEMBER}.zst"
ABSTRACTION_MEMBERS = (ABSTRACTION_MEMBER, COMPRESSED_ABSTRACTION_MEMBER)
POLICY_FOLDER = "policies"
POLICY_SUFFIX = ".safetensors.zst"
MAX_MANIFEST_BYTES = 16 << 20
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def policy_member(name: str) -> str:
    """Path of a stack class's policy in a bundle. Raises ConfigError for an unfit name."""
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"stack class {name!r}: expected 1..64 letters, digits, '_', '-' and '.', not "
            "beginning with '.' or '-'; rename it"
        )
    return f"{POLICY_FOLDER}/{name}{POLICY_SUFFIX}"


@dataclass(frozen=True)
class Member:
    """A file of a bundle. ``payload_sha256`` is of its content, uncompressed."""

    path: str
    bytes: int
    sha256: str
    payload_sha256: str

    @classmethod
    def of(cls, path: Path, payload_sha256: str) -> Member:
        """Describe a file that is in place; the manifest sets the path of a policy."""
        return cls(path.name, path.stat().st_size, sha256_file(path), payload_sha256)

    def verify(self, folder: Path) -> None:
        """Raise ArtifactError, naming the member, unless the file is there and unchanged."""
        path = folder / self.path
        try:
            info = path.lstat()
        except OSError as error:
            raise ArtifactError(
                f"{folder}: member {self.path} is missing; copy the whole bundle again"
            ) from error
        if not stat.S_ISREG(info.st_mode):
            raise ArtifactError(f"{folder}: member {self.path}: expected a plain file")
        if info.st_size != self.bytes:
            raise ArtifactError(
                f"{folder}: member {self.path}: expected {self.bytes} bytes, found {info.st_size}; "
                "it is truncated or changed: copy the bundle again"
            )
        found = sha256_file(path)
        if found != self.sha256:
            raise ArtifactError(
                f"{folder}: member {self.path}: expected sha256 {self.sha256}, found {found}; it "
                "is changed: copy the bundle again"
            )


@dataclass(frozen=True)
class Reference:
    """A card abstraction that lies elsewhere, by the hash of its file."""

    payload_sha256: str


@dataclass(frozen=True)
class BundleManifest:
    """A parsed manifest; ``content`` is the JSON as it is on disk."""

    content: dict[str, Any]
    abstraction: Member | Reference | None
    policies: Mapping[str, Member]

    @classmethod
    def make(
        cls,
        blueprint: str,
        abstraction: Member | Reference | None,
        policies: Mapping[str, Member],
        configs: Mapping[str, dict[str, Any]],
    ) -> BundleManifest:
        """The manifest of members that are in place, with the meta of each policy."""
        content = {
            "format": FORMAT,
            "kind": KIND,
            "code_version": __version__,
            "blueprint": blueprint,
            "rules": next(iter(configs.values()))["game"]["rules"],
            "abstraction": None if abstraction is None else asdict(abstraction),
            "policies": [
                {
                    **asdict(member),
                    "path": policy_member(name),
                    "stack_class": name,
                    "config": configs[name],
                }
                for name, member in policies.items()
            ],
        }
        return cls._of({**content, "version": _version(content)}, Path(MANIFEST_NAME))

    @classmethod
    def read(cls, folder: Path) -> BundleManifest:
        """Read and check a manifest. Raises ArtifactError for anything out of order."""
        where = folder / MANIFEST_NAME
        with open_plain(where) as file:
            text = file.read(MAX_MANIFEST_BYTES + 1)
        try:
            if len(text) > MAX_MANIFEST_BYTES:
                raise ValueError(f"larger than {MAX_MANIFEST_BYTES} bytes")
            content = json.loads(text)
            if content["kind"] != KIND or content["format"] != FORMAT:
                raise ValueError(f"found {content['kind']!r}, format {content['format']!r}")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ArtifactError(
                f"{where}: expected a {KIND} manifest of format {FORMAT}; {error}"
            ) from error
        return cls._of(content, where)

    @classmethod
    def _of(cls, content: dict[str, Any], where: Path) -> BundleManifest:
        try:
            if content["version"] != _version(content):
                raise ValueError("its version is not the hash of its content")
            abstraction = _abstraction(content["abstraction"])
            policies = {
                entry["stack_class"]: _member(entry, policy_member(entry["stack_class"]))
                for entry in content["policies"]
            }
            if not policies or len(policies) != len(content["policies"]):
                raise ValueError("no policies, or two of one name")
            if not isinstance(content["blueprint"], str) or not isinstance(content["rules"], str):
                raise TypeError("blueprint and rules are text")
            found = {entry["config"]["game"]["rules"] for entry in content["policies"]}
            if found != {content["rules"]}:
                raise ValueError("a policy is of other rules than the bundle")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ArtifactError(f"{where}: the manifest is damaged: {error}") from error
        return cls(content, abstraction, policies)

    def write(self, folder: Path) -> None:
        """Write the manifest into its folder, last of all files."""
        text = json.dumps(self.content, indent=1, sort_keys=True, allow_nan=False) + "\n"
        with replacing(folder / MANIFEST_NAME) as file:
            file.write(text.encode())

    @cached_property
    def configs(self) -> dict[str, dict[str, Any]]:
        """The meta of each policy, as the manifest tells it."""
        return {entry["stack_class"]: entry["config"] for entry in self.content["policies"]}

    def require_config(self, name: str, found: Mapping[str, Any], folder: Path) -> None:
        """Raise ArtifactError unless the manifest tells of a policy what the policy does."""
        if self.configs[name] != found:
            raise ArtifactError(
                f"{folder}: the manifest tells another config of {policy_member(name)} than the "
                "policy itself; build the bundle again"
            )

    def members(self) -> list[Member]:
        """All members, the abstraction first."""
        first = [self.abstraction] if isinstance(self.abstraction, Member) else []
        return [*first, *self.policies.values()]

    def verify(self, folder: Path) -> None:
        """Raise ArtifactError for a changed, missing, foreign or truncated member, by name."""
        known = {MANIFEST_NAME, *(member.path for member in self.members())}
        foreign = sorted(set(_files(folder)) - known)
        if foreign:
            raise ArtifactError(
                f"{folder}: expected the members of the manifest alone, found {foreign[0]} (and "
                f"{len(foreign) - 1} more); remove what does not belong to the bundle"
            )
        for member in self.members():
            member.verify(folder)

    @staticmethod
    def clear(folder: Path) -> None:
        """Remove an older bundle from a folder; refuse a folder with anything else in it."""
        for name in _files(folder):
            is_policy = name.startswith(f"{POLICY_FOLDER}/") and name.endswith(POLICY_SUFFIX)
            if name not in (MANIFEST_NAME, *ABSTRACTION_MEMBERS) and not is_policy:
                raise ConfigError(
                    f"{folder}: found {name}, which is no part of a bundle; remove it"
                )
        for name in _files(folder):
            (folder / name).unlink()


def _abstraction(entry: Mapping[str, Any] | None) -> Member | Reference | None:
    if entry is None:
        return None
    if set(entry) == {"payload_sha256"}:
        return Reference(_sha256(entry["payload_sha256"], "the referenced abstraction"))
    if set(entry) != {field.name for field in fields(Member)}:
        raise ValueError(f"the abstraction has the keys {sorted(entry)}")
    if entry["path"] == COMPRESSED_ABSTRACTION_MEMBER:
        return _member(entry, COMPRESSED_ABSTRACTION_MEMBER)
    member = _member(entry, ABSTRACTION_MEMBER)
    if member.sha256 != member.payload_sha256:
        raise ValueError("the abstraction is not compressed, but has two hashes")
    return member


def _member(entry: Mapping[str, Any], expected_path: str) -> Member:
    member = Member(entry["path"], entry["bytes"], entry["sha256"], entry["payload_sha256"])
    if member.path != expected_path or type(member.bytes) is not int:
        raise ValueError(f"expected the member {expected_path}, found {member.path!r}")
    for text in (member.sha256, member.payload_sha256):
        _sha256(text, expected_path)
    return member


def _sha256(text: object, of_what: str) -> str:
    if not (isinstance(text, str) and _SHA256.fullmatch(text)):
        raise ValueError(f"{of_what}: a hash is not 64 hexadecimal digits")
    return text


def _version(content: Mapping[str, Any]) -> str:
    """Hash of what is served: everything but sizes and hashes of compressed files.

    All forms of an abstraction count as the included one.
    """
    outer = ("bytes", "sha256")
    cards = content["abstraction"]
    if cards is not None:
        cards = {"path": ABSTRACTION_MEMBER, "payload_sha256": cards.get("payload_sha256")}
    text = canonical_json(
        {
            **{key: value for key, value in content.items() if key != "version"},
            "abstraction": cards,
            "policies": [
                {key: value for key, value in entry.items() if key not in outer}
                for entry in content["policies"]
            ],
        }
    )
    return hashlib.sha256(text.encode()).hexdigest()


def _files(folder: Path) -> list[str]:
    """Every file, link and special file below a folder, as relative posix paths, sorted."""
    found = []
    for root, folders, names in os.walk(folder):
        links = [name for name in folders if (Path(root) / name).is_symlink()]
        found += [(Path(root) / name).relative_to(folder).as_posix() for name in names + links]
    return sorted(found)
