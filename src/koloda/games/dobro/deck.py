"""Dobro's deck as an edition file tells it: checked, read into a state, written from one."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from koloda.core.edition import DEFAULT, Edition
from koloda.games.dobro.cards import MASK, count_of, one
from koloda.games.dobro.state import HIGHEST, JOKER, LOWEST, MOST_CARDS, REVERSE, SKIP, State

FILE = Path(__file__).with_name("edition.toml")
NUMBERS = {str(number): number for number in range(LOWEST, HIGHEST + 1)}
SPECIALS = {"joker": JOKER, "skip": SKIP, "reverse": REVERSE}

# Every table with its keys and the least and the most that each may say
TABLES: dict[str, dict[str, range]] = {
    "numbers": dict.fromkeys(NUMBERS, range(MASK + 1)),
    "specials": dict.fromkeys(SPECIALS, range(MASK + 1)),
    "hand": dict.fromkeys(("usual", "six"), range(1, MASK + 1)),
    "two": {"aside": range(MOST_CARDS + 1)},
}
REQUIRED = ("hand", "two")
"""Tables of which no key may be left out; in the others that means: no such card."""


def check(edition: Edition) -> None:
    """DB-1, DB-2, DB-4, DB-6. Whether the deck is large enough for a table is seen when its players are known."""
    for name, table in edition.tables.items():
        if name not in TABLES:
            raise edition.bad(name, "dobro.edition_table", given=name, allowed=", ".join(TABLES))
        if not isinstance(table, Mapping):
            raise edition.bad(name, "dobro.edition_no_table", given=name)
        for key, value in table.items():
            _check_entry(edition, name, key, value)
    for name in REQUIRED:
        for key in TABLES[name]:
            if key not in edition.tables.get(name, {}):
                raise edition.bad(name, "dobro.edition_missing", key=f"{name}.{key}")
    cards = sum(sum(edition.tables.get(name, {}).values()) for name in ("numbers", "specials"))
    if cards > MOST_CARDS:
        raise edition.bad("numbers", "dobro.edition_cards", cards=cards, most=MOST_CARDS)


def _check_entry(edition: Edition, name: str, key: str, value: object) -> None:
    allowed = TABLES[name]
    if key not in allowed:
        raise edition.bad(f"{name}.{key}", "dobro.edition_key", given=f"{name}.{key}", allowed=", ".join(allowed))
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed[key]:
        low, high = allowed[key][0], allowed[key][-1]
        raise edition.bad(
            f"{name}.{key}", "dobro.edition_value", key=f"{name}.{key}", given=str(value), low=low, high=high
        )


@cache
def _default() -> Edition:
    edition = Edition.load(FILE)
    check(edition)
    return edition


def put(s: State, value: str) -> None:
    """Fill in the option fields of a state from a settled edition: "default" or its compact form."""
    tables = (_default() if value == DEFAULT else Edition.expand(value)).tables
    deck = 0
    for name, kinds in (("numbers", NUMBERS), ("specials", SPECIALS)):
        for key, cards in tables.get(name, {}).items():
            deck += cards * one(kinds[key])
    s.deck = deck
    s.usual_limit, s.six_limit = tables["hand"]["usual"], tables["hand"]["six"]
    s.set_aside = tables["two"]["aside"]


def chosen(s: State) -> str:
    """The settled edition of a state."""
    tables: dict[str, dict[str, Any]] = {
        name: {key: count_of(s.deck, card) for key, card in kinds.items() if count_of(s.deck, card)}
        for name, kinds in (("numbers", NUMBERS), ("specials", SPECIALS))
    }
    tables["hand"] = {"usual": s.usual_limit, "six": s.six_limit}
    tables["two"] = {"aside": s.set_aside}
    edition = Edition(tables)
    return DEFAULT if edition.tables == _default().tables else edition.compact()
