"""`koloda advise` from the outside: by questions, from files, continued, in both languages."""

import json
from pathlib import Path

import pytest

from koloda.cli.main import main
from koloda.core.text import LANGUAGES, Language
from koloda.games import GAMES, find
from koloda.terminal import advise as advising
from koloda.terminal.advise import AdviseOptions, run
from tests.terminal.scripted_player import ScriptedPlayer

NAMES = "Anna, Boris, Vera"
TURN = ("Anna", "27", "pass", "Boris: pass")


def asked(*lines: str, language: Language = "en", given: AdviseOptions | None = None) -> str:
    player = ScriptedPlayer(lines)
    assert run(given or AdviseOptions("no_thanks", NAMES, 3), language, player.ask, player.write) == 0
    return player.screen


def advise(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints; refusals are marked."""
    code = main(["advise", *arguments])
    printed = capsys.readouterr()
    return str(printed.out) if code == 0 else f"refused: {printed.err}"


def lines_file(folder: Path, *lines: str) -> str:
    file = folder / "lines.txt"
    file.write_text("\n".join(["# what I saw", "", *lines]), "utf-8")
    return str(file)


def test_questions_moves_and_advice() -> None:
    screen = asked(*TURN, "back", "pass", "#2", "look", "moves", "log", "help", "nonsense", "99")
    for said in (
        "Who starts?",
        "Anna turns up a card. Which one?",
        "What does Boris do? (pass, take)",
        "Card 27 with 2 chips on it",
        "The strongest bot's advice: pay a chip",
        "  #1  pass  pay a chip: 3 on the card, 10 left to you  best",
        "wins in a hundred games fewer",
        "Taken back: pass",
        "You take card 27 with 2 chips.",
        "You turn up a card. Which one?",
        '"nonsense" is none of what is possible here: 3, 4,',
        '"99" is none of what is possible here',
        "Kept in",
    ):
        assert said in screen
    assert screen.count("The strongest bot's advice") == 2


def test_the_advice_has_its_reason_where_one_stands_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = ("no_thanks", "--players", "3", "--lines", lines_file(tmp_path, "first 1", "card 35"))
    assert "Taking the 35 costs 18 points on average: " in advise(capsys, *table)
    assert json.loads(advise(capsys, *table, "--json"))["reason"][0].startswith("Taking the 35 costs")


def test_in_russian() -> None:
    screen = asked("1", "27", "пас", "пас", "назад", "пас", "беру", "27", "выход", language="ru")
    for said in ("Кто начинает?", "Сильнейший бот советует:", "победы из ста", "Вы берёте карту 27", "27 уже было."):
        assert said in screen


def test_a_forced_move_needs_no_advice() -> None:
    given = AdviseOptions("no_thanks", NAMES, 1, {"chips": "0"})
    screen = asked("1", "27", given=given)
    assert "There is only one legal move: take card 27 with no chips." in screen


def test_somebody_forgets_to_draw() -> None:
    given = AdviseOptions("dobro", NAMES, 1)
    screen = asked("4 6 6 9 11 J", "Boris", "5", "end", given=given)
    assert "say end.) What does Vera do? (" in screen
    assert "Boris ends the turn without drawing: the forgetful card." in screen


def test_every_line_is_kept_and_the_last_table_continued(
    own_data_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "refused: There is no table to go on with." in advise(capsys, "--resume")
    asked(*TURN, "take", "28")
    (file,) = (own_data_folder / "advisor").iterdir()
    assert file.read_text("utf-8").splitlines() == [
        "koloda advise no_thanks --players 'Anna, Boris, Vera' --seat 3",
        *("first 1", "card 27", "pass", "pass", "take", "card 28"),
    ]
    screen = asked("back", "29", given=AdviseOptions(None, resume=""))
    assert "6 lines so far." in screen
    assert "Taken back: card 28" in screen
    assert file.read_text("utf-8").splitlines()[-1] == "card 29"
    assert "You turn up card 29" in asked("log", given=AdviseOptions("no_thanks", resume=str(file)))
    assert "is one of no_thanks, not of dobro" in advise(capsys, "dobro", "--resume", str(file))
    assert "goes without --players" in advise(capsys, "--resume", str(file), "--seat", "1")


def test_if_it_cannot_be_kept_it_goes_on(own_data_folder: Path) -> None:
    own_data_folder.mkdir(parents=True)
    (own_data_folder / "advisor").write_text("in the way")
    screen = asked("1", "27", "take")
    assert screen.count("The lines cannot be kept in") == 1
    assert "Anna takes card 27 with no chips." in screen


def test_from_a_file_to_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = lines_file(tmp_path, "first 1", "card 27", "pass", "pass")
    found = json.loads(advise(capsys, "no_thanks", "--players", NAMES, "--seat", "3", "--lines", file, "--json"))
    assert (found["game"], found["seat"], found["turn"], found["asked"], found["over"]) == (
        "no_thanks",
        3,
        3,
        None,
        False,
    )
    assert found["lines"] == ["first 1", "card 27", "pass", "pass"]
    assert [each["move"] for each in found["moves"]] == ["pass", "take"]
    assert found["moves"][0]["loss"] == 0 < found["moves"][1]["loss"]
    file = lines_file(tmp_path, "hand 4 6 6 9 11 J", "first 2", "5")
    found = json.loads(advise(capsys, "dobro", "--players", "3", "--lines", file, "--json"))
    assert (found["turn"], found["corrections"]) == (3, [{"seat": 2, "move": "end"}])
    assert "loss" not in found["moves"][0]
    file = lines_file(tmp_path)
    found = json.loads(advise(capsys, "dobro", "--players", "3", "--lines", file, "--json"))
    assert (found["asked"]["word"], found["asked"]["count"], found["turn"]) == ("hand", 6, None)
    file = lines_file(tmp_path, "first 1", "card 3", "take")
    told = advise(capsys, "no_thanks", "--players", "2", "-o", "removed=32", "--lines", file, "--json")
    assert json.loads(told)["scores"] == [-8, -11]


@pytest.mark.parametrize(
    ("lines", "arguments", "said"),
    [
        (("first 9",), "no_thanks --players 3", 'Line 3: "9" is none of what is possible here: 1, 2, 3'),
        (("1", "27", "take", "27"), "no_thanks", "Line 6: 27 has been seen already."),
        (("1",), "no_thanks --seat 0", "There is no seat 0; there are 4."),
        (("1",), "no_thanks --players 9", "9"),
        (("1",), "no_thanks --players Anna,Anna", "There are two players called Anna."),
        (("1",), "no_thanks -o chips=many", "many"),
        (("1",), "chess", "chess"),
        (("1",), "tugriki", "cannot be followed at a real table. These games can: dobro, no_thanks"),
    ],
)
def test_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: tuple[str, ...], arguments: str, said: str
) -> None:
    told = advise(capsys, *arguments.split(), "--lines", lines_file(tmp_path, *lines))
    assert told.startswith("refused: ")
    assert said in told


@pytest.mark.parametrize(
    "header", ["", "koloda score no_thanks", "koloda advise", "koloda advise no_thanks --players 3", "koloda advise 'x"]
)
def test_a_file_that_is_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str], header: str) -> None:
    file = tmp_path / "other.txt"
    file.write_text(f"{header}\n1\n", "utf-8")
    assert "should read: koloda advise GAME --players 4 --seat 1" in advise(capsys, "--resume", str(file))


def test_a_game_without_a_search_is_followed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "can_hint", lambda game: False)
    assert "No Thanks! has no bot that could give advice." in asked(*TURN)


def test_every_game_has_its_questions_in_both_languages() -> None:
    for name, game in GAMES.items():
        if game.part("advisor") is not None:
            for language in LANGUAGES:
                assert asked(language=language, given=AdviseOptions(find(name).name))
