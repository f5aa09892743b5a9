"""Answers to packed rows: statuses, legality, stack classes, the draw, threads."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hands import BOARD, HAND, answer, line_of, play_out, real_state, row_of
from self_play import play_hands

from feltprint import _core
from feltprint.adapters.rows import (
    ANSWER,
    ROW,
    Kind,
    Reason,
    Rows,
    Status,
    make_row,
    status_name,
)
from feltprint.bundle import Bundle
from feltprint.errors import ConfigError


def changed(row: Rows, **fields: object) -> Rows:
    copy = row.copy()
    for name, value in fields.items():
        copy[name] = value
    return copy


def test_packed_types_have_their_documented_size() -> None:
    assert (ROW.itemsize, ANSWER.itemsize) == (466, 29)


def test_answer_is_the_frozen_row_of_node_and_bucket(heads_up: Bundle) -> None:
    row = row_of("r440 c r290")
    record = answer(heads_up, row)
    policy = heads_up.policies["40bb"]
    assert heads_up.stack_classes[record["stack_class"]] == "40bb"
    assert heads_up.abstraction is not None
    assert record["bucket"] == heads_up.abstraction.buckets(list(BOARD[:3]))[HAND]
    probabilities = policy.row(int(record["node"]), int(record["bucket"]))
    cuts = np.cumsum(np.round(probabilities * 255))
    for uniform in (0.0, 0.2, 0.5, 0.9, np.nextafter(1.0, 0.0)):
        action = int(np.searchsorted(cuts, uniform * 255, side="right"))
        drawn = answer(heads_up, row, uniform)
        assert drawn["prob"] == np.float32(probabilities[action])


def test_first_actions_come_as_often_as_the_table_says(heads_up: Bundle) -> None:
    """Chi-square with 3 degrees of freedom, bound 25: a false alarm in 6e4."""
    row = row_of("")
    policy = heads_up.policies["40bb"]
    rng = np.random.default_rng(7)
    answers = heads_up.act(np.repeat(row, 20_000), rng.random(20_000))
    expected = policy.row(0, int(answers[0]["bucket"])) * len(answers)
    keys = [(Kind.FOLD, 0), (Kind.CALL, 100), (Kind.RAISE, 440), (Kind.RAISE, 680)]
    counts = [
        int(((answers["kind"] == kind) & (answers["chips"] == chips)).sum()) for kind, chips in keys
    ]
    counts.append(len(answers) - sum(counts))
    used = expected > 0
    assert (np.array(counts)[~used] == 0).all()
    statistic = ((np.array(counts) - expected)[used] ** 2 / expected[used]).sum()
    assert statistic < 25
    other = policy.row(0, (int(answers[0]["bucket"]) + 60) % 169) * len(answers)
    control = ((np.array(counts) - other)[other > 0] ** 2 / other[other > 0]).sum()
    assert control > 25, "a table with permuted rows must be told apart"


def test_heads_up_order_is_that_of_real_poker(heads_up: Bundle) -> None:
    row = row_of("c c")
    assert row["actor"][0] == 1, "the big blind is first on the flop"
    assert answer(heads_up, row)["status"] == Status.OK
    wrong = answer(heads_up, changed(row, actor=0))
    assert (wrong["status"], wrong["reason"]) == (Status.DESYNC, Reason.WRONG_ACTOR)
    assert (wrong["kind"], wrong["chips"], wrong["prob"]) == (255, 0, 0)


TWICE = (0, 21, 21, 255, 255)
GAP = (0, 21, 255, 42, 255)
TWO = (0, 21, 255, 255, 255)
TURN = (0, 21, 42, 31, 255)


def with_action(row: Rows, index: int, seat: int, kind: int, total: int) -> Rows:
    copy = row.copy()
    copy["actions"][0, index] = (seat, kind, total)
    copy["num_actions"] = max(int(copy["num_actions"][0]), index + 1)
    return copy


@pytest.mark.parametrize(
    ("make", "status", "reason"),
    [
        (lambda row: changed(row, actor=2), Status.BAD_INPUT, Reason.BAD_SEATS),
        (lambda row: changed(row, num_players=1), Status.BAD_INPUT, Reason.BAD_SEATS),
        (lambda row: changed(row, num_players=7), Status.BAD_INPUT, Reason.BAD_SEATS),
        (lambda row: changed(row, num_actions=65), Status.BAD_INPUT, Reason.BAD_SEATS),
        (lambda row: changed(row, hole=(52, 1)), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, hole=(7, 7)), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, hole=(255, 7)), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, hole=(255, 255)), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, hole=(BOARD[0], 7)), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, board=TWICE), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, board=GAP), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, board=TWO), Status.BAD_INPUT, Reason.BAD_CARDS),
        (lambda row: changed(row, board=TURN), Status.DESYNC, Reason.WRONG_BOARD),
        (lambda row: changed(row, board=255), Status.DESYNC, Reason.WRONG_BOARD),
        (lambda row: changed(row, stacks=0), Status.BAD_INPUT, Reason.BAD_CHIPS),
        (lambda row: changed(row, stacks=2**31 - 1), Status.BAD_INPUT, Reason.BAD_CHIPS),
        (lambda row: changed(row, blinds=-1), Status.BAD_INPUT, Reason.BAD_CHIPS),
        (lambda row: changed(row, blinds=0), Status.BAD_INPUT, Reason.BAD_CHIPS),
        (lambda row: changed(row, antes=-5), Status.BAD_INPUT, Reason.BAD_CHIPS),
        (lambda row: with_action(row, 0, 0, 3, 0), Status.BAD_INPUT, Reason.BAD_ACTION),
        (lambda row: with_action(row, 0, 0, 2, 399), Status.BAD_INPUT, Reason.BAD_ACTION),
        (lambda row: with_action(row, 0, 0, 2, 8001), Status.BAD_INPUT, Reason.BAD_ACTION),
        (lambda row: with_action(row, 2, 1, 0, 0), Status.BAD_INPUT, Reason.BAD_ACTION),
        (lambda row: with_action(row, 0, 1, 1, 0), Status.DESYNC, Reason.WRONG_SEAT),
        (lambda row: with_action(row, 0, 200, 1, 0), Status.DESYNC, Reason.WRONG_SEAT),
        (lambda row: with_action(row, 0, 0, 0, 0), Status.DESYNC, Reason.HAND_OVER),
        (lambda row: changed(row, num_actions=1, actor=0), Status.DESYNC, Reason.WRONG_ACTOR),
    ],
)  # fmt: skip
def test_impossible_rows_are_told_apart(
    heads_up: Bundle, make: object, status: Status, reason: Reason
) -> None:
    record = answer(heads_up, make(row_of("r440 c")))
    assert (Status(record["status"]), Reason(record["reason"])) == (status, reason)
    assert record["kind"] == 255


@pytest.mark.parametrize("uniform", [-0.1, 1.0, np.nan, np.inf])
def test_uniform_outside_the_unit_interval_is_bad_input(heads_up: Bundle, uniform: float) -> None:
    record = answer(heads_up, row_of(""), uniform)
    assert (record["status"], record["reason"]) == (Status.BAD_INPUT, Reason.BAD_UNIFORM)


@pytest.mark.parametrize(
    ("stacks_bb", "expected"),
    [((20, 20), "20bb"), ((28, 28), "20bb"), ((29, 29), "40bb"), ((40, 500), "40bb"),
     ((64, 63), "40bb"), ((64, 64), "100bb"), ((1, 1), "20bb"), ((9999, 9999), "100bb")],
    ids=str,
)  # fmt: skip
def test_class_is_the_nearest_effective_stack_by_factor(
    heads_up: Bundle, stacks_bb: tuple[int, int], expected: str
) -> None:
    record = answer(heads_up, row_of("", stacks=[200 * bb for bb in stacks_bb]))
    assert heads_up.stack_classes[record["stack_class"]] == expected
    nearest = int(expected.removesuffix("bb"))
    factor = min(stacks_bb) / nearest
    assert record["distance"] == pytest.approx(max(factor, 1 / factor), rel=1e-6)


def test_other_number_of_seats_has_no_class(heads_up: Bundle) -> None:
    row = make_row(actor=2, hole=(1, 2), stacks=[8000] * 3, blinds=(100, 200))
    record = answer(heads_up, row)
    assert (record["status"], record["reason"]) == (Status.NO_NODE, Reason.NO_CLASS)


def test_blind_scale_does_not_matter(heads_up: Bundle) -> None:
    big = answer(heads_up, row_of("r440 c r290"))
    small = answer(heads_up, row_of("r44 c r29", stacks=(800, 800), blinds=(10, 20)))
    assert big["node"] == small["node"]
    assert small["status"] == Status.OK


def test_rows_of_a_batch_are_answered_as_alone(heads_up: Bundle) -> None:
    """Neighbours differ in stacks, blinds or antes alone; places in a block of 16 see all kinds."""
    row = row_of("")
    antes = np.zeros_like(row["antes"])
    antes[0, :2] = 30
    kinds = [
        row,
        row_of("", stacks=(8000, 1500)),
        row_of("", blinds=(50, 200)),
        changed(row, antes=antes),
        row_of("r440 c r290"),
    ]
    alone = [answer(heads_up, kind, 0.9) for kind in kinds]
    assert all(record["status"] < Status.NO_NODE for record in alone)
    assert len({record.tobytes() for record in alone}) == len(kinds)
    batch = np.concatenate(kinds * 20)
    answers = heads_up.act(batch, np.full(len(batch), 0.9))
    assert answers.tobytes() == b"".join(record.tobytes() for record in alone) * 20


def test_check_down_leaf_is_no_node(six_max: Bundle, push_fold: Bundle) -> None:
    # A limp is not in the tree: it is read as the jam, and the flop is beyond the tree's end.
    record = answer(push_fold, row_of("c", stacks=(2000, 2000)))
    assert (record["status"], record["reason"]) == (Status.OFFTREE, Reason.CALL_NOT_OFFERED)
    assert (record["kind"], record["chips"]) in ((Kind.CALL, 0), (Kind.RAISE, 2000))
    assert line_of(push_fold, record) == "r2000"


def test_seat_that_is_all_in_is_moved_along_its_call(six_max: Bundle) -> None:
    """Seat 2 is all-in for 10 bb; the others, at 100 bb, play on."""
    stacks = (20_000, 20_000, 2000, 20_000, 20_000, 20_000)
    line = "r440 f f f c c c c"
    state = real_state(stacks)
    actions = play_out(state, line.replace("r440", "r2000"))
    assert state.street == 2
    row = make_row(
        actor=state.actor, hole=(50, 46), board=BOARD[:4], stacks=stacks, blinds=(100, 200),
        actions=actions,
    )  # fmt: skip
    record = answer(six_max, row)
    assert record["status"] in (Status.OFFTREE, Status.CAPPED)
    assert line_of(six_max, record).endswith("f f f c c c c c")


def test_public_state_gives_all_hands_and_the_real_actions(heads_up: Bundle) -> None:
    row = row_of("r440 c r290", hole=())
    state = heads_up.public_state(row)
    assert state.actions[:3] == [(Kind.FOLD, 0), (Kind.CALL, 290), (Kind.RAISE, 1750)]
    assert state.strategy.shape == (1326, len(state.actions))
    sums = state.strategy.sum(axis=1)
    assert heads_up.abstraction is not None
    buckets = heads_up.abstraction.buckets(list(BOARD[:3]))
    np.testing.assert_array_equal(sums[buckets < 0], 0)
    np.testing.assert_allclose(sums[buckets >= 0], 1, rtol=1e-6)
    policy = heads_up.policies["40bb"]
    rows = policy.node(int(state.answer["node"])).astype(np.float32)
    np.testing.assert_array_equal(state.strategy[buckets >= 0], rows[buckets[buckets >= 0]])
    np.testing.assert_array_equal(heads_up.strategy(row), state.strategy)


def test_strategy_and_act_agree_hand_by_hand(heads_up: Bundle) -> None:
    hands = [(a, b) for a in range(52) for b in range(a + 1, 52)]
    row = row_of("r440 c r290", hole=())
    matrix = heads_up.strategy(row)
    free = [index for index, hand in enumerate(hands) if not set(hand) & set(BOARD[:3])]
    rows = np.concatenate([changed(row, hole=hands[index]) for index in free])
    answers = heads_up.act(rows, np.zeros(len(rows)))
    first = np.array([matrix[index][matrix[index] > 0][0] for index in free])
    np.testing.assert_array_equal(answers["prob"], first)


def test_no_strategy_where_there_is_no_node(heads_up: Bundle) -> None:
    with pytest.raises(ConfigError, match="status desync, reason 9"):
        heads_up.strategy(changed(row_of("c c"), actor=0))


def test_arrays_of_another_type_are_refused(heads_up: Bundle) -> None:
    row = row_of("")
    with pytest.raises(ConfigError, match="packed rows"):
        heads_up.act(np.zeros(3), np.zeros(3))
    with pytest.raises(ConfigError, match="one float64 a row"):
        heads_up.act(row, np.zeros(2))
    with pytest.raises((ConfigError, TypeError)):
        heads_up.act(row, np.zeros(1, dtype=np.float32))
    assert len(heads_up.act(row[:0], np.zeros(0))) == 0


def test_own_lines_are_found_again(heads_up: Bundle, six_max: Bundle, push_fold: Bundle) -> None:
    for bundle, players, stack in ((heads_up, 2, 8000), (six_max, 6, 20_000), (push_fold, 2, 2000)):
        rows, answers = play_hands(bundle, players, stack, hands=150, seed=3)
        counts = {status_name(s): int((answers["status"] == s).sum()) for s in Status}
        assert counts == {**dict.fromkeys(counts, 0), "ok": len(rows)}


@pytest.mark.slow
def test_own_lines_are_found_again_in_many_hands(heads_up: Bundle) -> None:
    rows, answers = play_hands(heads_up, 2, 8000, hands=100_000, seed=4)
    assert len(rows) > 300_000
    assert (answers["status"] == Status.OK).all()


@pytest.mark.parametrize(("name", "players"), [("heads_up", 2), ("six_max", 6)], ids=["two", "six"])
def test_answers_are_legal_in_hands_of_others(
    name: str, players: int, request: pytest.FixtureRequest
) -> None:
    """Hands of random legal actions with random stacks, blinds and antes."""
    bundle: Bundle = request.getfixturevalue(name)
    rng = np.random.default_rng(11)
    asked = 0
    for _ in range(300):
        stacks = [int(200 * 2 ** rng.uniform(0, 9)) for _ in range(players)]
        antes = [25] * players if rng.random() < 0.3 else []
        state = real_state(stacks, antes=antes)
        dealt = rng.permutation(52)
        actions = []
        while not state.finished and len(actions) < 64:
            row = make_row(
                actor=state.actor,
                hole=dealt[2 * state.actor : 2 * state.actor + 2],
                board=dealt[20 : 20 + (0, 3, 4, 5)[state.street]],
                stacks=stacks,
                blinds=(100, 200),
                antes=antes,
                actions=actions,
            )
            record = answer(bundle, row, rng.random())
            assert record["status"] <= Status.NO_NODE, (status_name(record["status"]), actions)
            if record["status"] < Status.NO_NODE:
                check_legal(state, record)
                asked += 1
            actions.append(random_action(state, rng))
    assert asked > 500


def check_legal(state: _core.BettingState, record: np.void) -> None:
    if record["kind"] == Kind.FOLD:
        state.verify_fold()
    elif record["kind"] == Kind.CALL:
        state.verify_call()
        assert record["chips"] == state.to_call
    else:
        state.verify_raise_to(int(record["chips"]))


def random_action(state: _core.BettingState, rng: np.random.Generator) -> tuple[int, int, int]:
    seat, draw = state.actor, rng.random()
    if draw < 0.15 and state.can_fold():
        state.fold()
        return seat, Kind.FOLD, 0
    if draw < 0.55 and state.can_raise():
        low, high = state.min_raise_to, state.max_raise_to
        total = high if rng.random() < 0.1 else int(low + (high - low) * rng.random() ** 4)
        state.raise_to(total)
        return seat, Kind.RAISE, total
    state.call()
    return seat, Kind.CALL, 0


def test_threads_share_one_bundle(heads_up: Bundle) -> None:
    rows, expected = play_hands(heads_up, 2, 8000, hands=60, seed=8)
    uniforms = np.full(len(rows), 0.25)
    wanted = heads_up.act(rows, uniforms)
    results: list[bool] = []

    def work() -> None:
        same = all(heads_up.act(rows, uniforms).tobytes() == wanted.tobytes() for _ in range(20))
        results.append(same)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4
    assert len(expected) == len(rows)
