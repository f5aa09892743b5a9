"""Weights, pruning, averages and storage of a solve: what each option does, and that none is on."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltprint import _core
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError
from feltprint.forecast import forecast
from feltprint.freezing import freeze_policy
from feltprint.games import Game, kuhn, leduc, preset
from feltprint.policy import Policy
from feltprint.reference.toy_values import toy_values
from feltprint.solver import Solver
from feltprint.solver_params import native_params, solver_meta
from feltprint.toy_games import ToyGame

BATCH = 6
EVERYTHING: dict[str, Any] = {
    "storage": "int16",
    "visit_counts": True,
    "weighting": {"kind": "discounted", "alpha": 1.5, "beta": 0, "gamma": 2, "period": 100},
    "pruning": {"threshold": 1e-3, "after": 50, "explore": 0.5},
    "averaging": {
        "method": "own_reach", "probability": 0.5, "max_street": 0, "snapshot_every": 50,
        "snapshot_after": 100,
    },
}  # fmt: skip


def config(**method: Any) -> SolverConfig:
    fields = {"seed": 3, "deals_per_board": 2, "boards_per_batch": 3, **method}
    return SolverConfig.model_validate(fields)


def solved(game: ToyGame | Game, iterations: int, **method: Any) -> Solver:
    solver = Solver(game, None, config(**method))
    solver.run(until=iterations)
    return solver


def table(solver: Solver, name: str) -> np.ndarray:
    return np.array(solver._native.tables()[name])


def nash_conv(solver: Solver) -> float:
    game = solver.solved_game.game
    assert not isinstance(game, Game)
    return toy_values(game, solver.average_strategy().node_rows).nash_conv


def tables_hash(solver: Solver) -> str:
    arrays = solver._native.tables()
    return hashlib.sha256(b"".join(arrays[k].tobytes() for k in sorted(arrays))).hexdigest()


def test_linear_averages_weigh_the_average_alone() -> None:
    linear, mixed, vanilla = (
        solved(leduc(), BATCH, weighting={"kind": kind})
        for kind in ("linear", "linear_avg", "vanilla")
    )
    assert np.array_equal(table(mixed, "cum_regret"), table(vanilla, "cum_regret"))
    assert np.array_equal(table(mixed, "cum_strategy"), table(linear, "cum_strategy"))
    assert not np.array_equal(table(linear, "cum_regret"), table(vanilla, "cum_regret"))
    assert not np.array_equal(table(linear, "cum_strategy"), table(vanilla, "cum_strategy"))


# Period 1 multiplies regrets by 1 / 2 whatever the exponent, period 2 by 2^a / (2^a + 1).
@pytest.mark.parametrize(("alpha", "beta", "gamma"), [(1.5, 0.0, 2.0), (1.0, -0.5, 0.0)])
def test_discounts_are_applied_at_the_end_of_each_period(
    alpha: float, beta: float, gamma: float
) -> None:
    weighting = {"kind": "discounted", "alpha": alpha, "beta": beta, "gamma": gamma}
    once = solved(leduc(), BATCH, weighting={**weighting, "period": BATCH})
    vanilla = solved(leduc(), BATCH, weighting={"kind": "vanilla"})
    half, share = np.float32(0.5), np.float32(np.sqrt(0.5 ** (2 * gamma)))
    assert np.array_equal(table(once, "cum_regret"), half * table(vanilla, "cum_regret"))
    assert np.array_equal(table(once, "cum_strategy"), share * table(vanilla, "cum_strategy"))
    # A batch that crosses two ends of periods is multiplied twice.
    twice = table(solved(leduc(), BATCH, weighting={**weighting, "period": 3}), "cum_regret")
    first = half * table(vanilla, "cum_regret")
    powers = np.where(first > 0, np.sqrt(2 ** (2 * alpha)), np.sqrt(2.0 ** (2 * beta)))
    assert twice == pytest.approx(first * powers / (powers + 1), rel=1e-6)
    # After the last period nothing is.
    none = solved(leduc(), BATCH, weighting={**weighting, "period": 3, "periods": 0})
    assert np.array_equal(table(none, "cum_regret"), table(vanilla, "cum_regret"))


def test_discounted_weights_learn_leduc() -> None:
    discounted = {"kind": "discounted", "period": 1_000, "periods": 10**6}
    assert nash_conv(solved(leduc(), 20_000, weighting=discounted)) < 0.278
    assert nash_conv(solved(leduc(), 20_000, weighting={"kind": "linear_avg"})) < 0.9


def test_pruning_has_its_exceptions_and_its_threshold() -> None:
    plain = tables_hash(solved(leduc(), 3_000))
    assert tables_hash(solved(leduc(), 3_000, pruning={"threshold": 1e9})) == plain
    assert tables_hash(solved(leduc(), 3_000, pruning={"threshold": 1e-3, "explore": 1})) == plain
    assert tables_hash(solved(leduc(), 3_000, pruning={"threshold": 1e-3, "after": 3_000})) == plain
    assert tables_hash(solved(leduc(), 3_000, pruning={"threshold": 1e-3})) != plain
    # Kuhn has one street, the last one.
    pruned = solved(kuhn(), 3_000, pruning={"threshold": 1e-3})
    assert tables_hash(pruned) == tables_hash(solved(kuhn(), 3_000))


# A game in which one action is bad for every hand: a raise cap of 1 with a first bet of 60 antes.
def test_pruning_does_not_change_what_is_learned() -> None:
    game = leduc(bets=(60, 1), max_raises=1)
    pruned = solved(game, 20_000, pruning={"threshold": 20.0, "after": 1_000})
    plain = solved(game, 20_000)
    assert tables_hash(pruned) != tables_hash(plain)
    assert nash_conv(pruned) < 1.5 * nash_conv(plain) + 0.02


def test_own_reach_averages_learn_kuhn_and_leduc() -> None:
    own_reach = {"method": "own_reach"}
    assert nash_conv(solved(kuhn(), 20_000, averaging=own_reach)) < 0.06
    assert nash_conv(solved(leduc(), 20_000, averaging=own_reach)) < 0.278


def test_a_solve_without_an_average_answers_with_its_current_strategy() -> None:
    solver = solved(leduc(), 600, averaging={"method": "off"})
    assert not table(solver, "cum_strategy").any()
    average, current = solver.average_strategy(), solver.current_strategy()
    assert np.array_equal(average.node_rows(0), current.node_rows(0))
    assert np.array_equal(table(solver, "cum_regret"), table(solved(leduc(), 600), "cum_regret"))


def test_later_streets_are_averaged_by_snapshots() -> None:
    averaging = {"max_street": 0, "snapshot_every": 100, "snapshot_after": 200}
    solver = solved(leduc(), 600, averaging=averaging)
    size = solver.solved_game.tree.size
    later = table(solver, "cum_strategy")[size.preflop_blocks :]
    plain = solved(leduc(), 600)
    first = slice(0, size.preflop_blocks)
    assert np.array_equal(table(solver, "cum_strategy")[first], table(plain, "cum_strategy")[first])
    assert later.sum() > 0
    node = next(
        i for i, n in enumerate(solver.solved_game.tree.nodes) if n["kind"] == 0 and n["street"]
    )
    record = solver.solved_game.tree.nodes[node]
    block = table(solver, "cum_strategy")[record["row"] : record["row"] + record["num_actions"]]
    assert np.allclose(block.sum(axis=0), 5)  # after 204, 300, 402, 504 and 600 iterations
    none = solved(leduc(), 600, averaging={"max_street": 0})
    assert not table(none, "cum_strategy")[size.preflop_blocks :].any()


def test_snapshots_learn_leduc() -> None:
    averaging = {"max_street": 0, "snapshot_every": 100, "snapshot_after": 2_000}
    assert nash_conv(solved(leduc(), 20_000, averaging=averaging)) < 0.4


# Seat 0 acts at the root on each of 300 boards with two deals; a node counts once a board.
def test_nodes_count_the_boards_on_which_they_are_met() -> None:
    solver = solved(leduc(), 600, visit_counts=True)
    strategy = solver.average_strategy()
    nodes = [i for i, n in enumerate(solver.solved_game.tree.nodes) if n["kind"] == 0]
    counts = {node: strategy.visits(node) for node in nodes}
    assert counts[0] == max(counts.values()) == 300
    assert 0 < min(counts.values()) < 300
    with pytest.raises(ConfigError, match="visit_counts"):
        solved(leduc(), 6).average_strategy().visits(0)


def test_int16_learns_leduc() -> None:
    assert nash_conv(solved(leduc(), 20_000, storage="int16")) < 0.278


def test_int16_takes_half_the_bytes_after_the_first_street() -> None:
    arrays = solved(leduc(), BATCH, storage="int16")._native.tables()
    size = leduc().build_tree().size
    later = size.blocks - size.preflop_blocks
    for name in ("regret", "strategy"):
        assert arrays[f"cum_{name}"].shape == (size.preflop_blocks, 8)
        assert arrays[f"{name}_codes"].shape == (later, 8)
        assert arrays[f"{name}_exponents"].shape == (later,)


def test_the_forecast_counts_the_storage() -> None:
    game = preset("tiny", stacks_bb=10)
    plain, half = (forecast(game, (169, 50, 50, 50), None, s) for s in ("float32", "int16"))
    later = plain["blocks"] - plain["preflop_blocks"]
    assert plain["table_bytes"] - half["table_bytes"] == later * (64 - 34)


@pytest.mark.usefixtures("restore_isa")
def test_every_option_gives_the_same_bytes_for_threads_stops_and_isas(tmp_path: Path) -> None:
    game = leduc(3)
    whole = tables_hash(solved(game, 600, **EVERYTHING))
    for name in _core.available_isas():
        _core.set_active_isa(name)
        assert tables_hash(solved(game, 600, **EVERYTHING)) == whole
    first = Solver(game, None, config(**EVERYTHING))
    first.run(until=247, threads=3)
    first.save(tmp_path / "half")
    second = Solver.resume(tmp_path / "half", game, None)
    second.run(until=600, threads=2)
    assert tables_hash(second) == whole


def test_options_at_their_default_are_not_in_artifacts() -> None:
    assert set(solver_meta(config())) == {
        "seed",
        "deals_per_board",
        "boards_per_batch",
        "snapshots",
    }
    assert set(solver_meta(config(**EVERYTHING))) >= set(EVERYTHING)


def test_the_frozen_answer_is_the_average_or_the_final_strategy(tmp_path: Path) -> None:
    game = preset("push-fold", stacks_bb=10)
    for answer in ("average", "final"):
        solver = solved(game, 600, answer=answer, storage="int16")
        solver.save(tmp_path / "state")
        freeze_policy(tmp_path / "state", tmp_path / "policy")
        wanted = solver.average_strategy() if answer == "average" else solver.current_strategy()
        rows = Policy.open(tmp_path / "policy").node(0)
        assert np.abs(rows - wanted.node_rows(0)).max() < 1 / 255


def test_int16_states_freeze_like_their_sums(tmp_path: Path) -> None:
    solver = solved(leduc(), 2_000, storage="int16")
    solver.save(tmp_path / "state")
    freeze_policy(tmp_path / "state", tmp_path / "policy")
    policy = Policy.open(tmp_path / "policy")
    for node, record in enumerate(solver.solved_game.tree.nodes):
        if record["kind"] == 0:
            rows = solver.average_strategy().node_rows(node)
            assert np.abs(policy.node(node) - rows).max() < 1 / 255


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("weighting", {"alpha": 0.3}, "multiple"),
        ("weighting", {"period": 0}, "greater"),
        ("pruning", {"threshold": 0}, "greater"),
        ("averaging", {"max_street": 4}, "less"),
        ("averaging", {"probability": 0}, "greater"),
    ],
)
def test_values_out_of_range_are_refused(field: str, value: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        config(**{field: value})


def test_the_native_code_refuses_them_too() -> None:
    game = Solver(kuhn(), None, config()).solved_game.native
    for changes, message in [
        ({"weighting": {"alpha": 0.3}}, r"alpha must be a multiple of 0\.5"),
        ({"traversal": {"min_reach": 1.0}}, r"min_reach must be in \[0, 1\)"),
    ]:
        ((section, values),) = changes.items()
        part = getattr(config(), section).model_copy(update=values)
        wrong = config().model_copy(update={section: part})  # without the checks of the config
        with pytest.raises(ConfigError, match=message):
            _core.MonteCarloCfr(game, native_params(wrong))
    assert _core.MonteCarloCfr(game, native_params(config()))
