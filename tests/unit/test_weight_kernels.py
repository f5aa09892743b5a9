"""The sums of a table: compensated float32 over long runs, 16-bit codes at their boundaries."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint import _core
from feltprint.errors import ConfigError

LANES = 8
LARGEST = np.float32(32767) * np.float32(2.0**113)


def add_coded(
    codes: list[int], exponent: int, increments: list[float], noise: int = 0
) -> tuple[np.ndarray, int]:
    """Codes and exponent after one add; lists are filled up with zeros to eight lanes."""
    row = np.array(codes + [0] * (LANES - len(codes)), dtype=np.int16)
    adds = np.array([increments + [0.0] * (LANES - len(increments))], dtype=np.float32)
    exponent = _core.add_in_order_coded(row, exponent, adds, noise)
    return row, exponent


def test_whole_units_are_added_exactly_whatever_the_noise() -> None:
    for noise in range(50):
        codes, exponent = add_coded([20_000, -20_000, 7], 3, [8.0, -80.0, 0.0], noise)
        assert (codes[:3].tolist(), exponent) == ([20_001, -20_010, 7], 3)


def test_the_exponent_is_the_smallest_that_holds_the_largest_code() -> None:
    assert add_coded([32_766], 0, [1.0])[1] == 0
    assert add_coded([32_766], 0, [1.0])[0][0] == 32_767
    codes, exponent = add_coded([32_767, -32_767, 2], 0, [1.0, 0.0, 0.0])
    assert (codes[0], exponent, codes[2]) == (16_384, 1, 1)
    assert codes[1] in (-16_384, -16_383)
    # And back: what is left after a fall is held with the finer unit.
    codes, exponent = add_coded([16_384, 100], 1, [-32_768.0, 0.0])
    assert (codes[0], codes[1] * 2.0**exponent) == (0, 200.0)
    assert 2**14 <= codes[1] <= 32_767


@pytest.mark.parametrize("sign", [1, -1])
def test_codes_saturate_at_the_largest_float_that_they_hold(sign: int) -> None:
    codes, exponent = add_coded([0], 0, [sign * float(LARGEST)])
    assert (codes[0], exponent) == (sign * 32_767, 113)
    codes, exponent = add_coded([sign * 32_767], 113, [sign * 3e38])
    assert (codes[0], exponent) == (sign * 32_767, 113)
    assert np.isfinite(np.float32(codes[0]) * np.float32(2.0**exponent))


def test_nothing_is_added_to_a_row_of_zeros() -> None:
    codes, exponent = add_coded([0], 0, [0.0])
    assert not codes.any()
    assert exponent == -100


# 20,000 draws of a quarter: the mean is within 5 standard errors but in 1 of 1.7 million seeds.
def test_rounding_keeps_the_mean_where_rounding_to_nearest_stands_still() -> None:
    draws = np.array([add_coded([20_000], 0, [0.25], noise)[0][0] for noise in range(20_000)])
    error = np.sqrt(0.25 * 0.75 / len(draws))
    assert abs(draws.mean() - 20_000.25) < 5 * error
    assert set(draws) == {20_000, 20_001}
    nearest = np.rint(np.full(len(draws), 20_000.25))
    assert abs(nearest.mean() - 20_000.25) > 5 * error


@pytest.mark.usefixtures("restore_isa")
def test_instruction_sets_give_the_same_codes() -> None:
    random = np.random.default_rng(5)
    adds = (random.standard_normal((200, 3 * LANES)) * 1e3).astype(np.float32)
    found = set()
    for name in _core.available_isas():
        _core.set_active_isa(name)
        codes = np.zeros(3 * LANES, dtype=np.int16)
        exponent = _core.add_in_order_coded(codes, 0, adds, 9)
        found.add((codes.tobytes(), exponent))
    assert len(found) == 1


def test_arrays_of_another_shape_are_refused() -> None:
    with pytest.raises(ConfigError, match="multiple of 8"):
        _core.add_in_order_coded(np.zeros(4, np.int16), 0, np.zeros((1, 4), np.float32), 0)
    with pytest.raises(ConfigError, match="increments"):
        _core.add_in_order(np.zeros(4, np.float32), np.zeros((1, 5), np.float32))


# A row met by t = 1, 2, .. with linear weights; its strategy moves from .2 / .8 to .1 / .9.
def long_run(visits: int) -> dict[str, np.ndarray]:
    """The average after some visits: exact, compensated and plain."""
    piece = 1 << 18  # what stays in the cache
    exact = np.zeros(2)
    sums, carries, plain = (np.zeros(2, dtype=np.float32) for _ in range(3))
    for start in range(0, visits, piece):
        t = np.arange(start + 1, start + piece + 1, dtype=np.float64)
        share = (0.2 - 0.1 * start / visits, 0.8 + 0.1 * start / visits)
        adds = np.outer(t, share).astype(np.float32)
        exact += adds.sum(axis=0, dtype=np.float64)
        _core.add_in_order_compensated(sums, carries, adds)
        _core.add_in_order(plain, adds)
    return {
        "exact": exact / exact.sum(),
        "compensated": sums / sums.sum(),
        "plain": plain / plain.sum(),
    }


@pytest.mark.slow
def test_a_row_visited_2_28_times_keeps_its_average_and_plain_float32_does_not() -> None:
    found = long_run(1 << 28)
    assert np.abs(found["compensated"] - found["exact"]).max() < 1e-3
    assert np.abs(found["plain"] - found["exact"]).max() > 1e-3


# The noise of a code's sum is a random walk: below one part in a hundred of the row.
def test_a_coded_row_visited_2_17_times_is_near_its_average_and_nearest_rounding_is_not() -> None:
    visits = 1 << 17
    codes = np.zeros(LANES, dtype=np.int16)
    t = np.arange(1, visits + 1, dtype=np.float64)
    share = np.where(t < visits / 2, 0.8, 0.2)
    adds = np.zeros((visits, LANES), dtype=np.float32)
    adds[:, 0], adds[:, 1] = t * share, t * (1 - share)
    _core.add_in_order_coded(codes, 0, adds, 4)
    exact = (t * share).sum() / t.sum()
    coded = codes[:2].astype(np.float64)
    assert coded[0] / coded.sum() == pytest.approx(exact, abs=0.01)
    assert nearest_average(adds[:, :2]) != pytest.approx(exact, abs=0.01)


def nearest_average(adds: np.ndarray) -> float:
    """The control: the same codes, rounded to the nearest."""
    value, scale = [0.0, 0.0], 1.0
    for first, second in adds.tolist():
        value = [
            round((value[0] * scale + first) / scale),
            round((value[1] * scale + second) / scale),
        ]
        while max(value) > 32_767:
            value, scale = [round(v / 2) for v in value], scale * 2
    return value[0] / sum(value)
