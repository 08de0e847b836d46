"""The options of Dobro and what they make of a blank state."""

from collections.abc import Mapping

from koloda.core.edition import edition_option
from koloda.core.errors import UnknownOption
from koloda.core.game import SetUp
from koloda.core.options import Option, Value, flag
from koloda.games.dobro import deck
from koloda.games.dobro.cards import count, count_of
from koloda.games.dobro.rules import start
from koloda.games.dobro.state import REVERSE, SEATS, State

PAIR_DOUBLING = ("good-number", "top-card")
ROUNDS = ("3", "long")
USUAL_ROUNDS = 3
LONG_FROM = 4

OPTIONS = (
    flag("attention", "DB-20", True),
    Option("pair_doubling", "DB-10", PAIR_DOUBLING, PAIR_DOUBLING[0]),
    Option("rounds", "DB-26", ROUNDS, ROUNDS[0]),
    edition_option("edition", "DB-1", deck.check),
)


def prepare(s: State, values: Mapping[str, Value]) -> None:
    s.players = int(values["players"])
    s.attention = int(values["attention"])
    s.top_card = PAIR_DOUBLING.index(str(values["pair_doubling"]))
    long = values["rounds"] == "long"
    if long and s.players < LONG_FROM:
        raise UnknownOption.of("dobro.long_players", given=s.players, least=LONG_FROM)
    s.rounds = s.players if long else USUAL_ROUNDS
    deck.put(s, str(values["edition"]))
    _check_deal(s)


def _check_deal(s: State) -> None:
    """DB-4, DB-6: is there a hand for everyone?"""
    cards = count(s.deck)
    limit = s.six_limit if s.players == SEATS else s.usual_limit
    if s.players == 2:
        cards -= count_of(s.deck, REVERSE) + s.set_aside
    if cards < s.players * limit:
        raise UnknownOption.of(
            "dobro.deck_too_small", cards=max(cards, 0), players=s.players, limit=limit, least=s.players * limit
        )


def chosen(s: State) -> dict[str, Value]:
    """The options of a state."""
    return {
        "players": s.players,
        "attention": s.attention,
        "pair_doubling": PAIR_DOUBLING[s.top_card],
        "rounds": ROUNDS[s.rounds != USUAL_ROUNDS],
        "edition": deck.chosen(s),
    }


SET_UP = SetUp("dobro", range(2, SEATS + 1), 4, OPTIONS, State, start, prepare, chosen)
