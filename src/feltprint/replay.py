"""Replay recorded hands through a bundle: how much it can answer, and what it thinks of the play.

Every decision of a file is asked; the report counts the statuses and gives the probability that
the blueprint puts on the action really taken. Neither depends on random numbers: only the drawn
action would, and it is not used.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint.adapters import phh
from feltprint.adapters.rows import Reason, Rows, Status, status_name
from feltprint.bundle import Bundle

ProgressCallback = Callable[[int, int, dict[str, Any]], None]
STREETS = ("preflop", "flop", "turn", "river")
POT_RATIO_LOW, POT_RATIO_HIGH = 0.5, 2.0
BATCH = 4096


def replay(
    bundle: Bundle,
    path: str | os.PathLike[str],
    *,
    max_hands: int | None = None,
    on_progress: ProgressCallback | None = None,
) -> dict[str, Any]:
    """Ask a bundle about every decision of a PHH file.

    Decisions of seats whose cards the file does not tell are counted as ``hidden`` and not asked.

    Returns
    -------
    dict
        hands, decisions, hidden; ``status`` and ``reason``: a count for each name;
        ``stack_class``: answered decisions by class; answered_share; mean_probability (of the
        action taken, over answered decisions); pot_drift_share (of answered decisions: real over
        abstract pot outside [0.5, 2]); ``by_street`` and ``by_seat``: decisions, status,
        answered_share, mean_probability.

    Raises
    ------
    ArtifactError
        When the file is missing or is no PHH text.
    ConfigError
        For a hand that a packed row cannot hold.
    """
    recorded = phh.decisions(path, max_hands)
    known = recorded.rows["hole"][:, 0] != 255
    rows, taken = recorded.rows[known], recorded.taken[known]
    answers, probabilities = _ask(bundle, rows, taken, on_progress)
    street = np.maximum((rows["board"] != 255).sum(axis=1) - 2, 0)
    answered = answers["status"] < Status.NO_NODE
    drift = (answers["pot_ratio"] < POT_RATIO_LOW) | (answers["pot_ratio"] > POT_RATIO_HIGH)
    classes = answers["stack_class"][answered]
    return {
        "bundle": bundle.version,
        "hands": int(recorded.hand[-1]) + 1 if len(recorded) else 0,
        "hidden": int((~known).sum()),
        **_summary(answers, probabilities, np.ones(len(rows), dtype=bool)),
        "reason": {
            reason.name.lower(): int((answers["reason"] == reason).sum())
            for reason in Reason
            if (answers["reason"] == reason).any()
        },
        "stack_class": {
            name: int((classes == index).sum()) for index, name in enumerate(bundle.stack_classes)
        },
        "pot_drift_share": _share(drift & answered, answered),
        "by_street": {
            name: _summary(answers, probabilities, street == index)
            for index, name in enumerate(STREETS)
        },
        "by_seat": {
            str(seat): _summary(answers, probabilities, rows["actor"] == seat)
            for seat in sorted({int(seat) for seat in rows["actor"]})
        },
    }


def _ask(
    bundle: Bundle, rows: Rows, taken: Rows, on_progress: ProgressCallback | None
) -> tuple[Rows, NDArray[np.float32]]:
    answers, probabilities = [], []
    for begin in range(0, len(rows), BATCH):
        piece = rows[begin : begin + BATCH]
        answers.append(bundle.act(piece, np.zeros(len(piece))))
        probabilities.append(bundle.probabilities(piece, taken[begin : begin + BATCH]))
        if on_progress is not None:
            on_progress(min(begin + BATCH, len(rows)), len(rows), {})
    if not answers:
        return bundle.act(rows, np.zeros(0)), np.empty(0, dtype=np.float32)
    return np.concatenate(answers), np.concatenate(probabilities)


def _summary(
    answers: Rows, probabilities: NDArray[np.float32], chosen: NDArray[np.bool_]
) -> dict[str, Any]:
    status = answers["status"][chosen]
    answered = status < Status.NO_NODE
    given = probabilities[chosen][answered].astype(np.float64)
    return {
        "decisions": int(chosen.sum()),
        "status": {status_name(value): int((status == value).sum()) for value in Status},
        "answered_share": _share(answered, np.ones(len(status), dtype=bool)),
        "mean_probability": float(given.mean()) if len(given) else None,
    }


def _share(part: NDArray[np.bool_], whole: NDArray[np.bool_]) -> float | None:
    total = int(whole.sum())
    return float(part.sum()) / total if total else None
