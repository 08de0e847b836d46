"""Texts in both languages."""

import json
import re
from pathlib import Path

import pytest

from koloda.core.facts import fact
from koloda.core.text import LANGUAGES, Catalogue, Language, figure, plural, say, texts

SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


VARIANT = re.compile(r"\.(?!you)\w+_\w+(?=$|\.you$)")
"""A text for a certain value of an argument: only some languages have another one for it."""


def keys(language: Language) -> set[str]:
    return {key for key in texts(language) if not VARIANT.search(key.partition(".")[2])}


def test_both_languages_have_the_same_texts() -> None:
    assert keys("en") == keys("ru")


def test_both_languages_use_the_same_arguments() -> None:
    english, russian = (
        {key: {name.lower() for name, _ in SLOT.findall(texts(language)[key])} for key in keys("en")}
        for language in LANGUAGES
    )
    assert english == russian


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_for_a_value_replaces_another_and_uses_no_other_arguments(language: Language) -> None:
    found = texts(language)
    variants = [key for key in found if VARIANT.search(key.partition(".")[2])]
    assert variants
    for key in variants:
        area, _, rest = key.partition(".")
        usual = found[f"{area}.{VARIANT.sub('', rest)}"]
        assert {name for name, _ in SLOT.findall(found[key])} <= {name for name, _ in SLOT.findall(usual)}


@pytest.mark.parametrize(("language", "forms"), [("en", 2), ("ru", 3)])
def test_numbers_have_all_their_words(language: Language, forms: int) -> None:
    for text in texts(language).values():
        for _, words in SLOT.findall(text):
            assert not words or len(words.split("|")) == forms, text


@pytest.mark.parametrize(("n", "word"), [(1, "chip"), (0, "chips"), (2, "chips"), (11, "chips"), (-1, "chip")])
def test_english_words(n: int, word: str) -> None:
    assert plural("en", n, ["chip", "chips"]) == word


@pytest.mark.parametrize(
    ("n", "word"),
    [(1, "карта"), (21, "карта"), (2, "карты"), (34, "карты"), (0, "карт"), (5, "карт"), (11, "карт"), (112, "карт")],
)
def test_russian_words(n: int, word: str) -> None:
    assert plural("ru", n, ["карта", "карты", "карт"]) == word


@pytest.mark.parametrize(
    ("value", "form", "english", "russian"),
    [
        (0.26351, ".2%", "26.35%", "26,35\u00a0%"),
        (38911.4, ",.0f", "38,911", "38\u00a0911"),
        (-1.5, "+.1f", "-1.5", "-1,5"),
        (7, "d", "7", "7"),
    ],
)
def test_figures(value: float, form: str, english: str, russian: str) -> None:
    assert figure(value, form, "en") == english
    assert figure(value, form, "ru") == russian


def test_a_sentence_addresses_its_reader() -> None:
    took = fact("no_thanks.took", player=1, card=7, pot=1)
    assert say(took, "en", ["a", "b"]) == "b takes card 7 with 1 chip."
    assert say(took, "en", ["a", "b"], reader=1) == "You take card 7 with 1 chip."
    assert say(took, "en") == "Player 2 takes card 7 with 1 chip."
    assert say(took, "ru", ["а", "б"], reader=1) == "Вы берёте карту 7 и 1 фишку."


def test_a_value_may_have_a_text_of_its_own() -> None:
    bare = fact("no_thanks.took", player=1, card=7, pot=0)
    assert say(bare, "en", ["a", "b"]) == "b takes card 7 with no chips."
    assert say(bare, "en", ["a", "b"], reader=1) == "You take card 7 with no chips."
    assert say(bare, "ru", ["а", "б"], reader=1) == "Вы берёте карту 7 без фишек."


def test_a_sentence_may_begin_with_an_argument() -> None:
    refused = fact(
        "errors.not_legal_named", move=fact("tugriki.card_red", rank="0"), reason=fact("tugriki.not_started")
    )
    assert say(refused, "en") == "Red 0 is not possible: its row starts with the 5 (TG-7)."
    assert say(refused, "ru") == "Красный 0 пока нельзя: ряд начинают с пятёрки (TG-7)."


def test_facts_within_facts() -> None:
    shared = fact("common.share", players=[fact("common.player", player=0), fact("common.player", player=2)])
    assert say(shared, "en", ["a", "b", "c"]) == "a, c share the win."


def test_a_name_is_shown_as_it_is() -> None:
    assert say(fact("common.wins", player=0), "en", ["{player} <b>"]) == "{player} <b> wins."


def test_fields_that_hold_seats_are_known_by_their_texts(tmp_path: Path) -> None:
    (tmp_path / "locale").mkdir()
    own = {"title": "Game", "field_dealer": "Dealer"}
    (tmp_path / "locale" / "en.json").write_text(json.dumps(own), "utf-8")
    catalogue = Catalogue()
    catalogue.add("game", tmp_path, ["dealer", "out"])
    found = catalogue.texts("en")
    assert (found["game.player_dealer"], found["game.player_out"]) == ("Dealer", "out")
