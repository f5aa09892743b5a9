"""Bundles with made-up tables for the serving tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from made_up_bundles import make_bundle

from feltprint.abstraction import CardAbstraction
from feltprint.bundle import Bundle
from feltprint.games import preset


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Unpacked policies go to a folder of the run, not to the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FELTPRINT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def cards_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved percentile abstraction with four buckets a street."""
    path = tmp_path_factory.mktemp("cards") / "cards.safetensors"
    CardAbstraction.build(buckets=(4, 4, 4), threads=2).save(path)
    return path


@pytest.fixture(scope="session")
def push_fold_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle without cards: push-fold at 5, 10 and 20 bb."""
    games = {f"{bb}bb": preset("push-fold", bb) for bb in (5, 10, 20)}
    return make_bundle(tmp_path_factory.mktemp("push_fold"), games, None)


@pytest.fixture(scope="session")
def push_fold(push_fold_folder: Path) -> Bundle:
    return Bundle.open(push_fold_folder, cache=None)


@pytest.fixture(scope="session")
def heads_up(tmp_path_factory: pytest.TempPathFactory, cards_path: Path) -> Bundle:
    """The preset hu at 20, 40 and 100 bb, blinds 100/200, four buckets a street."""
    games = {f"{bb}bb": preset("hu", bb) for bb in (20, 40, 100)}
    return Bundle.open(make_bundle(tmp_path_factory.mktemp("hu"), games, cards_path))


@pytest.fixture(scope="session")
def six_max(tmp_path_factory: pytest.TempPathFactory, cards_path: Path) -> Bundle:
    """Six seats at 100 bb with everybody in after the flop, one raise a street at most."""
    game = preset(
        "6max-mw",
        100,
        max_raises=(1, 1, 1, 1),
        multiway_max_raises=(1, 0, 0, 0),
        all_in="never",
    )
    return Bundle.open(make_bundle(tmp_path_factory.mktemp("mw"), {"100bb": game}, cards_path))
