"""Without a package there is an error that says what to install."""

import importlib
import sys

import pytest

from koloda.envs.extras import MissingExtra


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_package(adapter: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"koloda.envs.{adapter}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf'{package} is not installed.*"koloda\[{extra}\]"'):
        importlib.import_module(f"koloda.envs.{adapter}")
