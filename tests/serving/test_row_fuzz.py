"""Packed rows of any bytes: an answer with a status, never a crash."""

from __future__ import annotations

import numpy as np
from self_play import play_hands

from feltprint.adapters.rows import ROW, Rows, Status
from feltprint.bundle import Bundle


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
