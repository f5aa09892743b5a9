"""What a solve will take, before any of it is allocated: tree, tables, memory and disk.

Memory is the two float32 tables (regret and strategy), the public tree, the bucket maps that are
mapped from disk, the logs of one batch and the interpreter. Disk is two generations of the
checkpoint, and a third while one is replaced; the finished state shares its file with the newest.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from feltprint.errors import ConfigError
from feltprint.games import Game, tree_size

NUM_TABLES = 2
NUM_GENERATIONS = 3
BYTES_PER_NODE = 64
# Interpreter, libraries and the logs of one batch: measured 150 MB at rest, with room.
FIXED_BYTES = 400_000_000


def forecast(game: Game, num_buckets: tuple[int, int, int, int]) -> dict[str, Any]:
    """The size of a game's tree and of its solve, in bytes, as plain JSON values.

    Raises
    ------
    ConfigError
        When the tree cannot be built: too many nodes, or too many actions at a node.
    """
    size = asdict(tree_size(game, num_buckets))
    tables = NUM_TABLES * size["bytes_per_table"]
    tree = BYTES_PER_NODE * (size["nodes"] + size["terminals"])
    return {
        **size,
        "num_buckets": list(num_buckets),
        "solve_bytes": tables + tree + FIXED_BYTES,
        "disk_bytes": NUM_GENERATIONS * tables,
    }


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
