"""Games and actions without a seed are the same in every run."""

import random

import pytest

from tests.fixed_randomness import fixed_randomness

__all__ = ["fixed_randomness", "fixed_samples"]


@pytest.fixture(autouse=True)
def fixed_samples(fixed_randomness: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium's spaces choose a random seed if they get none: fix it."""
    try:
        from gymnasium.utils import seeding
    except ImportError:
        return
    seeded = seeding.np_random
    monkeypatch.setattr(
        seeding, "np_random", lambda seed=None: seeded(fixed_randomness.getrandbits(32) if seed is None else seed)
    )
