"""Slow, obvious twins of the native code: oracles for the tests, and documentation."""
