"""The three kinds of failure that feltprint reports.

A message says what was expected, what was found, where, and what to do.
"""

from __future__ import annotations


class ConfigError(ValueError):
    """The request is impossible: an unknown key, a value out of range, a tree that cannot be."""


class ArtifactError(OSError):
    """A file is missing, truncated, of another version, or belongs to another tree."""


class SolverError(RuntimeError):
    """Numbers went wrong in a solve: NaN or overflow, with the place where it was seen."""
