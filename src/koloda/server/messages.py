"""The messages between browsers and the server, the same over WebSocket and plain HTTP.

A client sends a `Command` and gets an `Answer`; everything that it may know about a table comes as `News`. Sentences
are facts, which the client renders in the reader's language. Seats count from 0. Times are in milliseconds since 1970;
`now` is the server's clock, so that a client with a wrong clock can still count down. The seat comes from the
connection, never from a message.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from koloda.core.facts import Fact
from koloda.core.lesson import StepTexts
from koloda.core.moves import MoveInfo
from koloda.core.view import View

MAX_MESSAGE_BYTES = 4096
"""The largest frame or request that a client may send."""
MAX_OWN_GAMES = 400
"""How many games a device may take to another one."""

MAX_SCORE_BYTES = 65536
"""The largest score sheet."""
MAX_SCORE_ENTRIES = 1500

EmoteName = Literal["clap", "smile", "wow", "sad", "heart", "yes", "moment", "your_turn", "again", "bye"]
"""Six reactions, then four phrases. Every browser shows them in its reader's language."""
Languages = Literal["en", "ru"]
Status = Literal["waiting", "playing", "over", "closed"]

ScoreNumber = Annotated[int, msgspec.Meta(ge=-(10**6), le=10**6)]
ScoreText = Annotated[str, msgspec.Meta(max_length=200)]
ScoreEntry = Annotated[
    dict[str, ScoreNumber | ScoreText | Annotated[list[ScoreNumber | ScoreText], msgspec.Meta(max_length=64)]],
    msgspec.Meta(max_length=8),
]

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
    """Show a reaction or a phrase to everybody at the table, at most one every two seconds."""

    emote: EmoteName


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Write a line for the people in the other seats, at a private table where the host lets people talk."""

    text: str


class Nudge(Command, frozen=True, kw_only=True, tag="nudge"):
    """Remind somebody that everybody waits for them: from `Wait.nudge_at` on, then once a minute."""

    seat: int


class Vote(Command, frozen=True, kw_only=True, tag="vote"):
    """From `Wait.vote_at` on: let a bot play for somebody for whom everybody waits."""

    seat: int
    bot: bool = True
    """False takes your vote back."""


class SeatBot(Command, frozen=True, kw_only=True, tag="seat_bot"):
    """As the host, put a bot into an open seat, or another bot into a bot's seat."""

    seat: int
    bot: str


class OpenSeat(Command, frozen=True, kw_only=True, tag="open_seat"):
    """Before the game: free your seat, or as the host any seat. During the game, as the host: remove a person; a bot
    plays to the end. Whoever is removed learns that you did it.
    """

    seat: int


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Change your own name, as long as the game is not over."""

    name: str


class Lead(Command, frozen=True, kw_only=True, tag="lead"):
    """As the host, hand the table on to the person in a seat. From `News.lead_at` on anybody may take the lead: then
    `seat` is your own.
    """

    seat: int


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """As the host, begin the game; bots of this kind take the seats that are still open."""

    bot: str
    nonce: str = ""
    """The host's nonce, made after the commitment was published; "" keeps the one in `NewTable`."""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the table for good. Once the game has begun, a bot plays to its end, and your token opens nothing."""


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Let a bot play in your place until you take over again."""


class TakeOver(Command, frozen=True, kw_only=True, tag="take_over"):
    """Play yourself again."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Open a new table for the same people and bots, with seats moved on by one. The first command opens it."""


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time limits in seconds; None is no limit."""

    move: int | None = None
    """For one decision."""
    game: int | None = None
    """For all decisions of a player together."""


class Change(Command, frozen=True, kw_only=True, tag="change"):
    """As the host, change the table before the game; what is missing stays. `chat` can be changed later, too."""

    players: int | UnsetType = UNSET
    """With fewer seats, open ones go first, then bots; people are never removed."""
    options: dict[str, str] | UnsetType = UNSET
    """Those to change, written as in a record; "" for what the rules say."""
    public: bool | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    patience: int | UnsetType | None = UNSET
    idle: int | UnsetType | None = UNSET
    chat: bool | UnsetType = UNSET


AnyCommand = (
    PlayMove
    | UndoMove
    | Emote
    | Say
    | Nudge
    | Vote
    | SeatBot
    | OpenSeat
    | Change
    | Rename
    | Lead
    | Start
    | HandOver
    | TakeOver
    | Leave
    | Rematch
)


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


class SeatLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link that opens your seats on another device, once. Whoever opens it first plays in your seats, too."""

    link: str
    qr: str
    """The link as a QR code: an SVG."""
    seconds: int
    """How long it works."""


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


# From the server


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was refused. `code` is stable: one of core/errors.py, or no_table, no_seat, not_host,
    too_fast, too_soon, too_slow, too_large, bad_message, bad_type, bad_method, no_page, not_over, closed, forbidden,
    password_needed, wrong_password, by_invitation, banned, busy, storage, unavailable, failed.
    """

    code: str
    detail: Fact
    retry_after: float | None = None
    """Seconds to wait, for too_fast, too_soon, busy and unavailable."""


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


class OwnGames(msgspec.Struct, frozen=True, kw_only=True):
    """GET and POST /api/seats."""

    games: list[OwnGame]
    gone: list[str]
    """Tables among those asked for that do not exist any more, or at which you have no seat."""


class PushKey(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/push."""

    key: str
    """The server's public key in base64url: what a browser subscribes with."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    who: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""
    """Which bot: "random", "greedy", "rule", "search", or one that the server offers by name."""
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
    lesson: bool
    """Is there a lesson to play (`Lesson`)?"""
    score_sheet: bool
    """It has a score sheet for a real table."""


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
    docs: bool = False
    """Does the server have the documentation, under /docs?"""


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


class CoursePoint(msgspec.Struct, frozen=True, kw_only=True):
    at: int
    """How far the game was: rounds finished, cards taken, or decisions made. The game's text `course_point` says it."""
    scores: list[int]
    """By seat."""


class ScoreCourse(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}/course, once the game is over: the scores from the start (`at` 0) to the end."""

    points: list[CoursePoint]


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


class LessonFrame(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision and the draws after it brought, as the learner sees it; or a position from which to go on."""

    facts: list[Fact]
    view: View
    offer: Offer | None


class LessonTask(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the learner does, after the frames were shown."""

    frames: list[LessonFrame]
    hold: bool
    """What was just revealed stays on the table until the learner has done it."""
    move: str | None
    """The move of the last offer that the learner plays; None where things are tapped."""
    places: list[str]
    """What the learner touches, as values of `data-place`: what is to be tapped; or the cards, the target and the
    button (`move:<move>`) of the move.
    """


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    table: TableInfo
    fresh: bool
    """It begins in a position of its own. If not, it goes on in the game of the step before."""
    tasks: list[LessonTask]
    after: list[LessonFrame]
    """What comes of the last task, if the next step does not show it."""
    texts: dict[str, StepTexts]
    """By language."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/lessons/{game}. The learner sits in seat 0, bots in all others."""

    game: str
    steps: list[LessonStep]
