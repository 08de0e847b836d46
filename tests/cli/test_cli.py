"""The command `koloda`, from the outside."""

import json
import re
from pathlib import Path

import pytest

from koloda.cli.arguments import CommandParser
from koloda.cli.completion import SHELLS
from koloda.cli.language import chosen_language
from koloda.cli.main import main
from koloda.cli.outline import Command, outline
from koloda.cli.parser import COMMANDS
from koloda.core.edition import EditionOption
from koloda.core.exit_codes import FILE, NO, USAGE
from koloda.core.text import LANGUAGES
from koloda.games import GAMES
from koloda.table import record
from tests.table.games import opened, play_on

HAVING = ", ".join(
    name for name, game in GAMES.items() if any(isinstance(each, EditionOption) for each in game.set_up.options)
)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    file = tmp_path / "game.koloda"
    file.write_text(record.write(play_on(opened("no_thanks", "x", players=3)).record), "utf-8")
    return file


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments, "--lang", "en"]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = USAGE) -> str:
    assert main([*arguments, "--lang", "en"]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.strip()


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples(capsys: pytest.CaptureFixture[str], command: str, language: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--help", "--lang", language])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert text.count(f"koloda {command}".strip()) >= 2, "the usage and an example"


def test_what_stands_for_a_value_is_translated_in_groups_too() -> None:
    parser = CommandParser("ru", "about")
    action = parser.add_mutually_exclusive_group().add_argument("--resume", metavar="FILE")
    assert action.metavar == "ФАЙЛ"


def test_help_is_in_russian_altogether(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rules", "--help", "--lang", "ru"])
    text = capsys.readouterr().out
    assert text.startswith("использование: koloda rules [-h]")
    assert re.findall(r"^\S.*:$", text, re.MULTILINE) == ["аргументы:", "ключи:", "примеры:"]


BELOW = {word for command in outline("en").all() for word in command.path}
VALUES = {
    *GAMES,
    *COMMANDS,
    *BELOW,
    *LANGUAGES,
    *SHELLS,
    "search",
    "greedy",
    "rule",
    "network",
    "torch",
    "games",
    "cpu",
    "cuda",
    "ray",
    "ms",
    "plain",
    "json",
    "less",
    "exit",
    "codes",
    "careless",
}
"""Words that are typed as they are."""
PROPER_NAMES = {
    "JSON",
    "CSV",
    "TOML",
    "URL",
    "HTTP",
    "https",
    "TLS",
    "PEM",
    "VAPID",
    "Ray",
    "PAGER",
    "Ctrl",
    "NT",
    "PyTorch",
    "TensorBoard",
    "PostgreSQL",
    "postgresql",
}


@pytest.mark.parametrize("command", [*outline("ru").all()], ids=lambda command: " ".join(command.path))
def test_russian_help_has_no_english_words(command: Command) -> None:
    told = [argument.help for argument in command.arguments] + [argument.value for argument in command.arguments]
    text = " ".join([command.about, command.short, *told])
    typed = r"(?<!\w)--?[a-z][\w-]*|\{[^}]*\}|https?://\S+|[\w.]*/[\w./]*|\w+\.\w+|koloda|X-Forwarded-For|KOLODA_\w+"
    words = re.findall(r"[A-Za-z_]{2,}", re.sub(typed, " ", text))
    assert [word for word in words if word not in VALUES | PROPER_NAMES] == []


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("rules", "koloda rules: ошибка: не хватает аргументов: ИГРА"),
        ("palu", "koloda: ошибка: КОМАНДА: недопустимое значение 'palu' (возможны: "),
        ("simulate dobro --gaems 3", "koloda: ошибка: неизвестные аргументы: --gaems 3. Может быть, --games?"),
        ("simulate dobro --games x", "koloda simulate: ошибка: --games: «x» — не целое число вроде 1000"),
        ("dance", "koloda: ошибка: КОМАНДА: недопустимое значение 'dance' (возможны: "),
        ("rules dobro DB-1 DB-2", "koloda: ошибка: неизвестные аргументы: DB-2"),
        (
            "serve --p 1",
            "koloda serve: ошибка: --p можно понять по-разному: --port, --pace, --public-url, --password-file",
        ),
        ("serve --port", "koloda serve: ошибка: --port: нужно значение"),
        ("serve --port x", "koloda serve: ошибка: --port: недопустимое значение 'x'"),
        ("arena dobro --bots 1,2 --ray=yes", "koloda arena: ошибка: --ray: значение не нужно, а дано 'yes'"),
        ("arena dobro --bots 1,2 --js --csv", "koloda arena: ошибка: --csv: нельзя вместе с --json"),
    ],
)
def test_what_argparse_refuses_is_in_russian_too(
    capsys: pytest.CaptureFixture[str], arguments: str, error: str
) -> None:
    """If another version of Python words its errors differently, `koloda.cli.language.ARGPARSE` must follow."""
    with pytest.raises(SystemExit) as left:
        main([*arguments.split(), "--lang", "ru"])
    assert left.value.code == 2
    usage, *_, last = capsys.readouterr().err.splitlines()
    assert usage.startswith("использование: koloda")
    assert last.startswith(error)


def test_replay_tells_the_story_and_shows_the_end(capsys: pytest.CaptureFixture[str], written: Path) -> None:
    text = shown(capsys, "replay", str(written))
    assert "Игрок 1 " in text
    assert " wins." in text or " share the win." in text
    assert "Position after entry" in text


def test_replay_to_any_entry_as_any_seat(capsys: pytest.CaptureFixture[str], written: Path) -> None:
    as_second = json.loads(shown(capsys, "replay", str(written), "--to", "3", "--seat", "2", "--json"))
    assert (as_second["entries"], as_second["seat"], as_second["view"]["seat"]) == (3, 2, 1)
    assert [chips is None for chips in as_second["view"]["chips"]] == [True, False, True]
    spectator = json.loads(shown(capsys, "replay", str(written), "--to", "3", "--json"))
    assert spectator["view"]["chips"] == [None] * 3
    start = json.loads(shown(capsys, "replay", str(written), "--to", "0", "--json"))
    assert (start["story"], start["view"]["phase"]) == ([], "first")


def test_replay_refuses_what_is_not_there(capsys: pytest.CaptureFixture[str], written: Path) -> None:
    assert refused(capsys, "replay", str(written), "--to", "999").startswith("There is no entry 999; the record has")
    assert refused(capsys, "replay", str(written), "--seat", "4") == "There is no seat 4; there are 3."
    assert refused(capsys, "replay", str(written.parent), status=FILE).startswith("Cannot read")
    assert refused(capsys, "replay", str(written.parent / "none"), status=FILE).startswith("Cannot read")
    binary = written.parent / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert refused(capsys, "replay", str(binary)).endswith("is not a text file, so it is not a record.")


def test_verify(capsys: pytest.CaptureFixture[str], written: Path) -> None:
    assert shown(capsys, "verify", str(written)).startswith("All 25 draws are as the dealer's secret says")
    assert json.loads(shown(capsys, "verify", str(written), "--json"))["verified"] is True
    text = written.read_text("utf-8")
    written.write_text(text.replace("name 1: ", "name 1: X"), "utf-8")
    assert "the checksum does not fit" in refused(capsys, "verify", str(written), status=NO)


@pytest.mark.parametrize("game", GAMES)
def test_simulate_for_machines_is_the_same_for_any_number_of_jobs(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    arguments = ["simulate", game, "--players", "3", "--games", "6000", "--seed", "5", "--json"]
    one, two = shown(capsys, *arguments), shown(capsys, *arguments, "--jobs", "2")
    assert one == two
    result = json.loads(one)
    assert sum(seat["win_share"] for seat in result["seats"]) == pytest.approx(1)
    assert sum(result["length"]["distribution"].values()) == 6000


def test_simulate_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "simulate", "no_thanks", "--games", "500", "-o", "removed=20")
    assert "500 random games" in text
    assert "M decisions/s" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("simulate chess", 'There is no game "chess"'),
        ("simulate no_thanks --players 9", "No Thanks! is for 2-7 players, not 9."),
        ("simulate no_thanks --games 0", "games should be a whole number, at least 1, not 0."),
        ("simulate no_thanks --jobs 0", "jobs should be a whole number, at least 1, not 0."),
        ("simulate no_thanks --seed -1", "seed should be a whole number, at least 0, not -1."),
        ("simulate no_thanks -o removed", '"removed" should read name=value.'),
        ("serve --limit-tables 0", "--limit-tables should be a whole number, at least 1, not 0."),
        ("play no_thanks -o speed=9", 'There is no option "speed"'),
        ("rules no_thanks NT-99", 'There is no rule "NT-99"; they are NT-1 to NT-12.'),
    ],
)
def test_wrong_arguments(capsys: pytest.CaptureFixture[str], arguments: str, message: str) -> None:
    assert refused(capsys, *arguments.split()).startswith(message)


@pytest.mark.parametrize("game", GAMES)
def test_rules_in_both_languages(capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert main(["rules", game, "--lang", "ru"]) == 0
    russian = capsys.readouterr().out
    english = shown(capsys, "rules", game)
    assert russian.count("**") == english.count("**") or russian != english
    prefix = GAMES[game].rule_prefix
    first = shown(capsys, "rules", game, f"{prefix}-1")
    assert first.strip() in english
    for written in (f"{prefix.lower()}1", f"{prefix.lower()}-1", f"{prefix[0]}-1", "1"):
        assert shown(capsys, "rules", game, written) == first


def test_rules_with_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(capsys, "rules", "no_thanks", "--search", "CHIPS")
    ids = re.findall(r"^\*\*(NT-\d+)", found, re.MULTILINE)
    assert 1 < len(ids) < 12
    assert all("chips" in paragraph.lower() for paragraph in re.split(r"(?=\*\*NT-)", found)[1:])
    fewer = re.findall(r"^\*\*(NT-\d+)", shown(capsys, "rules", "no_thanks", "--search", "chip hidden"), re.MULTILINE)
    assert 0 < len(fewer) < len(ids)
    assert main(["rules", "no_thanks", "--search", "фишек", "--lang", "ru"]) == 0
    assert "NT-" in capsys.readouterr().out
    assert refused(capsys, "rules", "no_thanks", "--search", "dragon", status=NO) == 'No rule contains "dragon".'
    assert refused(capsys, "rules", "no_thanks", "1", "--search", "dragon", status=NO) == 'No rule contains "dragon".'


@pytest.mark.parametrize("game", GAMES)
def test_the_edition_of_a_game_as_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    """Played with, it is the deck of the box; a game without one says which games have one."""
    options = [option.name for option in GAMES[game].set_up.options if isinstance(option, EditionOption)]
    if not options:
        assert refused(capsys, "edition", game).endswith("cannot be changed; that of these games can: " + HAVING + ".")
        return
    file = tmp_path / "my.toml"
    file.write_text(shown(capsys, "edition", game), "utf-8")
    assert "#" in file.read_text("utf-8"), "comments explain it"
    (option,) = options
    chosen = GAMES[game].new(None, **{option: str(file)})
    usual = GAMES[game].new()
    assert [getattr(chosen, name) for name in chosen.__slots__] == [getattr(usual, name) for name in usual.__slots__]


def test_an_edition_that_is_not_there_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "play", "tugriki", "-o", "edition=/none/my.toml", status=FILE)
    assert said == "Cannot read /none/my.toml: No such file or directory."


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    answers = iter(lines)

    def answer(prompt: str) -> str:
        for line in answers:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", answer)


def test_play_leave_and_resume(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path / "cache"))
    assert refused(capsys, "play", "--resume").startswith("There is no game to resume")
    typed(monkeypatch)
    left = shown(capsys, "play", "no_thanks", "--players", "3", "--seed", "7")
    assert "No Thanks! (3 players). You are Player in seat 1" in left
    assert "Continue with: koloda play --resume" in left
    record_file = tmp_path / "deep" / "done.koloda"
    typed(monkeypatch, *["take"] * 24)
    done = shown(capsys, "play", "--resume", "--record", str(record_file))
    assert "The game continues: No Thanks! (3 players)." in done
    assert "The game is over." in done
    assert shown(capsys, "verify", str(record_file)).startswith("All 25 draws")
    assert refused(capsys, "play", "--resume", str(record_file)) == "This game is already over."


def test_menu(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path))
    typed(monkeypatch, "chess", "2", "9", "", "quit")
    text = shown(capsys, "play")
    assert 'There is no game "chess"' in text
    assert "No Thanks! is for 2-7 players, not 9." in text
    assert "No Thanks! (4 players)." in text
    typed(monkeypatch, "q")
    assert "Which game?" in shown(capsys, "play")


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def game(seed: str) -> str:
        typed(monkeypatch, *["take"] * 24)
        return shown(capsys, "play", "no_thanks", "--seed", seed)

    assert game("a") == game("a")
    assert game("a") != game("b")


@pytest.mark.parametrize(
    ("given", "environment", "language"),
    [
        (["--lang", "ru"], "en_US.UTF-8", "ru"),
        (["--lang=en"], "ru_RU.UTF-8", "en"),
        ([], "ru_RU.UTF-8", "ru"),
        ([], "C", "en"),
    ],
)
def test_language(monkeypatch: pytest.MonkeyPatch, given: list[str], environment: str, language: str) -> None:
    monkeypatch.setenv("LC_ALL", environment)
    assert chosen_language(given) == language
