"""The checks of an audit that judge by play, at a coarse budget: trained responders and matches.

Both judges are themselves on trial: each must see 5 % of the rows permuted.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from feltprint.arena import MatchResult, compare
from feltprint.audit_checks import MAX_Z, CheckResult, Subject, node_groups, uniform_policy
from feltprint.evaluation import (
    ResponderGain,
    mean_and_error,
    responder_gain,
    root_values,
)
from feltprint.strategy import LANES

PERMUTED_SHARE = 0.05
PERMUTED = "the actions of 5 % of the rows permuted"
# By so many standard errors the responder must gain more from the permuted rows.
SIGHT_Z = 5.0


def permuted_policy(subject: Subject) -> Subject:
    """The policy with the actions of 5 % of its rows moved on by one.

    The rows are those whose number times 2^32 / golden ratio, modulo 2^32, is below 5 % of 2^32:
    spread evenly over all nodes (Knuth, The Art of Computer Programming 3, section 6.4).
    """
    prob = subject.prob.copy()
    rows = 0
    for record, _, codes in node_groups(subject):
        groups, actions, _ = codes.shape
        numbers = np.arange(rows, rows + groups * LANES, dtype=np.uint64) * np.uint64(2654435769)
        picked = (numbers % np.uint64(2**32) < PERMUTED_SHARE * 2**32).reshape(groups, 1, LANES)
        moved = np.where(picked, np.roll(codes, 1, axis=1), codes)
        first = int(record["row"])
        prob[first : first + groups * actions] = moved.reshape(-1, LANES)
        rows += groups * LANES
    return subject.with_prob(prob)


def trained_gain(subject: Subject, seat: int, iterations: int) -> ResponderGain:
    """What a responder of the audit gains in a seat."""
    return responder_gain(
        subject.solved_game, subject.table, seat, subject.sampling, iterations=iterations
    )


def z_score(samples: NDArray[np.float64]) -> float:
    """Mean over its standard error; 0 where all samples are 0."""
    mean, error = mean_and_error(samples)
    return mean / error if error > 0 else 0.0


def check_responders(subject: Subject) -> list[CheckResult]:
    """The mean gain over the seats of a trained responder, and whether it sees faults."""
    training = subject.config.responder_iterations
    seats = subject.solved_game.tree.num_players
    own = [trained_gain(subject, seat, training) for seat in range(seats)]
    # Anybody beats the uniform policy; a tenth of the training is enough for that.
    uniform = trained_gain(uniform_policy(subject), 0, training // 10)
    budget = {"responder_iterations": own[0].iterations, "boards": subject.config.evaluation_boards}
    gain = CheckResult(
        check="responder_gain",
        stack_class=subject.stack_class,
        claim="the mean gain of a trained responder is within the limit (a lower bound of a best "
        "response's, not an exploitability)",
        unit="mbb/hand",
        value=subject.mbb(sum(found.gain for found in own) / seats),
        limit=subject.config.max_gain_mbb,
        control="uniform policy, seat 0",
        control_value=subject.mbb(uniform.gain),
        detail={
            "gain_mbb": [subject.mbb(found.gain) for found in own],
            "standard_error_mbb": [subject.mbb(found.standard_error) for found in own],
            **budget,
        },
    )
    return [gain, _sight(subject, own[0], budget)]


def _sight(subject: Subject, own: ResponderGain, budget: dict[str, int]) -> CheckResult:
    """The responder of seat 0 gains more where rows are permuted, on the same deals."""
    training = subject.config.responder_iterations
    permuted = trained_gain(permuted_policy(subject), 0, training)

    def more(found: ResponderGain) -> float:
        return z_score(found.board_gains - own.board_gains)

    return CheckResult(
        check="responder_sight",
        stack_class=subject.stack_class,
        claim="the responder of seat 0 gains no more than from the policy itself; one that cannot "
        "tell the broken twin needs more responder_iterations",
        unit="standard errors",
        value=more(own),
        limit=SIGHT_Z,
        control=PERMUTED,
        control_value=more(permuted),
        detail={"permuted_gain_mbb": subject.mbb(permuted.gain), **budget},
    )


def check_match(subject: Subject) -> list[CheckResult]:
    """A duplicate match of the policy against itself is 0; its twin loses it."""
    boards = min(subject.config.match_boards, subject.config.evaluation_boards)
    sampling = replace(subject.sampling, boards=boards)

    def values(guest: Subject, hosts: Subject) -> NDArray[np.float64]:
        return root_values(subject.solved_game, guest.table, hosts.table, sampling).board_means

    evenly = uniform_policy(subject)
    host = values(subject, subject)  # what two of the matches compare with
    own = compare(values(subject, subject), host)
    uniform = compare(values(subject, evenly), values(evenly, evenly))
    permuted = compare(values(permuted_policy(subject), subject), host)
    result = CheckResult(
        check="match",
        stack_class=subject.stack_class,
        claim="in duplicate matches a seat of the policy among others of it wins what they do "
        "(false-alarm rate 7e-6)",
        unit="standard errors",
        value=_distance(own),
        limit=MAX_Z,
        control=PERMUTED,
        control_value=_distance(permuted),
        detail={
            "permuted_edge_mbb": subject.mbb(permuted.edge),
            "permuted_standard_error_mbb": subject.mbb(permuted.standard_error),
            "edge_over_uniform_mbb": subject.mbb(uniform.edge),
            "edge_over_uniform_standard_error_mbb": subject.mbb(uniform.standard_error),
            "boards": boards,
        },
    )
    return [result]


def _distance(result: MatchResult) -> float:
    """Standard errors between an edge and 0."""
    return abs(result.edge) / result.standard_error if result.standard_error > 0 else 0.0
