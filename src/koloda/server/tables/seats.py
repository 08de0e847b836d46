"""The seats of a table and who occupies them."""

import hashlib
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say
from koloda.server.tables.events import BotSat, Freed, Led, Left, LeftBecause, Renamed, Returned, Sat

STAND_IN = "rule"
"""The bot that plays for people who are away or out of time, and for a bot that has failed."""

FOR_GOOD: Final = ("for_good", "removed")
"""Why somebody's seat is theirs no more although the game goes on."""


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
    away: LeftBecause | None = None
    """Why a bot plays in the person's place."""
    arrival: int = 0
    """Which person at the table this was, counted from 1 in the order in which they sat down."""
    renamed: int = 0
    """How often the person has changed their name."""

    @property
    def gone(self) -> bool:
        """Has the person left for good, or was removed? Then nobody has a token for the seat."""
        return self.away in FOR_GOOD

    @property
    def who(self) -> Literal["open", "person", "bot"]:
        return "person" if self.token or self.gone else "bot" if self.bot else "open"


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

    __slots__ = ("_by_token", "_language", "by_seat", "deciding", "host", "host_because", "offered", "played")

    def __init__(
        self,
        by_seat: Sequence[Occupant],
        language: Language,
        host: int | None = None,
        host_because: Fact | None = None,
    ) -> None:
        self._language = language
        self.by_seat = tuple(by_seat)
        self.host = host
        """The person who leads the table: at first the one who opened it."""
        self.host_because = host_because
        """Why it is no longer the one who led it before."""
        numbered = tuple(enumerate(self.by_seat))
        self._by_token = {each.token: seat for seat, each in reversed(numbered) if each.token}
        self.deciding = tuple(seat for seat, each in numbered if each.token and each.away is None)
        """The seats whose people decide for themselves."""
        self.offered = tuple(seat for seat, each in numbered if each.token and each.away in (None, "idle"))
        """The seats whose people can move: those for whom others let a bot play are back with their next move."""
        self.played = {seat: each.bot or STAND_IN for seat, each in numbered if each.bot or each.away is not None}
        """The seats for which bots decide, and which bots."""

    def after(self, event: Sat | BotSat | Freed | Renamed | Led | Left | Returned) -> "Seats":
        by_seat = list(self.by_seat)
        host, because = self.host, self.host_because
        match event:
            case Sat():
                before = by_seat[event.seat]
                again = (before.name, before.nonce) == (event.name, event.nonce)
                arrival = before.arrival if again else 1 + max(each.arrival for each in by_seat)
                by_seat[event.seat] = Occupant(event.name, event.nonce, event.token, arrival=arrival)
                host = event.seat if host is None else host
            case BotSat():
                name = say(fact("server.bot", number=event.seat + 1), self._language)
                by_seat[event.seat] = Occupant(name, bot=event.bot)
            case Freed():
                by_seat[event.seat] = Occupant()
            case Renamed():
                before = by_seat[event.seat]
                by_seat[event.seat] = before._replace(name=event.name, renamed=before.renamed + 1)
            case Led():
                host = event.seat
            case Left() if event.why in FOR_GOOD:
                by_seat[event.seat] = by_seat[event.seat]._replace(away=event.why, token="")
            case Left():
                by_seat[event.seat] = by_seat[event.seat]._replace(away=event.why)
            case Returned():
                by_seat[event.seat] = by_seat[event.seat]._replace(away=None)
        if host is not None and not by_seat[host].token:
            host = _longest_here(by_seat)
        if self.host is not None and host != self.host:
            because = None if host is None else _because(event, host, by_seat[host].name, self.by_seat[self.host].name)
        return Seats(by_seat, self._language, host, because)

    def resized(self, players: int) -> "Seats":
        """With another number of seats. Whoever sits in a seat that is no more moves to an open one, or takes a bot's.

        There must be room for all people.
        """
        by_seat = [*self.by_seat[:players], *[Occupant()] * (players - len(self.by_seat))]
        host = self.host
        for seat, occupant in enumerate(self.by_seat[players:], players):
            if occupant.token:
                room = [each for each in range(players) if not by_seat[each].token]
                to = min(room, key=lambda each: (bool(by_seat[each].bot), each))
                by_seat[to] = occupant
                host = to if host == seat else host
        return Seats(by_seat, self._language, host, self.host_because)

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.by_seat]

    def seat_of(self, token: str) -> int | None:
        """The seat of the person whose token has this hash."""
        return self._by_token.get(token)

    def having(self, who: Literal["open", "person", "bot"]) -> list[int]:
        return [seat for seat, each in enumerate(self.by_seat) if each.who == who]


def _longest_here(by_seat: Sequence[Occupant]) -> int | None:
    """The person who sat down first of those who are still there."""
    people = [seat for seat, each in enumerate(by_seat) if each.token]
    return min(people, key=lambda seat: by_seat[seat].arrival, default=None)


def _because(event: object, host: int, name: str, before: str) -> Fact:
    """Why somebody else leads the table now."""
    why = event.why if isinstance(event, Led) else "left"
    return fact(f"server.leads_{why}", player=host, name=name, before=before)
