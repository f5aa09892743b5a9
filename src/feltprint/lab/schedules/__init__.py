"""The full-width algorithms by name, each a schedule in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from feltprint.errors import ConfigError
from feltprint.lab.schedules.base import Schedule
from feltprint.lab.schedules.cfr import Cfr
from feltprint.lab.schedules.cfr_plus import CfrPlus
from feltprint.lab.schedules.dcfr import Dcfr
from feltprint.lab.schedules.dcfr_plus import DcfrPlus
from feltprint.lab.schedules.hs import HsDcfr, HsPcfrPlus, HsPdcfrPlus, HsSapcfrPlus
from feltprint.lab.schedules.linear import Linear
from feltprint.lab.schedules.pcfr_plus import PcfrPlus
from feltprint.lab.schedules.pdcfr_plus import PdcfrPlus
from feltprint.lab.schedules.sapcfr_plus import SapcfrPlus

SCHEDULES: Mapping[str, type[Schedule]] = {
    kind.name: kind
    for kind in (
        Cfr, CfrPlus, Linear, Dcfr, DcfrPlus, PcfrPlus, PdcfrPlus, SapcfrPlus,
        HsDcfr, HsPcfrPlus, HsPdcfrPlus, HsSapcfrPlus,
    )
}  # fmt: skip

__all__ = ["SCHEDULES", "Schedule", "schedule"]


def schedule(
    name: str, *, family: str = "", horizon: int | None = None, **parameters: Any
) -> Schedule:
    """A schedule by name, with the defaults of a family of games and then the given parameters.

    Parameters
    ----------
    family
        `kuhn`, `leduc`, ..; its entry of the schedule's `per_game` replaces defaults.
    horizon
        Iterations of the run, for the schedules that know it.

    Raises
    ------
    ConfigError
        For an unknown name, or a parameter that the schedule does not have.
    """
    kind = SCHEDULES.get(name)
    if kind is None:
        raise ConfigError(f"algorithm: found {name!r}; allowed: {', '.join(SCHEDULES)}")
    chosen: dict[str, Any] = {**kind.per_game.get(family, {}), **parameters}
    if kind.needs_horizon:
        chosen.setdefault("horizon", horizon or 0)
    known = [field.name for field in fields(kind)]
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise ConfigError(
            f"algorithm {name}: no parameter {', '.join(unknown)}; it has {', '.join(known)}"
        )
    return kind(**chosen)
