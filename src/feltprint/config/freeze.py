"""What of an average strategy a blueprint's policies keep."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from feltprint.config.base import Model


class FreezeConfig(Model):
    """How the solved strategy is written down."""

    bits: Literal[8, 4] = Field(
        default=8,
        description="Of a probability: with 8 each is wrong by less than 1/255, with 4 by less "
        "than 1/15, and the file is about two thirds as large. Memory is the same.",
    )
    threshold: float = Field(
        default=0.0,
        ge=0,
        lt=1,
        description="Actions with a smaller probability are left out and the rest is scaled up; "
        "0 keeps all. The likeliest action always stays.",
    )
    purify: bool = Field(
        default=False,
        description="Keep the likeliest action of every row alone. This and a threshold make a "
        "strategy easier to exploit.",
    )
