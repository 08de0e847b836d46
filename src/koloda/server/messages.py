"""What browsers and the server say to each other, by WebSocket or by plain HTTP alike.

A client sends a `Command` and gets an `Answer`; whatever it may know of a table comes as `News`. Sentences are facts:
the reader's language is the reader's business. Seats count from 0. Times are milliseconds since 1970; `now` is the
server's clock, so that a client whose own is wrong can still count down. The seat comes from the connection, never
from a message.
"""

from typing import Literal

import msgspec

from koloda.core.facts import Fact
from koloda.core.moves import MoveInfo
from koloda.core.view import View

MAX_MESSAGE_BYTES = 4096
"""Bytes of the largest frame or request that a client may send."""

EmoteName = Literal["smile", "yes", "wait", "oops"]
Languages = Literal["en", "ru"]
Status = Literal["waiting", "playing", "over"]

# From the client


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """`id` is the client's own: a repeat with the same id gets the first answer and does nothing."""

    id: str


class PlayMove(Command, frozen=True, kw_only=True, tag="act"):
    """A move, as it is written in a record. `offer` is the number of the offer that it answers."""

    offer: int
    move: str


class UndoMove(Command, frozen=True, kw_only=True, tag="undo"):
    """Take the last own decision back."""


class Emote(Command, frozen=True, kw_only=True, tag="emote"):
    emote: EmoteName


class SeatBot(Command, frozen=True, kw_only=True, tag="seat_bot"):
    """The host puts a bot into an open seat, or another one into a bot's seat."""

    seat: int
    bot: str


class OpenSeat(Command, frozen=True, kw_only=True, tag="open_seat"):
    """The host frees a seat; anybody frees the own. Before the game only."""

    seat: int


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """The host begins; bots of this kind sit down in the seats that are still open."""

    bot: str
    nonce: str = ""
    """The host's share of the deal, made when the commitment was known; "" keeps the one from before."""


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """A bot plays in one's place until one takes over again."""


class TakeOver(Command, frozen=True, kw_only=True, tag="take_over"):
    """One plays oneself again."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """A new table for the same people and bots, seats moved on by one. The first who asks opens it."""


AnyCommand = PlayMove | UndoMove | Emote | SeatBot | OpenSeat | Start | HandOver | TakeOver | Rematch


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds; None is without limit."""

    move: int | None = None
    """For one decision."""
    game: int | None = None
    """For all decisions of a player together."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables. Whoever opens a table is its host and sits in seat 0."""

    game: str
    players: int
    name: str
    nonce: str
    """32 hexadecimal digits: the player's share of the deal."""
    language: Languages = "en"
    options: dict[str, str] = {}
    seats: list[str] = []
    """What is in seats 1, 2, ...: "" is open, else a bot. Missing ones are open."""
    public: bool = False
    clock: Clock = Clock()
    patience: int | None = 60
    """Seconds until a bot plays for someone who is away; None: never."""
    start: bool = False
    """Begin at once, with a nonce from before the commitment was known. No seat may be open then."""


class SitDown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/sit."""

    name: str
    nonce: str
    seat: int | None = None
    """None: the first open one."""


class ReclaimSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seat: the token of one's seat, from a link, for another device."""

    token: str


# From the server


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was refused. `code` is stable: those of core/errors.py, and no_table, no_seat, not_host,
    too_fast, too_slow, too_large, bad_message, bad_type, bad_method, no_page, not_over, forbidden, storage,
    unavailable, failed."""

    code: str
    detail: Fact
    retry_after: float | None = None
    """Seconds to wait, for too_fast and unavailable."""


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """One's seat at a table. The token is also set as a cookie; with `/t/{table}#{token}` another device takes it."""

    table: str
    seat: int
    token: str
    commitment: str
    """The dealer's, to be noted before the game."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    who: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""
    """Which bot: "random", "greedy", "rule", "search", or one that the server offers by name."""
    here: bool = False
    """Is a person's browser connected?"""
    away: bool = False
    """Does a bot play in the person's place?"""
    bot_at: int | None = None
    """When a bot will play for the person who is away."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """All about a table but the game itself: the same for everybody."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    """All of them, as they are written in a record."""
    public: bool
    language: Languages
    status: Status
    seats: list[Seat]
    clock: Clock
    patience: int | None
    commitment: str
    """The dealer's, made before anyone brought a nonce."""
    nonces: list[str]
    """By seat, once the game has begun."""
    link: str
    """Where others come to this table."""
    next: str | None
    """The table of the rematch."""
    screens: int
    """Shared screens that show this table."""
    watching: int
    """Spectators, shared screens aside."""


class LegalMove(msgspec.Struct, frozen=True):
    move: str
    """As it is written in a record, and sent in `PlayMove`."""
    meaning: Fact
    info: MoveInfo
    """Games add fields of their own."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat can do now. The number is new whenever that has changed; others' simultaneous choices leave it."""

    number: int
    must: bool
    """False for a bystander, who may also do nothing."""
    moves: list[LegalMove]
    attempts: dict[str, str]
    """By card of the hand: the move that plays it alone, legal or not. Who makes it all the same is told why not."""


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="news"):
    """A table as a seat or a spectator may know it, and what was told since event number `since`.

    `since` 0 is the whole story. A client that has all up to `since` adds `facts`; any other asks anew with its own.
    """

    seq: int
    since: int
    now: int
    seat: int | None
    """One's own; None for a spectator."""
    table: TableInfo
    view: View | None
    """None before the game."""
    offer: Offer | None
    undo: bool
    """May one's last decision be taken back now?"""
    facts: list[Fact]
    deadlines: list[int | None]
    """By seat: when the time for a decision that is due runs out."""
    left: list[int | None]
    """By seat: milliseconds left of the time for the game, as of `now`."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="answer"):
    id: str
    seq: int
    """The last event of the table. What was accepted is durable."""
    failure: Failure | None = None
    next: str | None = None
    """After a rematch: its table, where one has the same token."""


class EmoteShown(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="emote"):
    seat: int
    emote: EmoteName


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="beat"):
    """The heartbeat: a client whose last event is another asks for what it missed."""

    seq: int
    now: int


AnyFrame = News | Answer | EmoteShown | Heartbeat


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    rule: str
    values: list[str] | None
    """Words to choose from, beside numbers where there are any; ["off", "on"] is a flag."""
    low: int | None
    high: int | None
    default: str | None
    """None: the rules give it."""


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    least: int
    most: int
    usual: int
    bots: list[str]
    """Those that can play it: from gentle to strong, then those that the server offers by name."""
    options: list[OptionInfo]


class PublicTable(msgspec.Struct, frozen=True, kw_only=True):
    """A public table in the lobby."""

    id: str
    game: str
    players: int
    status: Status
    open: int
    names: list[str]


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/lobby."""

    games: list[GameInfo]
    tables: list[PublicTable]
    address: str
    """Where others reach this server."""


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A decision and the draws it brought, as one seat saw them; the first step is the deal."""

    facts: list[Fact]
    seat: int | None
    """Who decided."""
    view: View


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}/replay?seat=N (or none for a spectator's eyes), once the game is over."""

    table: TableInfo
    seat: int | None
    steps: list[ReplayStep]


class DealtDraw(msgspec.Struct, frozen=True, kw_only=True):
    outcomes: int
    outcome: int
    text: str
    """What was drawn, as the record says it."""


class DealProof(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}/deal, once the game is over: all that is needed to check the dealer."""

    commitment: str
    secret: str
    nonces: list[str]
    draws: list[DealtDraw]
