"""The seats of a table and who sits there, as the events say."""

import hashlib
from typing import Literal

from koloda.core.facts import fact
from koloda.core.text import Language, say
from koloda.server.tables.events import BotSat, Freed, Left, Opened, Returned, Sat

Why = Literal["absent", "asked", "time"]


def hashed(token: str) -> str:
    """What is kept of a seat's token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class Place:
    """One seat: a person's (`token`), a bot's (`bot`), or open."""

    __slots__ = ("away", "bot", "name", "nonce", "token")

    def __init__(self, name: str = "", nonce: str = "", token: str = "", bot: str = "") -> None:
        self.name = name
        self.nonce = nonce
        self.token = token
        self.bot = bot
        self.away: Why | None = None
        """Why a bot plays in the person's place."""

    @property
    def who(self) -> Literal["open", "person", "bot"]:
        return "person" if self.token else "bot" if self.bot else "open"


class Places:
    def __init__(self, opened: Opened) -> None:
        self._language: Language = opened.language
        self.by_seat = [Place() for _ in range(opened.players)]
        self._arrange()

    def apply(self, event: Sat | BotSat | Freed | Left | Returned) -> None:
        seat = event.seat
        match event:
            case Sat():
                self.by_seat[seat] = Place(event.name, event.nonce, event.token)
            case BotSat():
                name = say(fact("server.bot", number=seat + 1), self._language)
                self.by_seat[seat] = Place(name, bot=event.bot)
            case Freed():
                self.by_seat[seat] = Place()
            case Left():
                self.by_seat[seat].away = event.why
            case Returned():
                self.by_seat[seat].away = None
        self._arrange()

    def seat_of(self, token: str) -> int | None:
        """Whose token this is the hash of."""
        return next((seat for seat, place in enumerate(self.by_seat) if token and place.token == token), None)

    def having(self, who: str) -> list[int]:
        return [seat for seat, place in enumerate(self.by_seat) if place.who == who]

    @property
    def host(self) -> int | None:
        """The person in the lowest seat."""
        return next(iter(self.having("person")), None)

    def _arrange(self) -> None:
        places = list(enumerate(self.by_seat))
        self.deciding = [seat for seat, place in places if place.token and place.away is None]
        """The people who decide for themselves."""
        self.played = {seat: place.bot or "rule" for seat, place in places if place.bot or place.away is not None}
        """The seats that bots decide for, and which bot; for a person's, the one that plays by rule."""
