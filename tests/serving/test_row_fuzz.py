"""Packed rows of any bytes: an answer with a status, never a crash."""

from __future__ import annotations

import numpy as np
import pytest
from hands import row_of
from self_play import play_hands

from feltprint import _core
from feltprint.adapters.rows import ACTION, ANSWER, ROW, Kind, Rows, Status
from feltprint.bundle import Bundle
from feltprint.errors import ArtifactError


def check(bundle: Bundle, rows: Rows, seed: int) -> None:
    rng = np.random.default_rng(seed)
    answers = bundle.act(rows, rng.random(len(rows)))
    answered = answers["status"] < Status.NO_NODE
    assert (answers["status"] <= Status.BAD_INPUT).all()
    assert (answers["kind"][answered] <= 2).all()
    assert (answers["kind"][~answered] == 255).all()
    assert (answers["chips"][~answered] == 0).all()
    taken = np.ascontiguousarray(rows["actions"][:, 0])
    assert len(bundle.probabilities(rows, taken)) == len(rows)
    for row in rows[:200]:
        bundle.public_state(np.atleast_1d(row))


def test_random_bytes_are_bad_input(heads_up: Bundle) -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 256, (20_000, ROW.itemsize), dtype=np.uint8).view(ROW).reshape(-1)
    rows["num_players"] = rng.integers(0, 9, len(rows))
    check(heads_up, rows, seed=2)
    assert (heads_up.act(rows, np.zeros(len(rows)))["status"] >= Status.NO_NODE).all()


def test_changed_bytes_of_real_hands_are_answered_or_refused(
    heads_up: Bundle, six_max: Bundle
) -> None:
    rng = np.random.default_rng(3)
    for bundle, players, stack in ((heads_up, 2, 8000), (six_max, 6, 20_000)):
        played, _ = play_hands(bundle, players, stack, hands=200, seed=4)
        rows = played[rng.integers(0, len(played), 20_000)].copy()
        flat = rows.view(np.uint8).reshape(len(rows), ROW.itemsize)
        for _ in range(2):
            at = rng.integers(0, 160, len(rows))
            flat[np.arange(len(rows)), at] = rng.integers(0, 256, len(rows))
        check(bundle, rows, seed=5)


@pytest.mark.parametrize("wrong", [4, 254, 255], ids=["next", "large", "blocked"])
def test_maps_with_buckets_out_of_range_are_refused(heads_up: Bundle, wrong: int) -> None:
    """A stranger's abstraction may have any bytes: no table is read beyond its end."""
    assert heads_up.abstraction is not None
    arrays = heads_up.abstraction.arrays
    flop = arrays["flop"].copy()
    flop[flop < 4] = wrong
    maps = _core.BucketMap(flop, arrays["turn"], arrays["river"], (4, 4, 4))
    policy, rules = heads_up.policies["40bb"], heads_up.policies.games["40bb"].rules
    server = _core.Server(maps, ((rules, policy.tree, policy.prob),), 52)
    row, uniforms, out = row_of("r440 c"), np.zeros(1), np.empty(1, dtype=ANSWER)
    for mapping in (_core.Mapping.Sampled, _core.Mapping.Expected):
        with pytest.raises(ArtifactError, match=r"bucket \d+ of 4 on street 1"):
            server.act(row, uniforms, mapping, out)
        with pytest.raises(ArtifactError, match="damaged"):
            server.strategy(row, mapping)
    taken = np.zeros(1, dtype=ACTION)
    taken["kind"] = Kind.CALL
    with pytest.raises(ArtifactError, match="damaged"):
        server.probabilities(row, taken, np.empty(1, dtype=np.float32))
