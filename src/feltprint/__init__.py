"""feltprint: reproducible, measured poker blueprints.

The names below are the public face; each is imported when it is first used, so that a script
which only reads a config does not pay for the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from feltprint.version import __version__ as __version__

if TYPE_CHECKING:
    from feltprint import adapters, arena, evaluation, games, lab
    from feltprint.abstraction import CardAbstraction
    from feltprint.bundle import Bundle
    from feltprint.cards import evaluate, river_ranks
    from feltprint.config.solver import SolverConfig
    from feltprint.equities import equity
    from feltprint.errors import ArtifactError, ConfigError, SolverError
    from feltprint.freezing import freeze
    from feltprint.games import Game, tree_size
    from feltprint.policy import Policy
    from feltprint.solver import Solver
    from feltprint.strategy import Strategy

# Public name -> the module that holds it; None: the name is a module of the package.
_HOMES: dict[str, str | None] = {
    "ArtifactError": "errors",
    "Bundle": "bundle",
    "CardAbstraction": "abstraction",
    "ConfigError": "errors",
    "Game": "games",
    "Policy": "policy",
    "Solver": "solver",
    "SolverConfig": "config.solver",
    "SolverError": "errors",
    "Strategy": "strategy",
    "adapters": None,
    "arena": None,
    "equity": "equities",
    "evaluate": "cards",
    "evaluation": None,
    "freeze": "freezing",
    "games": None,
    "lab": None,
    "river_ranks": "cards",
    "tree_size": "games",
}

__all__ = [
    "ArtifactError",
    "Bundle",
    "CardAbstraction",
    "ConfigError",
    "Game",
    "Policy",
    "Solver",
    "SolverConfig",
    "SolverError",
    "Strategy",
    "adapters",
    "arena",
    "equity",
    "evaluate",
    "evaluation",
    "freeze",
    "games",
    "lab",
    "river_ranks",
    "tree_size",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'feltprint' has no attribute {name!r}")
    home = _HOMES[name]
    if home is None:
        return import_module(f"feltprint.{name}")
    value = getattr(import_module(f"feltprint.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
