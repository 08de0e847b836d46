"""A fixture that gives every test a data folder of its own, so that nobody's saved games are touched."""

from pathlib import Path

import pytest

from koloda.terminal import saved_games


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Import it in the conftest.py of a folder. Compiled code stays where all tests share it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(saved_games, "old_autosave", lambda: tmp_path / "cache" / "last.koloda")
    return tmp_path / "data" / "koloda"
