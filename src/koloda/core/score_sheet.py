"""A score sheet is the lines written on it: answers to questions, arguments of the command, lines of a file, or entries
that somebody taps on a pad in the browser."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from koloda.core.errors import KolodaError, NotLegal, NotUnderstood
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Game
from koloda.core.options import settle
from koloda.core.ranking import places
from koloda.core.text import Language, key_for, say
from koloda.core.typed_lines import checked_names, read_names
from koloda.core.view import Ranking, Seat

Entry = tuple[str, str]
"""The name of an argument and its text, such as ("round", "18 12 12 8")."""
Values = Mapping[str, int | str | list[int | str]]
"""What a form was filled in with, by field: `{"piles": [18, 12, 12, 8], "forgot": 1}`."""
LONGEST_NUMBER = 6
"""Digits."""
LINE = "line"
"""The field of a form that is a line as one would type it."""


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to fill in."""

    name: str
    kind: Literal["number", "cards", "choice", "text"]
    """A number; some of the values, each once; one of the values; a line of text."""
    title: Fact
    seats: list[Seat] = []
    """A list with a number for each of these players; []: a single one."""
    low: int = 0
    high: int = 0
    values: list[str] = []
    titles: list[Fact] = []
    """What the values are called; [] where they speak for themselves."""
    optional: bool = False


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What the next entry of a sheet consists of: enough for a pad to draw it without knowing the game."""

    title: Fact
    fields: list[FormField]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A score sheet, counted. Games add what their own pads draw. Seats count from 0.

    Numbers include what is being entered, as far as it counts.
    """

    names: list[str]
    """Of everybody, in the language of the request."""
    totals: list[int | None] = []
    """By seat; None where nothing has been entered. [] where the sheet does not say: then `text` does."""
    lowest_wins: bool = False
    places: list[int] = []
    """So far, by seat; equals share a place."""
    rounds: list[list[int]] = []
    """What each round brought, by seat."""
    drafted: int = 0
    """So many of the last rounds are still being entered."""
    round_no: int = 0
    """The round that is being entered, from 1; 0 where the game has none."""
    of_rounds: int = 0
    check: Fact | None = None
    """Does it all add up? What is missing, if not."""
    complete: bool = False
    """What is being entered can be written."""
    problem: Fact | None = None
    """Why something that is being entered cannot be right."""
    notes: list[Fact] = []
    """What people at the table need to know now: who leads, who is out."""
    over: bool = False
    winners: list[Seat] = []
    ranking: Ranking | None = None
    """How the first place was decided, once the game is over."""
    form: Form | None = None
    """What can be entered next; None when the sheet is complete."""
    text: list[str] = []
    """The sheet as the terminal shows it, for a game that says nothing else."""


class Sheet(ABC):
    """The part that all games share: the players are the first line, all further ones belong to the game."""

    game: ClassVar[Game]
    accepts: ClassVar[tuple[str, ...]]
    """The arguments that are lines of this sheet."""
    own_options: ClassVar[tuple[str, ...]] = ()
    """What `-o` may say beside the options of the game."""
    standing_type: ClassVar[type[Standing]] = Standing

    def __init__(self, options: Mapping[str, str], language: Language) -> None:
        self.language = language
        self.options = {name: value for name, value in options.items() if name not in self.own_options}
        self.own = {name: value for name, value in options.items() if name in self.own_options}
        self.names: tuple[str, ...] = ()
        self.happened: list[Fact] = []
        """What the last line has brought, where the sheet does not show it."""
        self.story: list[Fact] = []
        """The same of all lines."""
        settle(self.game.set_up.options, self.options)

    def question(self) -> str | None:
        """What should be written next; None when the sheet is complete."""
        if not self.names:
            allowed = self.game.set_up.players
            return self.t("ask_players", low=allowed[0], high=allowed[-1])
        due = self.due()
        return None if due is None else self.said(due)

    def take(self, line: str) -> None:
        """Write the next line."""
        if not self.names:
            self.sit_down(read_names(line))
        elif self.due() is None:
            raise NotLegal.of("score.complete", text=line)
        else:
            self.write(line)

    def sit_down(self, names: Sequence[str]) -> None:
        """Write the first line: the players."""
        self.begin(len(names))
        self.names = tuple(names)

    @abstractmethod
    def begin(self, players: int) -> None:
        """So many players sit down."""

    @abstractmethod
    def due(self) -> Fact | None:
        """What the game asks next."""

    @abstractmethod
    def write(self, line: str) -> None:
        """A line of the game's own."""

    def news(self) -> list[str]:
        """What is shown after a line, until the sheet is complete."""
        return []

    @abstractmethod
    def show(self) -> list[str]:
        """The sheet for people."""

    @abstractmethod
    def report(self) -> dict[str, Any]:
        """The sheet for programs; seats are counted from 0."""

    def form(self) -> Form | None:
        """What the next entry consists of. A game that says nothing is asked for a line of text."""
        due = self.due()
        if due is None:
            return None
        return Form(title=due, fields=[FormField(name=LINE, kind="text", title=due)])

    def line_of(self, values: Values) -> str:
        """The line that a filled in form stands for."""
        return text_in(values, LINE)

    def standing(self, draft: Sequence[Values] = ()) -> Standing:
        """The sheet counted, with entries that are not written yet. The sheet cannot be used afterwards.

        A game that counts unfinished entries overrides it; this one counts those that could be written.
        """
        before = self.counted()
        try:
            for values in draft:
                self.take(self.line_of(values))
        except KolodaError as error:
            return msgspec.structs.replace(before, problem=error.detail)
        return self.with_draft(before) if draft else before

    def with_draft(self, before: Standing) -> Standing:
        """What `standing` is when all entries of the draft could be written; `before` is without them."""
        return msgspec.structs.replace(self.counted(), form=before.form, complete=True, over=False)

    def counted(self) -> Standing:
        """The sheet as it is written. A game that knows totals by seat overrides it."""
        return Standing(names=list(self.shown), form=self.form(), over=self.due() is None, text=self.show())

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        """The line of players, as far as the arguments tell it."""
        return None

    def fact(self, key: str, /, **args: Arg) -> Fact:
        """A text of the game for its score sheet, else one that all sheets share."""
        return fact(key_for(self.game.name, "score", key, self.language), **args)

    def t(self, key: str, /, **args: Arg) -> str:
        return self.said(self.fact(key, **args))

    def said(self, told: Fact) -> str:
        """A sentence about these players."""
        return say(told, self.language, self.shown)

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def shown(self) -> tuple[str, ...]:
        """Names for everybody."""
        unnamed = (say(fact("common.seat", seat=n), self.language) for n in range(1, self.players + 1))
        return tuple(name or number for name, number in zip(self.names, unnamed, strict=True))

    def seat(self, text: str) -> int:
        """A player, by name or by number."""
        wanted = text.strip().casefold()
        for seat, name in enumerate(self.names):
            if wanted in (str(seat + 1), name.casefold(), self.shown[seat].casefold()):
                return seat
        raise NotUnderstood.of("score.no_player", text=text.strip(), allowed=", ".join(self.shown))

    def addressed(self, line: str, waiting: Sequence[int]) -> tuple[int, str]:
        """Whose line it is, and the rest: `Anna: 3 7-9`, or without a name the next one's who has none yet."""
        name, colon, rest = line.partition(":")
        seat = self.seat(name) if colon else waiting[0]
        if seat not in waiting:
            raise NotLegal.of("score.again", player=seat)
        return seat, rest if colon else line


class Notebook:
    """A sheet and its lines, of which the last can be taken back. A refused line changes nothing."""

    def __init__(self, new_sheet: Callable[[], Sheet]) -> None:
        self._new_sheet = new_sheet
        self.sheet = new_sheet()
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        try:
            self.sheet.take(line)
        except KolodaError:
            self._fold()
            raise
        self.lines.append(line)

    def back(self) -> bool:
        """Take the last line back; False if there is none."""
        if not self.lines:
            return False
        self.lines.pop()
        self._fold()
        return True

    def _fold(self) -> None:
        self.sheet = self._new_sheet()
        for line in self.lines:
            self.sheet.take(line)


def sheet_of(game: Game) -> type[Sheet] | None:
    """The score sheet of a game, None if it has none."""
    part = game.part("scoresheet")
    found: type[Sheet] | None = None if part is None else part.SHEET
    return found


def count(sheet: Sheet, names: Sequence[str], entries: Sequence[Values], draft: Sequence[Values]) -> Standing:
    """Count a blank sheet that these players fill in: with entries that are written, and some that are not yet."""
    sheet.sit_down(checked_names(names))
    try:
        for values in entries:
            sheet.take(sheet.line_of(values))
    except KolodaError as error:
        error.names = sheet.shown
        raise
    return sheet.standing(draft)


def everyone(seats: Sequence[int]) -> list[Fact]:
    return [fact("common.player", player=seat) for seat in seats]


def places_of(totals: Sequence[int], lowest: bool) -> list[int]:
    """Places by what everybody has so far."""
    return places([-points if lowest else points for points in totals])


def number_in(values: Values, name: str) -> int:
    """A number, also as the text of a choice."""
    found = _number(values.get(name))
    if found is None:
        raise NotUnderstood.of("score.needs_number", field=name)
    return found


def text_in(values: Values, name: str) -> str:
    found = values.get(name)
    if not isinstance(found, str):
        raise NotUnderstood.of("score.needs_text", field=name)
    return found


def numbers_in(values: Values, name: str) -> list[int]:
    given = values.get(name)
    found = [_number(each) for each in given] if isinstance(given, list) else [None]
    numbers = [each for each in found if each is not None]
    if len(numbers) < len(found):
        raise NotUnderstood.of("score.needs_numbers", field=name)
    return numbers


def _number(value: object) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER:
        return int(value)
    return value if isinstance(value, int) and abs(value) < 10**LONGEST_NUMBER else None


def words_in(values: Values, name: str) -> list[str]:
    """Words of a field that may be missing."""
    found = values.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise NotUnderstood.of("score.needs_words", field=name)
    return [each for each in found if isinstance(each, str)]


def seat_in(values: Values, players: int, name: str = "seat") -> int:
    seat = number_in(values, name)
    if not 0 <= seat < players:
        raise NotUnderstood.of("score.needs_seat", field=name, given=seat, most=players - 1)
    return seat
