"""What a solve will take, before any of it is allocated: tree, tables, memory and disk.

Memory is the float32 tables (regret and strategy, and on the first street the carries of both),
the public tree, the logs of one batch and the interpreter; bucket maps are mapped from disk and
come on top. Disk is two generations of the checkpoint, and a third while one is replaced; the
finished state shares its file with the newest.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from feltprint.errors import ConfigError
from feltprint.games import Game, tree_size

NUM_GENERATIONS = 3
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
    return {
        **size,
        "num_buckets": list(num_buckets),
        "solve_bytes": size["table_bytes"] + size["tree_bytes"] + FIXED_BYTES,
        "disk_bytes": NUM_GENERATIONS * size["table_bytes"],
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
