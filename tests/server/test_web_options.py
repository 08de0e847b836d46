"""The lobby can name and explain every option of a table, in both languages."""

import pytest

from koloda.core.text import LANGUAGES, Language, texts
from koloda.server.messages import OptionInfo
from koloda.server.tables.listing import games

OPTIONS = [(game.name, option) for game in games({}) for option in game.options]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=[f"{game}-{option.name}" for game, option in OPTIONS])
def test_every_option_has_a_label_help_and_words(language: Language, game: str, option: OptionInfo) -> None:
    known = texts(language)
    assert {f"{game}.option_{option.name}", f"{game}.help_{option.name}"} <= known.keys()
    for value in option.values or []:
        word = value.replace("-", "_")
        assert f"web.value_{word}" in known or f"{game}.value_{word}" in known, value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_title_and_says_what_it_is_about(language: Language) -> None:
    for game in games({}):
        assert {f"{game.name}.title", f"{game.name}.tagline"} <= texts(language).keys()


def test_a_number_may_be_a_word_too() -> None:
    rounds = next(option for game, option in OPTIONS if (game, option.name) == ("tugriki", "rounds"))
    assert (rounds.low, rounds.high, rounds.values) == (1, 20, ["knockout"])
