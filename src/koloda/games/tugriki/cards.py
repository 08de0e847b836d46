"""The cards by name, and the edition that says which of them are in the deck (TG-1, TG-2)."""

from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from koloda.core.edition import DEFAULT, Edition
from koloda.games.tugriki.rounds import HANDFUL
from koloda.games.tugriki.rows import ROW
from koloda.games.tugriki.state import CARDS, CHOICE, COLOURS, GENIE, PER_WORD, PLAIN, RANKS, State

ColourName = Literal["red", "yellow", "green", "purple", "blue", "orange"]
PALETTE: tuple[str, ...] = get_args(ColourName)
LETTERS = "RYGPBO"
RANK_NAMES = "0123456789X"
WILDS = {GENIE: "genie", CHOICE: "row"}
NAMES = tuple(letter + rank for letter in LETTERS for rank in RANK_NAMES) + tuple(WILDS.values())
NUMBERS = {name: kind for kind, name in enumerate(NAMES)}
CARRIED = ("plain", "colour_choice", "draw", "skip", "reverse", "repeat", "exchange", "penalty", "robbery")

FEWEST_COLOURS = 3
FEWEST_CARDS = max(players * each for players, each in enumerate(HANDFUL))
MOST_CARDS = 96
TUGRIKS = range(8, 10_001)
KEYS = ("colours", "genies", "row_choices", "tugriks", "actions")


def cards_of(cards: list[int]) -> list[int]:
    """A set of coloured cards as ascending numbers."""
    found = []
    for word, left in enumerate(cards):
        while left:
            found.append(word * PER_WORD + (left & -left).bit_length() - 1)
            left &= left - 1
    return found


def hand_of(s: State, holder: int) -> list[int]:
    """All cards of a hand (or the deck), in order, wilds last."""
    return cards_of(s.hand[holder]) + [GENIE] * s.genies[holder] + [CHOICE] * s.choices[holder]


@cache
def default_edition() -> Edition:
    edition = Edition.parse(files(__package__).joinpath("edition.toml").read_text("utf-8"))
    check_edition(edition)
    return edition


def check_edition(edition: Edition) -> None:
    """TG-1: refuses a deck that cannot be played with."""
    for key in edition.tables:
        if key not in KEYS:
            raise edition.bad(key, "tugriki.edition_key", key=key, allowed=", ".join(KEYS))
    colours = _colours(edition)
    genies = _number(edition, "genies", range(MOST_CARDS))
    choices = _number(edition, "row_choices", range(1, MOST_CARDS))
    _number(edition, "tugriks", TUGRIKS)
    cards = len(colours) * RANKS + genies + choices
    if not FEWEST_CARDS <= cards <= MOST_CARDS:
        raise edition.bad("genies", "tugriki.edition_cards", cards=cards, fewest=FEWEST_CARDS, most=MOST_CARDS)
    _actions(edition, colours)


def _colours(edition: Edition) -> list[str]:
    colours = edition.tables.get("colours")
    if not isinstance(colours, list) or not FEWEST_COLOURS <= len(colours) <= COLOURS:
        raise edition.bad("colours", "tugriki.edition_colours", fewest=FEWEST_COLOURS, most=COLOURS)
    for colour in colours:
        if colour not in PALETTE:
            raise edition.bad("colours", "tugriki.edition_colour", given=str(colour), allowed=", ".join(PALETTE))
        if colours.count(colour) > 1:
            raise edition.bad("colours", "tugriki.edition_colour_twice", colour=colour)
    return colours


def _number(edition: Edition, key: str, allowed: range) -> int:
    given = edition.tables.get(key)
    if not isinstance(given, int) or isinstance(given, bool) or given not in allowed:
        raise edition.bad(key, "tugriki.edition_number", key=key, low=allowed[0], high=allowed[-1])
    return given


def _actions(edition: Edition, colours: list[str]) -> dict[int, int]:
    """What the cards carry: numbers of cards and actions."""
    table = edition.tables.get("actions", {})
    if not isinstance(table, dict):
        raise edition.bad("actions", "tugriki.edition_actions")
    carried: dict[int, int] = {}
    for action, cards in table.items():
        where = f"actions.{action}"
        if action not in CARRIED[1:]:
            raise edition.bad(where, "tugriki.edition_action", given=action, allowed=", ".join(CARRIED[1:]))
        if not isinstance(cards, list):
            raise edition.bad(where, "tugriki.edition_action_cards", action=action)
        for card in cards:
            kind = NUMBERS.get(card, CARDS) if isinstance(card, str) else CARDS
            if kind >= CARDS or PALETTE[kind // RANKS] not in colours:
                raise edition.bad(where, "tugriki.edition_no_card", card=str(card))
            if kind % RANKS == 5:
                raise edition.bad(where, "tugriki.edition_five", card=card)
            if kind in carried:
                raise edition.bad(where, "tugriki.edition_card_twice", card=card)
            carried[kind] = CARRIED.index(action)
    return carried


def put_in(s: State, edition: Edition) -> None:
    """The deck as option fields of a state; rows are as long as its `reach` says."""
    colours = edition.tables["colours"]
    row = ROW >> 2 * (5 - s.reach) << 5 - s.reach
    for colour in map(PALETTE.index, colours):
        s.coloured[colour // 5] |= row << RANKS * (colour % 5)
    for kind, action in _actions(edition, colours).items():
        s.carries[kind] = action
    s.genie_cards = edition.tables["genies"]
    s.choice_cards = edition.tables["row_choices"]
    s.tugriks = edition.tables["tugriks"]


def in_deck(s: State, kind: int) -> bool:
    """Is this card in the deck of the game?"""
    if kind == GENIE:
        return s.genie_cards > 0
    return kind == CHOICE or bool(s.coloured[kind // PER_WORD] >> kind % PER_WORD & 1)


def colours_of(s: State) -> list[int]:
    return [colour for colour in range(COLOURS) if in_deck(s, colour * RANKS + 5)]


def edition_of(s: State) -> str:
    """The option that gives the deck of a state."""
    actions: dict[str, list[str]] = {}
    for kind, action in enumerate(s.carries):
        if action != PLAIN:
            actions.setdefault(CARRIED[action], []).append(NAMES[kind])
    tables = {
        "colours": [PALETTE[colour] for colour in colours_of(s)],
        "genies": s.genie_cards,
        "row_choices": s.choice_cards,
        "tugriks": s.tugriks,
        "actions": actions,
    }
    edition = Edition(tables).compact()
    return DEFAULT if edition == _default_deck() else edition


@cache
def _default_deck() -> str:
    """The default edition with its cards in order, to compare with."""
    tables = dict(default_edition().tables)
    tables["actions"] = {action: sorted(cards, key=NUMBERS.__getitem__) for action, cards in tables["actions"].items()}
    return Edition(tables).compact()
