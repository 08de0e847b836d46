"""Options and editions: what is refused, and what is said."""

from pathlib import Path

import pytest

from koloda.core.edition import Edition, edition_option
from koloda.core.errors import BadEdition, UnknownOption
from koloda.core.options import Option, flag, settle

OPTIONS = (
    Option("rounds", "TG-31", range(1, 21), None),
    flag("attention", "DB-20", True),
    Option("goals", "MU-17", ("off", "fixed"), "off"),
)


@pytest.mark.parametrize("given", [True, 1, "on", "On", "yes", "true"])
def test_a_flag_is_understood_in_many_forms(given: object) -> None:
    assert settle(OPTIONS, {"attention": given})["attention"] == 1


def test_defaults_are_filled_in_but_for_those_that_the_rules_give() -> None:
    assert settle(OPTIONS, {}) == {"attention": 1, "goals": "off"}
    assert settle(OPTIONS, {"rounds": "20"})["rounds"] == 20


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rounds": 0}, 'Option rounds cannot be "0"; it can be: 1-20 (TG-31).'),
        ({"rounds": True}, 'Option rounds cannot be "True"; it can be: 1-20 (TG-31).'),
        ({"rounds": "1.5"}, 'Option rounds cannot be "1.5"; it can be: 1-20 (TG-31).'),
        ({"attention": "maybe"}, 'Option attention cannot be "maybe"; it can be: off, on (DB-20).'),
        ({"goals": "some"}, 'Option goals cannot be "some"; it can be: off, fixed (MU-17).'),
        ({"speed": 1}, 'There is no option "speed"; there are: rounds, attention, goals.'),
    ],
)
def test_wrong_options(given: dict[str, object], message: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        settle(OPTIONS, given)
    assert str(refused.value) == message


def accept(edition: Edition) -> None:
    if "cards" not in edition.tables:
        raise edition.bad("deck.cards", "errors.record_missing", key="cards")


def test_an_edition_travels_in_one_word(tmp_path: Path) -> None:
    file = tmp_path / "my deck.toml"
    file.write_text('name = "мой набор [1] 100%"\ncards = [1, 2]\n', "utf-8")
    option = edition_option("edition", "TG-1", accept)
    word = option.read(str(file))
    assert isinstance(word, str)
    assert not set(word) & set(" []")
    assert option.read(word) == word
    assert Edition.expand(word).tables == {"name": "мой набор [1] 100%", "cards": [1, 2]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards = [1, 2\nname = 3", "Line 2 of the edition: not valid TOML"),
        ("[deck]\nname = 1", 'Line 1 of the edition: "cards: …" is missing.'),
    ],
)
def test_a_bad_edition_names_the_line(text: str, message: str) -> None:
    with pytest.raises(BadEdition) as refused:
        accept(Edition.parse(text))
    assert str(refused.value).startswith(message)


def test_an_edition_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadEdition, match="Cannot read"):
        edition_option("edition", "TG-1", accept).read(str(tmp_path / "none.toml"))
