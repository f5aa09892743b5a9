"""The version of feltprint, as it is stored in every artifact."""

from __future__ import annotations

__version__ = "0.1.0"
