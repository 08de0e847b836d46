"""Games of other packages, good and bad."""

import json
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from koloda.core.errors import UnknownOption
from koloda.core.text import Catalogue, say
from koloda.games import GAMES, no_thanks
from koloda.games.registry import GROUP, Registry

OURS = no_thanks.GAME


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name=name, value=value, group=GROUP)


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package `stranger` with some games: `pay` is No Thanks! under another name."""
    folder = tmp_path / "stranger"
    (folder / "locale").mkdir(parents=True)
    (folder / "locale" / "ru.json").write_text(json.dumps({"title": "Плати"}), "utf-8")
    (folder / "quits.py").write_text("raise SystemExit(1)", "utf-8")
    (folder / "chatty.py").write_text('raise ImportError("no luck:\\n\\n  try again")', "utf-8")
    (folder / "torn").mkdir()
    (folder / "torn" / "locale").mkdir()
    (folder / "torn" / "locale" / "en.json").write_text('{"title": ', "utf-8")
    (folder / "torn" / "__init__.py").write_text(
        "from dataclasses import replace\nfrom stranger import PAY\nTORN = replace(PAY, package=__name__)\n", "utf-8"
    )
    (folder / "__init__.py").write_text(
        """from dataclasses import replace
from koloda.games import no_thanks

SET_UP = replace(no_thanks.GAME.set_up, name="pay")
PAY = replace(no_thanks.GAME, package=__name__, set_up=SET_UP)
WORDLESS = replace(no_thanks.GAME, package="tests", set_up=SET_UP)
NUMBER = 3


def named(name):
    return replace(PAY, set_up=replace(SET_UP, name=name))


LOUD, ERRORS = named("Pay!"), named("errors")
OLD = replace(PAY, notation=object())
""",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)


def registry(*entries: EntryPoint) -> Registry:
    return Registry([OURS], lambda: entries, Catalogue())


@pytest.mark.usefixtures("stranger")
def test_a_game_of_another_package_is_one_of_the_games() -> None:
    games = registry(entry("pay", "stranger:PAY"))
    assert list(games) == ["no_thanks", "pay"]
    assert games.find("Pay!").name == "pay"
    assert (games.package("pay"), games.package("no_thanks")) == ("stranger", "koloda")
    assert games.problems == []
    assert [game.part("bots.policy") for game in games.values()] == [OURS.policy, None]


@pytest.mark.usefixtures("stranger")
@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (entry("pay", "nowhere:PAY"), "it cannot be loaded (ModuleNotFoundError: No module named 'nowhere')"),
        (
            entry("pay", "stranger:NONE"),
            "it cannot be loaded (AttributeError: module 'stranger' has no attribute 'NONE')",
        ),
        (entry("pay", "stranger:NUMBER"), "stranger:NUMBER is not a koloda.Game"),
        (entry("play", "stranger:PAY"), 'its entry point is named "play", but the game is named "pay"'),
        (entry("no_thanks", "koloda.games.no_thanks:GAME"), "the package koloda has a game of that name already"),
        (entry("pay", "stranger.quits:PAY"), "it cannot be loaded (SystemExit: 1)"),
        (entry("pay", "stranger.chatty:PAY"), "it cannot be loaded (ImportError: no luck: try again)"),
        (
            entry("pay", "stranger:OLD"),
            "its notation.py lacks the function write_action, which this version of Koloda needs",
        ),
        (
            entry("Pay!", "stranger:LOUD"),
            '"Pay!" cannot be the name of a game: use small letters, digits and _, and no word that Koloda needs',
        ),
        (
            entry("errors", "stranger:ERRORS"),
            '"errors" cannot be the name of a game: use small letters, digits and _, and no word that Koloda needs',
        ),
        (
            entry("pay", "stranger.torn:TORN"),
            "it cannot be loaded (JSONDecodeError: Expecting value: line 1 column 11 (char 10))",
        ),
        (entry("pay", "stranger:WORDLESS"), 'its folder has no locale/en.json or locale/ru.json with a "title"'),
    ],
    ids=[
        "no module",
        "no object",
        "no game",
        "other name",
        "clash",
        "quits",
        "many lines",
        "incompatible",
        "no name",
        "name of ours",
        "torn texts",
        "no texts",
    ],
)
def test_a_bad_game_is_named_and_harms_nothing_else(bad: EntryPoint, reason: str) -> None:
    games = registry(bad)
    assert list(games) == ["no_thanks"]
    (problem,) = games.problems
    assert say(problem.reason) == reason
    assert say(problem.told).count("\n") == 0
    with pytest.raises(UnknownOption):
        games.find("pay")


@pytest.mark.usefixtures("stranger")
def test_of_two_games_with_one_name_the_first_is_kept() -> None:
    games = registry(entry("pay", "stranger:PAY"), entry("pay", "stranger:PAY"))
    assert len(games) == 2
    assert [say(problem.reason) for problem in games.problems] == [
        "the package stranger has a game of that name already"
    ]


def test_nothing_is_loaded_for_the_games_that_come_along() -> None:
    def installed() -> Iterable[EntryPoint]:
        raise AssertionError

    assert Registry([OURS], installed, Catalogue()).find("No Thanks!") is OURS


def test_the_games_themselves_are_sound() -> None:
    assert GAMES.problems == []
    assert {GAMES.package(name) for name in GAMES} == {"koloda"}
    prefixes = [game.rule_prefix for game in GAMES.values()]
    assert len(set(prefixes)) == len(prefixes)
