"""The seats of a table and who occupies them."""

import hashlib
from collections.abc import Sequence
from typing import Literal, NamedTuple

from koloda.core.facts import fact
from koloda.core.text import Language, say
from koloda.server.tables.events import BotSat, Freed, Left, Returned, Sat

STAND_IN = "rule"
"""The bot that plays for people who are away or out of time, and for a bot that has failed."""


def hashed(token: str) -> str:
    """The hash of a seat's token, which the server stores instead of the token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class Occupant(NamedTuple):
    """Who occupies one seat: a person (`token`), a bot (`bot`), or nobody."""

    name: str = ""
    nonce: str = ""
    token: str = ""
    """The hash of the person's token."""
    bot: str = ""
    away: Literal["absent", "asked", "time"] | None = None
    """Why a bot plays in the person's place."""
    arrival: int = 0
    """Which person at the table this was, counted from 1 in the order in which they sat down."""

    @property
    def who(self) -> Literal["open", "person", "bot"]:
        return "person" if self.token else "bot" if self.bot else "open"


class OwnSeats(NamedTuple):
    """The seats of one device, with their tokens: usually one, and several where people share the device."""

    table: str
    seats: tuple[int, ...]
    tokens: tuple[str, ...]
    commitment: str

    @property
    def seat(self) -> int:
        return self.seats[0]

    @property
    def token(self) -> str:
        return self.tokens[0]


class Seats:
    """All seats of a table. They never change: `after` returns new ones."""

    __slots__ = ("_language", "by_seat", "deciding", "played")

    def __init__(self, by_seat: Sequence[Occupant], language: Language) -> None:
        self._language = language
        self.by_seat = tuple(by_seat)
        numbered = tuple(enumerate(self.by_seat))
        self.deciding = tuple(seat for seat, each in numbered if each.token and each.away is None)
        """The seats whose people decide for themselves."""
        self.played = {seat: each.bot or STAND_IN for seat, each in numbered if each.bot or each.away is not None}
        """The seats for which bots decide, and which bots."""

    def after(self, event: Sat | BotSat | Freed | Left | Returned) -> "Seats":
        by_seat = list(self.by_seat)
        match event:
            case Sat():
                before = by_seat[event.seat]
                again = (before.name, before.nonce) == (event.name, event.nonce)
                arrival = before.arrival if again else 1 + max(each.arrival for each in by_seat)
                by_seat[event.seat] = Occupant(event.name, event.nonce, event.token, arrival=arrival)
            case BotSat():
                name = say(fact("server.bot", number=event.seat + 1), self._language)
                by_seat[event.seat] = Occupant(name, bot=event.bot)
            case Freed():
                by_seat[event.seat] = Occupant()
            case Left():
                by_seat[event.seat] = by_seat[event.seat]._replace(away=event.why)
            case Returned():
                by_seat[event.seat] = by_seat[event.seat]._replace(away=None)
        return Seats(by_seat, self._language)

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.by_seat]

    def seat_of(self, token: str) -> int | None:
        """The seat of the person whose token has this hash."""
        return next((seat for seat, each in enumerate(self.by_seat) if token and each.token == token), None)

    def having(self, who: Literal["open", "person", "bot"]) -> list[int]:
        return [seat for seat, each in enumerate(self.by_seat) if each.who == who]

    @property
    def host(self) -> int | None:
        """The person who has been at the table longest: at first the one who opened it."""
        return min(self.having("person"), key=lambda seat: self.by_seat[seat].arrival, default=None)
