"""The expected mapping: what the sampled one plays on average over coins."""

from __future__ import annotations

import numpy as np
import pytest
from hands import answer, row_of

from feltprint.adapters.rows import Rows, Status
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError

OFF_TREE = "r540 c r500"  # between the preset's sizes, preflop and on the flop


def with_holes(row: Rows, count: int, seed: int) -> Rows:
    """The same public state with other hole cards: each throws coins of its own."""
    rng = np.random.default_rng(seed)
    board = set(row["board"][0].tolist())
    free = np.array([card for card in range(52) if card not in board])
    rows = np.repeat(row, count)
    rows["hole"] = [rng.choice(free, 2, replace=False) for _ in range(count)]
    return rows


def test_on_the_tree_both_mappings_are_the_same(heads_up: Bundle) -> None:
    rows = with_holes(row_of("r440 c r290"), 50, seed=1)
    uniforms = np.random.default_rng(2).random(50)
    sampled, expected = (heads_up.act(rows, uniforms, how) for how in ("sampled", "expected"))
    for field in ("kind", "chips", "node", "bucket", "status", "stack_class"):
        np.testing.assert_array_equal(sampled[field], expected[field])
    np.testing.assert_allclose(sampled["prob"], expected["prob"], rtol=1e-6)
    np.testing.assert_array_equal(
        heads_up.strategy(rows[:1], "sampled"), heads_up.strategy(rows[:1], "expected")
    )


def test_readings_carry_the_probabilities_of_the_mapping(heads_up: Bundle) -> None:
    """One size off the tree: 540 is 0.85 of the pot after the call, between 0.6 and 1.2."""
    state = heads_up.public_state(row_of("r540", hole=()), "expected")
    x, low, high = 340 / 400, 0.6, 1.2
    to_low = (high - x) * (1 + low) / ((high - low) * (1 + x))
    assert sorted(weight for _, weight in state.readings) == pytest.approx(
        sorted([to_low, 1 - to_low]), rel=1e-6
    )
    assert state.answer["status"] == Status.OFFTREE
    assert len(set(state.actions)) == len(state.actions)


def test_strategy_is_the_weighted_mean_of_the_nodes(heads_up: Bundle) -> None:
    state = heads_up.public_state(row_of("r540", hole=()), "expected")
    policy = heads_up.policies["40bb"]
    fold_and_call = sum(
        weight * policy.node(node)[:, :2].astype(np.float64) for node, weight in state.readings
    )
    twos, aces = 0, 1325  # lexicographic: (0, 1) and (50, 51)
    np.testing.assert_allclose(state.strategy[twos, :2], fold_and_call[12], rtol=1e-5)
    np.testing.assert_allclose(state.strategy[aces, :2], fold_and_call[0], rtol=1e-5)
    np.testing.assert_allclose(state.strategy.sum(axis=1), 1, rtol=1e-5)


def test_sampled_nodes_come_as_often_as_the_readings_say(heads_up: Bundle) -> None:
    """4,000 coins; five standard deviations: a false alarm in 1e6 for each of the readings."""
    row = row_of(OFF_TREE)
    count = 4000
    readings = dict(heads_up.public_state(row, "expected").readings)
    nodes = heads_up.act(with_holes(row, count, seed=3), np.zeros(count))["node"]
    assert set(nodes.tolist()) <= set(readings)
    assert len(readings) == 4
    deviations = [
        abs((nodes == node).mean() - weight) / np.sqrt(weight * (1 - weight) / count)
        for node, weight in readings.items()
    ]
    assert max(deviations) < 5
    shuffled = dict(zip(readings, np.roll(list(readings.values()), 1), strict=True))
    control = [
        abs((nodes == node).mean() - weight) / np.sqrt(weight * (1 - weight) / count)
        for node, weight in shuffled.items()
    ]
    assert max(control) > 5, "weights of other readings must be told apart"


def test_drawn_actions_have_the_averaged_probability(heads_up: Bundle) -> None:
    row = row_of(OFF_TREE)
    state = heads_up.public_state(row, "expected")
    hole = sorted(row["hole"][0].tolist())
    hand = hole[0] * (103 - hole[0]) // 2 + hole[1] - hole[0] - 1
    grid = (np.arange(2000) + 0.5) / 2000
    answers = heads_up.act(np.repeat(row, 2000), grid, "expected")
    for column, (kind, chips) in enumerate(state.actions):
        drawn = (answers["kind"] == kind) & (answers["chips"] == chips)
        assert drawn.mean() == pytest.approx(state.strategy[hand, column], abs=1 / 1000)
        if drawn.any():
            np.testing.assert_allclose(
                answers["prob"][drawn], state.strategy[hand, column], rtol=1e-5
            )


def test_readings_without_an_answer_are_left_out(push_fold: Bundle) -> None:
    """A limp is read as the jam; nothing is averaged, and the weights still sum to 1."""
    state = push_fold.public_state(row_of("c", stacks=(2000, 2000)), "expected")
    assert sum(weight for _, weight in state.readings) == pytest.approx(1)
    assert state.strategy.sum(axis=1) == pytest.approx(np.ones(1326))


def test_endless_branching_is_told_not_cut(heads_up: Bundle) -> None:
    """Min-raises back and forth: the readings stay within the limit, or the reason says so."""
    stacks = (10**8, 10**8)
    line, total = [], 200
    for _ in range(40):
        total = total * 2 + 100
        if total > stacks[0]:
            break
        line.append(f"r{total}")
    record = heads_up.act(row_of(" ".join(line), stacks=stacks), np.zeros(1), "expected")[0]
    assert record["status"] < Status.NO_NODE or record["reason"] == 18


def test_unknown_mapping_is_refused(heads_up: Bundle) -> None:
    with pytest.raises(ConfigError, match="sampled, expected"):
        heads_up.act(row_of(""), np.zeros(1), "mean")  # type: ignore[arg-type]
    assert answer(heads_up, row_of(""))["status"] == Status.OK
