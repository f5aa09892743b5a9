"""Real sizes to the tree's sizes: values of the reference, each rule by a hand that shows it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hands import answer, line_of, play_out, real_state, row_of

from feltprint import _core
from feltprint.adapters.rows import Kind, Reason, Status
from feltprint.bundle import Bundle


def readings(bundle: Bundle, line: str, count: int, **options: object) -> list[str]:
    """The tree's lines over many own hands: each hand is another toss of the coin."""
    hands = [(a, b) for a in range(52) for b in range(a) if not {a, b} & {0, 21, 42, 31, 8}]
    rows = np.concatenate([row_of(line, hole=hand, **options) for hand in hands[:count]])
    answers = bundle.act(rows, np.full(len(rows), 0.5))
    return [line_of(bundle, record) for record in answers]


@pytest.mark.parametrize(
    ("x", "a", "b", "expected"),
    [
        (0.1, 0, 1, 0.818182),
        (0.25, 0, 1, 0.6),
        (0.5, 0, 1, 0.333333),
        (1 / 3, 0, 1, 0.5),
        (2, 1, 4, 0.444444),
        (13 / 7, 1, 4, 0.5),
        (0.25, 0.001, 1, 0.601),
        (0.25, 0.01, 1, 0.612),
        (0.25, 0.05, 1, 0.663),
        (0.25, 0.1, 1, 0.733),
        (1, 1, 4, 1.0),
        (4, 1, 4, 0.0),
    ],
)
def test_pseudo_harmonic_has_the_published_values(
    x: float, a: float, b: float, expected: float
) -> None:
    assert _core.pseudo_harmonic(x, a, b) == pytest.approx(expected, abs=1e-3 if a else 1e-6)


def test_pseudo_harmonic_falls_from_one_to_zero() -> None:
    values = [_core.pseudo_harmonic(x, 0.4, 2.5) for x in np.linspace(0.3, 2.6, 200)]
    assert values[0] == 1
    assert values[-1] == 0
    assert all(later <= earlier for earlier, later in pairwise(values))


@pytest.mark.parametrize(
    "line",
    [
        "r440",
        "r680",
        "r8000",
        "r440 r1320",
        "c c r200",
        "c c r300",
        "r440 c r290",
        "r440 c r290 r1750",
        "r440 c c r660 c c r2200",
    ],
)
def test_sizes_of_the_tree_are_exact(heads_up: Bundle, line: str) -> None:
    """hu opens to 0.6 and 1.2 pots after call: 200 + 0.6 * 400 = 440, 200 + 1.2 * 400 = 680."""
    record = answer(heads_up, row_of(line))
    assert record["status"] == Status.OK
    assert line_of(heads_up, record) == line
    assert record["pot_ratio"] == 1.0


@pytest.mark.parametrize(
    ("total", "status"),
    [(28, Status.OFFTREE), (29, Status.OK), (30, Status.OFFTREE)],
)
def test_less_than_a_chip_from_a_size_is_the_size(
    heads_up: Bundle, total: int, status: Status
) -> None:
    """Blinds 10/20, pot 88: the tree's flop bet of 290 into 880 is 29 chips."""
    row = row_of(f"r44 c r{total}", stacks=(800, 800), blinds=(10, 20))
    assert answer(heads_up, row)["status"] == status


@pytest.mark.parametrize(
    ("line", "lower", "upper", "x", "a", "b"),
    [
        ("r560", "r440", "r680", 0.9, 0.6, 1.2),
        ("r440 c r440", "r440 c r290", "r440 c r660", 0.5, 0.33, 0.75),
        ("c c r1000", "c c r300", "c c r7800", 2.5, 0.75, 7800 / 400),
    ],
    ids=["preflop", "flop", "to-all-in"],
)
def test_coin_falls_as_pseudo_harmonic_says(
    heads_up: Bundle, line: str, lower: str, upper: str, x: float, a: float, b: float
) -> None:
    """900 own hands; the bound is 4.5 standard errors: a false alarm in 1e5."""
    lines = readings(heads_up, line, 900)
    assert set(lines) == {lower, upper}
    wanted = _core.pseudo_harmonic(x, a, b)
    error = np.sqrt(wanted * (1 - wanted) / len(lines))
    share = lines.count(lower) / len(lines)
    assert abs(share - wanted) < 4.5 * error
    linear = (b - x) / (b - a)
    assert abs(share - linear) > 4.5 * error, "the control, linear mapping, must be told apart"


def test_small_bet_can_be_read_as_a_check(heads_up: Bundle) -> None:
    # The least bet of the flop is 0.33; the first to act bets half a big blind's worth: 0.5 of it.
    stacks = (8000, 8000)
    lines = readings(heads_up, "r440 c r200", 900, stacks=stacks)
    wanted = _core.pseudo_harmonic(200 / 880, 0, 0.33)
    assert set(lines) == {"r440 c c", "r440 c r290"}
    share = lines.count("r440 c c") / len(lines)
    assert abs(share - wanted) < 4.5 * np.sqrt(wanted * (1 - wanted) / len(lines))


def test_small_bet_that_would_end_the_street_is_the_least_size(heads_up: Bundle) -> None:
    lines = readings(heads_up, "r440 c c r200", 300)
    assert set(lines) == {"r440 c c r290"}


def test_same_bytes_are_read_the_same_way(heads_up: Bundle) -> None:
    row = row_of("r560 c r300 c")
    rows = np.repeat(row, 50)
    answers = heads_up.act(rows, np.full(50, 0.3))
    assert len({record.tobytes() for record in answers}) == 1


def test_reading_does_not_depend_on_the_order_of_cards(heads_up: Bundle) -> None:
    line = "r440 c r440 c r1000"
    for low in range(1, 20):
        hole = (low, low + 26)
        board = tuple(card for card in (0, 21, 22, 50, 51, 25) if card not in hole)[:4]
        first = answer(heads_up, row_of(line, hole=hole, board=board))
        shuffled = (board[2], board[0], board[1], *board[3:])
        second = answer(heads_up, row_of(line, hole=hole[::-1], board=shuffled))
        assert first["node"] == second["node"]


def test_reading_of_a_seat_stays_through_the_hand(heads_up: Bundle) -> None:
    lines = ("r560", "r560 c c", "r560 c c c c")
    for low in range(2, 20):
        hole = (low, low + 26)
        board = tuple(card for card in (0, 21, 22, 50, 51) if card not in hole)
        rows = [row_of(line, hole=hole, board=board) for line in lines]
        assert [int(row["actor"][0]) for row in rows] == [1, 0, 0]
        # Each seat has its own coin: the big blind's reading may differ from the small blind's.
        opens = [line_of(heads_up, answer(heads_up, row)).split()[0] for row in rows]
        assert opens[1] == opens[2]


def test_raise_past_the_cap_is_all_in_or_call(heads_up: Bundle) -> None:
    # River of hu: three raises at most, then only the all-in is left.
    line = "c c c c c c r200 r600 r1400 r2400"
    rows = row_of(line, stacks=(40_000, 40_000))
    record = answer(heads_up, rows)
    assert record["status"] == Status.CAPPED
    assert record["reason"] == Reason.RAISE_CAP
    assert record["kind"] in (Kind.CALL, Kind.FOLD)


def test_hand_that_outlives_the_trees_all_in_is_called(heads_up: Bundle) -> None:
    # 40 bb tree, 50 bb stacks: an all-in of 40 bb is the tree's all-in, and chips are left.
    line = "r9990 c"
    record = answer(heads_up, row_of(line, stacks=(10_000, 10_000)))
    assert record["status"] == Status.CAPPED
    assert record["reason"] == Reason.TREE_ENDED
    assert (record["kind"], record["chips"], record["prob"]) == (Kind.CALL, 0, 1.0)


def test_real_all_in_is_the_trees_all_in(heads_up: Bundle) -> None:
    record = answer(heads_up, row_of("r9000", stacks=(9000, 9000)))
    assert record["status"] == Status.OK
    assert line_of(heads_up, record) == "r8000"


@pytest.mark.parametrize(
    ("stack", "line", "frac", "expected"),
    [
        (8000, "", 0.6, 440),
        (8000, "", 0.01, 400),  # lifted to the least raise
        (8000, "", 18.8, 7720),
        (8000, "", 19.3, 8000),  # 80 would be left: less than a minimum raise
        (8000, "", 99.0, 8000),
        (8000, "r440 c", 0.330114, 291),  # 290.50032 rounds up
        (8000, "r440 c", 0.330113, 290),  # 290.49944 rounds down
        (8000, "r440 c", 0.0, 200),
        (500, "r400", 1.0, 500),  # only the all-in is left
    ],
)
def test_fraction_to_chips(stack: int, line: str, frac: float, expected: int) -> None:
    state = real_state((stack, stack))
    play_out(state, line)
    assert _core.raise_to_chips(state, frac) == expected
    state.verify_raise_to(expected)
