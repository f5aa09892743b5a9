"""The config: frozen models that hold every default, and `load`, the only validator.

`load` turns the mapping that Snakemake or YAML gives into a `RunConfig`, or raises a
`ConfigError` with one line an error: the path, what was found, what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from feltprint.config.abstraction import AbstractionConfig
from feltprint.config.audit import AuditConfig
from feltprint.config.bundle import BundleConfig
from feltprint.config.fields import resolve
from feltprint.config.freeze import FreezeConfig
from feltprint.config.game import GameConfig
from feltprint.config.lab import LabConfig, LabRunConfig
from feltprint.config.run import BlueprintConfig, RunConfig, RunKnobs
from feltprint.config.solver import SolverConfig
from feltprint.errors import ConfigError

__all__ = [
    "AbstractionConfig",
    "AuditConfig",
    "BlueprintConfig",
    "BundleConfig",
    "FreezeConfig",
    "GameConfig",
    "LabConfig",
    "LabRunConfig",
    "RunConfig",
    "RunKnobs",
    "SolverConfig",
    "load",
]


def load(config: Mapping[str, Any]) -> RunConfig:
    """Check a config and return it, with its defaults filled in.

    Raises
    ------
    ConfigError
        With one line for each error: `path: found ...; allowed: ...`.
    """
    try:
        return RunConfig.model_validate(dict(config))
    except ValidationError as error:
        lines = [line for detail in error.errors() for line in _lines(detail)]
    raise ConfigError("\n".join(dict.fromkeys(lines)))


def _lines(detail: ErrorDetails) -> list[str]:
    """Turn one pydantic error into lines; a validator of ours may hold several."""
    path, allowed, _ = resolve(RunConfig, detail["loc"])
    where = ".".join(path) or "config"
    kind = detail["type"]
    if kind == "extra_forbidden":
        return [f"{where}: unknown key; allowed: {allowed}{_suggestion(path[-1], allowed)}"]
    if kind == "missing":
        return [f"{where}: missing; allowed: {allowed}"]
    if kind == "value_error":
        message = str(detail["ctx"]["error"])
        if not path:
            return message.splitlines()
        return [f"{where}: {line}" for line in message.splitlines()]
    if "[key]" in detail["loc"]:
        return [f"{where}: found a name that is not of lower-case letters, digits, _ and -"]
    return [f"{where}: found {_short(detail['input'])}; allowed: {allowed}"]


def _suggestion(key: str, allowed: str) -> str:
    close = get_close_matches(key, allowed.replace(",", " ").split(), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
