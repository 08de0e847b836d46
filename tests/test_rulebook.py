"""The rulebooks that players read: English and Russian say the same under the same ids."""

import re
from collections import Counter

import pytest

from koloda.core.game import Game
from koloda.core.rulebook import page
from koloda.core.text import LANGUAGES, Language
from koloda.games import GAMES

ID = re.compile(r"^\*\*([A-Z]{2}-\d+)\*\*", re.MULTILINE)
MARK = re.compile(r"\[[RX]\]")
OPTION = re.compile(r"`[^`]+`")
WIDTH = 80

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_page = pytest.mark.parametrize(
    ("game", "language"),
    [(game, language) for game in GAMES.values() for language in LANGUAGES],
    ids=[f"{game}-{language}" for game in GAMES for language in LANGUAGES],
)


def rules(game: Game, language: Language) -> dict[str, str]:
    """The text under each id, up to the next id or heading."""
    text = page(game, language)
    starts = list(ID.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)]
    return {s[1]: text[s.end() : end].split("\n## ")[0] for s, end in zip(starts, ends, strict=True)}


@every_page
def test_ids_ascend_without_a_gap(game: Game, language: Language) -> None:
    ids = ID.findall(page(game, language))
    assert ids == [f"{game.rule_prefix}-{n}" for n in range(1, len(ids) + 1)]


@every_page
def test_ids_referred_to_exist(game: Game, language: Language) -> None:
    text = page(game, language)
    assert set(re.findall(r"\b[A-Z]{2}-\d+\b", text)) == set(ID.findall(text))


@every_page
def test_a_rule_says_something(game: Game, language: Language) -> None:
    assert [name for name, text in rules(game, language).items() if len(text.strip()) < 20] == []


@every_page
def test_page_starts_with_title_introduction_and_legend(game: Game, language: Language) -> None:
    title, introduction, legend, section = page(game, language).split("\n\n")[:4]
    assert title.startswith("# ")
    assert not introduction.startswith(("#", "*", "-", "|"))
    assert MARK.findall(legend) == ["[R]", "[X]"]
    assert section.startswith("## ")


@every_page
def test_tables_fit_a_terminal(game: Game, language: Language) -> None:
    assert [line for line in page(game, language).splitlines() if line.startswith("|") and len(line) > WIDTH] == []


@every_game
def test_both_languages_have_the_same_ids(game: Game) -> None:
    assert rules(game, "en").keys() == rules(game, "ru").keys()


@every_game
@pytest.mark.parametrize("what", [MARK, OPTION], ids=["marks", "options"])
def test_both_languages_agree_rule_by_rule(game: Game, what: re.Pattern[str]) -> None:
    english, russian = (
        {name: Counter(what.findall(text)) for name, text in rules(game, language).items()} for language in LANGUAGES
    )
    assert english == russian


@every_game
def test_both_languages_have_the_same_sections_and_tables(game: Game) -> None:
    def shape(language: Language) -> list[str]:
        return re.findall(r"^(?:## |\|(?= ?-)|- )", page(game, language), re.MULTILINE)

    assert shape("en") == shape("ru")
