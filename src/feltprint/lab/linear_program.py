"""The value of a two-player zero-sum game by its sequence-form linear program.

Player 0 chooses a realisation plan x (a probability for each own sequence) and the program bounds
what player 1 can do against it:

    maximise q[root]   subject to   E x = e,  F^T q <= A^T x,  x >= 0

with E and F the flow conditions of the two players and A the chance-weighted payoffs of player 0.
The multipliers of the inequalities are player 1's plan. Solved in double precision by HiGHS; a
result is checked by the exact best responses.
Source: Koller, Megiddo, von Stengel 1996, "Efficient computation of equilibria for extensive
games".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint.errors import ConfigError, SolverError
from feltprint.lab.exact import evaluate
from feltprint.lab.game import NONE, TERMINAL, LabGame, Vector

ZERO_SUM_TOLERANCE = 1e-9


@dataclass(frozen=True)
class LinearProgramSolution:
    """The value to player 0, an equilibrium profile and how far from one it is."""

    value: float
    strategy: Vector
    exploitability: float


def solve_linear_program(game: LabGame) -> LinearProgramSolution:
    """Solve a two-player zero-sum game exactly.

    Raises
    ------
    ConfigError
        For another kind of game, or when scipy (extra `lab`) is not installed.
    SolverError
        When HiGHS gives up.
    """
    sparse, linprog = _scipy()
    form = _SequenceForm(game)
    n0, n1 = form.num_sequences
    e_matrix, e_right = form.flow(0)
    f_matrix, f_right = form.flow(1)
    rows, columns, values = form.payoffs()
    payoff = sparse.coo_matrix((values, (rows, columns)), shape=(n0, n1)).tocsr()
    infosets1 = f_matrix.shape[0]
    inequality = sparse.hstack([-payoff.T, f_matrix.T]).tocsr()
    equality = sparse.hstack([e_matrix, sparse.csr_matrix((e_matrix.shape[0], infosets1))])
    result = linprog(
        np.concatenate((np.zeros(n0), -f_right)),
        A_ub=inequality,
        b_ub=np.zeros(n1),
        A_eq=equality.tocsr(),
        b_eq=e_right,
        bounds=[(0, None)] * n0 + [(None, None)] * infosets1,
        method="highs-ds",
    )
    if not result.success:
        raise SolverError(f"{game.name}: the linear program failed: {result.message}")
    plans = (result.x[:n0], -result.ineqlin.marginals)
    strategy = form.behaviour(plans)
    return LinearProgramSolution(
        -float(result.fun), strategy, evaluate(game, strategy).exploitability
    )


class _SequenceForm:
    """Sequences of both players, 0 the empty one; infoset 0 of a player is the empty row."""

    def __init__(self, game: LabGame) -> None:
        if game.num_players != 2 or game.extensive is None:
            raise ConfigError(f"{game.name}: the linear program needs two players and histories")
        self._game, self._histories = game, game.extensive
        own = [game.entry_player == p for p in range(2)]
        self.num_sequences = tuple(int(mask.sum()) + 1 for mask in own)
        self._sequence = np.zeros(game.num_entries, dtype=np.int64)
        for mask in own:
            self._sequence[mask] = np.arange(1, mask.sum() + 1)
        self._last = self._last_entries()

    def _last_entries(self) -> NDArray[np.int64]:
        """Own last entry of each player at each history, -1 for none. Shape: [history, player]."""
        game, histories = self._game, self._histories
        last = np.full((len(histories.parent), 2), -1, dtype=np.int64)
        parent, action, actor = (
            histories.parent.tolist(), histories.action.tolist(), histories.player.tolist(),
        )  # fmt: skip
        infoset, offsets = histories.infoset.tolist(), game.offsets.tolist()
        rows = last.tolist()
        for h in range(1, len(parent)):
            up = parent[h]
            rows[h] = list(rows[up])
            if actor[up] >= 0:
                rows[h][actor[up]] = offsets[infoset[up]] + action[h]
        return np.array(rows, dtype=np.int64)

    def flow(self, player: int) -> tuple[Any, Vector]:
        """Rows `sum of actions - parent = 0` and `empty sequence = 1`."""
        sparse, _ = _scipy()
        game, histories = self._game, self._histories
        parent_of: dict[int, int] = {}
        decisions = np.flatnonzero(histories.player == player)
        for h in decisions.tolist():
            parent_of.setdefault(int(histories.infoset[h]), int(self._last[h, player]))
        rows, columns, values = [0], [0], [1.0]
        for row, (infoset, entry) in enumerate(sorted(parent_of.items()), start=1):
            for e in range(game.offsets[infoset], game.offsets[infoset + 1]):
                rows.append(row)
                columns.append(int(self._sequence[e]))
                values.append(1.0)
            rows.append(row)
            columns.append(0 if entry < 0 else int(self._sequence[entry]))
            values.append(-1.0)
        shape = (len(parent_of) + 1, self.num_sequences[player])
        right = np.zeros(shape[0])
        right[0] = 1.0
        return sparse.coo_matrix((values, (rows, columns)), shape=shape).tocsr(), right

    def payoffs(self) -> tuple[Vector, Vector, Vector]:
        """Row, column and chance-weighted payoff of player 0 of every terminal."""
        histories = self._histories
        chance = np.ones(len(histories.parent))
        for h, (up, edge) in enumerate(
            zip(histories.parent.tolist(), histories.chance.tolist(), strict=True)
        ):
            if up != NONE:
                chance[h] = chance[up] * edge
        ends = np.flatnonzero(histories.player == TERMINAL)
        payoff = histories.payoff.reshape(-1, 2)
        if np.abs(payoff.sum(axis=1)).max() > ZERO_SUM_TOLERANCE * max(1.0, np.abs(payoff).max()):
            raise ConfigError(f"{self._game.name}: the linear program needs a zero-sum game")
        last = self._last[ends]
        rows = np.where(last[:, 0] < 0, 0, self._sequence[last[:, 0]])
        columns = np.where(last[:, 1] < 0, 0, self._sequence[last[:, 1]])
        return rows, columns, chance[ends] * payoff[:, 0]

    def behaviour(self, plans: tuple[Vector, Vector]) -> Vector:
        """Probabilities from realisation plans; unreached infosets play uniformly."""
        game = self._game
        flat = np.zeros(game.num_entries)
        for player, plan in enumerate(plans):
            own = game.entry_player == player
            flat[own] = np.maximum(plan[self._sequence[own]], 0.0)
        sums = np.repeat(np.add.reduceat(flat, game.offsets[:-1]), game.num_actions)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(sums > 0.0, flat / sums, game.uniform())


def _scipy() -> tuple[Any, Any]:
    try:
        from scipy import sparse
        from scipy.optimize import linprog
    except ImportError as error:
        raise ConfigError(
            "the linear program needs scipy; install it with: pip install 'feltprint[lab]'"
        ) from error
    return sparse, linprog
