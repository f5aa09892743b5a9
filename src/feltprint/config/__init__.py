"""Frozen config models: every default lives here."""

from __future__ import annotations
