"""Adapters: each turns the hands of another program into packed rows (see ``rows``)."""

from __future__ import annotations
