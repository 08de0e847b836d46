"""What a table tells those who are connected: the news, answers to commands, and what is said and felt."""

from typing import Literal

import msgspec

from koloda.core.facts import Fact
from koloda.core.moves import MoveInfo
from koloda.core.view import View
from koloda.server.messages.commands import Clock, EmoteName

Languages = Literal["en", "ru"]
Status = Literal["waiting", "playing", "over", "closed"]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was refused. `code` is stable: one of core/errors.py, or no_table, no_seat, not_host,
    too_fast, too_soon, too_slow, too_large, bad_message, bad_type, bad_method, no_page, not_over, closed, forbidden,
    password_needed, wrong_password, by_invitation, banned, busy, storage, unavailable, failed.
    """

    code: str
    detail: Fact
    retry_after: float | None = None
    """Seconds to wait, for too_fast, too_soon, busy and unavailable."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    who: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""
    """Which bot: "random", "greedy", "rule", "search", "network", "guided", or one that the server offers by name."""
    here: bool = False
    """Is a person's browser connected?"""
    away: bool = False
    """Does a bot play in the person's place?"""
    gone: bool = False
    """Has the person left for good, or did the host remove them?"""
    bot_at: int | None = None
    """When a bot will start to play for the person who is away."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table except the game itself; the same for everybody."""

    id: str
    game: str
    lowest_wins: bool
    """A trait of the game: is a lower score better?"""
    simultaneous: bool
    """A trait of the game: do all seats choose simultaneously?"""
    players: int
    options: dict[str, str]
    """All options, written as in a record."""
    public: bool
    language: Languages
    status: Status
    seats: list[Seat]
    host: int | None
    """The seat of the person who leads the table: who changes it, and begins the game."""
    host_because: Fact | None
    """Why the host is no longer the one who was host before; None if nothing has changed."""
    clock: Clock
    patience: int | None
    idle: int | None
    """Seconds after which somebody who does not decide can be nudged; None where only the clock limits the wait."""
    chat: bool
    """Can the people in the seats write to each other?"""
    commitment: str
    """The dealer's commitment, published before anyone sends a nonce."""
    nonces: list[str]
    """By seat, once the game has begun."""
    link: str
    """The address of this table, for others."""
    next: str | None
    """The table of the rematch."""
    screens: int
    """Shared screens that show this table."""
    watching: int
    """Spectators, not counting shared screens."""
    pass_and_play: bool = False
    """Do all people share one device?"""
    bystanders: bool = False
    """May somebody act whose turn it is not?"""


class LegalMove(msgspec.Struct, frozen=True):
    move: str
    """As written in a record, and sent in `PlayMove`."""
    meaning: Fact
    info: MoveInfo
    """Games add their own fields."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat can do now. The number changes whenever that changes, but not with others' simultaneous choices."""

    number: int
    must: bool
    """False for a bystander, who may also do nothing."""
    moves: list[LegalMove]
    attempts: dict[str, str]
    """By card of the hand: the move that plays only this card, legal or not.

    If it is not legal, the answer says why.
    """


class Wait(msgspec.Struct, frozen=True, kw_only=True):
    """Others wait for a seat. A vote counts as long as the voter is connected, and until the person decides."""

    since: int
    """Since when they have waited."""
    nudge_at: int
    """From when on the person can be nudged, or nudged again."""
    nudged_at: int | None
    """When the person was last nudged for this decision."""
    vote_at: int
    """From when on the others can vote that a bot plays. The host's vote is enough."""
    alone_at: int
    """From when on any one vote is enough."""
    votes: list[int]
    """The seats that have voted."""
    needed: int
    """How many votes let a bot play."""


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    """Lines count from 1; some may be missing, because only the latest are kept."""
    at: int
    seat: int
    name: str
    """The writer's name at that time."""
    text: str


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="news"):
    """A table as a seat or a spectator may know it, and what happened since event number `since`.

    If `since` is 0, `facts` is the whole story. A client that has everything up to `since` appends `facts`; any other
    client asks again, with its own last event.
    """

    seq: int
    since: int
    now: int
    seat: int | None
    """Your seat; None for a spectator."""
    table: TableInfo
    view: View | None
    """None before the game."""
    offer: Offer | None
    undo: bool
    """May you take back your last decision now?"""
    facts: list[Fact]
    deadlines: list[int | None]
    """By seat: the deadline of a pending decision."""
    left: list[int | None]
    """By seat: milliseconds left for the whole game, as of `now`."""
    waits: list[Wait | None]
    """By seat: others who are connected wait for its decision. [] if they wait for nobody."""
    lead_at: int | None
    """Before the game: from when on others may take the lead, because the host is away or does nothing."""
    lost: Fact | None
    """Why you have no seat any more: the host has removed you, or you have left."""
    chat: list[ChatLine] | None
    """The latest lines, if you have a seat; in the answer to a request and when you connect, else None."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="answer"):
    id: str
    seq: int
    """The last event of the table. An accepted command is durable."""
    failure: Failure | None = None
    next: str | None = None
    """After a rematch: its table, where your token is valid, too."""


class EmoteShown(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="emote"):
    seat: int
    emote: EmoteName


class Nudged(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="nudge"):
    """Somebody reminds the person in a seat that it is their turn."""

    seat: int
    by: int


class Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="chat"):
    """Somebody has written something. Only the people in the seats get it."""

    line: ChatLine


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="beat"):
    """A heartbeat. A client whose last event is a different one asks for what it missed."""

    seq: int
    now: int


AnyFrame = News | Answer | EmoteShown | Nudged | Said | Heartbeat
