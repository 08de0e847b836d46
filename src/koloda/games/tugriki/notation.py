"""Tugriki in text. A card is a letter for the colour and a rank: `R5`, `GX`; the wilds are `genie` and `row`.

Actions: `R5` lays red 5, `genie=R4` and `row=R4` lay a wild in the place of red 4, `name purple`, `draw`, `pay`,
`silent`, `challenge`, `call`, `lend 3`, `refuse`. Draws: `first 2` (who starts), `card R5`. Russian words and letters
(К Ж З Ф С О, Х for X) are understood as well. Positions are in `positions.py`.
"""

from koloda.core.errors import NotUnderstood
from koloda.games.tugriki.cards import LETTERS, NAMES, NUMBERS, PALETTE, hand_of
from koloda.games.tugriki.positions import read_position, write_position
from koloda.games.tugriki.rules import card_of
from koloda.games.tugriki.state import (
    AS_CHOICE,
    AS_GENIE,
    CALL,
    CARDS,
    CHALLENGE,
    DECK,
    DRAW,
    EXCHANGING,
    FIRST,
    LEND,
    MOST_LENT,
    NAMING,
    PAY,
    SILENT,
    State,
)
from koloda.games.tugriki.turns import following

__all__ = ["read_action", "read_draw", "read_position", "write_action", "write_draw", "write_position"]

WORDS = {DRAW: "draw", PAY: "pay", SILENT: "silent", CHALLENGE: "challenge", CALL: "call", LEND: "refuse"}
SPOKEN = {
    **{word: action for action, word in WORDS.items()},
    "keep": PAY,
    "say nothing": SILENT,
    "взять": DRAW,
    "беру": DRAW,
    "заплатить": PAY,
    "плачу": PAY,
    "оставить": PAY,
    "промолчать": SILENT,
    "молчу": SILENT,
    "проверить": CHALLENGE,
    "проверяю": CHALLENGE,
    "уличить": CALL,
    "уличаю": CALL,
    "отказать": LEND,
    "отказываю": LEND,
}
_RUSSIAN = str.maketrans("КЖЗФСОХ", "RYGPBOX")
_WILD_WORDS = {"genie": AS_GENIE, "джинн": AS_GENIE, "row": AS_CHOICE, "ряд": AS_CHOICE, "выбор ряда": AS_CHOICE}
_LEND_WORDS = ("lend", "дать", "даю")
_NAME_WORDS = ("name", "назвать", "называю")
_COLOUR_WORDS = {
    **{word: colour for colour, word in enumerate(PALETTE)},
    **{letter.lower(): colour for colour, letter in enumerate(LETTERS)},
    **{letter: colour for colour, letter in enumerate("кжзфсо")},
    **{word: c for c, word in enumerate(("красный", "жёлтый", "зелёный", "фиолетовый", "синий", "оранжевый"))},
    "желтый": 1,
    "зеленый": 2,
}


def write_action(s: State, action: int) -> str:
    if action < NAMING:
        card = card_of(action)
        place = NAMES[action % CARDS]
        return place if card < CARDS else f"{NAMES[card]}={place}"
    if action < DRAW:
        return f"name {PALETTE[action - NAMING]}"
    return WORDS[action] if action in WORDS else f"lend {action - LEND}"


def read_action(s: State, text: str) -> int:
    action = _read(" ".join(text.lower().split()))
    if action is None:
        raise NotUnderstood.of("tugriki.no_move", text=text)
    return action


def _read(plain: str) -> int | None:
    if plain in SPOKEN:
        return SPOKEN[plain]
    wild, equals, place = (part.strip() for part in plain.partition("="))
    if equals:
        kind = _coloured(place)
        return _WILD_WORDS[wild] + kind if wild in _WILD_WORDS and kind is not None else None
    word, _, rest = plain.partition(" ")
    if word in _LEND_WORDS:
        return LEND + int(rest) if rest.isdecimal() and int(rest) <= MOST_LENT else None
    if word in _NAME_WORDS:
        return NAMING + _COLOUR_WORDS[rest] if rest in _COLOUR_WORDS else None
    if len(plain) > 1 and plain in _COLOUR_WORDS:
        return NAMING + _COLOUR_WORDS[plain]
    return _coloured(plain)


def _coloured(plain: str) -> int | None:
    kind = NUMBERS.get(plain.upper().translate(_RUSSIAN), CARDS)
    return kind if kind < CARDS else None


def write_draw(s: State, outcome: int) -> str:
    return f"first {outcome + 1}" if s.phase == FIRST else f"card {NAMES[_drawn_from(s)[outcome]]}"


def read_draw(s: State, text: str) -> int:
    word, _, what = " ".join(text.split()).partition(" ")
    if s.phase == FIRST:
        if word == "first" and what.isdecimal() and 1 <= int(what) <= s.players:
            return int(what) - 1
    elif word == "card":
        kind = NUMBERS.get(what if what.islower() else what.upper(), -1)
        pile = _drawn_from(s)
        if kind in pile:
            return pile.index(kind)
    raise NotUnderstood.of("tugriki.no_draw", text=text)


def _drawn_from(s: State) -> list[int]:
    return hand_of(s, following(s, s.target) if s.phase == EXCHANGING else DECK)
