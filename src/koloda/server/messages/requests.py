"""What browsers post to the server beside commands."""

from typing import Annotated, Literal

import msgspec

from koloda.server.messages.commands import Clock
from koloda.server.messages.news import Languages

MAX_OWN_GAMES = 400
"""How many games a device may take to another one."""
MAX_SCORE_BYTES = 65536
"""The largest score sheet."""
MAX_SCORE_ENTRIES = 1500
ScoreNumber = Annotated[int, msgspec.Meta(ge=-(10**6), le=10**6)]
ScoreText = Annotated[str, msgspec.Meta(max_length=200)]
ScoreEntry = Annotated[
    dict[str, ScoreNumber | ScoreText | Annotated[list[ScoreNumber | ScoreText], msgspec.Meta(max_length=64)]],
    msgspec.Meta(max_length=8),
]


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
    idle: int | None = None
    """Seconds after which somebody who is connected but does not decide can be nudged; after twice as many the others
    can let a bot play. None for two minutes or, at a table with a clock, for the clock alone.
    """
    chat: bool = True
    """May people write to each other, if the table is private?"""
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


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/score/{game}: the score sheet of a real table. The server counts it and keeps nothing."""

    names: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=1, max_length=16)]
    """Of the players, clockwise; "" for one without a name."""
    options: Annotated[dict[str, str], msgspec.Meta(max_length=40)] = {}
    entries: Annotated[list[ScoreEntry], msgspec.Meta(max_length=MAX_SCORE_ENTRIES)] = []
    """What is written on the sheet: values by the form's field, or `{"line": "…"}` as you would type it."""
    draft: Annotated[list[ScoreEntry], msgspec.Meta(max_length=20)] = []
    """Entries that are not written yet and may be unfinished."""
    language: Languages = "en"
    """For the names of players without one, and for the sheet as text."""


class RealTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/advisor/{game}: what somebody has seen at a real table. The server follows it and keeps nothing."""

    names: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=1, max_length=16)]
    """Of the players, clockwise; "" for one without a name."""
    seat: Annotated[int, msgspec.Meta(ge=0, lt=16)]
    """Whose table it is: who sees what is entered, and gets the advice."""
    options: Annotated[dict[str, str], msgspec.Meta(max_length=40)] = {}
    entries: Annotated[list[ScoreText], msgspec.Meta(max_length=MAX_SCORE_ENTRIES)] = []
    """Line by line, as one would type them: draws that the seat has seen, and everybody's moves."""
    advice: bool = False
    """On the seat's turn, ask the strongest bot, too: that takes a moment."""


class OwnGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game in which you have a seat, as your device notes it. Nothing in it is known to your seat alone."""

    table: Annotated[str, msgspec.Meta(pattern=r"^[2-9a-z]{8}$")]
    seat: Annotated[int, msgspec.Meta(ge=0, lt=100)]
    game: Annotated[str, msgspec.Meta(pattern=r"^\w{1,64}$")]
    names: Annotated[list[Annotated[str, msgspec.Meta(max_length=256)]], msgspec.Meta(max_length=100)]
    """By seat; "" for a bot and for an open seat."""
    open: Annotated[int, msgspec.Meta(ge=0, lt=100)] = 0
    """How many seats are open."""
    status: Literal["waiting", "playing", "over"]
    at: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
    """When something happened there last."""
    due: Annotated[list[int], msgspec.Meta(max_length=100)] = []
    """The seats that have to decide."""
    lowest_wins: bool = False
    """Does the lowest score win?"""
    place: Annotated[int, msgspec.Meta(ge=1, lt=100)] | None = None
    """Your place, once the game is over; equals share one."""
    score: Annotated[int, msgspec.Meta(gt=-(2**31), lt=2**31)] | None = None
    """Your score, once the game is over."""


class LinkSeats(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/seats/link: the games to take along. You get a link to the seats whose cookies the request has."""

    games: Annotated[list[OwnGame], msgspec.Meta(max_length=MAX_OWN_GAMES)]


class MoveSeats(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/seats: the code in a link to all your seats."""

    code: str


class ForgetSeats(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/seats/forget: the tables whose seats this device gives up; None for all, and the login."""

    tables: Annotated[list[str], msgspec.Meta(max_length=MAX_OWN_GAMES)] | None = None


class PushSubscription(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/push: where and how this browser can be told that it is your turn (Web Push)."""

    endpoint: str
    """The address at the browser's push service."""
    p256dh: str
    """The browser's public key, in base64url."""
    auth: str
    """The secret that the browser shares with the server, in base64url."""
    language: Languages = "en"


class ForgetPush(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/push/forget: the endpoint of a browser that wants no more notices, of any table."""

    endpoint: str


class LogIn(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/login."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
