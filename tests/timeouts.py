"""How long tests wait."""

HANG = 300
"""Seconds after which something that should have happened never will; only ever a guard against hanging."""
