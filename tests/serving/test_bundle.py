"""Bundles: relocatable, every change refused by name, nothing outside the folder."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from made_up_bundles import make_bundle, write_state

from feltprint.artifacts import canonical_json, write_compressed
from feltprint.bundle import Bundle, build_bundle
from feltprint.bundle_manifest import _version
from feltprint.errors import ArtifactError, ConfigError
from feltprint.freezing import freeze_policy
from feltprint.games import kuhn, preset
from feltprint.policy import Policy
from feltprint.zstd_frame import stated_size


@pytest.fixture
def folder(push_fold_folder: Path, tmp_path: Path) -> Path:
    """A copy of the push-fold bundle, to be damaged."""
    return Path(shutil.copytree(push_fold_folder, tmp_path / "copy"))


def change_manifest(folder: Path, change: Callable[[dict], None], *, sign: bool = True) -> None:
    """Rewrite a manifest; with ``sign`` as a stranger would, with a version that fits."""
    path = folder / "manifest.json"
    content = json.loads(path.read_text())
    change(content)
    if sign:
        content["version"] = _version(content)
    path.write_text(json.dumps(content))


def test_bundle_opens_after_a_move_and_keeps_its_version(folder: Path, push_fold: Bundle) -> None:
    moved = folder.rename(folder.with_name("moved"))
    opened = Bundle.open(moved)
    assert opened.version == push_fold.version
    assert opened.stack_classes == ["5bb", "10bb", "20bb"]
    assert opened.rules == "strict"
    assert opened.info()["classes"]["10bb"]["stacks"] == [2000, 2000]


def test_same_members_give_the_same_bytes(tmp_path: Path) -> None:
    games = {"5bb": preset("push-fold", 5)}
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first, second = (make_bundle(tmp_path / name, games, None) for name in ("a", "b"))
    for path in sorted(first.rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (second / path.relative_to(first)).read_bytes()


def test_manifest_lists_members_with_hashes_and_config(folder: Path) -> None:
    content = json.loads((folder / "manifest.json").read_text())
    assert content["kind"] == "bundle"
    assert content["abstraction"] is None
    assert [entry["path"] for entry in content["policies"]] == [
        "policies/5bb.safetensors.zst",
        "policies/10bb.safetensors.zst",
        "policies/20bb.safetensors.zst",
    ]
    assert content["policies"][0]["config"]["game"]["stacks"] == [1000, 1000]


MEMBER = "policies/10bb.safetensors.zst"


def flip_a_bit(folder: Path) -> None:
    data = bytearray((folder / MEMBER).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / MEMBER).write_bytes(data)


def cut(folder: Path) -> None:
    data = (folder / MEMBER).read_bytes()
    (folder / MEMBER).write_bytes(data[:-1])


def swap(folder: Path) -> None:
    shutil.copyfile(folder / "policies/5bb.safetensors.zst", folder / MEMBER)


def link(folder: Path) -> None:
    target = folder.parent / "outside"
    (folder / MEMBER).rename(target)
    (folder / MEMBER).symlink_to(target)


def fifo(folder: Path) -> None:
    (folder / MEMBER).unlink()
    os.mkfifo(folder / MEMBER)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (flip_a_bit, "expected sha256"),
        (cut, "truncated or changed"),
        (swap, "expected"),
        (lambda folder: (folder / MEMBER).unlink(), "is missing"),
        (link, "expected a plain file"),
        (fifo, "expected a plain file"),
    ],
    ids=["changed", "truncated", "swapped", "missing", "symlink", "fifo"],
)
def test_damaged_member_is_refused_by_name(
    folder: Path, damage: Callable[[Path], None], message: str
) -> None:
    damage(folder)
    with pytest.raises(ArtifactError, match=message) as caught:
        Bundle.open(folder).verify()
    assert MEMBER in str(caught.value)


@pytest.mark.parametrize("cached", [True, False])
def test_policy_larger_than_its_game_is_not_unpacked(
    folder: Path, tmp_path: Path, cached: bool
) -> None:
    """A few hundred bytes of zstd may declare gigabytes: the game says how much can be right."""
    bomb = {"prob": np.zeros((1 << 18, 8), dtype=np.uint8)}
    hashes = write_compressed(folder / MEMBER, "policy", {}, bomb)
    size = (folder / MEMBER).stat().st_size
    assert size < 2000

    def change(content: dict) -> None:
        fields = zip(("sha256", "payload_sha256"), hashes, strict=True)
        content["policies"][1] |= {"bytes": size, **dict(fields)}

    change_manifest(folder, change)
    opened = Bundle.open(folder, cache=tmp_path / "cache" if cached else None)
    with pytest.raises(ArtifactError, match=rf"{MEMBER}: expected at most \d+ bytes of content"):
        opened.verify()
    assert not list(tmp_path.glob("cache/.*"))


def test_policy_of_a_tree_without_end_is_refused(tmp_path: Path) -> None:
    """A policy may name a game whose tree nobody can count, and hold no rows of it."""
    game = preset("6max-mw", 2000, max_raises=(60, 60, 60, 60), multiway_max_raises=(60,) * 4)
    rows = np.zeros((0, 8), dtype=np.uint8)
    meta = {"game": dict(game.resolved), "num_buckets": [169, 8, 8, 8]}
    write_compressed(tmp_path / "policy", "policy", meta, {"prob": rows, "mass": rows})
    with pytest.raises(ArtifactError, match="its game cannot be built"):
        Policy.open(tmp_path / "policy")


def test_class_of_a_tree_without_end_is_refused(folder: Path) -> None:
    game = preset("6max-mw", 2000, max_raises=(60, 60, 60, 60), multiway_max_raises=(60,) * 4)

    def change(content: dict) -> None:
        content["policies"] = content["policies"][:1]
        content["policies"][0]["config"] |= {
            "game": dict(game.resolved), "num_buckets": [169, 60_000, 60_000, 60_000]
        }  # fmt: skip

    for name in ("10bb", "20bb"):
        (folder / "policies" / f"{name}.safetensors.zst").unlink()
    change_manifest(folder, change)
    with pytest.raises(ArtifactError, match="stack class 5bb: its game cannot be served"):
        Bundle.open(folder).verify()


def test_a_declared_game_costs_no_more_than_the_files_that_came_with_it(folder: Path) -> None:
    """One group of rows a node: the most nodes for a table of a size."""
    game = preset("6max-mw", 2000, max_raises=(60, 60, 60, 60), multiway_max_raises=(60,) * 4)

    def change(content: dict) -> None:
        for policy in content["policies"]:
            policy["config"] |= {"game": dict(game.resolved), "num_buckets": [1, 1, 1, 1]}

    change_manifest(folder, change)
    with pytest.raises(ArtifactError, match="or not by a policy of") as refusal:
        Bundle.open(folder).verify()
    counted = int(re.search(r"nodes +(\d+)", str(refusal.value))[1])  # type: ignore[index]
    assert counted <= stated_size(folder / MEMBER, max_bytes=1 << 20) / 4


@pytest.mark.parametrize("name", ["notes", "policies/x.safetensors.zst", ".hidden", "d/e"])
def test_foreign_file_is_refused_by_name(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("x")
    with pytest.raises(ArtifactError, match=re.escape(name)):
        Bundle.open(folder).verify()


@pytest.mark.parametrize(
    "path",
    ["../outside", "/etc/passwd", "policies/../../x", "policies/5bb.safetensors.zst", "", 3, None],
    ids=str,
)
def test_a_manifest_cannot_point_elsewhere(folder: Path, path: object) -> None:
    def change(content: dict) -> None:
        content["policies"][1]["path"] = path

    change_manifest(folder, change)
    with pytest.raises(ArtifactError, match="expected the member"):
        Bundle.open(folder).verify()


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.pop("policies"),
        lambda content: content.update(policies=[]),
        lambda content: content.update(policies=content["policies"] * 2),
        lambda content: content.update(policies={"a": 1}),
        lambda content: content["policies"][0].update(stack_class="../x"),
        lambda content: content["policies"][0].update(stack_class=["x"]),
        lambda content: content["policies"][0].update(bytes="12"),
        lambda content: content["policies"][0].update(bytes=True),
        lambda content: content["policies"][0].update(sha256="x" * 64),
        lambda content: content["policies"][0].update(payload_sha256="0" * 64),
        lambda content: content.update(abstraction={"path": "abstraction.safetensors"}),
        lambda content: content.update(abstraction=7),
        lambda content: content.update(rules=None),
        lambda content: content.update(format=2),
        lambda content: content.update(kind="policy"),
        lambda content: content.update(rules="donksolver-0.1"),
        lambda content: content["policies"][0]["config"].update(iterations=10**9),
    ],
    ids=range(17),
)
def test_forged_manifest_is_refused(folder: Path, change: Callable[[dict], None]) -> None:
    def safely(content: dict) -> None:
        change(content)
        content.setdefault("policies", [])

    try:
        change_manifest(folder, safely)
    except (TypeError, AttributeError, ValueError):
        change_manifest(folder, safely, sign=False)
    with pytest.raises(ArtifactError):
        Bundle.open(folder).verify()


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"null", b"{", b"[" * 100_000, b"\xff\xfe", b'{"kind": "bundle"}'],
    ids=range(7),
)
def test_hostile_manifest_text_is_refused(folder: Path, text: bytes) -> None:
    (folder / "manifest.json").write_bytes(text)
    with pytest.raises(ArtifactError):
        Bundle.open(folder).verify()


def test_edited_manifest_does_not_match_its_version(folder: Path) -> None:
    change_manifest(folder, lambda content: content.update(blueprint="other"), sign=False)
    with pytest.raises(ArtifactError, match="version is not the hash"):
        Bundle.open(folder).verify()


def test_version_is_of_the_content_not_of_its_compression(tmp_path: Path) -> None:
    write_state(tmp_path / "state", preset("push-fold", 10), None, seed=1)
    versions = set()
    for level in (1, 9):
        freeze_policy(tmp_path / "state", tmp_path / "policy", level=level)
        manifest = build_bundle(tmp_path / "b", "x", {"10bb": tmp_path / "policy"}, None)
        versions.add(manifest["version"])
    assert len(versions) == 1


def test_rebuilding_replaces_a_bundle_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    write_state(tmp_path / "state", preset("push-fold", 15), None, seed=1)
    freeze_policy(tmp_path / "state", tmp_path / "policy")
    build_bundle(folder, "x", {"15bb": tmp_path / "policy"}, None)
    assert Bundle.open(folder).stack_classes == ["15bb"]
    (folder / "thesis.txt").write_text("precious")
    with pytest.raises(ConfigError, match=r"thesis\.txt"):
        build_bundle(folder, "x", {"15bb": tmp_path / "policy"}, None)
    assert (folder / "thesis.txt").exists()


def test_policies_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    games = {
        "strict": preset("push-fold", 10),
        "old": preset("push-fold", 10, rules="pokerkit-0.7.3"),
        "kuhn": kuhn(),
    }
    for name, game in games.items():
        write_state(tmp_path / f"{name}.state", game, None, seed=1)
        freeze_policy(tmp_path / f"{name}.state", tmp_path / name)
    with pytest.raises(ConfigError, match="share rule profile"):
        build_bundle(tmp_path / "b", "x", {"a": tmp_path / "strict", "b": tmp_path / "old"}, None)
    with pytest.raises(ConfigError, match="kuhn-2"):
        build_bundle(tmp_path / "b", "x", {"a": tmp_path / "kuhn"}, None)
    with pytest.raises(ConfigError, match=r"stack class '\.\./a'"):
        build_bundle(tmp_path / "b", "x", {"../a": tmp_path / "strict"}, None)
    with pytest.raises(ConfigError, match="at least one policy"):
        build_bundle(tmp_path / "b", "x", {}, None)


def test_policy_needs_the_abstraction_it_was_solved_with(
    heads_up: Bundle, cards_path: Path, tmp_path: Path, push_fold_folder: Path
) -> None:
    policy = heads_up.folder / "policies/20bb.safetensors.zst"
    with pytest.raises(ArtifactError, match="expected the card abstraction"):
        build_bundle(tmp_path / "b", "x", {"20bb": policy}, None)
    with pytest.raises(ArtifactError, match="expected the card abstraction None"):
        build_bundle(tmp_path / "b", "x", {"a": push_fold_folder / MEMBER}, cards_path)


def test_canonical_manifest_survives_reformatting(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(canonical_json(json.loads(path.read_text())))
    Bundle.open(folder)
