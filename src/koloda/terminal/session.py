"""A person's game against bots: what line mode and the screen have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from koloda.bots.bot import Bot, Budget, needs_story
from koloda.bots.levels import check_bot
from koloda.bots.random import RandomBot
from koloda.bots.search_bot import SearchBot, threads_at_hand
from koloda.core.errors import NotLegal, NotUnderstood
from koloda.core.facts import Fact, fact
from koloda.core.game import Act
from koloda.core.text import Language, say
from koloda.table.match import Match
from koloda.table.table import Table
from koloda.terminal.files import save_record
from koloda.terminal.saved_games import Autosave

HINT = Budget(milliseconds=400)


@dataclass(frozen=True)
class WrittenMove:
    """A legal action, in notation and in words."""

    action: int
    written: str
    meaning: str


@dataclass(frozen=True)
class Opinion:
    """What the search bot thinks of a move. Without an action: of doing nothing, as a bystander."""

    action: int | None
    meaning: str
    value: float
    """The expected share of the win."""
    often: float
    """How often the bot would choose it, if it uses a mixed strategy."""
    best: bool


@dataclass(frozen=True)
class Advice:
    opinions: list[Opinion]
    """The best first."""
    compiled: bool
    """False while the compiled search is not ready; until then the bot is weaker."""


def written_moves(match: Match, seat: int, names: Sequence[str], language: Language) -> list[WrittenMove]:
    """The legal moves of a seat."""
    game, s = match.game, match.state
    return [
        WrittenMove(
            action,
            game.notation.write_action(s, action),
            say(game.narration.describe(s, seat, action), language, names),
        )
        for action in match.legal(seat)
    ]


def read_move(match: Match, seat: int, text: str) -> int:
    """Parse a move in notation, or the number of a move. (In some games the notation of a move is a number.)"""
    legal = match.legal(seat)
    if not text.startswith("#"):
        try:
            action = match.game.notation.read_action(match.state, text)
        except NotUnderstood:
            if not text.isdecimal():
                raise
        else:
            match.check(seat, action)
            return action
    number = text.removeprefix("#").strip()
    if number.isdecimal() and 1 <= int(number) <= len(legal):
        return legal[int(number) - 1]
    raise NotLegal(fact("terminal.no_number", number=number, count=len(legal)))


class Session:
    """A person at a table with bots. `seat` is the person's. With `autosave`, the game is saved after every move."""

    def __init__(
        self,
        table: Table,
        bots: Mapping[int, Bot],
        budget: Budget | None = None,
        autosave: Autosave | None = None,
    ) -> None:
        self.table = table
        self.bots = bots
        self.budget = budget or Budget()
        self.autosave = autosave
        self.seat = next(seat for seat in range(table.state.players) if seat not in bots)
        self._adviser: SearchBot | None = None
        self._offered = -1  # the step at which the person, as a bystander, last let the game go on
        self._away = 0  # decisions that a bot still makes in the person's place; -1 for all

    @property
    def away(self) -> bool:
        """Does a bot play in the person's place?"""
        return self._away != 0

    def hand_over(self, decisions: int = -1) -> None:
        """Let a bot play in the person's place: for a number of decisions, or (-1) until the person takes over."""
        self._away = decisions

    def take_over(self) -> None:
        self._away = 0

    @property
    def must(self) -> bool:
        """Must the person act?"""
        return self.seat in self.table.actors and not self.away

    @property
    def may_step_in(self) -> bool:
        """May the person act as a bystander? False once they have let the game go on."""
        if self.must or self.away or self._offered == len(self.table.steps):
            return False
        return bool(self.table.legal(self.seat))

    def let_pass(self) -> None:
        """Do nothing as a bystander."""
        self._offered = len(self.table.steps)

    def bots_choice(self) -> Act | None:
        """The next action of a bot, if it is a bot's turn. Changes nothing, and may take a while."""
        bots = {**self.bots, self.seat: self._deputy()} if self.away else self.bots
        return self.table.bots_choice(bots, self.budget)

    def act(self, action: int) -> None:
        """Make the person's move. A refused one changes nothing."""
        self.table.act(self.seat, action)
        self.keep()

    def undo(self) -> None:
        """Take the person's last move back, if that is possible."""
        self.table.undo(self.seat)
        self.keep()

    def keep(self) -> None:
        """Save the game as it is now."""
        if self.autosave is not None:
            self.autosave.save()

    def carry_out(self, choice: Act) -> None:
        """Play what a bot has chosen."""
        self.table.act(*choice)
        self.keep()
        if choice.seat == self.seat and self._away > 0:
            self._away -= 1

    def moves(self, language: Language) -> list[WrittenMove]:
        return written_moves(self.table.match, self.seat, self.table.record.names, language)

    def read_move(self, text: str) -> int:
        return read_move(self.table.match, self.seat, text)

    @property
    def usual_file(self) -> str:
        return f"{self.table.game.name}.koloda"

    def save(self, file: Path) -> Fact:
        """Write the record to a file, in place of what it holds: ask before. Returns how that went."""
        return save_record(self.table.record, file) or fact("terminal.saved", file=str(file))

    def _deputy(self) -> Bot:
        """The bot that plays for the person: the strongest that the game has."""
        return self.prepare_advice() if self.table.game.deals_anew else RandomBot(len(self.table.steps))

    def prepare_advice(self) -> SearchBot:
        """Start compiling the adviser's search in the background."""
        if self._adviser is None:
            check_bot("search", self.table.game)
            self._adviser = SearchBot(self.table.game, "advice", threads=threads_at_hand())
        return self._adviser

    def advice(self, language: Language) -> Advice:
        """What the strongest bot would do in the person's place. Takes a moment."""
        adviser = self.prepare_advice()
        compiled = adviser.ready
        found = adviser.estimates(self.table.knowledge(self.seat, needs_story(adviser)), HINT)
        found.sort(key=lambda estimate: (estimate.visits, estimate.value), reverse=True)
        looked = sum(estimate.visits for estimate in found) or 1
        meanings: dict[int | None, str] = {move.action: move.meaning for move in self.moves(language)}
        meanings[None] = say(fact("terminal.do_nothing"), language)
        opinions = [
            Opinion(e.action, meanings[e.action], e.value, e.visits / looked, best=number == 0)
            for number, e in enumerate(found)
        ]
        return Advice(opinions, compiled)

    @property
    def compiling(self) -> bool:
        """Is a bot still waiting for its compiled search, and weaker until then?"""
        return any(isinstance(bot, SearchBot) and not bot.ready for bot in self.bots.values())
