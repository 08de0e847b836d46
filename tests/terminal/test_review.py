"""`koloda review` and `koloda analyse`: figures that add up, words that do not mix, and clear refusals."""

import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from koloda.analysis.account import NO_ERROR, Amount, SeatAccount
from koloda.cli.main import main
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE, FILE, USAGE
from koloda.drawing.plots import course
from koloda.table import record
from koloda.terminal.review import Sparkline, check_reviewed, rounded_parts, sparkline
from tests.bots.test_plain_games import BLIND, PLAIN
from tests.table.games import opened, play_on

ROUGH = ("--accuracy", "0.5")
POSITION = "no_thanks[players=3] turn=1 card=35 chips=12/11/10 taken=3-5,9/-/20"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "game.koloda"
    file.write_text(record.write(play_on(opened("no_thanks", "x", players=3)).record), "utf-8")
    return file


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([*map(str, arguments)]) == DONE
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = USAGE) -> str:
    assert main([*map(str, arguments), "--lang", "en"]) == status
    shown = capsys.readouterr()
    assert shown.out == ""
    return shown.err.strip()


def test_a_review_in_words(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    english = said(capsys, "review", file, *ROUGH, "--lang", "en")
    for words in ("How the score came about (all cards face up)", "Decisions (only what each player could see)"):
        assert words in english
    assert "Does not add up with the account" in english
    html = tmp_path / "review.html"
    russian = said(capsys, "review", file, *ROUGH, "--lang", "ru", "--html", html, "--seat", 2)
    for words in ("Как сложился счёт (все карты открыты)", "Решения (только то, что игрок видел)", "ровная доля"):
        assert words in russian
    page = html.read_text("utf-8")
    assert "<svg" in page
    assert "Как сложился счёт" in page
    assert "http" not in page
    assert "<script" not in page


def test_a_review_for_programs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "review", file, *ROUGH, "--json"))
    match = record.read(file.read_text("utf-8")).match
    assert len(found["course"]) == len(match.steps) + 1
    for seat, each in enumerate(found["seats"]):
        for measure in ("wins", "points"):
            parts = sum(each[part][measure] for part in ("even_share", "luck", "own", "others"))
            assert parts == pytest.approx(each["result"][measure])
        assert each["result"]["points"] == -match.scores()[seat]
        own = sum(line["wins"][seat] for line in found["events"] if line["seat"] == seat + 1)
        assert own == pytest.approx(each["own"]["wins"])
    for decision in found["decisions"]:
        assert decision["position"].startswith("no_thanks[")
        assert decision["moves"][0]["move"] == decision["best"]
        assert decision["verdict"] != "mistake" or decision["best"] != decision["played"]
        assert (decision["reason"] is None) == (decision["verdict"] == "fine")
    reasons = [each["reason"] for each in found["decisions"] if each["reason"]]
    assert any(each["text"] for each in reasons)
    for each in reasons:
        assert each["deals"] >= 256
        assert each["whole_game"]
        assert each["points"]["error"] >= 0 <= each["wins"]["error"]
        assert each["text"] == "" or each["text"].endswith(".")
    assert found["mattered"] == sorted(found["mattered"])[:3]


def test_rounded_parts_still_add_up() -> None:
    third = Fraction(1, 3)
    even, luck, own, others, result = (
        Amount(third, each) for each in (31 + third, third, third, -third, 31 + 2 * third)
    )
    found = SeatAccount(even, luck, own, others, result, NO_ERROR, NO_ERROR, NO_ERROR)
    assert [float(part) for part in rounded_parts(found)] == [31.3, 0.4, 0.3, -0.3]


def test_courses_are_drawn() -> None:
    assert sparkline([0, 0.5, 1], 10) == "▁▅█"
    assert len(sparkline([0.5] * 500, 48)) == 48
    narrow = Console(width=20, file=StringIO())
    narrow.print(Sparkline([0.0] * 100 + [1.0]))
    assert narrow.file.getvalue() == "▁" * 19 + "█\n"  # type: ignore[attr-defined]
    drawn = course([("A", [0.3, 1]), ("B & C", [0.7, 1])], "chances", str, 0.5, strong=0)
    assert drawn.count("<polyline") == 2
    assert 'class="course strong"' in drawn
    assert "B &amp; C" in drawn


def test_a_position_in_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "analyse", POSITION, *ROUGH, "--lang", "en")
    assert "Moves of Player 1" in shown
    assert "take card 35 with no chips" in shown
    assert "The game is over." in said(capsys, "analyse", file, *ROUGH, "--lang", "en")
    assert "A draw is due" in said(capsys, "analyse", file, "--to", 0, *ROUGH, "--lang", "en")
    alone = "no_thanks[players=3] turn=1 card=35 pot=11 chips=0/11/11"
    assert "only one legal move" in said(capsys, "analyse", alone, *ROUGH, "--lang", "en")


def test_a_position_for_programs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "analyse", POSITION, *ROUGH, "--json"))
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(1)
    assert [(move["move"], move["equal"]) for move in found["moves"]] == [("pass", True), ("take", False)]
    assert found["seat"] == 1
    recorded = json.loads(said(capsys, "analyse", file, "--to", 2, *ROUGH, "--json"))
    assert recorded["position"].startswith("no_thanks[")


def test_records_that_cannot_be_reviewed(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = tmp_path / "running.koloda"
    running.write_text(record.write(opened("no_thanks", "x", players=3).record), "utf-8")
    assert refused(capsys, "review", running) == "The game is not over yet: only finished games are reviewed."
    changed = tmp_path / "changed.koloda"
    changed.write_text(file.read_text("utf-8").replace("name 1: ", "name 1: X"), "utf-8")
    assert "checksum" in refused(capsys, "review", changed)
    forged = tmp_path / "forged.koloda"
    forged.write_text(_with_another_secret(file), "utf-8")
    assert "secret" in refused(capsys, "review", forged)
    refused(capsys, "review", tmp_path / "none.koloda", status=FILE)
    assert refused(capsys, "review", file, "--seat", 4) == "There is no seat 4; there are 3."
    assert "0.001 to 0.5" in refused(capsys, "review", file, "--accuracy", 0)
    nowhere = tmp_path / "none" / "review.html"
    refused(capsys, "review", file, "--html", nowhere, status=FILE)


def _with_another_secret(file: Path) -> str:
    found = record.read(file.read_text("utf-8"))
    found.secret = bytes(32)
    return record.write(found)


@pytest.mark.parametrize(("game", "problem"), [(PLAIN, "has no policy"), (BLIND, "has no policy")])
def test_games_without_a_policy(file: Path, game: Any, problem: str) -> None:
    found = record.read(file.read_text("utf-8"))
    with pytest.raises(UnknownOption, match=problem):
        check_reviewed(replace(found, game=game), 0.02)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["no_thanks[players=3] turn=1 card=99"], "card should be a number from 3 to 35"),
        (["chess[players=2] turn=1"], 'There is no game "chess"'),
        ([POSITION, "--to", "3"], "--to belongs to a record"),
        ([POSITION, "--seat", "2"], "The player in seat 2 cannot move now."),
        ([POSITION, "--seat", "9"], "There is no seat 9"),
        ([POSITION, "--accuracy", "7"], "0.001 to 0.5"),
    ],
)
def test_positions_that_cannot_be_analysed(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert problem in refused(capsys, "analyse", *arguments)


def test_an_entry_that_is_not_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no entry 9999" in refused(capsys, "analyse", file, "--to", 9999)
