"""PHH hand histories (.phh, .phhs) to packed rows. Needs pokerkit (extra ``pokerkit``).

Every action of a player in a file is one decision. No-limit hold'em (variant NT) only.
Source: Kim 2024, "Recording and describing poker hands"; files as pokerkit 0.7.7 reads them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from feltprint.adapters.pokerkit import decisions as decisions_of
from feltprint.adapters.rows import ACTION, ROW, Rows
from feltprint.errors import ArtifactError, ConfigError
from feltprint.plain_files import open_plain

if TYPE_CHECKING:
    from pokerkit import HandHistory

VARIANT = "NT"


@dataclass(frozen=True)
class Decisions:
    """The decisions of a file, in order. All arrays are [decision]."""

    rows: Rows
    taken: Rows  # dtype ACTION: what the seat really did
    hand: NDArray[np.int64]  # position of the hand in the file, from 0

    def __len__(self) -> int:
        return len(self.rows)


def rows(path: str | os.PathLike[str]) -> Rows:
    """Pack every decision of a file. Shape: [decision]. Raises as ``decisions``."""
    return decisions(path).rows


def decisions(path: str | os.PathLike[str], max_hands: int | None = None) -> Decisions:
    """Pack every decision of the first hands of a file, with the action really taken.

    A seat whose cards the file does not tell has hole cards 255.

    Raises
    ------
    ArtifactError
        When the file is missing or is no PHH text.
    ConfigError
        For a hand that a row cannot hold, with its position in the file.
    """
    packed: list[Rows] = []
    taken: list[tuple[int, int, int]] = []
    owners: list[int] = []
    for index, history in enumerate(_histories(Path(path))):
        if max_hands is not None and index >= max_hands:
            break
        if history.variant != VARIANT:
            raise ConfigError(
                f"{path}: hand {index}: expected variant {VARIANT}, found {history.variant}"
            )
        try:
            *_, state = history
            for hand, action in decisions_of(state):
                packed.append(hand.row(action[0]))
                taken.append(action)
                owners.append(index)
        except (ConfigError, ValueError) as error:
            raise ConfigError(f"{path}: hand {index}: {error}") from error
    return Decisions(
        rows=np.concatenate(packed) if packed else np.empty(0, dtype=ROW),
        taken=np.array(taken, dtype=ACTION),
        hand=np.array(owners, dtype=np.int64),
    )


def _histories(path: Path) -> Iterator[HandHistory]:
    """The hands of a file, one or many to the file."""
    from pokerkit import HandHistory

    with open_plain(path) as file:
        try:
            if path.suffix == ".phhs":
                yield from HandHistory.load_all(file)
            else:
                yield HandHistory.load(file)
        except (ValueError, KeyError, TypeError) as error:
            raise ArtifactError(f"{path}: expected PHH text; {error}") from error
