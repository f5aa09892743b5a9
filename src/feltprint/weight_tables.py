"""The tables of a solve by name, and the sums that they stand for.

`cum_regret` and `cum_strategy` are float32 [block, 8]; with int16 storage they end with the
preflop, and `regret_codes` and `strategy_codes` (int16 [block, 8]) go on from there, each block
with a power of two in `regret_exponents` and `strategy_exponents` (int8 [block]).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from feltprint import _core
from feltprint.artifacts import Array, Artifact
from feltprint.errors import ArtifactError

LANES = 8


def sums(tables: Mapping[str, Array], name: str) -> Array:
    """The sums of a table, `regret` or `strategy`, as float32 [block, 8].

    A view of float32 storage, a copy of int16 storage.
    """
    return sums_of_blocks(tables, name, slice(0, num_blocks(tables, name)))


def num_blocks(tables: Mapping[str, Array], name: str) -> int:
    """Blocks of a table, floats and codes together."""
    codes = tables.get(f"{name}_codes")
    return len(tables[f"cum_{name}"]) + (0 if codes is None else len(codes))


def sums_of_blocks(tables: Mapping[str, Array], name: str, blocks: slice) -> Array:
    """The same for the blocks ``blocks.start`` .. ``blocks.stop - 1`` alone."""
    floats = tables[f"cum_{name}"]
    if blocks.stop <= len(floats):
        return floats[blocks]
    start, stop = (max(end - len(floats), 0) for end in (blocks.start, blocks.stop))
    codes, exponents = (tables[f"{name}_{part}"][start:stop] for part in ("codes", "exponents"))
    out = np.empty((blocks.stop - blocks.start, LANES), dtype=np.float32)
    out[: len(out) - len(codes)] = floats[blocks]
    _core.sums_of_codes(codes, exponents, out[len(out) - len(codes) :])
    return out


def require_table(state: Artifact, name: str, blocks: int) -> None:
    """Raise ArtifactError unless a state has all blocks of a table, as floats or as codes."""
    arrays = state.arrays
    floats, codes = arrays.get(f"cum_{name}"), arrays.get(f"{name}_codes")
    found = None if floats is None else (floats.dtype.name, floats.shape)
    good = floats is not None and floats.dtype == np.float32 and floats.shape[1:] == (LANES,)
    if good and codes is not None:
        exponents = arrays.get(f"{name}_exponents")
        good = codes.dtype == np.int16 and codes.shape[1:] == (LANES,)
        good = good and exponents is not None and exponents.dtype == np.int8
        good = good and len(exponents if exponents is not None else ()) == len(codes)
    if not good or num_blocks(arrays, name) != blocks:
        raise ArtifactError(
            f"{state.path}: expected cum_{name} of float32 {(blocks, LANES)}, or fewer with "
            f"{name}_codes for the rest, found {found}; make it again"
        )
