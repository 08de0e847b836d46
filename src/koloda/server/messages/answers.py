"""What the server answers to requests: seats, the lobby, hints, finished games, reviews, lessons, puzzles."""

from typing import Literal

import msgspec

from koloda.core.facts import Fact
from koloda.core.lesson import StepTexts
from koloda.core.view import View
from koloda.server.messages.news import LegalMove, Offer, Status, TableInfo
from koloda.server.messages.requests import OwnGame


class SeatLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link that opens your seats on another device, once. Whoever opens it first plays in your seats, too."""

    link: str
    qr: str
    """The link as a QR code: an SVG."""
    seconds: int
    """How long it works."""


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
    reason: list[Fact]
    """Why the best one is better than the first that is not equal to it; empty where nothing stands out."""


class AskedValue(msgspec.Struct, frozen=True, kw_only=True):
    value: str
    left: int
    """How often it can still be entered; 0 for what has been seen already."""


class AskedDraw(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was drawn at a real table, and that its person enters: `word` and so many values."""

    word: str
    kind: Literal["card", "seat"]
    title: Fact
    values: list[AskedValue]
    """All that there are, in their order. Seats count from 1 here, as in the lines."""
    count: int


class OtherMove(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may have done in place of what goes without saying."""

    seat: int
    move: str
    title: Fact


class ToldLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line, and what the seat learned from it."""

    line: str
    seat: int | None
    """Whose move it was; None for a draw."""
    facts: list[Fact]


class FollowedTable(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of POST /api/advisor/{game}: the game as the seat knows it, and what to enter next.

    That is a draw (`asked`) or a move of `turn`; neither, once the game is over.
    """

    view: View
    told: list[ToldLine]
    asked: AskedDraw | None
    turn: int | None
    moves: list[LegalMove]
    """What `turn` can do: your legal moves, or all that another seat may do for all you know."""
    corrections: list[OtherMove]
    lowest_wins: bool
    can_advise: bool
    """Is there a choice, and a bot that knows the game?"""
    hint: Hint | None
    """The advice, if it was asked for; its `offer` is the number of lines."""


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
    advisor: bool
    """It can be followed at a real table, with advice (`RealTable`)."""


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


class ReviewProgress(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/tables/{table}/review, once the game is over: how far its review is."""

    ready: bool
    """It can be fetched."""
    done: int
    of: int
    """So much is done of so much; 0 of 0 before it begins."""
    ahead: int
    """How many reviews of other games come first."""


class ReviewAmount(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a result in both measures; plus is good for the seat."""

    wins: float
    """Shares of the win."""
    points: float
    """With the sign turned over where the lowest score wins."""


class ReviewSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in a review: how its score came about, with all cards face up, and apart from that its decisions."""

    even_share: ReviewAmount
    """This, `cards`, `own` and `others` add up to `result`."""
    cards: ReviewAmount
    own: ReviewAmount
    """How its moves turned out."""
    others: ReviewAmount
    """How the others' moves turned out."""
    result: ReviewAmount
    judged: int
    """How many decisions were judged."""
    mistakes: int
    great: int
    lost: float
    """What its decisions lost against the best moves, of the win."""


class ReviewDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, judged by what the seat could know."""

    step: int
    """The step of `Replay` that it brought, or that a bystander let happen. The position is that of the step before."""
    seat: int
    verdict: Literal["mistake", "great", "fine"]
    played: LegalMove | None
    """None: nothing was done, as a bystander."""
    best: LegalMove | None
    difference: float
    """Of a great move, how much better it is than the one that a bot of level 2 would have played; else how much worse
    than the best, of the win.
    """
    error: float
    """The standard error of `difference`."""
    equal: bool
    """The searches cannot tell the two moves apart."""
    loss: float
    """What counts as lost, of the win."""
    moves: list[HintMove]
    """All moves: the best one first, then by their loss."""
    reason: list[Fact]
    """Why it is a mistake, or a great move, by what the seat could know; empty where nothing stands out."""
    offer: Offer | None
    """Of a mistake: what the seat could do, for another try."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}/review."""

    chances: list[list[float]]
    """By step of `Replay` and by seat: the share of the win that a seat could expect after it, with all cards face up.
    """
    seats: list[ReviewSeat]
    decisions: list[ReviewDecision]
    """Those where there was something to choose, in order."""
    worth: float
    """A mistake costs at least this much of the win."""


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


class PuzzleGame(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of a game."""

    game: str
    puzzles: list[str]
    """Their ids in the order of their numbers, the easy ones first. A puzzle keeps its id when numbers change."""
    daily: int
    """The number of the puzzle of the day, from 1."""


class PuzzleList(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/puzzles."""

    day: str
    """Today in UTC, such as 2026-11-15."""
    game: str | None
    """The game whose puzzle is the one of the day; None where no game has puzzles."""
    games: list[PuzzleGame]
    """Those that have puzzles."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/puzzles/{game}/{number}: a position in which one move is the best, by what the seat sees."""

    id: str
    number: int
    of: int
    """How many puzzles the game has."""
    difficulty: int
    """From 1 to 3: how many of the bots of levels 1 to 3 miss the best move."""
    table: TableInfo
    seat: int
    """Who has to move."""
    view: View
    """What that seat sees."""
    reminder: Fact | None
    """What everybody has seen and the view does not show."""
    why: list[Fact]
    """Why the best move is better than the next one, if that can be said."""
    offer: Offer
    moves: list[HintMove]
    """All moves of the offer: the best one first, then by their loss."""
