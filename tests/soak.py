"""How many random games the tests play, and which: the same in every `make test`, new ones in every `make soak`."""

import os
import secrets

TIMES = int(os.environ.get("KOLODA_SOAK", "1"))
"""How many times as much as usual; more than 1 in `make soak`."""
SEED = int(os.environ.get("KOLODA_SEED") or (2026 if TIMES == 1 else secrets.randbits(32)))
"""Decides everything that is random. tests/conftest.py hands the first process's seed on to all others."""
