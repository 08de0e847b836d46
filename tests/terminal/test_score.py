"""`koloda score` from the outside: by arguments, by questions, from files, in both languages."""

import json
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koloda.cli.main import main
from koloda.core.errors import BadRecord, KolodaError
from koloda.core.score_sheet import Notebook, Sheet
from koloda.core.text import LANGUAGES, Language, texts
from koloda.games import GAMES
from koloda.terminal.score import ScoreOptions, run, sheet_for
from tests.terminal.scripted_player import ScriptedPlayer


def score(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints; refusals are marked."""
    code = main(["score", *arguments])
    printed = capsys.readouterr()
    assert (code == 0) == (printed.err == "")
    return printed.out if code == 0 else f"refused: {printed.err}"


def asked(
    game: str, *lines: str, language: Language = "en", save: Path | None = None, resume: Path | None = None
) -> str:
    player = ScriptedPlayer(lines)
    assert run(ScoreOptions(game, {}, save=save, resume=resume), language, player.ask, player.write) == 0
    return player.screen


NO_THANKS = ("no_thanks", "-o", "removed=24", "--player", "Anna: 3-5 / 20", "--player", "Boris: 20 22 24 / 10")
VERA = ("--player", "Vera: 35 30 31 / 3")
DOBRO = ("dobro", "--players", "Anna, Boris, Vera, Gleb", "--round", "18 12 12 8", "--round", "10 9 11 20 forgot Boris")
MIND_UP = ("mind_up", "--round", "2-4-1-5-3 A1 F2", "--player", "Anna: 22 20 / 37 / 25 / 46 53 60")
TUGRIKI = ("tugriki", "--players", "Anna, Boris, Vera", "-o", "tugriks=6", "--event", "pay boris", "--event", "pay 3 9")


def test_a_hand_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert score(capsys, "no_thanks", "--player", "3 7 8 10 14 15 16 25 / 8").split()[-1] == "51"
    assert "51" in score(capsys, "no_thanks", "--lang", "ru", "--player", "Анна: 3 7–8 10 14–16 25 / 8")


def test_no_thanks_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Anna wins with −17 points." in score(capsys, *NO_THANKS, *VERA)
    assert "Победа: Anna, −17 очков." in score(capsys, *NO_THANKS, *VERA, "--lang", "ru")
    told = json.loads(score(capsys, *NO_THANKS, *VERA, "--json"))
    assert told["names"] == ["Anna", "Boris", "Vera"]
    assert (told["scores"], told["winners"], told["finished"]) == ([-17, 56, 62], [0], True)


def test_no_thanks_in_mid_game(capsys: pytest.CaptureFixture[str]) -> None:
    without_chips = score(capsys, *NO_THANKS, "--player", "35 30")
    assert "Chips marked ? are not counted." in without_chips
    assert "1 card is still to be taken" in without_chips
    told = json.loads(score(capsys, *NO_THANKS, "--players", "Anna, Boris, Vera", "--json"))
    assert (told["scores"], told["winners"]) == ([-17, 56, None], [])
    assert "Lowest so far" in score(capsys, *NO_THANKS, "--player", "30 / 0", "--unfinished")


def test_dobro_by_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    told = score(capsys, *DOBRO)
    assert re.search(r"2 +3 +\*3 +2 +1", told)
    assert "is led by one of: Anna, Vera." in told
    final = score(capsys, *DOBRO, "--round", "4 5 6 7", "--lang", "ru")
    assert "Очков поровну; в последнем раунде больше: Anna" in final or "Больше всех очков: Anna" in final
    assert json.loads(score(capsys, *DOBRO, "--json"))["totals"] == [4, 5, 4, 5]


def test_dobro_sums_are_looked_at_only_to_break_a_tie(capsys: pytest.CaptureFixture[str]) -> None:
    even = ("dobro", "--round", "10 10 20", "--round", "10 10 20", "--round", "10 10 20")
    assert "smaller sum of numbers" in score(capsys, *even)
    assert "Player 2 wins." in score(capsys, *even, "--last-sums", "51 48")
    assert "Player 2 wins." in score(capsys, *even, "--last-sums", "51 48 90")
    assert "share the win" in score(capsys, *even, "--last-sums", "50 50")
    clear = ("dobro", "--round", "1 2 3", "--round", "1 2 3", "--round", "1 2 3")
    assert "Player 1 wins." in score(capsys, *clear, "--last-sums", "51 48")


def test_mind_up_rounds_and_goals(capsys: pytest.CaptureFixture[str]) -> None:
    told = score(capsys, *MIND_UP, "--player", "Boris: 2 6 / 3 13 18 / 4 / 9 / -")
    assert re.search(r"Anna +24 +\+1 +A1 \+2 +27 +27", told)
    assert "Boris lays out" in told
    second = (
        "--round",
        "1-2-3-4-5",
        "--player",
        "boris: 2 6 / 3 13 18 / 4 / 9 26",
        "--player",
        "22 20 / 37 / 25 / 46 53 60 8",
    )
    both = json.loads(score(capsys, *MIND_UP, "--player", "Boris: 2 6 / 3 13 18 / 4 / 9", *second, "--json"))
    assert both["totals"] == [27 + 24, 25 + 22]


def test_a_collection_alone_and_a_round_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    alone = score(capsys, *MIND_UP)
    assert re.search(r"Anna +24 +\+1 +- +25 +25", alone)
    assert "Goals are counted when everybody" in alone
    part = json.loads(score(capsys, *MIND_UP, "--players", "Anna, Boris, Vera", "--json"))
    assert (part["entered"], part["totals"]) == ({"Anna": 25}, [0, 0, 0])


def test_tugriki_ledger(capsys: pytest.CaptureFixture[str]) -> None:
    told = score(capsys, *TUGRIKI, "--event", "win Anna")
    assert "No tugriks left: Boris, Vera." in told
    lent = score(capsys, *TUGRIKI, "--event", "win Anna", "--event", "lend Anna to Boris: 2", "--event", "next")
    assert "Vera is out." in lent
    assert "Round 2, Boris starts. Bank 2. Anna 3, Boris 1." in lent
    russian = (
        "tugriki",
        "--players",
        "3",
        "--lang",
        "ru",
        "--event",
        "начинает 2",
        "--event",
        "платит 3",
        "--event",
        "победа 1",
    )
    assert "Раунд 2, начинает Игрок 3. В банке 3." in score(capsys, *russian)
    final = json.loads(score(capsys, *TUGRIKI, "--event", "win 1", "--event", "next", "--json"))
    assert (final["over"], final["winners"], final["money"]) == (True, [0], [6, 0, 0])


REFUSED = [
    ((*NO_THANKS, "--player", "5 / 3"), "Player 3 and Anna cannot both have 5"),
    ((*NO_THANKS, "--player", "36 / 3"), '"36" is not a card'),
    ((*NO_THANKS, "--player", "16-14 / 3"), '"16-14" is not a run: a run goes upwards, 14-16'),
    ((*NO_THANKS, "--player", "7 7 / 3"), "Card 7 is there twice"),
    ((*NO_THANKS, "--player", "30 31 35 / 4"), "1 too many"),
    ((*NO_THANKS, "--player", "30 31 35 / 2"), "1 is missing"),
    ((*NO_THANKS, "--player", "30 31 / 3"), "1 is missing (NT-7)"),
    ((*NO_THANKS, "--player", "29-31 35 / 3"), "only 9 are played"),
    ((*NO_THANKS, "--player", "29 / few"), 'not "few"'),
    ((*NO_THANKS, "--player", "Anna: 29"), "two players called Anna"),
    (("no_thanks", "--round", "1 2 3"), "--round means nothing in No Thanks!; here there is: --player."),
    (("no_thanks", "--player", "3", "-o", "removed=40"), "Option removed cannot be"),
    (("dobro", "--round", "30 30"), "at most 42 of the 44"),
    (("dobro", "--round", "20 20 14"), "at most 53 of the 56"),
    (("dobro", "--round", "20 x 14"), '"20 x 14" is not a round: give the sizes of the score piles'),
    (("dobro", "--round", "-1 2 3"), '"-1 2 3" is not a round: give the sizes of the score piles'),
    (("dobro", "--last-sums", "1 2"), "Say who plays"),
    (("dobro", "--players", "3", "--round", "20 x 14"), "is not a round"),
    (("dobro", "--players", "4", "--round", "1 2 3"), "3 piles for 4 players"),
    (("dobro", "--round", "1 2 3 forgot 4"), 'no player "4"'),
    (("dobro", "--round", "1 2 3 forgot 1", "-o", "attention=off"), "forgetful card is not used"),
    (("dobro", "--round", "1"), "Dobro is for 2-6 players, not 1"),
    (("dobro", *(["--round", "1 2 3"] * 4)), "one line too many"),
    (("dobro", *(["--round", "2 2 3"] * 3), "--last-sums", "40 8"), "cannot be the sum of 2 cards"),
    (("dobro", *(["--round", "2 2 3"] * 3), "--last-sums", "4"), "1 sum will not do"),
    (("mind_up", "--round", "2-4-1-5-5", "--player", "1", "--player", "2"), "not an order"),
    (("mind_up", "--round", "2-4-1-5-3 Z9", "--player", "1", "--player", "2"), 'no goal "Z9"'),
    ((*MIND_UP, "--player", "Boris: 46"), "Card 46 is in the collection of Anna"),
    ((*MIND_UP, "--player", "Boris: 61"), "no card 61"),
    ((*MIND_UP, "--player", "Anna: 2", "--player", "Boris: 3"), "two players called Anna"),
    (("tugriki", "--event", "pay 2"), "Say who plays"),
    ((*TUGRIKI, "--event", "pay Zoe"), 'no player "Zoe"; there are: Anna, Boris, Vera'),
    ((*TUGRIKI, "--event", "steal 2"), "is not understood"),
    (("tugriki", "--players", "3", "--event", "fly 9"), '"fly" is not an event: start, pay, penalty, rob, win, stuck'),
    ((*TUGRIKI, "--event", "lend 1 to 2"), "is not understood"),
    ((*TUGRIKI, "--event", "lend 1 to 2: 3"), "Boris needs no loan"),
    ((*TUGRIKI, "--event", "win 1", "--event", "lend 1 to 2: 9"), "Anna cannot lend 9: it is 1 to 5"),
    (("tugriki", "--players", "3", "--event", "win 1", "-o", "tugriks=2"), "Option tugriks cannot be"),
    (("tugriki", "--players", "Anna, 7", "--event", "win 1"), '"7" cannot be a name'),
    (("chess", "--round", "1"), 'no game "chess"'),
    (("no_thanks", "--players", "Anna, Boris", "--player", "Anna: 3", "--player", "Anna: 4"), "on the sheet already"),
    ((*MIND_UP, "--player", "Boris: 2x"), '"2x" is not a number'),
    (("dobro", "--players", "Anna, Anna", "--round", "1 2"), "two players called Anna"),
]


@pytest.mark.parametrize(("arguments", "reason"), REFUSED)
def test_impossible_input_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], reason: str
) -> None:
    told = score(capsys, *arguments, "--lang", "en")
    assert told.startswith("refused: ")
    assert reason in told
    russian = score(capsys, *arguments, "--lang", "ru")
    assert russian.startswith("refused: ")
    assert re.search("[а-я]", russian)


def test_questions_can_be_taken_back() -> None:
    screen = asked(
        "no_thanks", "back", "Anna, Boris", "3-5 / 9", "back", "3-9 / 9", "8 / 2", "?", "look", "10 / 2", "q"
    )
    assert "There is nothing to take back." in screen
    assert "Taken back: 3-5 / 9" in screen
    assert "Boris and Anna cannot both have 8" in screen
    assert "One line a player" in screen
    assert "Anna: cards / chips?" in screen


def test_questions_in_russian() -> None:
    screen = asked("dobro", "Анна, Борис, Вера", "1 2 3", "назад", "3 2 1", "помощь", "лист", "выход", language="ru")
    assert "Отменено: 1 2 3" in screen
    assert "Следующий раунд начинает Анна" in screen


def test_dobro_asks_for_sums_when_they_are_needed() -> None:
    screen = asked("dobro", "2", "5 5", "5 5", "5 5", "20 21", "back", "21 20", "7", "")
    assert "Sum of the numbers in the last round's pile of Player 1, Player 2" in screen
    assert screen.count("Player 1 wins.") == screen.count("Player 2 wins.") == 1
    assert 'The sheet is complete; "7" is one line too many.' in screen


def test_mind_up_by_questions() -> None:
    screen = asked("mind_up", "2", "2-4-1-5-3 а1", "22 20/37/25/46 53 60", "2 6 / 3 13 18 / 4 / 9 9", "2 6/3 13 18/4/9")
    assert "Player 1: 7 cards from left to right" in screen
    assert "Card 9 is there twice." in screen
    assert screen.count("Round 2: values") == 1


def test_tugriki_by_questions() -> None:
    screen = asked("tugriki", "3", "2", "pay 3", "rob 1", "win 2", "back", "win 3", "штраф 3")
    assert "Who starts the first round?" in screen
    assert "Player 1 takes 3 from the bank." in screen
    assert "Round 2, Player 3 starts. Bank 5." in screen


def test_a_full_sheet_that_is_resumed_shows_every_player(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text("koloda score no_thanks -o unfinished=on\nAnna, Boris\n3-5 / 9\n20 22 24 / 2\n", "utf-8")
    before = asked("no_thanks", "", resume=file).partition("The sheet is complete.")[0]
    assert "Anna" in before
    assert "Boris" in before


def test_a_sheet_is_kept_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    asked("dobro", "Anna, Boris, Vera", "1 2 3", save=file)
    assert file.read_text("utf-8") == "koloda score dobro\nAnna, Boris, Vera\n1 2 3\n"
    with pytest.raises(BadRecord, match="There is a sheet"):
        asked("dobro", save=file)
    assert "Vera leads" in asked("dobro", resume=file)
    asked("dobro", "4 5 6", "back", "6 5 4", resume=file)
    assert file.read_text("utf-8").splitlines()[-1] == "6 5 4"


def test_lines_from_a_file_and_from_a_pipe(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.txt"
    file.write_text("# Friday\nAnna, Boris\n\npay Anna\nwin Boris\n", "utf-8")
    assert "Round 2, Boris starts. Bank 2." in score(capsys, "tugriki", "--lines", str(file))
    with file.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert "Round 2, Boris starts. Bank 2." in score(capsys, "tugriki", "--lines", "-")
    file.write_text("Anna, Boris\npay Zoe\n", "utf-8")
    assert 'Line 2: There is no player "Zoe"' in score(capsys, "tugriki", "--lines", str(file))
    file.write_text("koloda score dobro\nAnna, Boris\n", "utf-8")
    assert "belongs to dobro" in score(capsys, "tugriki", "--lines", str(file))
    file.write_text("koloda score tugriki -o rounds\nAnna, Boris\n", "utf-8")
    assert "Line 1" in score(capsys, "tugriki", "--lines", str(file))
    assert "Cannot read" in score(capsys, "tugriki", "--lines", str(tmp_path / "none"))
    assert "Cannot write" in score(capsys, "dobro", "--round", "1 2", "--save", str(tmp_path))


def test_options_are_kept_with_the_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "sheet.txt"
    score(capsys, "dobro", "-o", "rounds=long", "--round", "1 2 3 4", "--save", str(file))
    assert file.read_text("utf-8").startswith("koloda score dobro -o rounds=long\n")
    assert "3 rounds to play" in score(capsys, "dobro", "--lines", str(file))


def test_questions_leave_json_alone(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["2", "5 6"])

    def answer(prompt: str = "") -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    assert main(["score", "dobro", "--json", "--lang", "en"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["totals"] == [2, 1]
    assert "How many players" in printed.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_examples_that_work(capsys: pytest.CaptureFixture[str], language: Language) -> None:
    with pytest.raises(SystemExit):
        main(["score", "--help", "--lang", language])
    shown = capsys.readouterr().out
    examples = [line.strip() for line in shown.splitlines() if line.startswith("  koloda score")]
    assert {shlex.split(example)[2] for example in examples} == set(GAMES)
    for example in examples:
        if "--lines" not in example and "--save" not in example:
            assert main([*shlex.split(example)[1:], "--lang", language]) == 0, example


NUMBERS = ["1", "2", "3", "12", "18", "99", "-", "/", ":", ",", "3-9", "9-3", "2-4-1-5-3", "A1", "²", "٣", "1e9"]
WORDS = ["forgot", "забыл", "pay", "rob", "win", "lend", "to", "next", "stuck", "start", "Anna"]
LINES = st.lists(st.lists(st.sampled_from(NUMBERS + WORDS), max_size=9).map(" ".join), max_size=8)


def looks(sheet: Sheet) -> tuple[object, ...]:
    return (sheet.question(), *([*sheet.show(), sheet.report()] if sheet.names else []))


@given(st.sampled_from(sorted(GAMES)), st.sampled_from(["2", "3", "Anna, , Vera", "1"]), LINES)
def test_whatever_is_typed_is_taken_or_refused(game: str, players: str, lines: list[str]) -> None:
    """A refused line changes nothing, and accepted lines can be taken back."""
    notebook = Notebook(lambda: sheet_for(GAMES[game])({}, "ru"))
    for line in (players, *lines):
        before = looks(notebook.sheet)
        try:
            notebook.add(line)
        except KolodaError as error:
            print(error.text("ru"), error.text("en"))
        else:
            after = looks(notebook.sheet)
            notebook.back()
            assert looks(notebook.sheet) == before
            notebook.add(line)
            before = after
        assert looks(notebook.sheet) == before


def test_both_languages_say_the_same_things() -> None:
    slots = {
        language: {
            key: set(re.findall(r"\{(\w+)", text))
            for key, text in texts(language).items()
            if re.match(r"score\.|\w+\.score_", key)
        }
        for language in LANGUAGES
    }
    assert slots["en"] == slots["ru"]
