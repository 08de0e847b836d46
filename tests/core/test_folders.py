"""Where files are kept: in the system's folders, and where earlier versions of Koloda kept them on Linux."""

import sys
from pathlib import Path

import pytest

from koloda.core.folders import cache_folder, data_folder


def test_a_folder_that_was_chosen_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
@pytest.mark.parametrize("chosen", [True, False])
def test_the_folders_on_linux(chosen: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KOLODA_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, usual, folder in (
        ("XDG_CACHE_HOME", ".cache", cache_folder),
        ("XDG_DATA_HOME", ".local/share", data_folder),
    ):
        monkeypatch.delenv(name, raising=False)
        if chosen:
            monkeypatch.setenv(name, str(tmp_path / name))
        assert folder() == tmp_path / (name if chosen else usual) / "koloda"
