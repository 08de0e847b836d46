"""How long tests wait."""

HANG = 300
"""Seconds after which something will never happen; only a guard against hanging."""
PAGE_HANG = 120
"""Seconds after which a page will never show something: on two cores with a load of 15, most whole tests take less."""
