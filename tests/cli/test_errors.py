"""What `koloda` answers when something is wrong: a message or JSON, and a documented exit code."""

import io
import json
import re
from pathlib import Path

import pytest

from koloda.cli import help as help_command
from koloda.cli.main import main
from koloda.core import exit_codes
from koloda.core.exit_codes import DONE, FILE, INTERRUPTED, NO, USAGE
from koloda.core.files import read_bytes
from koloda.core.text import LANGUAGES, Language, texts
from koloda.games import GAMES
from koloda.table import record
from koloda.terminal import files
from tests.table.games import opened, play_on


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    file = tmp_path / "fair.koloda"
    file.write_text(record.write(play_on(opened("no_thanks", "x", players=3)).record), "utf-8")
    return file


@pytest.fixture
def forged(tmp_path: Path, fair: Path) -> Path:
    file = tmp_path / "forged.koloda"
    file.write_text(fair.read_text("utf-8").replace("name 1: ", "name 1: X"), "utf-8")
    return file


def run(*arguments: str) -> int:
    """The exit code, as a shell would see it."""
    try:
        return main([*arguments, "--lang", "en"])
    except SystemExit as left:
        return int(str(left.code))


def test_koloda_alone_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == DONE
    said = capsys.readouterr()
    assert said.err == ""
    assert "koloda play" in said.out
    for name in GAMES:
        assert f"({name})" in said.out


@pytest.mark.parametrize("command", ["rules", "arena"])
def test_help_of_a_command_in_two_ways(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert run("help", command) == DONE
    asked = capsys.readouterr().out
    assert run(command, "--help") == DONE
    assert capsys.readouterr().out == asked


def test_help_on_everything_and_on_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("help") == DONE
    assert capsys.readouterr().out.startswith("usage: koloda")
    assert run("help", "arenna") == USAGE
    assert capsys.readouterr().err.endswith("Did you mean arena?\n")
    assert run("help", "arena", "more") == USAGE
    assert capsys.readouterr().err.startswith('There is no help on "more"')


def test_help_names_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("help", help_command.EXIT_CODES) == DONE
    said = [int(code) for code in re.findall(r"^ +(\d+)  ", capsys.readouterr().out, re.MULTILINE)]
    assert said == [value for name, value in vars(exit_codes).items() if name.isupper()]


def test_a_forgery_a_missing_file_and_a_typo_have_different_exit_codes(fair: Path, forged: Path) -> None:
    assert run("verify", str(fair)) == DONE
    assert run("verify", str(forged)) == NO
    assert run("verify", str(fair.parent / "none")) == FILE
    assert run("verify", str(fair), "--jsno") == USAGE
    assert run("verfy", str(fair)) == USAGE


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        ("verify FORGED", NO, "bad_record"),
        ("verify NONE", FILE, "file"),
        ("replay NONE", FILE, "file"),
        ("replay FORGED", USAGE, "bad_record"),
        ("simulate chess", USAGE, "unknown_option"),
        ("simulate no_thanks --games x", USAGE, "usage"),
        ("simulate", USAGE, "usage"),
        ("games --jsonn", USAGE, "usage"),
        ("score dobro --round x --players 3", USAGE, "not_understood"),
        ("arena no_thanks --bots 2,1 --html /nonexist/x.html", FILE, "file"),
    ],
)
def test_errors_are_json_where_json_is_wanted(
    capsys: pytest.CaptureFixture[str], forged: Path, arguments: str, status: int, code: str
) -> None:
    words = arguments.replace("FORGED", str(forged)).replace("NONE", str(forged.parent / "none")).split()
    assert run(*words, "--json") == status
    said = capsys.readouterr()
    assert said.err == ""
    error = json.loads(said.out)["error"]
    assert error["code"] == code
    assert error["message"]


def test_verify_says_in_json_that_a_record_does_not_hold(capsys: pytest.CaptureFixture[str], forged: Path) -> None:
    assert run("verify", str(forged), "--json") == NO
    assert json.loads(capsys.readouterr().out)["verified"] is False


def test_many_records_at_once(capsys: pytest.CaptureFixture[str], fair: Path, forged: Path) -> None:
    missing = str(fair.parent / "none")
    assert run("verify", str(fair), str(fair)) == DONE
    assert run("verify", str(fair), str(forged), str(fair)) == NO
    capsys.readouterr()
    assert run("verify", str(forged), missing, str(fair), "--json") == FILE
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["file"] for each in told] == [str(forged), missing, str(fair)]
    assert [each.get("verified") for each in told] == [False, None, True]
    assert run("replay", str(fair), missing, str(fair), "--to", "3") == FILE
    said = capsys.readouterr()
    assert said.out.count("Position after entry 3") == 2
    assert said.err.startswith("Cannot read")


def test_a_record_from_standard_input(
    capsys: pytest.CaptureFixture[str], fair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command, said in (("verify", "All 25 draws"), ("replay", "Position after entry")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(fair.read_bytes()), encoding="ascii"))
        assert run(command, "-") == DONE
        assert said in capsys.readouterr().out


def test_a_record_with_a_byte_order_mark_and_line_ends_of_windows(fair: Path) -> None:
    fair.write_bytes(b"\xef\xbb\xbf" + fair.read_bytes().replace(b"\n", b"\r\n"))
    assert run("verify", str(fair)) == DONE


def test_of_a_huge_file_only_the_head_is_read(
    capsys: pytest.CaptureFixture[str], fair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 5000)
    read = []

    def counted(file: Path, most: int) -> bytes:
        read.append(most)
        return read_bytes(file, most)

    monkeypatch.setattr(files, "read_bytes", counted)
    garbage = fair.parent / "garbage"
    garbage.write_bytes(b"\xff" * 20_000)
    assert run("verify", str(garbage)) == NO
    assert "not a text file" in capsys.readouterr().err
    garbage.write_bytes(b"abc\n" * 20_000)
    assert run("verify", str(garbage)) == NO
    assert "this is not a record" in capsys.readouterr().err
    garbage.write_bytes(("a" + "я" * 10_000).encode())
    assert run("verify", str(garbage)) == NO
    assert "this is not a record" in capsys.readouterr().err, "a letter may be cut in two"
    garbage.write_bytes(fair.read_bytes() + b"\n" * 20_000)
    assert run("verify", str(garbage)) == NO
    assert "too large" in capsys.readouterr().err
    assert read == [5001] * 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_goes_by_its_title_too(game: str, language: Language) -> None:
    title = texts(language)[f"{game}.title"]
    for written in (title, title.lower(), title.upper(), title.rstrip("!").replace(",", "")):
        assert GAMES.find(written).name == game


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("rules dobra", "dobro"),
        ("rules тугрик", "tugriki"),
        ("rules no_thanks?", "no_thanks"),
        ("play no_thanks -o remove=3", "removed"),
        ("play dobro -o pair_doubling=topcard", "top-card"),
        ("play dobro --level gredy", "greedy"),
        ("play dobro --palyers 3", "--players"),
        ("paly", "play"),
    ],
)
def test_did_you_mean(capsys: pytest.CaptureFixture[str], arguments: str, meant: str) -> None:
    assert run(*arguments.split()) == USAGE
    assert capsys.readouterr().err.endswith(f"Did you mean {meant}?\n")


def test_numbers_in_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "no_thanks", "--games", "1e3", "--seed", "1_0", "--json") == DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["seed"]) == (1000, 10)


def test_flags_are_true_or_false_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "dobro", "--games", "10", "-o", "attention=off", "--json") == DONE
    assert json.loads(capsys.readouterr().out)["options"]["attention"] is False


def test_an_interrupted_command_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("koloda.arena.simulation_report.simulate", stopped)
    monkeypatch.setattr("koloda.arena.runner.run", stopped)
    assert run("simulate", "no_thanks") == INTERRUPTED
    assert capsys.readouterr().err == "Interrupted.\n"
    for command in (["arena", "no_thanks", "--bots", "2,1"], ["balance", "no_thanks"]):
        assert run(*command, "--json") == INTERRUPTED
        said = capsys.readouterr()
        assert said.err == ""
        error = json.loads(said.out)["error"]
        assert error["code"] == "interrupted"
        assert "run the same command to continue" in error["message"]
