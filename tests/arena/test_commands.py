"""`koloda arena` and `koloda balance` from the command line."""

import csv
import io
import json
from pathlib import Path

import pytest

from koloda.arena import runner
from koloda.bots.external.external_bot import IN_A_ROW
from koloda.cli.main import main
from koloda.core.exit_codes import FILE, INTERRUPTED
from koloda.table import record

MATCH = ["arena", "no_thanks", "--bots", "2,1,0", "--deals", "6", "--lang", "en"]


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "default_file", lambda plan: tmp_path / f"{plan.digest()}.jsonl")


def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(MATCH) == 0
    shown = capsys.readouterr().out
    assert "3 players, 6 deals, 18 games, seed 0" in shown
    assert "A fair share is 33.3%." in shown
    assert "games/s" in shown


def test_json_is_the_same_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    main([*MATCH, "--json"])
    one = capsys.readouterr().out
    main([*MATCH, "--json", "--jobs", "2"])
    assert capsys.readouterr().out == one
    told = json.loads(one)
    assert [result["bot"] for result in told["results"]] == ["2", "1", "0"]
    assert sum(result["win_share"]["mean"] for result in told["results"]) == pytest.approx(1)


def test_csv_has_every_seat_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    main([*MATCH, "--csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 6 * 3 * 3
    assert {(row["deal"], row["game"], row["seat"]) for row in rows} == {
        (str(d), str(g), str(s)) for d in range(1, 7) for g in range(1, 4) for s in range(1, 4)
    }
    assert sum(float(row["win_share"]) for row in rows) == pytest.approx(18, abs=1e-4)


def test_page_records_and_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = {"--html": "match.html", "--records": "games", "--resume": "match.jsonl"}
    main([*MATCH, *(word for flag, name in where.items() for word in (flag, str(tmp_path / name)))])
    assert "The page is in" in capsys.readouterr().out
    assert (tmp_path / "match.html").read_text("utf-8").startswith("<!doctype html>")
    assert len(list((tmp_path / "games").iterdir())) == 18
    assert record.read((tmp_path / "games" / "deal-000001-01.koloda").read_text("utf-8")).over
    assert len((tmp_path / "match.jsonl").read_text("utf-8").splitlines()) == 2


def test_a_bot_that_thinks_plays_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "no_thanks", "--bots", "search,2", "--deals", "2", "--budget", "20", "--json"]
    told = []
    for _ in range(2):
        assert main(command) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert json.loads(told[0])["budget"] == {"milliseconds": None, "iterations": 20}


LEAVING = """
import os
class Leaving:
    def choose(self, knowledge, budget):
        print("Error: <lost>", "    at the table", sep="\\n")
        os._exit(3)
"""


def test_failures_of_a_bot_from_outside_are_told_with_its_last_lines(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The bot prints to standard output and ends its process: neither disturbs ours."""
    (tmp_path / "leaving.py").write_text(LEAVING, "utf-8")
    spec, page, file = f"{tmp_path / 'leaving.py'}:Leaving", tmp_path / "page.html", tmp_path / "match.jsonl"
    match = ["arena", "no_thanks", "--bots", f"{spec},1", "--deals", "1", "--resume", str(file)]
    assert main([*match, "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    leaving, greedy = told["results"]
    assert leaving["failures"] == told["failures_total"] == len(told["failures"]) == 2 * IN_A_ROW
    assert greedy["failures"] == 0
    assert told["failures"][-1] == {
        "bot": spec,
        "deal": 1,
        "game": 2,
        "seat": 2,
        "code": "exited",
        "reason": "the program has ended (exit status 3)",
        "last_lines": ["Error: <lost>", "at the table"],
    }
    assert main([*match, "--html", str(page), "--lang", "en"]) == 0  # from the checkpoint
    shown = capfd.readouterr().out
    assert "External bots failed 6 times; a simple bot decided instead." in shown
    assert f"Deal 1, game 1, seat 1, {spec}: the program has ended (exit status 3).\n    Error: <lost>\n" in shown
    assert "… and 5 more times." in shown, "the same again is not shown again"
    assert page.read_text("utf-8").count("<pre>Error: &lt;lost&gt;\nat the table</pre>") == 1


def test_the_progress_bar_says_that_code_is_compiled_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as if standard error were a terminal
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    assert main(MATCH) == 0
    shown = capsys.readouterr().err
    assert 0 <= shown.index("Compiling") < shown.index("Playing deals")


def test_an_interruption_says_how_to_go_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "run", stopped)
    assert main(MATCH) == INTERRUPTED
    assert "run the same command to continue" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "nobody"], 'There is no bot "nobody"'),
        (["--bots", ","], "at least one bot"),
        (["--deals", "0"], "deals should be a whole number, at least 1"),
        (["--jobs", "0"], "jobs should be a whole number, at least 1"),
        (["--budget", "long"], 'not "long"'),
        (["--players", "9"], "2-7 players"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("flag", ["--html", "--records", "--resume"])
def test_what_cannot_be_written_is_told_of_at_once(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, flag, "/dev/null/here/it"]) == FILE
    assert "Cannot write /dev/null/here" in capsys.readouterr().err


BALANCE = ["balance", "no_thanks", "--players", "3", "--deals", "20", "--compare", "removed=0,chips=5", "--lang", "ru"]


def test_balance_in_russian(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BALANCE, "--html", str(tmp_path / "balance.html")]) == 0
    shown = capsys.readouterr().out
    assert "Нет уж, спасибо!: игроков — 3, раздач — 20, боты — 2" in shown
    assert "Если вместо этого removed=0, chips=5, на тех же раздачах:" in shown
    assert '<html lang="ru">' in (tmp_path / "balance.html").read_text("utf-8")


def test_balance_is_the_same_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for jobs in ("1", "2"):
        assert main([*BALANCE, "--json", "--jobs", jobs]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert json.loads(told[0])["compared"][0]["changed"] == {"removed": 0, "chips": 5}


def test_balance_refuses_house_rules_that_there_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "no_thanks", "--compare", "colour=red"]) == 2
    assert main(["balance", "no_thanks", "--compare", "removed"]) == 2
