"""What moves cost, risk or bring stands on their buttons, and why a move is refused is said in plain words."""

import re
from random import Random
from typing import Any

import pytest

from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.core.text import LANGUAGES, Language, say, texts
from koloda.games import GAMES
from koloda.table.match import refusal
from tests import laws
from tests.games.test_laws import over_random_games

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

LONGEST = 26
"""The second line of a button has room for this many characters."""
NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Faya", "Hugo")
NOTATION = re.compile(r"[«»\"=*_|]|\b[RYGPBO][0-9X]\b|\b[JSR]\b|: (pass|take|draw)\b")
"""Moves and cards as records write them."""
RULES = re.compile(r"\s*\((?:[A-Z]{2}-\d+(?:, )?)+\)")
"""Ids of rules: the browser makes links of them."""


@every_game
def test_consequences_fit_on_a_button(game: Game) -> None:
    told: set[str] = set()

    def body(options: dict[str, Any], key: int) -> None:
        for before, _, _ in laws.walk(game, options, key):
            for seat in range(before.players):
                for action in game.legal(before, seat):
                    consequence = game.moves.info(before, seat, action).consequence
                    if consequence is not None:
                        told.update(say(consequence, language, NAMES, reader=seat) for language in LANGUAGES)

    over_random_games(game, 8, body)
    assert told
    assert {text for text in told if len(text) > LONGEST} == set()


@every_game
def test_refusals_are_plain_words(game: Game) -> None:
    """Defect 7 of the findings: no notation, no ids but those of rules in brackets, one sentence."""
    found: dict[str, Fact] = {}

    def body(options: dict[str, Any], key: int) -> None:
        chance = Random(key)
        for before, _, _ in laws.walk(game, options, key):
            for seat in range(before.players):
                legal = set(game.legal(before, seat))
                tried = {game.notation.read_action(before, text) for text in game.moves.attempts(before, seat).values()}
                for action in (tried | {chance.randrange(game.actions) for _ in range(3)}) - legal:
                    refused = refusal(game, before, seat, action).detail
                    reason = refused.args["reason"]
                    assert isinstance(reason, Fact)
                    assert refused.key in ("errors.not_legal_named", "errors.not_your_turn")
                    found[reason.key] = refused

    over_random_games(game, 8, body)
    for refused in found.values():
        for language in LANGUAGES:
            text = RULES.sub("", say(refused, language, NAMES))
            assert not NOTATION.search(text), text
            assert text.count(":") == 1, text
            assert text.count(".") == 1, text


LABEL = 18
LABELS = re.compile(
    r"web_(draw|pay|keep|silent|challenge|play_on|call|choose\w*|where_\w+|lay|refuse|take|take_back|wait|open|pass|end|play)"
)
"""Texts of buttons."""


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_the_labels_of_buttons_are_short(game: Game, language: Language) -> None:
    """Defect 9 of the findings: they fit at 360 px."""
    known = {
        key.removeprefix(f"{game.name}."): text
        for key, text in texts(language).items()
        if key.startswith(f"{game.name}.")
    }
    labels = {
        key: re.sub(r"\{\w+\}", "35", re.sub(r" \{\w+:.*?\}", " карты", text))
        for key, text in known.items()
        if LABELS.fullmatch(key)
    }
    assert {key: text for key, text in labels.items() if len(text) > LABEL} == {}
