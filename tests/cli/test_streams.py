"""Every command with every kind of broken surroundings: no traceback, and the documented exit code.

A full disk, a closed pipe, other encodings, an unwritable home, Ctrl+C. New commands are included: with what EXAMPLES
says, else with `--help`.
"""

import errno
import io
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import count, product
from pathlib import Path
from typing import TextIO

import pytest

from koloda.bots.background_loader import ASIDE
from koloda.cli.main import main
from koloda.cli.parser import COMMANDS
from koloda.core import files, folders
from koloda.core.errors import FileError
from koloda.core.exit_codes import DONE, FILE, INTERRUPTED, USAGE
from koloda.core.text import LANGUAGES
from koloda.table import record
from tests.shell import ROOT, installed_in
from tests.table.games import opened
from tests.timeouts import HANG

EXAMPLES = {
    "games": "",
    "play": "no_thanks --players 3 --seed 7 --plain",
    "replay": "RECORD",
    "verify": "RECORD",
    "review": "RECORD --accuracy 0.5",
    "analyse": "RECORD --to 0 --accuracy 0.5",
    "puzzle": "no_thanks --number 1",
    "simulate": "no_thanks --players 3 --games 100",
    "arena": "no_thanks --bots 2,1,0 --deals 2",
    "balance": "no_thanks --players 3 --deals 4",
    "rules": "no_thanks",
    "score": "no_thanks --player '3 7 8 / 8'",
    "advise": "no_thanks --players 3",
    "edition": "dobro",
    "completion": "bash",
    "config": "",
    "help": "",
    "admin": "list --database DATABASE",
}
SMALL = "--decisions 64 --set games=8 --set steps=8 --set minibatch=16 --set hidden=16 --set deals=2 --set imitate=0"
if find_spec("torch"):
    EXAMPLES["train"] = f"no_thanks --players 3 --out FOLDER {SMALL}"
    EXAMPLES["attack"] = f"no_thanks --target rule --players 3 --deals 2 {SMALL}"
FULL = Path("/dev/full")

every_command = pytest.mark.parametrize("command", COMMANDS)
on_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")


@cache
def recorded() -> str:
    """A short game: whoever is asked takes the card."""
    table = opened("no_thanks", "x", players=3)
    while not table.over:
        (seat,) = table.actors
        table.act(seat, table.legal(seat)[-1])
    return record.write(table.record)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Runs the example of a command, into which nothing is typed, and returns its exit code."""
    file = tmp_path / "game.koloda"
    file.write_text(recorded(), "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("KOLODA_CACHE", str(folders.cache_folder()))  # of this user: compile nothing anew
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("koloda.arena.runner.default_file", lambda plan: tmp_path / "match.jsonl")
    monkeypatch.setattr("koloda.terminal.saved_games.old_autosave", lambda: tmp_path / "last.koloda")
    runs = count()

    def run(command: str, *more: str, stdout: TextIO | None = None) -> int:
        database = tmp_path / "tables.db"
        if command == "admin" and not database.exists():
            shutil.copy(ROOT / "tests/server/fixtures/tables-0.1.0.db", database)
        named = {"RECORD": file, "DATABASE": database, "FOLDER": tmp_path / f"training {next(runs)}"}
        words = [str(named.get(word, word)) for word in shlex.split(EXAMPLES.get(command, "--help"))]
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdin", io.StringIO(""))
            if stdout is not None:
                patched.setattr("sys.stdout", stdout)
            try:
                return main([command, *words, *more])
            except SystemExit as left:
                return int(str(left.code))

    return run


def quiet(capsys: pytest.CaptureFixture[str]) -> bool:
    """Has nothing been said of a traceback?"""
    return "Traceback" not in capsys.readouterr().err


def test_there_are_examples_only_of_commands() -> None:
    assert set(EXAMPLES) <= set(COMMANDS)


@on_a_full_disk
@every_command
def test_output_to_a_full_disk(run: Callable[..., int], command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with FULL.open("w") as full:
        assert run(command, "--lang", "en", stdout=full) == FILE
    assert capsys.readouterr().err.endswith("Cannot write the output: No space left on device.\n")


@every_command
def test_a_pipe_that_nobody_reads(run: Callable[..., int], command: str, capsys: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        assert run(command, stdout=pipe) == DONE
    assert capsys.readouterr().err == ""


@every_command
def test_an_encoding_that_lacks_letters(
    run: Callable[..., int], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, encoding in product(LANGUAGES, ("ascii", "latin-1", "cp1251")):
        printed = io.BytesIO()
        stream = io.TextIOWrapper(printed, encoding=encoding, errors="strict")
        assert run(command, "--lang", language, stdout=stream) == DONE, (language, encoding)
        assert quiet(capsys), (language, encoding)
        text = printed.getvalue().decode(encoding)
        assert text.strip(), (language, encoding)
        if language == "ru" and encoding != "cp1251":
            assert text.count("?") < 5, f"Russian is spelled in Latin letters in {encoding}"


@every_command
def test_any_locale(
    run: Callable[..., int], command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for locale in ("C", "POSIX", "ru_RU.KOI8-R"):
        monkeypatch.setenv("LC_ALL", locale)
        assert run(command) == DONE, locale
        assert quiet(capsys), locale


@every_command
def test_a_home_that_cannot_be_written(
    run: Callable[..., int],
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for thread in threading.enumerate():  # one that an earlier test has started would speak of this home, too
        if thread.name == ASIDE:
            thread.join(HANG)
    compiled = Path(os.environ["KOLODA_CACHE"])  # stands for the folder of this process, to compile nothing anew
    monkeypatch.setattr(folders, "_short_lived", lambda: compiled)

    def match_file(plan: object) -> Path:
        folders.writable_cache_folder()  # as the real one does, which warns
        return tmp_path / "match.jsonl"

    monkeypatch.setattr("koloda.arena.runner.default_file", match_file)
    monkeypatch.setenv("HOME", "/dev/null/home")
    for name in ("KOLODA_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, f"/dev/null/{name}")
    status = run(command, "--lang", "en")
    said = capsys.readouterr().err
    assert "Traceback" not in said
    if command == "play":
        assert status != DONE, "the game cannot be kept"
    else:
        assert status == DONE
        assert said.count("cannot be written") == (command in ("simulate", "arena", "balance", "review", "analyse"))


class Interrupting(io.StringIO):
    """A stream during whose first use Ctrl+C is pressed."""

    pressed = False

    def write(self, text: str) -> int:
        if not self.pressed:
            self.pressed = True
            signal.raise_signal(signal.SIGINT)
        return super().write(text)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command in EXAMPLES])
def test_interrupted(run: Callable[..., int], command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, stdout=Interrupting()) == INTERRUPTED
    assert quiet(capsys)


@on_a_full_disk
@pytest.mark.parametrize("command", ["arena", "balance"])
def test_a_page_on_a_full_disk(run: Callable[..., int], command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "--html", str(FULL), "--lang", "en") == FILE
    assert capsys.readouterr().err == "Cannot write /dev/full: No space left on device.\n"


@pytest.mark.parametrize("command", ["arena", "balance"])
def test_a_page_in_a_folder_that_is_not_there(
    run: Callable[..., int], command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "none" / "page.html"
    assert run(command, "--html", str(page), "--lang", "en") == FILE
    assert capsys.readouterr().err == f"Cannot write {page}: No such file or directory.\n"
    assert not page.parent.exists()


@on_a_full_disk
@pytest.mark.parametrize("flag", ["--csv", "--json"])
def test_games_and_figures_on_a_full_disk(run: Callable[..., int], flag: str) -> None:
    with FULL.open("w") as full:
        assert run("arena", flag, stdout=full) == FILE


@on_a_full_disk
def test_an_error_that_nobody_can_read_keeps_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for more in ([], ["--json"]):
        with FULL.open("w") as out, FULL.open("w") as err:
            monkeypatch.setattr("sys.stdout", out)
            monkeypatch.setattr("sys.stderr", err)
            assert main(["simulate", "chess", *more]) == USAGE


def test_a_process_without_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert main(["games"]) == DONE
    assert main(["rules", "chess"]) == USAGE
    sys.stdout.close()
    sys.stderr.close()


def test_input_in_another_encoding(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is always UTF-8; what is typed is not understood, and can be typed again."""
    typed = "Анна, Борис\n18 12\n".encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="ascii"))
    assert main(["score", "dobro", "--lines", "-", "--lang", "ru"]) == DONE
    assert "Анна" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("взять\n".encode()), encoding="ascii"))
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null/home")
    main(["play", "no_thanks", "--seed", "7", "--plain", "--lang", "en"])
    assert quiet(capsys)


def test_json_says_the_same_in_any_encoding(run: Callable[..., int]) -> None:
    told = []
    for encoding in ("ascii", "utf-8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        assert run("games", "--json", "--lang", "ru", stdout=stream) == DONE
        stream.seek(0)
        told.append(json.loads(stream.read()))
    assert told[0] == told[1]


def test_a_file_that_cannot_be_replaced_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file, link = tmp_path / "page.html", tmp_path / "link"
    link.symlink_to(file)
    files.write_text(link, "old\n")
    assert link.is_symlink()
    file.chmod(0o640)
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(FileError, match="No space left on device"):
            files.write_text(file, "new\n")
    assert file.read_text() == "old\n"
    files.write_text(file, "new\n")
    assert file.read_text() == "new\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(tmp_path.iterdir()) == [link, file]


@on_a_full_disk
def test_a_real_process_says_nothing_more_when_it_ends(tmp_path: Path) -> None:
    """Python itself complains if it cannot write what is left at the end."""
    koloda = f"{shlex.quote(sys.executable)} -m koloda"
    script = (
        f"{koloda} rules no_thanks > /dev/full; echo $?; {koloda} rules no_thanks | head -1; echo ${{PIPESTATUS[0]}}"
    )
    settings = {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        ["bash", "-c", script], env=installed_in(tmp_path, **settings), cwd=ROOT, capture_output=True, text=True
    )
    assert done.stderr == "Cannot write the output: No space left on device.\n"
    full, _, piped = done.stdout.splitlines()
    assert (int(full), int(piped)) == (FILE, DONE)


def test_interrupted_while_it_is_imported(tmp_path: Path) -> None:
    """Ctrl+C comes when modules are still being loaded: nothing is shown, and the exit code is the usual one."""
    (tmp_path / "interrupted").mkdir()
    (tmp_path / "interrupted/sitecustomize.py").write_text(
        "import sys\nclass Interrupting:\n    def find_spec(self, name, *_):\n"
        "        if name == 'koloda.cli.parser':\n            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
    )
    surroundings = installed_in(tmp_path)
    paths = [str(tmp_path / "interrupted"), *filter(None, [surroundings.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "koloda", "games"],
        env={**surroundings, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")
