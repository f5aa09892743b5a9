"""A bundle's card abstraction in its three forms: the same answers, every fault by name."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from made_up_bundles import write_state
from self_play import play_hands

from feltprint.abstraction import CardAbstraction
from feltprint.bundle import Bundle, build_bundle
from feltprint.bundle_manifest import _version
from feltprint.errors import ArtifactError, ConfigError
from feltprint.freezing import freeze_policy
from feltprint.games import preset

FORMS = ("included", "compressed", "referenced")


@pytest.fixture(scope="module")
def made(cards_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a policy and a bundle of it that references its abstraction."""
    folder = tmp_path_factory.mktemp("forms")
    cards = CardAbstraction.open(cards_path)
    write_state(folder / "state", preset("tiny", 10), cards, seed=1)
    freeze_policy(folder / "state", folder / "policy")
    build_bundle(folder / "referenced", "x", {"10bb": folder / "policy"}, cards_path, "referenced")
    return folder


@pytest.fixture(scope="module")
def folders(made: Path, cards_path: Path) -> dict[str, Path]:
    """The same policy bundled with its abstraction in each form."""
    for form in ("included", "compressed"):
        build_bundle(made / form, "x", {"10bb": made / "policy"}, cards_path, form)
    return {form: made / form for form in FORMS}


@pytest.mark.slow
def test_members_are_those_of_the_form(folders: dict[str, Path]) -> None:
    names = {form: set(os.listdir(folder)) for form, folder in folders.items()}
    rest = {"manifest.json", "policies"}
    assert names["included"] == rest | {"abstraction.safetensors"}
    assert names["compressed"] == rest | {"abstraction.safetensors.zst"}
    assert names["referenced"] == rest
    packed = (folders["compressed"] / "abstraction.safetensors.zst").stat().st_size
    assert packed < (folders["included"] / "abstraction.safetensors").stat().st_size / 2


@pytest.mark.slow
def test_every_form_serves_the_same_under_the_same_version(
    folders: dict[str, Path], cards_path: Path, tmp_path: Path
) -> None:
    opened = {
        form: Bundle.open(folder, cache=tmp_path, abstraction=cards_path)
        for form, folder in folders.items()
    }
    assert len({bundle.version for bundle in opened.values()}) == 1
    rows, _ = play_hands(opened["included"], 2, 2000, hands=50, seed=3)
    uniforms = np.random.default_rng(4).random(len(rows))
    answers = {form: bundle.act(rows, uniforms).tobytes() for form, bundle in opened.items()}
    assert len(set(answers.values())) == 1


@pytest.mark.slow
def test_compressed_maps_are_unpacked_once_into_the_cache(
    folders: dict[str, Path], cards_path: Path, tmp_path: Path
) -> None:
    sha256 = CardAbstraction.open(cards_path).sha256
    for _ in range(2):
        opened = Bundle.open(folders["compressed"], cache=tmp_path)
        assert opened.abstraction is not None
        assert opened.abstraction.sha256 == sha256
        assert opened.info()["abstraction"]["memory"] == "shared map"
        assert os.listdir(tmp_path) == [f"{sha256}.safetensors"]
        (tmp_path / f"{sha256}.safetensors").write_bytes(b"damaged")
    private = Bundle.open(folders["compressed"], cache=None)
    assert private.version == opened.version
    assert private.info()["abstraction"] == {
        **opened.info()["abstraction"], "memory": "private"
    }  # fmt: skip


def test_reference_is_looked_for_in_the_cache(made: Path, cards_path: Path, tmp_path: Path) -> None:
    sha256 = CardAbstraction.open(cards_path).sha256
    for cache in (tmp_path, None):
        with pytest.raises(ArtifactError, match=f"expected the card abstraction {sha256} that it"):
            Bundle.open(made / "referenced", cache=cache)
    os.symlink(cards_path, tmp_path / f"{sha256}.safetensors")
    opened = Bundle.open(made / "referenced", cache=tmp_path)
    opened.verify()
    found = opened.info()["abstraction"]
    assert (found["form"], found["sha256"]) == ("referenced", sha256)


@pytest.mark.slow
def test_reference_to_another_abstraction_is_refused(
    made: Path, cards_path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.safetensors"
    opened = CardAbstraction.open(cards_path)
    changed = np.where(opened.arrays["flop"] == 0, np.uint8(1), opened.arrays["flop"])
    arrays = {**opened.arrays, "flop": changed}
    sha256 = CardAbstraction(opened.config, arrays, None).save(other)
    with pytest.raises(ArtifactError, match=f"references, found {sha256}"):
        Bundle.open(made / "referenced", abstraction=other)
    wanted = CardAbstraction.open(cards_path).sha256
    os.symlink(other, tmp_path / f"{wanted}.safetensors")
    with pytest.raises(ArtifactError, match=f"references, found {sha256}"):
        Bundle.open(made / "referenced", cache=tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"path": "abstraction.safetensors.zst"}, "manifest is damaged: the abstraction has the"),
        ({"payload_sha256": "x"}, "not 64 hexadecimal digits"),
        ({"payload_sha256": "0" * 64}, "expected the card abstraction 0{64} that"),
        ({"note": "hidden"}, "manifest is damaged: the abstraction has the keys"),
    ],
    ids=["half-a-member", "no-hash", "another-hash", "extra-key"],
)
def test_forged_reference_is_refused(
    made: Path, cards_path: Path, tmp_path: Path, change: dict[str, str], message: str
) -> None:
    folder = Path(shutil.copytree(made / "referenced", tmp_path / "copy"))
    content = json.loads((folder / "manifest.json").read_text())
    content["abstraction"] |= change
    content["version"] = _version(content)
    (folder / "manifest.json").write_text(json.dumps(content))
    with pytest.raises(ArtifactError, match=message):
        Bundle.open(folder, abstraction=cards_path)


@pytest.mark.slow
def test_swapped_abstraction_is_refused(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(folders["compressed"], tmp_path / "copy"))
    member = folder / "abstraction.safetensors.zst"
    shutil.copy(folder / "policies" / "10bb.safetensors.zst", member)
    with pytest.raises(ArtifactError, match=r"abstraction\.safetensors\.zst: expected"):
        Bundle.open(folder)


def test_unknown_form_is_refused(made: Path, cards_path: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="abstraction form: expected included, "):
        build_bundle(tmp_path / "b", "x", {"10bb": made / "policy"}, cards_path, "elsewhere")  # type: ignore
