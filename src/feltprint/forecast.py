"""What a solve will take, before any of it is allocated: tree, tables, memory and disk.

``native_bytes`` is what the native code allocates: the tables (regret and strategy, and on the
first street the carries of both; later streets as float32 or as int16 with an exponent a block) and
the public tree; measured within 2 % on a solve of 1.5 GB
(docs/results.md). ``solve_bytes`` adds the interpreter and the logs of a batch. The bucket maps are
mapped from disk, shared by all jobs of a host and given back under pressure: they are apart, as
``mapped_bytes``. Disk is two generations of the checkpoint, and a third while one is replaced; the
finished state shares its file with the newest. A solve that measures its gain holds a responder's
tables while it does, in float32, and the strategy as probabilities; of 16-bit storage also both
tables as floats: ``responder_bytes``.
Strategy snapshots, an option for small games, come on top of memory and disk: one table each.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from feltprint.config.solver import StorageName
from feltprint.errors import ConfigError
from feltprint.games import Game, tree_size

NUM_GENERATIONS = 3
# Interpreter, libraries and the logs of one batch: measured 150 MB at rest, with room for the logs
# (0.7 MB for a board of eight deals of a six-max tree).
FIXED_BYTES = 400_000_000
NUM_HANDS = 1326
CANONICAL_BOARDS = (1_755, 16_432, 134_459)  # flop, turn, river
# A block of a later street, both tables: eight entries, and with int16 their exponent.
BLOCK_BYTES = {"float32": 2 * 8 * 4, "int16": 2 * (8 * 2 + 1)}
MAX_BYTE_BUCKETS = 255  # a map of more buckets has 16-bit words


def forecast(
    game: Game,
    num_buckets: tuple[int, int, int, int],
    limit_mb: int | None = None,
    storage: StorageName = "float32",
    gain: bool = False,
) -> dict[str, Any]:
    """The size of a game's tree and of its solve, in bytes, as plain JSON values.

    Parameters
    ----------
    limit_mb
        Stop counting as soon as the solve is known not to fit.
    storage
        Of the tables, as in the solver's config.
    gain
        Whether the solve measures its gain (`solver.gain.marks`).

    Raises
    ------
    ConfigError
        When the tree cannot be built (too many nodes, or too many actions at a node), or passes
        the limit; the message has the counts so far.
    """
    saving = BLOCK_BYTES["float32"] / BLOCK_BYTES[storage]
    size = asdict(tree_size(game, num_buckets, int(_table_limit(limit_mb) * saving)))
    later = size["blocks"] - size["preflop_blocks"]
    copied = (1 if storage == "float32" else 3) * size["bytes_per_table"]
    responder = {"responder_bytes": size["table_bytes"] + copied} if gain else {}
    size["table_bytes"] -= later * (BLOCK_BYTES["float32"] - BLOCK_BYTES[storage])
    native = size["table_bytes"] + size["tree_bytes"]
    content = {
        **size,
        "num_buckets": list(num_buckets),
        "native_bytes": native,
        "mapped_bytes": mapped_bytes(num_buckets),
        **responder,
        "solve_bytes": native + FIXED_BYTES + sum(responder.values()),
        "disk_bytes": NUM_GENERATIONS * size["table_bytes"],
    }
    if limit_mb is not None:
        require_memory(content, limit_mb)
    return content


def _table_limit(limit_mb: int | None) -> int:
    """Bytes that a limit leaves for the tables; 0 = no limit."""
    if limit_mb is None:
        return 0
    left = limit_mb * 10**6 - FIXED_BYTES
    if left <= 0:
        raise ConfigError(
            f"memory limit: found {limit_mb} MB; allowed: above {FIXED_BYTES // 10**6} MB, which "
            "the interpreter and the logs of a batch may take"
        )
    return left


def mapped_bytes(num_buckets: tuple[int, int, int, int]) -> int:
    """Bytes of the bucket maps of an abstraction; 0 for the game that has none."""
    if set(num_buckets[1:]) == {1}:
        return 0
    widths = [1 if buckets <= MAX_BYTE_BUCKETS else 2 for buckets in num_buckets[1:]]
    pairs = zip(CANONICAL_BOARDS, widths, strict=True)
    return sum(boards * NUM_HANDS * width for boards, width in pairs)


def require_memory(size: dict[str, Any], limit_mb: int) -> None:
    """Raise ConfigError when a solve of this size does not fit in the memory limit."""
    if size["solve_bytes"] > limit_mb * 10**6:
        raise ConfigError(
            f"the solve needs {size['solve_bytes'] / 1e9:.2f} GB; the limit is "
            f"{limit_mb / 1000:.2f} GB (run.memory_limit_gb); use fewer buckets or bet sizes, "
            f"or raise the limit\n{table(size)}"
        )


def table(size: dict[str, Any]) -> str:
    """The forecast as lines of text for people."""
    return "\n".join(f"{name:>20}  {_amount(name, value)}" for name, value in size.items())


def _amount(name: str, value: object) -> str:
    if not isinstance(value, int):
        return str(value)
    text = f"{value:>18,}"
    return f"{text}  ({value / 1e6:,.1f} MB)" if "bytes" in name else text
