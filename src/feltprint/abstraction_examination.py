"""Examines a card abstraction: what its buckets hold, where hands go from them, and its checks.

The short report beside every abstraction is `abstraction_quality`; this is the long one. All
weights are exact integers. A value of a hand is known to 1/65535 where its spread is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint import _core
from feltprint.abstraction import CardAbstraction
from feltprint.abstraction_quality import quality_report
from feltprint.cards import HAND_CARDS
from feltprint.config.abstraction import FULL_DECK, STREETS
from feltprint.errors import ConfigError

# (real board, hand) pairs: 22,100 flops, 270,725 turns, 2,598,960 rivers and the hands they leave.
WEIGHTS = {"flop": 22_100 * 1_176, "turn": 270_725 * 1_128, "river": 2_598_960 * 1_081}
UNIT = 65_535
LEAST_SPEARMAN = 0.99
TURN_STRIDE = 16  # every 16th canonical turn counts transitions to the river
MAX_TRANSITIONS = 1 << 24  # pairs of buckets; a larger table is not made, and the report says so
NUM_BRUTE_FORCE_BOARDS = 2

Values = NDArray[Any]


@dataclass(frozen=True)
class Check:
    """One check: what was found, in words."""

    name: str
    passed: bool
    detail: str


def examine(cards: CardAbstraction, threads: int = 1) -> dict[str, Any]:
    """Measure an abstraction and check what its kinds promise. Deterministic; JSON-able.

    Returns
    -------
    dict
        `passed`; `checks` [{name, passed, detail}]; `bytes`; `spearman_river_hs`; `streets` by
        name: the short report's figures, `mass` [bucket] in shares, `hs` and `hs_square`, each
        with `mean` and `sd` [bucket], the weighted `sd_within` and the `sd_overall`, and
        `transitions`: `effective_next` = 1 / sum of squared shares over the next street's
        buckets, its weighted mean, least and most; null on the river, and a text where there are
        too many pairs of buckets.

    Raises
    ------
    ConfigError
        For an abstraction of a small deck.
    """
    if cards.config.deck != FULL_DECK:
        raise ConfigError(
            f"examine: expected the full deck, found one of {cards.config.deck} cards"
        )
    strength = _core.HandStrength(threads)
    joint = _core.river_bucket_strengths(cards.native, strength, threads)
    short = quality_report(cards.native, joint, cards.nbytes, threads)
    streets: dict[str, Any] = {}
    orders: dict[str, tuple[Values, Values, Values]] = {}
    for street, name in enumerate(STREETS, start=1):
        if street == 3:
            spreads = [_river_spread(joint, power) for power in (1, 2)]
        else:
            spreads = [
                _core.strength_spread(cards.native, strength, street, moment) for moment in (1, 2)
            ]
        # Percentile ranks flop and turn by E[HS^2] and the river by HS.
        weight, _, _, least, most = spreads[0 if street == 3 else 1]
        orders[name] = (weight, least, most)
        streets[name] = {
            **short["streets"][name],
            "mass": (weight / WEIGHTS[name]).tolist(),
            "hs": spread_of(*spreads[0][:3]),
            "hs_square": spread_of(*spreads[1][:3]),
            "transitions": _transitions(cards, street, threads),
        }
    checks = [check for name in STREETS for check in street_checks(name, streets[name])]
    checks += _kind_checks(cards, strength, orders, short["spearman_river_hs"])
    return {
        "passed": all(check.passed for check in checks),
        "checks": [asdict(check) for check in checks],
        "bytes": cards.nbytes,
        "spearman_river_hs": short["spearman_river_hs"],
        "streets": streets,
    }


def street_checks(name: str, street: Mapping[str, Any]) -> list[Check]:
    """What every map promises: whole weights, no empty bucket, blind to the names of suits."""
    weight, empty, mismatches = (
        street[key] for key in ("weight", "empty_buckets", "suit_mismatches")
    )
    return [
        Check(f"{name}: weight", weight == WEIGHTS[name], f"{weight:,} of {WEIGHTS[name]:,} pairs"),
        Check(f"{name}: no empty bucket", empty == 0, f"{empty} of {street['num_buckets']} empty"),
        Check(
            f"{name}: suits", mismatches == 0,
            f"{mismatches} hands change over {street['suit_boards']} boards x 24 permutations",
        ),
    ]  # fmt: skip


def _kind_checks(
    cards: CardAbstraction,
    strength: _core.HandStrength,
    orders: Mapping[str, tuple[Values, Values, Values]],
    spearman: float,
) -> list[Check]:
    checks = []
    kinds = cards.config.kinds
    for street, (name, kind) in enumerate(zip(STREETS, kinds, strict=True), start=1):
        if kind == "percentile":
            checks.append(monotony_check(name, *orders[name]))
        if kind == "nested" and street < 3:
            checks.append(potential_check(name, street, strength))
    nested = cards.config.nested
    ranked = kinds[2] == "percentile" or (
        kinds[2] == "nested" and nested is not None and nested.boards[2] == "none"
    )
    if ranked and cards.num_buckets[3] >= 20:
        detail = f"rank correlation of bucket and HS {spearman:.4f}, at least {LEAST_SPEARMAN}"
        checks.append(Check("river: order", spearman >= LEAST_SPEARMAN, detail))
    return checks


def monotony_check(name: str, weight: Values, least: Values, most: Values) -> Check:
    """Percentile's promise: no hand of a bucket is above one of the next bucket."""
    full = np.flatnonzero(weight)
    overlaps = int(np.count_nonzero(most[full][:-1] >= least[full][1:]))
    return Check(
        f"{name}: monotony", overlaps == 0, f"{overlaps} pairs of neighbouring buckets overlap"
    )


def potential_check(
    name: str,
    street: int,
    strength: _core.HandStrength,
    potential: Callable[[_core.HandStrength, int], Any] = _core.potential,
) -> Check:
    """Nested's features: e1 and e2 of all hands of some boards, summed over every runout."""
    equity, square, _, _ = potential(strength, street)
    boards = _core.canonical_boards(street)[0][:, : street + 2]
    chosen = (2 * np.arange(NUM_BRUTE_FORCE_BOARDS) + 1) * len(boards) // 4
    slots = _lane_slots()
    wrong = hands = 0
    for index in chosen.tolist():
        board = np.ascontiguousarray(boards[index])
        live = ~np.isin(HAND_CARDS, board).any(axis=1)
        first, second = brute_force_potential(strength, board)
        found = equity[index][slots].astype(np.int64), square[index][slots].astype(np.int64)
        differs = (found[0] != first) | (found[1] != second)
        wrong += int(np.count_nonzero(differs[live]))
        hands += int(np.count_nonzero(live))
    return Check(
        f"{name}: e1 and e2", wrong == 0, f"{wrong} of {hands} hands differ from every runout's sum"
    )


def brute_force_potential(
    strength: _core.HandStrength, board: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """e1 and e2 of all hands of a flop or turn in integers (nested.hpp), river by river."""
    if len(board) == 4:
        rivers = [card for card in range(52) if card not in board]
        rows = [strength.river(np.append(board, np.uint8(card))) for card in rivers]
        x = np.array(rows).astype(np.int64)
        x[x == 0xFFFF] = 0
        return x.sum(axis=0), (x * x).sum(axis=0)
    first, second = np.zeros(1326, np.int64), np.zeros(1326, np.int64)
    for card in (card for card in range(52) if card not in board):
        means, _ = brute_force_potential(strength, np.append(board, np.uint8(card)))
        first += means
        second += means * means
    return first // 2, second


def _lane_slots() -> NDArray[np.int64]:
    """Place of each hand among the lanes of the native sums (class_layout.hpp)."""
    low, high = HAND_CARDS.astype(np.int64).T
    a, b = low >> 2, high >> 2
    slots: NDArray[np.int64] = 16 * (b * (b + 1) // 2 + a) + 4 * (low & 3) + (high & 3)
    return slots


def spread_of(weight: Values, total: Values, square: Values) -> dict[str, Any]:
    """Mean and standard deviation inside each bucket, within all of them, and overall."""
    weights, sums, squares = ([int(v) for v in values] for values in (weight, total, square))
    means, deviations = [], []
    within = 0.0
    for w, s, q in zip(weights, sums, squares, strict=True):
        variance = (q * w - s * s) / (w * w) if w else 0.0  # exact integers up to the division
        means.append(s / w / UNIT if w else 0.0)
        deviations.append(sqrt(variance) / UNIT)
        within += variance * w
    whole, total_sum = sum(weights), sum(sums)
    overall = (sum(squares) * whole - total_sum * total_sum) / (whole * whole)
    return {
        "mean": means,
        "sd": deviations,
        "sd_within": sqrt(within / whole) / UNIT,
        "sd_overall": sqrt(overall) / UNIT,
    }


def _river_spread(joint: NDArray[np.uint64], power: int) -> tuple[Values, ...]:
    """The same sums on the river, from the weights of buckets and strengths."""
    x = np.arange(joint.shape[1], dtype=np.uint64)
    value = x if power == 1 else x * x
    part = value * np.uint64(UNIT) // np.uint64(1980**power)
    held = joint > 0
    least = np.where(held.any(axis=1), held.argmax(axis=1), 0)
    most = np.where(held.any(axis=1), joint.shape[1] - 1 - held[:, ::-1].argmax(axis=1), 0)
    sums = (joint * part).sum(axis=1), (joint * part * part).sum(axis=1)
    return joint.sum(axis=1), *sums, value[least], value[most]


def _transitions(cards: CardAbstraction, street: int, threads: int) -> dict[str, Any] | str | None:
    if street == 3:
        return None
    pairs = cards.num_buckets[street] * cards.num_buckets[street + 1]
    if pairs > MAX_TRANSITIONS:
        return f"not measured: {pairs} pairs of buckets, at most {MAX_TRANSITIONS} are counted"
    stride = 1 if street == 1 else TURN_STRIDE
    table = _core.transition_weights(cards.native, street, stride, threads)
    weights = [int(row.sum()) for row in table]
    effective = [
        w * w / sum(int(v) * int(v) for v in row[row > 0]) if w else 0.0
        for w, row in zip(weights, table, strict=True)
    ]
    met = [value for value, w in zip(effective, weights, strict=True) if w]
    mean = sum(e * w for e, w in zip(effective, weights, strict=True)) / sum(weights)
    return {"effective_next": effective, "mean": mean, "least": min(met), "most": max(met)}
