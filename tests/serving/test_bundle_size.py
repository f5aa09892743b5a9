"""The config that promises a bundle below 100 MB keeps its word whatever the solve learns."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from made_up_bundles import write_state

from feltprint import config, games
from feltprint.abstraction import CardAbstraction
from feltprint.bundle import build_bundle
from feltprint.freezing import FreezeOptions, freeze_policy

CONFIG = Path(__file__).resolve().parents[2] / "configs" / "sixmax_100mb.yaml"


@pytest.mark.slow
def test_bundle_of_random_tables_fits_100_mb(tmp_path: Path) -> None:
    """Random tables compress worst: what a solve learns takes less."""
    run = config.load(yaml.safe_load(CONFIG.read_text()))
    (blueprint,) = run.blueprints.values()
    assert blueprint.abstraction is not None
    cards = CardAbstraction.build(**run.abstractions[blueprint.abstraction].model_dump())
    cards.save(tmp_path / "cards")
    policies = {}
    for seed, (name, stacks) in enumerate(blueprint.stack_classes.items()):
        state, policies[name] = tmp_path / "state", tmp_path / name
        write_state(state, games.from_config(blueprint.game, stacks), cards, seed)
        freeze_policy(state, policies[name], FreezeOptions(**blueprint.freeze.model_dump()))
        state.unlink()
    form = blueprint.bundle.abstraction
    build_bundle(tmp_path / "bundle", "x", policies, tmp_path / "cards", form)
    members = [path for path in (tmp_path / "bundle").rglob("*") if path.is_file()]
    assert len(members) == 4
    assert sum(path.stat().st_size for path in members) < 100e6
