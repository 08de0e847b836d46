"""Games and actions that nobody gave a seed are the same in every run."""

import random

import pytest

from tests.foreseen import foreseen

__all__ = ["foreseen", "foreseen_samples"]


@pytest.fixture(autouse=True)
def foreseen_samples(foreseen: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium's spaces take a seed of their own where they have none."""
    try:
        from gymnasium.utils import seeding
    except ImportError:
        return
    seeded = seeding.np_random
    monkeypatch.setattr(
        seeding, "np_random", lambda seed=None: seeded(foreseen.getrandbits(32) if seed is None else seed)
    )
