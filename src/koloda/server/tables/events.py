"""The events of a table. They are stored in order and never change: a table is the result of its events."""

from typing import Literal

import msgspec

from koloda.server.messages import Clock, Languages

Entry = tuple[int, int]
"""An entry of the record: (seat, action), or (-1, outcome) for a draw."""


LeftBecause = Literal["absent", "asked", "time", "idle", "for_good", "removed"]


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    at: int
    """Milliseconds since 1970."""


class Opened(TableEvent, frozen=True, kw_only=True, tag="opened"):
    game: str
    players: int
    options: dict[str, str]
    public: bool
    language: Languages
    clock: Clock
    patience: int | None
    secret: str
    """The dealer's secret, hidden until the game is over."""
    idle: int | None = None
    """Seconds until somebody who does not decide counts as idle; None for the default."""
    chat: bool = True
    pass_and_play: bool = False
    """All people share one device."""


class Changed(TableEvent, frozen=True, kw_only=True, tag="changed"):
    """The host has changed the table before the game; all that can change is here."""

    by: int
    players: int
    options: dict[str, str]
    public: bool
    clock: Clock
    patience: int | None
    idle: int | None
    chat: bool


class Sat(TableEvent, frozen=True, kw_only=True, tag="sat"):
    seat: int
    name: str
    nonce: str
    token: str
    """SHA-256 of the seat's token."""


class BotSat(TableEvent, frozen=True, kw_only=True, tag="bot_sat"):
    seat: int
    bot: str


class Freed(TableEvent, frozen=True, kw_only=True, tag="freed"):
    seat: int
    by: int | None = None
    """The seat of the host, who has removed the person; None if the person went."""


class Renamed(TableEvent, frozen=True, kw_only=True, tag="renamed"):
    seat: int
    name: str


class Led(TableEvent, frozen=True, kw_only=True, tag="led"):
    """Somebody else leads the table from now on: the host has handed it on, is not connected, or does nothing."""

    seat: int
    why: Literal["handed", "away", "idle"]


class Begun(TableEvent, frozen=True, kw_only=True, tag="begun"):
    nonces: list[str]
    """By seat; the server makes those of bots."""
    entries: list[Entry]
    """The first draws."""


class MovePlayed(TableEvent, frozen=True, kw_only=True, tag="played"):
    """A decision and the draws that followed."""

    entries: list[Entry]
    by: str
    """"person", "bot" (in its own seat or for someone away), or "clock": time was up, and a bot decided."""
    used: int
    """How many milliseconds the decision took of the seat's time for the game."""


class TakenBack(TableEvent, frozen=True, kw_only=True, tag="taken_back"):
    seat: int


class Left(TableEvent, frozen=True, kw_only=True, tag="left"):
    """A bot plays for the seat from now on: its person is absent, has asked for it, has no time left, kept the others
    waiting, has left for good, or was removed.
    """

    seat: int
    why: LeftBecause = "absent"
    by: int | None = None
    """The seat of the host, who has removed the person."""


class Returned(TableEvent, frozen=True, kw_only=True, tag="returned"):
    seat: int


class Paused(TableEvent, frozen=True, kw_only=True, tag="paused"):
    """The server was down: deadlines are postponed by this much."""

    milliseconds: int
    """Less than 0 if the server's clock was ahead before. Only then may the event be earlier than the last one."""


class Followed(TableEvent, frozen=True, kw_only=True, tag="followed"):
    """The rematch is at another table."""

    table: str


class Hidden(TableEvent, frozen=True, kw_only=True, tag="hidden"):
    """The operator has taken a public table out of the lobby."""


class Closed(TableEvent, frozen=True, kw_only=True, tag="closed"):
    """The operator has ended the table. No event follows."""

    why: str = ""
    """What its people read."""


AnyEvent = (
    Opened
    | Changed
    | Sat
    | BotSat
    | Freed
    | Renamed
    | Led
    | Begun
    | MovePlayed
    | TakenBack
    | Left
    | Returned
    | Paused
    | Followed
    | Hidden
    | Closed
)
