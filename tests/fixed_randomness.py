"""A fixture that fixes all randomness without a seed: a test draws the same in every run, in any order."""

import random
import secrets
from collections.abc import Iterator
from zlib import crc32

import numpy as np
import pytest

from tests.soak import SEED


@pytest.fixture(autouse=True)
def fixed_randomness(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[random.Random]:
    """Import it in the conftest.py of a folder. What a test draws depends only on its name."""
    seed = SEED + crc32(request.node.nodeid.encode())
    before = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed % 2**32)
    source = random.Random(seed)
    monkeypatch.setattr(secrets, "randbits", source.getrandbits)
    monkeypatch.setattr(secrets, "token_bytes", lambda count: source.randbytes(count))
    monkeypatch.setattr(secrets, "token_hex", lambda count: source.randbytes(count).hex())
    yield source
    random.setstate(before[0])
    np.random.set_state(before[1])
