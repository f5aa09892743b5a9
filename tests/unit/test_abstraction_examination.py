"""The examination of abstractions: it passes what is right and rejects broken twins."""

from __future__ import annotations

import json

import numpy as np
import pytest

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.abstraction_examination import (
    WEIGHTS,
    examine,
    monotony_check,
    potential_check,
    spread_of,
    street_checks,
)
from feltprint.abstraction_quality import suit_mismatches
from feltprint.figures import abstraction_figure


@pytest.fixture(scope="module")
def strength() -> _core.HandStrength:
    return _core.HandStrength(1)


def native_map(flop: np.ndarray, buckets: int) -> _core.BucketMap:
    return _core.BucketMap(flop=flop, turn=None, river=None, num_buckets=(buckets, 1, 1))


@pytest.fixture(scope="module")
def flop(strength) -> np.ndarray:
    return strength.percentile(1, 50)[0]


def flop_street(native: _core.BucketMap) -> dict:
    masses = _core.bucket_masses(native, 1, 1)
    boards = _core.canonical_boards(1)[0][::200, :3]
    return {
        "num_buckets": len(masses),
        "weight": int(masses.sum()),
        "empty_buckets": int(np.count_nonzero(masses == 0)),
        "suit_boards": len(boards),
        "suit_mismatches": sum(suit_mismatches(native, np.ascontiguousarray(b)) for b in boards),
    }


def failed(checks) -> list[str]:
    return [check.name for check in checks if not check.passed]


def test_right_map_passes_the_street_checks(flop):
    assert failed(street_checks("flop", flop_street(native_map(flop, 50)))) == []


def test_empty_bucket_and_other_suits_are_caught(flop):
    """Negative controls: a bucket too many, and hands permuted without their board."""
    assert failed(street_checks("flop", flop_street(native_map(flop, 51)))) == [
        "flop: no empty bucket"
    ]
    # On 2c3c4c the other suits are alike; shifted buckets tell them apart.
    broken = flop.copy()
    live = np.flatnonzero(broken[0] != 255)
    broken[0, live] = np.roll(broken[0, live], 1)
    assert failed(street_checks("flop", flop_street(native_map(broken, 50)))) == ["flop: suits"]


def test_hands_permuted_alone_are_caught(flop):
    class HoleOnly:
        """Renames the suits of the hands and leaves the board: wrong by construction."""

        board = np.array([0, 4, 9], np.uint8)

        def buckets(self, _):
            return native_map(flop, 50).buckets(self.board)

    street = {**flop_street(native_map(flop, 50))}
    street["suit_mismatches"] = suit_mismatches(HoleOnly(), HoleOnly.board)
    assert failed(street_checks("flop", street)) == ["flop: suits"]


def test_unweighted_canonical_boards_are_caught(flop):
    street = flop_street(native_map(flop, 50))
    street["weight"] = int(np.count_nonzero(flop != 255))
    assert failed(street_checks("flop", street)) == ["flop: weight"]


def test_monotony_holds_for_percentile_and_not_for_nested(strength, flop):
    weight, _, _, least, most = _core.strength_spread(native_map(flop, 50), strength, 1, 2)
    assert weight.sum() == WEIGHTS["flop"]
    assert monotony_check("flop", weight, least, most).passed
    spec = _core.NestedSpec(12, 4, _core.BoardClasses.none, False)
    nested = native_map(_core.nested_map(strength, 1, spec), 48)
    weight, _, _, least, most = _core.strength_spread(nested, strength, 1, 2)
    assert not monotony_check("flop", weight, least, most).passed


def test_potential_cut_by_equity_is_caught(strength):
    assert potential_check("flop", 1, strength).passed

    def equity_twice(strength, street):
        equity, _, scale, _ = _core.potential(strength, street)
        return equity, equity.astype(np.uint64), scale, scale

    assert not potential_check("flop", 1, strength, equity_twice).passed


def test_spread_is_the_deviation_of_the_values():
    values, weights = np.array([10, 30, 50]), np.array([1, 2, 1])
    sums = ((values**p * weights).sum() for p in (0, 1, 2))
    found = spread_of(*(np.array([s], np.uint64) for s in sums))
    assert found["mean"] == [pytest.approx(30 / 65535)]
    assert found["sd"] == [pytest.approx(np.sqrt(200) / 65535)]
    assert found["sd_within"] == found["sd_overall"] == found["sd"][0]


def test_transitions_count_every_next_card(flop, strength):
    turn = strength.percentile(2, 7)[0]
    native = _core.BucketMap(flop=flop, turn=turn, river=None, num_buckets=(50, 7, 1))
    table = _core.transition_weights(native, 1, 1, 1)
    assert table.shape == (50, 7)
    assert int(table.sum()) == WEIGHTS["flop"] * 47
    masses = _core.bucket_masses(native, 1, 1)
    assert np.array_equal(table.sum(axis=1), masses * 47)
    every_third = _core.transition_weights(native, 1, 3, 1)
    assert 0 < int(every_third.sum()) < int(table.sum())


@pytest.mark.slow
@pytest.mark.parametrize(
    "config",
    [
        {"buckets": (50, 50, 50)},
        {
            "kind": ("nested", "percentile", "nested"),
            "buckets": (20, 300, 30),
            "nested": {"bins": "equal-mass", "boards": ("texture", "none", "suits")},
        },
    ],
    ids=["percentile", "mixed"],
)
def test_examination_of_a_whole_abstraction(config):
    cards = CardAbstraction.build(**config)
    found = examine(cards)
    assert found["passed"], [check for check in found["checks"] if not check["passed"]]
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    for name in ("flop", "turn", "river"):
        street = found["streets"][name]
        assert sum(street["mass"]) == pytest.approx(1)
        assert street["hs"]["sd_within"] < street["hs"]["sd_overall"]
    assert found["streets"]["flop"]["transitions"]["mean"] > 1
    assert found["streets"]["river"]["transitions"] is None
    figure = abstraction_figure("cards", found["streets"])
    assert figure.startswith("<svg")
    assert figure == abstraction_figure("cards", found["streets"])
    if "kind" not in config:
        assert examine(cards, threads=2) == found
