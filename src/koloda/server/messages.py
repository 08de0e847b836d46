"""The messages between browsers and the server, the same over WebSocket and plain HTTP.

A client sends a `Command` and gets an `Answer`; everything that it may know about a table comes as `News`. Sentences
are facts, which the client renders in the reader's language. Seats count from 0. Times are in milliseconds since 1970;
`now` is the server's clock, so that a client with a wrong clock can still count down. The seat comes from the
connection, never from a message.
"""

from typing import Annotated, Literal

import msgspec

from koloda.core.facts import Fact
from koloda.core.moves import MoveInfo
from koloda.core.view import View

MAX_MESSAGE_BYTES = 4096
"""The largest frame or request that a client may send."""

EmoteName = Literal["smile", "yes", "wait", "oops"]
Languages = Literal["en", "ru"]
Status = Literal["waiting", "playing", "over", "closed"]

# From the client


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """`id` is chosen by the client. A repeat with the same id gets the first answer and does nothing."""

    id: str


class PlayMove(Command, frozen=True, kw_only=True, tag="act"):
    """Play a move, written as in a record. `offer` is the number of the offer that it belongs to."""

    offer: int
    move: str


class UndoMove(Command, frozen=True, kw_only=True, tag="undo"):
    """Take back your last decision."""


class Emote(Command, frozen=True, kw_only=True, tag="emote"):
    emote: EmoteName


class SeatBot(Command, frozen=True, kw_only=True, tag="seat_bot"):
    """As the host, put a bot into an open seat, or another bot into a bot's seat."""

    seat: int
    bot: str


class OpenSeat(Command, frozen=True, kw_only=True, tag="open_seat"):
    """Before the game: free your seat, or as the host any seat."""

    seat: int


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """As the host, begin the game; bots of this kind take the seats that are still open."""

    bot: str
    nonce: str = ""
    """The host's nonce, made after the commitment was published; "" keeps the one in `NewTable`."""


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Let a bot play in your place until you take over again."""


class TakeOver(Command, frozen=True, kw_only=True, tag="take_over"):
    """Play yourself again."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Open a new table for the same people and bots, with seats moved on by one. The first command opens it."""


AnyCommand = PlayMove | UndoMove | Emote | SeatBot | OpenSeat | Start | HandOver | TakeOver | Rematch


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time limits in seconds; None is no limit."""

    move: int | None = None
    """For one decision."""
    game: int | None = None
    """For all decisions of a player together."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables. You become the host and sit in seat 0."""

    game: str
    players: int
    name: str
    nonce: str
    """32 hexadecimal digits: your contribution to the deal."""
    language: Languages = "en"
    options: dict[str, str] = {}
    seats: list[str] = []
    """Seats 1, 2, ...: "" is open, anything else is a bot. Missing entries are open."""
    public: bool = False
    clock: Clock = Clock()
    patience: int | None = 60
    """Seconds until a bot plays for someone who is away; None for never."""
    start: bool = False
    """Begin at once, with a nonce from before the commitment was published. No seat may be open then."""
    people: list[str] = []
    """Pass-and-play: the names of others who share your device. They get seats 1, 2, ..., and `seats` begins after
    them; no seat may be open.
    """


class SitDown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/sit."""

    name: str
    nonce: str
    seat: int | None = None
    """None for the first open seat."""


class ReclaimSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seat: the code in a link to your seat, for another device, or its token. Or else the
    table of which this is the rematch: your seat here has the same token.
    """

    code: str = ""
    played_at: str = ""


class SeatLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link that opens your seat on another device. Whoever has it plays in your seat."""

    link: str
    seconds: int
    """How long it works."""


# From the server


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was refused. `code` is stable: one of core/errors.py, or no_table, no_seat, not_host,
    too_fast, too_slow, too_large, bad_message, bad_type, bad_method, no_page, not_over, closed, forbidden,
    password_needed, wrong_password, by_invitation, busy, storage, unavailable, failed.
    """

    code: str
    detail: Fact
    retry_after: float | None = None
    """Seconds to wait, for too_fast, busy and unavailable."""


class LogIn(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/login."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """Your seat at a table. Its token is set as a cookie that scripts cannot read."""

    table: str
    seat: int
    seats: list[int]
    """All seats of your device, in the order of `person`; more than one in pass-and-play."""
    token: str = ""
    """Only when you get the seat: once it is yours, no answer contains it. Those of several people have a "." between.
    """
    commitment: str
    """The dealer's commitment. Note it before the game."""


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
    """When a bot will start to play for the person who is away."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table except the game itself; the same for everybody."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    """All options, written as in a record."""
    public: bool
    language: Languages
    status: Status
    seats: list[Seat]
    host: int | None
    """The seat of the person who has been here longest, and who begins the game."""
    clock: Clock
    patience: int | None
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
    pass_and_play: bool
    """Do all people share one device?"""
    bystanders: bool
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


class HintMove(msgspec.Struct, frozen=True, kw_only=True):
    move: str | None
    """As in the offer; None: do nothing, as a bystander."""
    loss: float
    """How much less of the win it promises than the best move: 0.04 is four in a hundred games."""
    error: float
    """The standard error of `loss`."""
    equal: bool
    """The search cannot tell it from the best move."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/tables/{table}/hint: what the strongest bot would do, by what your seat knows."""

    offer: int
    """The offer that it is about."""
    moves: list[HintMove]
    """All moves of the offer: the best one first, then by their loss."""


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


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="beat"):
    """A heartbeat. A client whose last event is a different one asks for what it missed."""

    seq: int
    now: int


AnyFrame = News | Answer | EmoteShown | Heartbeat


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    rule: str
    values: list[str] | None
    """The words to choose from, besides numbers, if any; ["off", "on"] is a flag."""
    low: int | None
    high: int | None
    default: str | None
    """None if the rules decide."""


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    least: int
    most: int
    usual: int
    bots: list[str]
    """The bots that can play it: from weak to strong, then those that the server offers by name."""
    options: list[OptionInfo]
    in_turn: dict[str, str]
    """Options with which nobody acts during another's turn; pass-and-play begins with them."""


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
    """The address of this server, for others."""
    entry: Literal["open", "password", "invitation"] = "open"
    """Who may open tables: you, who knows the password, or only who runs the server."""


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A decision and the draws that followed, as one seat saw them; the first step is the deal."""

    facts: list[Fact]
    seat: int | None
    """The seat that decided."""
    view: View


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}/replay?seat=N (without `seat`: a spectator's view), once the game is over."""

    table: TableInfo
    seat: int | None
    steps: list[ReplayStep]


class DealtDraw(msgspec.Struct, frozen=True, kw_only=True):
    outcomes: int
    outcome: int
    text: str
    """What was drawn, written as in a record."""


class DealProof(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}/deal, once the game is over: everything you need to check the dealer."""

    commitment: str
    secret: str
    nonces: list[str]
    draws: list[DealtDraw]
