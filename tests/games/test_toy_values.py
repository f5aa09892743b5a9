"""Kuhn for two to six players and Leduc for two and three: exact values of fixed profiles.

Source: the reference's table of fixed-policy values (OpenSpiel; rational where a fraction is
given). They pin the rules: order, chips, exact shares of odd pots, who wins.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from feltprint import _core
from feltprint.errors import ConfigError
from feltprint.evaluation import PairOutcomes, exact_values
from feltprint.games import KuhnGame, ToyGame, from_resolved, history, kuhn, leduc
from feltprint.reference import toy_values as twin
from feltprint.reference.toy_values import Profile, toy_values
from feltprint.solved_game import SolvedGame


def uniform(game: ToyGame) -> Profile:
    return profile_of(game, lambda actions: np.full(actions, 1 / actions))


def profile_of(game: ToyGame, row: Callable[[int], np.ndarray]) -> Profile:
    """The same row at every infoset."""
    tree = game.build_tree()
    nodes = tree.nodes

    def rows(node: int) -> np.ndarray:
        buckets = tree.num_buckets[int(nodes["street"][node])]
        return np.tile(row(int(nodes["num_actions"][node])), (buckets, 1))

    return rows


# name -> game, NashConv, values by seat.
UNIFORM: dict[str, tuple[ToyGame, float, tuple[float, ...]]] = {
    "kuhn-2": (kuhn(2), 11 / 12, (1 / 8, -1 / 8)),
    "kuhn-3": (kuhn(3), 33 / 16, (0.234375, -0.046875, -0.1875)),
    "kuhn-4": (kuhn(4), 3337 / 960, (0.309895833, 0.018229167, -0.127604167, -0.200520833)),
    "kuhn-6": (
        kuhn(6), 6.631305804, (0.390527, 0.099902, -0.045410, -0.118066, -0.154395, -0.172559),
    ),
    "leduc-2": (leduc(2), 1709 / 360, (-5 / 64, 5 / 64)),
    "leduc-3": (leduc(3), 114409 / 9072, (-0.158613040, -11 / 576, 0.177710262)),
}  # fmt: skip


LARGE = {"kuhn-6", "leduc-3"}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow if n in LARGE else ()) for n in UNIFORM]
)
def test_uniform_profile_has_the_known_values(name: str) -> None:
    game, nash_conv, value = UNIFORM[name]
    found = toy_values(game, uniform(game))
    assert found.nash_conv == pytest.approx(nash_conv, abs=1e-9 if name == "kuhn-6" else 1e-12)
    assert found.value == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("game", "action", "nash_conv"),
    [(kuhn(), 0, 2), (kuhn(), -1, 2 / 3), (leduc(), 0, 2), (leduc(), -1, 71 / 15)],
)
def test_a_profile_of_one_action_has_the_known_nash_conv(
    game: ToyGame, action: int, nash_conv: float
) -> None:
    rows = profile_of(game, lambda actions: np.eye(actions)[action])
    assert toy_values(game, rows).nash_conv == pytest.approx(nash_conv, abs=1e-12)


def test_the_native_pair_values_are_those_of_the_twin() -> None:
    game = kuhn()
    tree = game.build_tree()
    table = np.random.default_rng(1).random((tree.size.blocks, 8), dtype=np.float32)
    nodes = tree.nodes

    def rows(node: int) -> np.ndarray:
        first, actions = int(nodes["row"][node]), int(nodes["num_actions"][node])
        weights = table[first : first + actions, : game.players + 1].T.astype(np.float64)
        return weights / weights.sum(axis=1, keepdims=True)

    native, twin = exact_values(tree, table, PairOutcomes.kuhn()), toy_values(game, rows)
    assert native.value == pytest.approx(twin.value, abs=1e-12)
    assert native.best_response_value == pytest.approx(twin.best_response_value, abs=1e-12)


@pytest.mark.parametrize("alpha", [0, 1 / 6, 1 / 3])
def test_the_equilibria_of_kuhn_cannot_be_exploited(alpha: float) -> None:
    game = kuhn()
    bets = {  # history -> P(second action) of J, Q, K
        (): (alpha, 0, 3 * alpha),
        ("c", "r1"): (0, alpha + 1 / 3, 1),
        ("c",): (1 / 3, 0, 1),
        ("r1",): (0, 1 / 3, 1),
    }
    tree = game.build_tree()

    def rows(node: int) -> np.ndarray:
        second = np.array(bets[tuple(history(tree, node))])
        return np.stack([1 - second, second], axis=1)

    values = toy_values(game, rows)
    assert values.value[0] == pytest.approx(-1 / 18, abs=1e-15)
    assert values.nash_conv == pytest.approx(0, abs=1e-15)


DEALS = _core.RootSample(seed=3, boards=20_000, deals_per_board=4, threads=1)


@pytest.mark.parametrize(
    "game",
    [
        kuhn(2),
        kuhn(3),
        pytest.param(kuhn(6), marks=pytest.mark.slow),
        leduc(2),
        pytest.param(leduc(3), marks=pytest.mark.slow),
        leduc(3, ranks=2, suits=3),
    ],
    ids=lambda game: f"{game.name}-{game.num_buckets[0]}-ranks",
)
def test_the_dealt_game_has_the_values_of_the_twin(game: ToyGame) -> None:
    """Sampled root values of the uniform profile; |z| < 5 for 20 seats: false alarms 1e-5."""
    mean, error = sampled_values(game)
    exact = np.array([twin_value(game, seat) for seat in range(game.players)])
    assert (np.abs(mean - exact) < 5 * error).all()


def test_the_dealt_game_would_notice_whole_chip_shares() -> None:
    """The control: with two ranks and three suits, a third of the hands of Leduc are shared."""
    game = leduc(3, ranks=2, suits=3)
    mean, error = sampled_values(game)
    assert (np.abs(mean - np.array(whole_chip_values(game))) > 5 * error).any()


def twin_value(game: ToyGame, seat: int, walk: type[twin._Walk] = twin._Walk) -> float:
    return walk(game, uniform(game), seat).run(best_response=False)


def sampled_values(game: ToyGame) -> tuple[np.ndarray, np.ndarray]:
    solved = SolvedGame.build(game, None)
    table = np.zeros((solved.tree.size.blocks, 8), dtype=np.float32)
    mean, error, _ = _core.evaluate_root(solved.native, table, table, DEALS)
    return np.array(mean), np.array(error)


def whole_chip_values(game: ToyGame) -> tuple[float, ...]:
    class WholeChips(twin._Walk):
        """Gives the odd chip of a shared pot to the first winner, as at a table."""

        def _payoff(self, live_mask: int, committed: list[int]) -> np.ndarray:
            live = np.array([live_mask >> s & 1 for s in range(len(committed))], dtype=bool)
            strength = np.where(live[:, np.newaxis], self._deals.strength, -1)
            wins = strength == strength.max(axis=0)
            first = wins.argmax(axis=0) == self._seat
            whole, odd = np.divmod(sum(committed), wins.sum(axis=0))
            return wins[self._seat] * (whole + first * odd) - committed[self._seat]

    return tuple(twin_value(game, seat, WholeChips) for seat in range(game.players))


def test_toy_games_come_back_from_what_artifacts_store() -> None:
    for game in [kuhn(5), leduc(4), leduc(2, ranks=6, suits=3, ante=2, bets=(3, 5), max_raises=4)]:
        assert from_resolved(game.resolved) == game


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: kuhn(1), "2..6 players, found 1"),
        (lambda: kuhn(7), "2..6 players, found 7"),
        (lambda: leduc(5), r"players of Leduc is 5; allowed: 2\.\.4"),
        (lambda: leduc(2, ranks=1), r"ranks of Leduc is 1; allowed: 2\.\.64"),
        (lambda: leduc(2, suits=5), r"suits of Leduc is 5; allowed: 1\.\.4"),
        (lambda: leduc(2, ranks=33), r"cards \(ranks x suits\) of Leduc is 66; allowed: 3\.\.64"),
        (lambda: leduc(3, ranks=3, suits=1), r"is 3; allowed: 4\.\.64"),
        (lambda: leduc(2, ante=0), r"ante of Leduc is 0; allowed: 1\.\.1000"),
        (lambda: leduc(2, bets=(2, -4)), r"second street of Leduc is -4; allowed: 1\.\.1000"),
        (lambda: leduc(2, bets=(2, 4.5)), r"second street of Leduc is 4.5"),
        (lambda: leduc(2, bets=(2,)), "one for each of two streets"),
        (lambda: leduc(2, max_raises=9), r"max_raises of Leduc is 9; allowed: 1\.\.8"),
        (lambda: leduc(4, max_raises=8).build_tree(), "passes 4000000 nodes"),
        (lambda: from_resolved({"game": "leduc", "players": 2, "jokers": 1}), "jokers"),
        (lambda: from_resolved({"game": "omaha"}), "found game 'omaha'"),
        (lambda: kuhn().build_tree([4]), r"has \[3\] buckets, found \[4\]"),
    ],
)
def test_impossible_toy_game_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make()


def test_a_toy_game_takes_no_card_abstraction() -> None:
    with pytest.raises(ConfigError, match="kuhn-2 takes no card abstraction"):
        SolvedGame.build(KuhnGame(2), object())  # type: ignore[arg-type]


def test_native_leduc_refuses_a_tree_of_another_deck() -> None:
    tree = leduc(2).build_tree()
    with pytest.raises(ConfigError, match="4 ranks needs a tree"):
        _core.LeducGame(tree, 4, 2)
    with pytest.raises(ConfigError, match=r"3\.\.64 cards; found 3 ranks x 0 suits"):
        _core.LeducGame(tree, 3, 0)
