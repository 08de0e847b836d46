"""The events of every game: each has its text, and programs use them instead of the keys of texts."""

import ast
import re
from itertools import product
from pathlib import Path

import pytest

import koloda
from koloda.core.events import GameEvent, Share, TypedFact, Wins, form_of, terms_of
from koloda.core.facts import SEATS
from koloda.core.text import LANGUAGES, texts
from koloda.games import GAMES
from tests import laws

SLOT = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
PACKAGE = Path(koloda.__file__).parent
HOST = PACKAGE / "bots/external/class_host.py"
"""No bot: it runs one, and passes on why a class cannot be loaded."""
BOTS = sorted({*PACKAGE.glob("games/*/bots/**/*.py"), *PACKAGE.glob("bots/**/*.py")} - {HOST})


EVENTS: list[type[TypedFact]] = [Wins, Share, *(kind for game in GAMES.values() for kind in game.event_types)]
TOLD = {form_of(kind).template: kind for event in EVENTS for kind in (event, *terms_of(event))}


def test_every_event_has_a_text_with_its_arguments() -> None:
    """A text uses all fields. Who the event concerns may stay out of it: that is told by the text for "you"."""
    for name, kind in TOLD.items():
        form = form_of(kind)
        assert form.keys, name
        for key, language in product(form.keys, LANGUAGES):
            used = set(SLOT.findall(texts(language)[key]))
            assert used <= set(form.arguments), (key, language)
            assert set(form.arguments) - used <= set(SEATS), (key, language)
            assert set(SLOT.findall(texts(language).get(f"{key}.you", ""))) <= set(form.arguments), (key, language)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_tells_of_nothing_else(game: koloda.Game) -> None:
    """Each of its events is one that it declares, and most of those happen in random games."""
    seen: set[type] = set()
    for key in range(12):
        for before, event, after in laws.walk(
            game, {"players": game.set_up.players[key % len(game.set_up.players)]}, key
        ):
            for seat in (None, 0):
                seen |= {type(told) for told in game.narration.narrate(before, event, after, seat)}
    assert all(issubclass(kind, GameEvent) for kind in seen)
    assert seen <= {*game.event_types, Wins, Share}
    assert len(seen) > len(game.event_types) / 2


def test_no_bot_reads_the_keys_of_texts() -> None:
    for file in BOTS:
        read = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Attribute)]
        assert [node.lineno for node in read if node.attr in ("key", "args")] == [], file


def test_there_are_bots_to_look_at() -> None:
    assert len(BOTS) > 20
    assert {game.name for game in GAMES.values()} <= {file.parent.parent.name for file in BOTS}
