"""What the theory promises of regrets: the folk theorem, coarse correlated equilibria."""

from __future__ import annotations

import numpy as np
import pytest

from feltprint.errors import ConfigError, SolverError
from feltprint.lab import FullWidthSolver, evaluate, game, schedule
from feltprint.lab.exact import Evaluator

# Folk theorem: with simultaneous updates and equal weights, in a two-player zero-sum game the
# NashConv of the average strategies is the sum of both average overall regrets.


@pytest.mark.parametrize("name", ["kuhn", "leduc", "goofspiel"])
@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_nash_conv_is_the_sum_of_the_average_overall_regrets(name: str, algorithm: str) -> None:
    solver = FullWidthSolver(game(name), schedule(algorithm), "simultaneous", track_regret=True)
    for until in (1, 10, 200):
        solver.run(until=until)
        regrets = [solver.overall_regret(player) for player in range(2)]
        assert solver.values().nash_conv == pytest.approx(sum(regrets), abs=1e-10)


def test_nash_conv_is_no_more_than_the_bound_of_the_infosets() -> None:
    made = game("leduc")
    solver = FullWidthSolver(made, schedule("cfr"), "simultaneous", track_regret=True)
    solver.run(500)
    # Zinkevich et al. 2007, theorem 3: an overall regret is at most the sum of the positive parts
    # of the largest counterfactual regrets of the player's infosets.
    largest = np.maximum.reduceat(np.maximum(solver.regrets(), 0.0), made.offsets[:-1])
    for player in range(2):
        bound = largest[made.infoset_player == player].sum() / solver.iterations
        assert solver.overall_regret(player) <= bound + 1e-12


def test_overall_regret_is_what_a_replay_of_the_run_gives() -> None:
    made = game("kuhn-3")
    solver = FullWidthSolver(made, schedule("cfr"), "simultaneous", track_regret=True)
    evaluator = Evaluator(made)
    values, gradients = np.zeros(3), [np.zeros(made.num_entries) for _ in range(3)]
    for _ in range(40):
        strategy = solver.current_strategy()
        values += evaluator.values(strategy).value
        for player in range(3):
            gradients[player] += evaluator.gradient(strategy, player)
        solver.run(1)
    for player in range(3):
        best = best_fixed_value(made, player, gradients[player])
        expected = (best - values[player]) / 40
        assert solver.overall_regret(player) == pytest.approx(expected, abs=1e-12)


def best_fixed_value(made: object, player: int, gradient: np.ndarray) -> float:
    """The best that one fixed strategy earns against a sum of gradients, by a plain walk."""
    histories = made.extensive  # type: ignore[attr-defined]
    offsets = made.offsets  # type: ignore[attr-defined]
    infosets: dict[int, set[int]] = {}
    last = [-1] * len(histories.parent)
    for h in range(len(histories.parent)):
        if h:
            up = int(histories.parent[h])
            last[h] = last[up]
            if histories.player[up] == player:
                last[h] = int(offsets[histories.infoset[up]] + histories.action[h])
        if histories.player[h] == player:
            infosets.setdefault(last[h], set()).add(int(histories.infoset[h]))

    def best(entry: int) -> float:
        own = 0.0 if entry < 0 else float(gradient[entry])
        for infoset in infosets.get(entry, ()):
            own += max(best(e) for e in range(offsets[infoset], offsets[infoset + 1]))
        return own

    return best(-1)


def test_play_of_three_players_runs_into_a_coarse_correlated_equilibrium() -> None:
    made = game("kuhn-3")
    solver = FullWidthSolver(made, schedule("cfr"), "simultaneous", track_regret=True)
    gaps = []
    for until in (10, 100, 1_000, 10_000):
        solver.run(until=until)
        gaps.append(solver.coarse_correlated_gap())
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < gaps[0] / 30
    # The bound falls like 1/sqrt(T): three decades of iterations, one and a half of the gap.
    assert 0.0 <= gaps[-1] < 3e-3


def test_gap_and_regret_need_a_run_that_keeps_them() -> None:
    made = game("kuhn-3")
    plain = FullWidthSolver(made, schedule("cfr"))
    with pytest.raises(SolverError, match="tracked sums"):
        plain.overall_regret(0)
    with pytest.raises(ConfigError, match="simultaneous"):
        plain.coarse_correlated_gap()
    fresh = FullWidthSolver(made, schedule("cfr"), "simultaneous", track_regret=True)
    with pytest.raises(SolverError, match="tracked sums"):
        fresh.overall_regret(0)


def test_tracking_leaves_the_bytes() -> None:
    made = game("leduc")
    solvers = [FullWidthSolver(made, schedule("dcfr"), track_regret=t) for t in (False, True)]
    for solver in solvers:
        solver.run(100)
    assert solvers[0].average_strategy().tobytes() == solvers[1].average_strategy().tobytes()


def test_mean_positive_regret_is_no_exploitability() -> None:
    made = game("kuhn")
    solver = FullWidthSolver(made, schedule("cfr"))
    solver.run(10_000)
    found = evaluate(made, solver.average_strategy()).exploitability
    assert found == pytest.approx(1.1332445787e-4, rel=1e-9)
    # What a public course printed instead: the largest positive regrets, summed and divided by T.
    proxy = np.maximum.reduceat(np.maximum(solver.regrets(), 0.0), made.offsets[:-1]).sum()
    assert proxy / solver.iterations > 10 * found
