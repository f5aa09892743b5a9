"""Schedules: their formulas, the identities between them, what they refuse."""

from __future__ import annotations

import math

import numpy as np
import pytest

from feltprint.errors import ConfigError
from feltprint.lab import ALGORITHMS, SCHEDULES, FullWidthSolver, game, schedule
from feltprint.lab.powers import power
from feltprint.lab.schedules import Schedule

NUMBERS = np.concatenate((np.linspace(1e-3, 3.0, 301), np.arange(1.0, 2_000.0, 7.0)))


@pytest.mark.parametrize("exponent", [0.0, 1.0, 2.0, 5.0, 30.0, 0.5, 1.5, -1.0, -2.5])
def test_whole_and_half_powers_are_products_and_roots(exponent: float) -> None:
    expected = [math.pow(x, exponent) for x in NUMBERS]
    assert power(NUMBERS, exponent) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("exponent", [2.3, 1.00003, -1.7, 29.97, 0.1])
def test_other_powers_are_close_to_the_mathematics_library(exponent: float) -> None:
    expected = [math.pow(x, exponent) for x in NUMBERS]
    assert power(NUMBERS, exponent) == pytest.approx(expected, rel=1e-13)


def test_power_of_zero() -> None:
    zero = np.zeros(1)
    assert power(zero, 2.3)[0] == power(zero, 1.5)[0] == 0.0
    assert power(zero, 0.0)[0] == power(zero, np.zeros(1))[0] == 1.0
    assert power(zero, -2.5)[0] == power(zero, -2.3)[0] == math.inf


@pytest.mark.parametrize("name", SCHEDULES)
def test_rows_are_finite_and_do_not_depend_on_the_piece(name: str) -> None:
    rule = schedule(name, horizon=1_000)
    whole = rule.coefficients(1, 1_000)
    assert whole.shape == (1_000, 5)
    assert np.isfinite(whole).all()
    pieces = np.concatenate([rule.coefficients(1, 7), rule.coefficients(8, 993)])
    assert pieces.tobytes() == whole.tobytes()
    assert ((whole[1:, 0] > 0.0) & (whole[1:, 0] <= 1.0)).all()
    assert ((whole[:, 4] >= 0.0) & (whole[:, 4] <= 1.0)).all()


def test_discounts_are_those_of_the_papers() -> None:
    dcfr = schedule("dcfr").coefficients(5, 1)[0]
    assert dcfr == pytest.approx([8 / 9, 1 / 2, 0.0, 1.0, (4 / 5) ** 2], rel=1e-15)
    plus = schedule("dcfr+").coefficients(5, 1)[0]
    assert plus[0] == pytest.approx(8 / 9.5, rel=1e-15)
    pdcfr = schedule("pdcfr+").coefficients(5, 1)[0]
    grown, after = 4**2.3, 5**2.3
    assert pdcfr[[0, 2, 3]] == pytest.approx(
        [grown / (grown + 1), 1.0, after / (after + 1)], rel=1e-13
    )
    linear = schedule("linear").coefficients(5, 1)[0]
    assert linear[[0, 1, 4]] == pytest.approx([0.8, 0.8, 0.8], rel=1e-15)
    hs = schedule("hs-dcfr", horizon=10, average_power=15.0).coefficients(5, 1)[0]
    alpha, beta = 4**2.5, 4**-2.0
    assert hs[[0, 1, 4]] == pytest.approx(
        [alpha / (alpha + 1), beta / (beta + 1), (4 / 5) ** 12.5], rel=1e-13
    )
    assert schedule("sapcfr+").coefficients(5, 1)[0][2] == 1 / 3


IDENTITIES: list[tuple[Schedule, Schedule]] = [
    (schedule("linear"), schedule("dcfr", alpha=1.0, beta=1.0, average_power=1.0)),
    (schedule("cfr+"), schedule("dcfr+", constant=0.0, average_power=1.0)),
    (schedule("pcfr+"), schedule("cfr+", prediction=1.0, average_power=2.0)),
    (schedule("sapcfr+"), schedule("pcfr+", prediction=1 / 3, average_power=5.0)),
    (schedule("pdcfr+"), schedule("dcfr+", alpha=2.3, constant=1.0, average_power=5.0,
                                  prediction=1.0)),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), IDENTITIES, ids=lambda rule: rule.name)
def test_equal_schedules_give_equal_bits(left: Schedule, right: Schedule) -> None:
    made = game("leduc")
    results = []
    for rule in (left, right):
        solver = FullWidthSolver(made, rule)
        solver.run(300)
        results.append((solver.average_strategy().tobytes(), solver.regrets().tobytes()))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("cfrr", {}, "allowed: cfr, cfr"),
        ("cfr", {"alpha": 1.0}, "no parameter alpha"),
        ("dcfr", {"alpha": 0.0}, "alpha of dcfr"),
        ("dcfr", {"alpha": math.nan}, "alpha of dcfr"),
        ("cfr", {"average_power": -1.0}, "average_power of cfr"),
        ("pcfr+", {"prediction": 1.5}, "prediction of pcfr"),
        ("hs-dcfr", {}, "horizon of hs-dcfr"),
        ("hs-pcfr+", {"horizon": 10, "average_power": 4.0}, "average_power of hs-pcfr"),
    ],
)
def test_impossible_schedule_is_refused(
    name: str, parameters: dict[str, float], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        schedule(name, **parameters)


def test_families_have_their_defaults() -> None:
    assert schedule("dcfr").parameters["beta"] == 0.0
    assert schedule("dcfr", family="river").parameters["beta"] == 0.5
    assert schedule("dcfr", family="river", beta=0.0).parameters["beta"] == 0.0
    assert schedule("hs-pcfr+", family="leduc", horizon=9).parameters["average_power"] == 15.0


def test_config_names_every_algorithm_and_game() -> None:
    from typing import get_args

    from feltprint.config.lab import SAMPLED_ALGORITHMS, LabAlgorithm, LabGameName
    from feltprint.lab import GAMES
    from feltprint.lab.sampled import SCHEMES

    assert sorted(get_args(LabAlgorithm)) == sorted(ALGORITHMS)
    assert sorted(get_args(LabGameName)) == sorted(GAMES)
    assert sorted(SAMPLED_ALGORITHMS) == sorted(SCHEMES)
