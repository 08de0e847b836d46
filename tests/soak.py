"""Which random games the tests play, and how many: the same in every `make test`, new ones in every `make soak`."""

import os
import secrets

TIMES = int(os.environ.get("KOLODA_SOAK", "1"))
"""How many times more than usual; more than 1 in `make soak`."""
SEED = int(os.environ.get("KOLODA_SEED") or (2026 if TIMES == 1 else secrets.randbits(32)))
"""Determines everything random. tests/conftest.py passes the first process's seed to all others."""
