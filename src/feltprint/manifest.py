"""The fingerprint of a build: which files it made and the sha256 of each.

Every step writes the hashes of its artifacts beside them, in the format of `sha256sum`. The last
step gathers them in results/manifest.json, and `verify` compares a results folder with it. The
manifest is a pure function of the artifacts: two equal builds have equal manifests.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from feltprint.artifacts import canonical_json, sha256_file
from feltprint.errors import ArtifactError
from feltprint.plain_files import replacing
from feltprint.version import __version__

FORMAT = 1
MANIFEST_NAME = "manifest.json"
SIDECAR_SUFFIX = ".sha256"

# Beside the artifacts, and no part of the fingerprint: they hold times and host facts, or are
# views of the artifacts.
UNLISTED_FOLDERS = ("checkpoints", "logs", "benchmarks")
UNLISTED_FILES = (MANIFEST_NAME, "README.md", "report.html", "report.zip")


@dataclass(frozen=True)
class Difference:
    """One way in which a results folder is not the build that its manifest describes."""

    path: str
    kind: Literal["changed", "missing", "extra"]
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.path}: {self.detail}"


def write_hashes(
    sidecar: Path,
    artifacts: Iterable[Path],
    *,
    payload_sha256: str = "",
    known: Mapping[Path, str] | None = None,
) -> None:
    """Write the hashes of finished artifacts into the sidecar file of a step.

    `sha256sum --check` reads it in the sidecar's folder. A compressed artifact may add the hash
    of what it holds, which does not depend on the version of the compressor. `known` has the
    hashes of files that were taken as they were written: these are not read again.
    """
    taken = known or {}
    lines = [
        f"{taken.get(path) or sha256_file(path)}  {path.relative_to(sidecar.parent).as_posix()}"
        for path in sorted(artifacts)
    ]
    if payload_sha256:
        lines.append(f"# payload {payload_sha256}")
    _write_text(sidecar, "\n".join(lines) + "\n")


def read_hashes(sidecar: Path) -> dict[str, dict[str, str]]:
    """The entries of a sidecar: file name -> `sha256`, and `payload_sha256` where it has one."""
    entries: dict[str, dict[str, str]] = {}
    payload = ""
    for line in _read_text(sidecar).splitlines():
        first, _, rest = line.partition("  ")
        if line.startswith("# payload "):
            payload = line.removeprefix("# payload ")
        elif len(first) == 64 and rest:
            entries[rest] = {"sha256": first}
        else:
            raise ArtifactError(f"{sidecar}: expected `<sha256>  <name>`, found {line[:80]!r}")
    if payload:
        for entry in entries.values():
            entry["payload_sha256"] = payload
    return entries


def checked_sha256(artifact: Path) -> str:
    """Hash an artifact and require what the sidecar of its name, `<stem>.sha256`, says of it.

    One read of the file; who opens it afterwards need not verify it again.

    Raises
    ------
    ArtifactError
        When either file is missing, or the artifact is not what the step wrote.
    """
    sidecar = artifact.with_suffix(SIDECAR_SUFFIX)
    entry = read_hashes(sidecar).get(artifact.name)
    if entry is None:
        raise ArtifactError(f"{sidecar}: expected an entry of {artifact.name}; make both again")
    found = sha256_file(artifact)
    if found != entry["sha256"]:
        raise ArtifactError(
            f"{artifact}: expected sha256 {entry['sha256']} as {sidecar.name} says, found {found}; "
            "the file is damaged or was replaced: make it again"
        )
    return found


def collect(results: Path, sidecars: Iterable[Path]) -> dict[str, Any]:
    """Gather the sidecars of a build into its manifest.

    Raises
    ------
    ArtifactError
        When a sidecar or one of its artifacts is missing.
    """
    files: dict[str, dict[str, Any]] = {}
    for sidecar in sorted(sidecars):
        for name, entry in read_hashes(sidecar).items():
            path = sidecar.parent / name
            if not path.is_file():
                raise ArtifactError(f"{path}: named by {sidecar}, but missing; make it again")
            key = path.relative_to(results).as_posix()
            files[key] = {"bytes": path.stat().st_size, **entry}
        key = sidecar.relative_to(results).as_posix()
        files[key] = {"bytes": sidecar.stat().st_size, "sha256": sha256_file(sidecar)}
    content = {"feltprint": __version__, "files": files, "format": FORMAT}
    return {**content, "sha256": _content_sha256(content)}


def write_manifest(results: Path, sidecars: Iterable[Path]) -> Path:
    """Write results/manifest.json and return its path."""
    path = results / MANIFEST_NAME
    text = json.dumps(collect(results, sidecars), indent=1, sort_keys=True) + "\n"
    _write_text(path, text)
    return path


def read_manifest(results: Path) -> dict[str, Any]:
    """Read and check the manifest itself. Raises ArtifactError when it was altered."""
    path = results / MANIFEST_NAME
    try:
        manifest = json.loads(_read_text(path))
        content = {key: manifest[key] for key in ("feltprint", "files", "format")}
    except (ValueError, TypeError, KeyError) as error:
        raise ArtifactError(f"{path}: expected a feltprint manifest; {error}") from error
    if content["format"] != FORMAT:
        raise ArtifactError(f"{path}: expected format {FORMAT}, found {content['format']!r}")
    if manifest.get("sha256") != _content_sha256(content):
        raise ArtifactError(f"{path}: its content does not match its own sha256; make it again")
    return content


def verify(results: Path) -> list[Difference]:
    """Compare a results folder with its manifest; an empty list is a proof of equality.

    Raises
    ------
    ArtifactError
        When there is no manifest, or it was altered itself.
    """
    files: dict[str, dict[str, Any]] = read_manifest(results)["files"]
    differences = [d for name, entry in files.items() for d in _compare(results, name, entry)]
    differences += [
        Difference(name, "extra", "not in the manifest; of another config, or put there by hand")
        for name in _present(results)
        if name not in files
    ]
    return sorted(differences, key=lambda difference: difference.path)


def _compare(results: Path, name: str, entry: dict[str, Any]) -> Iterator[Difference]:
    path = results / name
    if not path.is_file():
        yield Difference(name, "missing", f"expected {entry['bytes']} bytes")
    elif path.stat().st_size != entry["bytes"]:
        detail = f"expected {entry['bytes']} bytes, found {path.stat().st_size}"
        yield Difference(name, "changed", detail)
    elif (found := sha256_file(path)) != entry["sha256"]:
        yield Difference(name, "changed", f"expected sha256 {entry['sha256']}, found {found}")


def _present(results: Path) -> Iterator[str]:
    """Every file of the results folder that a manifest has to name."""
    for folder, folders, names in os.walk(results):
        if Path(folder) == results:
            folders[:] = [name for name in folders if name not in UNLISTED_FOLDERS]
            names = [name for name in names if name not in UNLISTED_FILES]
        folders.sort()
        for name in sorted(names):
            yield (Path(folder) / name).relative_to(results).as_posix()


def _content_sha256(content: dict[str, Any]) -> str:
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ArtifactError(f"{path}: missing; run the workflow again") from error
    except UnicodeDecodeError as error:
        raise ArtifactError(f"{path}: expected text, found other bytes") from error


def _write_text(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())
