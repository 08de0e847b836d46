"""No Thanks! at a real table: who starts, which cards are turned up, who takes them. Chips can be counted (NT-10)."""

from collections.abc import Mapping, Sequence

from koloda.core.advisor import Ask
from koloda.core.facts import Fact, fact
from koloda.core.game import Act
from koloda.games.no_thanks import GAME, rules
from koloda.games.no_thanks.state import FIRST, State
from koloda.games.no_thanks.view import cards

ALIASES: Mapping[str, str] = {}


def asked(s: State, seat: int) -> Ask:
    """NT-3, NT-6: everybody sees all of it."""
    if s.phase == FIRST:
        seats = {str(player + 1): 1 for player in range(s.players)}
        return Ask(word="first", kind="seat", title=fact("no_thanks.advisor_first"), values=seats)
    deck = cards(rules.DECK & ((2 << s.highest) - 1) & ~(rules.TENS if s.tactical else 0))
    values = {str(card): s.unseen >> card & 1 for card in deck}
    return Ask(word="card", kind="card", title=fact("no_thanks.advisor_card", player=s.turn), values=values)


def drawn(s: State, value: str) -> str:
    return f"first {value}" if s.phase == FIRST else f"card {value}"


def fit_draws(s: State, seat: int, values: Sequence[str]) -> State:
    """Nothing is hidden but the deck, which is not dealt yet."""
    return s


def possible(s: State, seat: int, other: int) -> list[int]:
    return GAME.legal(s, other)


def fit_move(s: State, seat: int, act: Act) -> State:
    return s


def refuse(s: State, seat: int, act: Act) -> Fact:
    """NT-4: the only thing that somebody in turn cannot do is to pay without a chip."""
    return fact("no_thanks.advisor_no_chip", player=act.seat, card=s.card)


def assumed(s: State) -> None:
    return None
