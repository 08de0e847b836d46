"""How long tests wait."""

HANG = 300
"""Seconds after which something will never happen; only a guard against hanging."""
