"""Tests of training need PyTorch; without it they are left out. One thread: other tests run beside these."""

import pytest

pytest.importorskip("torch")
