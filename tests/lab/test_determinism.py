"""The same bits: for any piece, restart, thread and instruction set; and exact scale invariance."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from feltprint import _core
from feltprint.errors import ArtifactError, ConfigError
from feltprint.lab import FullWidthSolver, LabGame, SampledSolver, evaluate, game, schedule
from feltprint.lab.game import NONE

pytestmark = pytest.mark.usefixtures("restore_isa")


def tables(solver: FullWidthSolver | SampledSolver) -> tuple[bytes, ...]:
    if isinstance(solver, SampledSolver):
        return solver.average_strategy().tobytes(), solver._native.regret.tobytes()
    parts = (solver.average_strategy(), solver.current_strategy(), solver.regrets())
    return tuple(part.tobytes() for part in parts)


def rebuilt(base: LabGame, scale: float = 1.0, order: int | None = None) -> LabGame:
    """The same game with scaled payoffs, or its infosets in another order."""
    lists, size = base.extensive, base.num_infosets
    assert lists is not None
    place = np.arange(size)
    if order is not None:
        place = np.random.default_rng(order).permutation(size)
    inverse = np.argsort(place)
    decision = lists.infoset != NONE
    infoset = np.full(len(decision), NONE, dtype=np.uint32)
    infoset[decision] = place[lists.infoset[decision]]
    labels, actions, offsets = base.labels, base.action_labels, base.offsets
    native = _core.LabExtensiveGame(
        {
            "num_players": base.num_players, "parent": lists.parent.copy(),
            "action": lists.action.copy(), "chance": lists.chance.copy(),
            "player": lists.player.copy(), "infoset": infoset, "payoff": lists.payoff * scale,
            "infoset_player": lists.infoset_player[inverse].copy(),
            "num_actions": lists.num_actions[inverse].copy(),
            "infoset_label": [labels[i] for i in inverse],
            "action_label": [
                name for i in inverse for name in actions[offsets[i] : offsets[i + 1]]
            ],
        }
    )  # fmt: skip
    return LabGame.of_histories(base.name, base.family, base.resolved, native)


ALGORITHMS = ["cfr", "cfr+", "linear", "dcfr", "pcfr+", "pdcfr+", "hs-dcfr", "hs-sapcfr+"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
def test_pieces_and_restarts_leave_the_bytes(tmp_path: Path, algorithm: str, updates: str) -> None:
    made = game("leduc")
    rule = schedule(algorithm, family="leduc", horizon=200)
    whole = FullWidthSolver(made, rule, updates)  # type: ignore[arg-type]
    whole.run(200)
    pieces = FullWidthSolver(made, rule, updates)  # type: ignore[arg-type]
    for piece in (1, 2, 77):
        pieces.run(piece)
    pieces.save(tmp_path / "state.safetensors")
    again = FullWidthSolver.resume(tmp_path / "state.safetensors", game("leduc"))
    assert again.schedule == rule
    assert again.iterations == 80
    again.run(until=200)
    pieces.run(until=200)
    assert tables(again) == tables(pieces) == tables(whole)


@pytest.mark.parametrize("scheme", ["es", "cs", "os"])
def test_sampled_runs_resume_byte_for_byte(tmp_path: Path, scheme: str) -> None:
    made = game("kuhn-3")
    whole = SampledSolver(made, scheme, seed=5)
    whole.run(until=3_000)
    first = SampledSolver(made, scheme, seed=5)
    first.run(until=1_234)
    first.save(tmp_path / "state.safetensors")
    again = SampledSolver.resume(tmp_path / "state.safetensors", game("kuhn-3"))
    again.run(until=3_000)
    assert tables(again) == tables(whole)
    other = SampledSolver(made, scheme, seed=6)
    other.run(until=3_000)
    assert tables(other) != tables(whole)


def test_state_of_another_game_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state.safetensors"
    solver = FullWidthSolver(game("kuhn"), schedule("cfr+"))
    solver.run(10)
    solver.save(path)
    with pytest.raises(ArtifactError, match="own game"):
        FullWidthSolver.resume(path, game("leduc"))
    broken = bytearray(path.read_bytes())
    broken[-1] ^= 1
    path.write_bytes(broken)
    with pytest.raises(ArtifactError):
        FullWidthSolver.resume(path, game("kuhn")).average_strategy()


@pytest.mark.parametrize("algorithm", ["cfr", "dcfr", "sapcfr+"])
def test_instruction_sets_give_the_same_bytes(algorithm: str) -> None:
    found = {}
    for isa in _core.available_isas():
        _core.set_active_isa(isa)
        solver = FullWidthSolver(game("leduc"), schedule(algorithm))
        solver.run(300)
        values = solver.values()
        found[isa] = (tables(solver), values)
    assert all(result == found["baseline"] for result in found.values())


def test_threads_at_once_give_the_bytes_of_one() -> None:
    made = game("leduc")

    def solved() -> tuple[bytes, ...]:
        solver = FullWidthSolver(made, schedule("dcfr"))
        solver.run(2_000)
        return tables(solver)

    expected, found = solved(), []
    threads = [threading.Thread(target=lambda: found.append(solved())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected, expected]


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr", "pcfr+", "pdcfr+", "hs-pcfr+"])
def test_payoffs_times_1024_change_the_exponent_alone(algorithm: str) -> None:
    plain = game("leduc")
    large = rebuilt(plain, scale=1024.0)
    rule = schedule(algorithm, family="leduc", horizon=1_000)
    solvers = [FullWidthSolver(made, rule) for made in (plain, large)]
    for solver in solvers:
        solver.run(1_000)
    left, right = solvers
    assert left.average_strategy().tobytes() == right.average_strategy().tobytes()
    assert (1024.0 * left.regrets()).tobytes() == right.regrets().tobytes()
    assert 1024.0 * left.values().exploitability == right.values().exploitability


def test_order_of_infosets_leaves_the_values() -> None:
    plain = game("leduc")
    run = FullWidthSolver(plain, schedule("cfr+"))
    run.run(50)
    for order in range(3):
        shuffled = rebuilt(plain, order=order)
        assert shuffled.labels != plain.labels
        same = shuffled.strategy(
            {name: list(row.values()) for name, row in plain.rows(run.average_strategy()).items()}
        )
        expected = run.values()
        found = evaluate(shuffled, same)
        assert found.value == pytest.approx(expected.value, abs=1e-12)
        assert found.best_response_value == pytest.approx(expected.best_response_value, abs=1e-12)


def test_suits_kept_apart_converge_alike() -> None:
    plain, apart = game("leduc"), game("leduc", suit_aware=True)
    for algorithm in ("cfr", "cfr+"):
        left = FullWidthSolver(plain, schedule(algorithm))
        right = FullWidthSolver(apart, schedule(algorithm))
        for until in (1, 2, 10, 100):
            left.run(until=until)
            right.run(until=until)
            found, expected = right.values().exploitability, left.values().exploitability
            assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("actions", [1, 2, 3, 4, 5, 13])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 31, 32, 33])
def test_vector_regret_matching_is_the_scalar_one_for_any_count(actions: int, count: int) -> None:
    random = np.random.default_rng(100 * actions + count)
    regrets = np.round(random.normal(size=(actions, count)), 1)
    regrets[:, count // 2] = -1.0  # no positive regret: uniform
    expected = np.empty_like(regrets)
    for i in range(count):
        column = [float(x) if x > 0.0 else 0.0 for x in regrets[:, i]]
        total = 0.0
        for value in column:
            total += value
        expected[:, i] = [x / total if total > 0.0 else 1.0 / actions for x in column]
    for isa in _core.available_isas():
        _core.set_active_isa(isa)
        found = _core.lab_match_regrets(regrets)
        assert found.tobytes() == expected.tobytes()
        assert found[:, count // 2].tolist() == [1.0 / actions] * actions


def test_odd_requests_are_refused() -> None:
    made = game("kuhn")
    with pytest.raises(ConfigError, match="updates"):
        FullWidthSolver(made, schedule("cfr"), "at once")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="iterations or until"):
        FullWidthSolver(made, schedule("cfr")).run()
    with pytest.raises(ConfigError, match="scheme"):
        SampledSolver(made, "xs")
    with pytest.raises(ConfigError, match="exploration"):
        SampledSolver(made, "os", exploration=0.0)
    with pytest.raises(ConfigError, match="actions"):
        _core.lab_match_regrets(np.zeros((65, 4)))
