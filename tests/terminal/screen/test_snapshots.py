"""The screen looks like the snapshots."""

import pytest
from rich.cells import cell_len

from tests.terminal.screen.snapshots import FOLDER, SHOTS, path, taken


@pytest.mark.parametrize("name", SHOTS)
def test_snapshot(name: str) -> None:
    shown = taken(SHOTS[name])
    assert shown == path(name).read_text("utf-8")
    width, height = SHOTS[name].size
    assert len(shown.splitlines()) == height
    assert all(cell_len(line) <= width for line in shown.splitlines())


def test_no_stray_snapshots() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SHOTS)
