"""The base of every config model: immutable, closed to unknown keys, finite numbers only."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A section of the config. Defaults, units and bounds live in its fields and nowhere else."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, validate_default=True, defer_build=True
    )
