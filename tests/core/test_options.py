"""Options and editions: what is refused, and with which words."""

from pathlib import Path

import numpy as np
import pytest

import koloda
from koloda.core.edition import Edition, EditionOption, edition_option
from koloda.core.errors import BadEdition, FileError, UnknownOption
from koloda.core.game import Game
from koloda.core.options import Option, flag, settle
from koloda.games import GAMES

OPTIONS = (
    Option("rounds", "TG-31", range(1, 21), None),
    flag("attention", "DB-20", True),
    Option("goals", "MU-17", ("off", "fixed"), "off"),
    Option("length", "DB-26", ("1", "3", "long"), "3"),
)


@pytest.mark.parametrize("given", [True, 1, "on", "On", "yes", "true"])
def test_a_flag_is_understood_in_many_forms(given: object) -> None:
    assert settle(OPTIONS, {"attention": given})["attention"] == 1


def test_defaults_are_filled_in_but_for_those_that_the_rules_give() -> None:
    assert settle(OPTIONS, {}) == {"attention": 1, "goals": "off", "length": "3"}
    assert settle(OPTIONS, {"rounds": "20"})["rounds"] == 20


@pytest.mark.parametrize("given", [3, "3", np.int64(3), np.int8(3)], ids=repr)
def test_programs_may_give_numbers_for_numbers_and_for_numerals(given: object) -> None:
    assert settle(OPTIONS, {"length": given, "rounds": given}) == settle(OPTIONS, {"length": "3", "rounds": "3"})


def test_the_games_take_numbers_where_people_write_numerals() -> None:
    """DB-26: `koloda.play("dobro", rounds=3)`."""
    assert koloda.play("dobro", rounds=3).state == koloda.play("dobro", rounds="3").state
    assert koloda.play("tugriki", rounds=3).state == koloda.play("tugriki", rounds="3").state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("given", [True, False, np.True_, np.False_], ids=repr)
def test_truth_is_no_number(game: Game, given: object) -> None:
    """Only a flag is answered with True or False."""
    for option in game.set_up.options:
        if option.flag:
            assert option.read(given) == int(bool(given))
        elif not isinstance(option, EditionOption):
            with pytest.raises(UnknownOption):
                option.read(given)
    with pytest.raises(UnknownOption):
        game.new(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rounds": 0}, 'Option rounds cannot be "0"; it can be: 1-20 (TG-31).'),
        ({"rounds": True}, 'Option rounds cannot be "True"; it can be: 1-20 (TG-31).'),
        ({"rounds": "1.5"}, 'Option rounds cannot be "1.5"; it can be: 1-20 (TG-31).'),
        ({"attention": "maybe"}, 'Option attention cannot be "maybe"; it can be: off, on (DB-20).'),
        ({"goals": "some"}, 'Option goals cannot be "some"; it can be: off, fixed (MU-17).'),
        ({"goals": False}, 'Option goals cannot be "False"; it can be: off, fixed (MU-17).'),
        ({"length": True}, 'Option length cannot be "True"; it can be: 1, 3, long (DB-26).'),
        ({"length": 2}, 'Option length cannot be "2"; it can be: 1, 3, long (DB-26).'),
        ({"length": 3.0}, 'Option length cannot be "3.0"; it can be: 1, 3, long (DB-26).'),
        ({"speed": 1}, 'There is no option "speed"; there are: rounds, attention, goals, length.'),
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
    with pytest.raises(FileError, match=r"^Cannot read [^:]+none\.toml: No such file or directory\.$"):
        edition_option("edition", "TG-1", accept).read(str(tmp_path / "none.toml"))
