"""Long texts go through the reader's pager, if there is a reader."""

import shlex
import sys
from pathlib import Path

import pytest

from koloda.cli.main import main
from koloda.terminal import pager


class Terminal:
    """A standard input or output that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file to which the pager of this person writes what it is shown."""
    monkeypatch.setattr("sys.stdin", Terminal())
    file, program = tmp_path / "shown", tmp_path / "pager.py"
    program.write_text("import shutil, sys; shutil.copyfileobj(sys.stdin.buffer, open(sys.argv[1], 'wb'))", "utf-8")
    monkeypatch.setenv("PAGER", shlex.join([sys.executable, str(program), str(file)]))
    return file


def test_a_long_text_is_paged_and_a_short_one_is_not(shown: Path) -> None:
    assert not pager.page("короткий\n" * 3, 10)
    assert not shown.exists()
    assert pager.page("длинный\n" * 30, 10)
    assert shown.read_text("utf-8") == "длинный\n" * 30


@pytest.mark.parametrize("chosen", ["", "cat", "no-such-pager --fast"])
def test_without_a_pager_it_is_printed(chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setenv("PAGER", chosen)
    assert not pager.page("long\n" * 30, 10)


def test_a_pager_that_is_left_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setenv("PAGER", shlex.join([sys.executable, "-c", ""]))
    assert pager.page("long\n" * 100_000, 10)


@pytest.mark.parametrize("more", [[], ["--no-pager"]])
def test_rules_in_a_terminal(
    more: list[str], shown: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["rules", "no_thanks", "--lang", "en", *more]) == 0
    printed = capsys.readouterr().out
    text = printed if more else shown.read_text("utf-8")
    assert "NT-12" in text
    assert bool(printed) == bool(more)
