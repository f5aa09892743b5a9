"""What an audit examines, and its checks by reading and by values.

Each is a statistic with a limit, and a broken twin that it must reject.

A check passes when its statistic is at most the limit AND the same statistic of the broken twin is
above it: a check that would let the twin through has no power and fails. All statistics are
deterministic: the random streams are keyed by the audit's seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint.artifacts import Array
from feltprint.config.audit import AuditConfig
from feltprint.evaluation import PairOutcomes, Sampling, exact_values, root_values
from feltprint.solved_game import SolvedGame
from feltprint.strategy import LANES

ACES = 0  # preflop class of AA
SEVEN_DEUCE_OFFSUIT = 158  # preflop class of 72o
FULL_CODE = 255  # codes of a row sum to this
# Two-sided chance of a standard normal beyond this: 7e-6, the false-alarm rate of the z checks.
MAX_Z = 4.5


@dataclass(frozen=True)
class Subject:
    """One frozen policy under examination.

    ``prob`` are its codes, uint8 [blocks, 8]; ``fair`` is the same game without rake;
    ``outcomes`` are the exact pair outcomes where the game is small enough, else None; ``ranges``
    the hands that it was solved for, seat by seat, None for all.
    """

    stack_class: str
    solved_game: SolvedGame
    fair: SolvedGame
    prob: NDArray[np.uint8]
    big_blind: int
    config: AuditConfig
    outcomes: PairOutcomes | None
    threads: int = 1
    ranges: tuple[str, ...] | None = None

    @property
    def table(self) -> NDArray[np.float32]:
        """The codes as a table that walks can read."""
        return np.ascontiguousarray(self.prob, dtype=np.float32)

    @property
    def sampling(self) -> Sampling:
        """What the checks sample."""
        return Sampling(
            self.config.evaluation_boards,
            seed=self.config.seed,
            threads=self.threads,
            ranges=self.ranges,
        )

    def with_prob(self, prob: Array) -> Subject:
        """The same subject with other codes."""
        return replace(self, prob=np.ascontiguousarray(prob, dtype=np.uint8))

    def mbb(self, chips: float) -> float:
        """Chips in thousandths of a big blind."""
        return 1000.0 * chips / self.big_blind


@dataclass(frozen=True)
class CheckResult:
    """Outcome of one check on one stack class."""

    check: str
    stack_class: str
    claim: str
    unit: str
    value: float
    limit: float
    control: str
    control_value: float
    detail: dict[str, Any]

    @property
    def passed(self) -> bool:
        """The statistic is within the limit and the broken twin is not."""
        return self.value <= self.limit < self.control_value

    def as_json(self) -> dict[str, Any]:
        """For ``audit/*.json``."""
        return {
            "check": self.check,
            "stack_class": self.stack_class,
            "claim": self.claim,
            "unit": self.unit,
            "value": self.value,
            "limit": self.limit,
            "control": {
                "variant": self.control,
                "value": self.control_value,
                "rejected": self.control_value > self.limit,
            },
            "passed": self.passed,
            "detail": self.detail,
        }


def node_groups(subject: Subject) -> Iterator[tuple[Array, int, Array]]:
    """Decision nodes with their codes: (record, buckets, codes [group, action, lane])."""
    tree = subject.solved_game.tree
    nodes = tree.nodes
    for record in nodes[nodes["kind"] == 0]:
        buckets = tree.num_buckets[int(record["street"])]
        groups, actions = -(-buckets // LANES), int(record["num_actions"])
        first = int(record["row"])
        codes = subject.prob[first : first + groups * actions]
        yield record, buckets, codes.reshape(groups, actions, LANES)


def bad_rows(subject: Subject) -> int:
    """Rows whose codes do not sum to 255, and padding lanes that are not empty."""
    bad = 0
    for _, buckets, codes in node_groups(subject):
        sums = codes.sum(axis=1, dtype=np.int64).reshape(-1)
        bad += int((sums[:buckets] != FULL_CODE).sum() + (sums[buckets:] != 0).sum())
    return bad


def check_rows(subject: Subject) -> list[CheckResult]:
    """Every row is a distribution."""
    broken = subject.prob.copy()
    broken[0, 0] = broken[0, 0] - 1 if broken[0, 0] > 0 else 1
    return [
        CheckResult(
            check="rows",
            stack_class=subject.stack_class,
            claim="the codes of every row sum to 255 and padding is empty",
            unit="rows",
            value=bad_rows(subject),
            limit=0,
            control="one code of one row changed by 1",
            control_value=bad_rows(subject.with_prob(broken)),
            detail={"blocks": len(subject.prob)},
        )
    ]


def first_in_nodes(subject: Subject) -> list[int]:
    """Preflop nodes where everybody before has folded, the root first."""
    nodes = subject.solved_game.tree.nodes
    found = [0]
    while True:
        record = nodes[found[-1]]
        child = int(record["first_child"])
        folded = nodes[child]
        if folded["action"] != 0 or folded["kind"] != 0:
            return found
        if folded["actor"] == 1:  # the big blind is not first in: it has posted the bet
            return found
        found.append(child)


def aces_fold_code(subject: Subject) -> int:
    """Largest fold code of aces at a first-in node."""
    rows = {int(record["row"]): codes for record, _, codes in preflop_groups(subject)}
    nodes = subject.solved_game.tree.nodes
    return max(
        int(rows[int(nodes[node]["row"])][ACES // LANES, 0, ACES % LANES])
        for node in first_in_nodes(subject)
    )


def preflop_groups(subject: Subject) -> Iterator[tuple[Array, int, Array]]:
    """``node_groups`` of the preflop street."""
    return (group for group in node_groups(subject) if group[0]["street"] == 0)


def swap_classes(subject: Subject, first: int, second: int) -> Subject:
    """The policy with the preflop rows of two classes exchanged at every node."""
    prob = subject.prob.copy()
    for record, _, codes in preflop_groups(subject):
        swapped = codes.copy()
        a, b = (first // LANES, first % LANES), (second // LANES, second % LANES)
        swapped[a[0], :, a[1]] = codes[b[0], :, b[1]]
        swapped[b[0], :, b[1]] = codes[a[0], :, a[1]]
        start = int(record["row"])
        prob[start : start + swapped.shape[0] * swapped.shape[1]] = swapped.reshape(-1, LANES)
    return subject.with_prob(prob)


def check_aces(subject: Subject) -> list[CheckResult]:
    """Nobody folds aces who may open."""
    return [
        CheckResult(
            check="aces",
            stack_class=subject.stack_class,
            claim="the fold code of aces is 0 at every first-in node",
            unit="code of 255",
            value=aces_fold_code(subject),
            limit=0,
            control="rows of AA and 72o exchanged",
            control_value=aces_fold_code(swap_classes(subject, ACES, SEVEN_DEUCE_OFFSUIT)),
            detail={"nodes": first_in_nodes(subject)},
        )
    ]


def uniform_policy(subject: Subject) -> Subject:
    """The policy that plays every action equally often."""
    return subject.with_prob(np.ones_like(subject.prob))


def check_nash_conv(subject: Subject) -> list[CheckResult]:
    """The exact NashConv of a two-player one-street game. Requires subject.outcomes."""
    outcomes = subject.outcomes
    if outcomes is None:
        raise ValueError("check_nash_conv needs the exact pair outcomes")

    def nash_conv_mbb(of: Subject) -> float:
        return of.mbb(exact_values(of.solved_game.tree, of.table, outcomes).nash_conv)

    values = exact_values(subject.solved_game.tree, subject.table, outcomes)
    return [
        CheckResult(
            check="nash_conv",
            stack_class=subject.stack_class,
            claim="the exact NashConv of the frozen policy is within the limit",
            unit="mbb/hand",
            value=nash_conv_mbb(subject),
            limit=subject.config.max_nash_conv_mbb,
            control="uniform policy",
            control_value=nash_conv_mbb(uniform_policy(subject)),
            detail={
                "value_mbb": [subject.mbb(v) for v in values.value],
                "best_response_value_mbb": [subject.mbb(v) for v in values.best_response_value],
                "exploitability_mbb": subject.mbb(values.exploitability),
            },
        )
    ]


def check_zero_sum(subject: Subject) -> list[CheckResult]:
    """Without rake the root values of all seats sum to 0, within the error of their estimate."""
    values = root_values(
        subject.fair,
        subject.table,
        subject.table,
        subject.sampling,
    )
    sums: list[float] = [sum(row) for row in values.board_means.tolist()]

    def z_score(missing: float) -> float:
        mean = sum(sums) / len(sums) - missing
        squares = sum((x - missing - mean) * (x - missing - mean) for x in sums)
        return abs(mean) / math.sqrt(squares / (len(sums) - 1) / len(sums))

    return [
        CheckResult(
            check="zero_sum",
            stack_class=subject.stack_class,
            claim="without rake the seats' root values sum to 0 (false-alarm rate 7e-6)",
            unit="standard errors",
            value=z_score(0.0),
            limit=MAX_Z,
            control="half a big blind missing from every pot",
            control_value=z_score(subject.big_blind / 2),
            detail={
                "mean_mbb": [subject.mbb(x) for x in values.mean],
                "standard_error_mbb": [subject.mbb(x) for x in values.standard_error],
                "boards": len(sums),
            },
        )
    ]
