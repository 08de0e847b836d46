"""A game at a real table, followed from one seat by what its person enters: the heart of the advisor.

    followed = FollowedGame(game, seat=0, players=4)
    followed.enter("first 2")
    ...
    if followed.your_turn:
        hint(followed.knowledge())

A line is a draw that the seat sees (`card 17`, `hand 4 6 6 J`) or somebody's move in the game's notation (`take`).
Draws that it does not see need no line. The lines alone are the game: to undo is to leave out the last one.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from koloda.bots.knowledge import Knowledge
from koloda.core.advisor import Advisor, Ask, advisor_of
from koloda.core.errors import KolodaError, NotLegal, NotUnderstood, NotYourTurn, UnknownOption
from koloda.core.events import facts_of
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Draw, Game
from koloda.core.typed_lines import checked_names
from koloda.core.view import View
from koloda.games import GAMES
from koloda.table.match import Match, narrate


def check_advisor(game: Game) -> Advisor:
    """How the game is followed. Refuses a game that cannot be."""
    found = advisor_of(game)
    if found is None:
        having = ", ".join(name for name, other in GAMES.items() if advisor_of(other) is not None)
        raise UnknownOption.of("advisor.no_advisor", game=fact(f"{game.name}.title"), games=having)
    return found


class Entered(NamedTuple):
    """A line, and where the steps begin that followed from it."""

    line: str
    seat: int | None
    """Whose move it was; None for a draw."""
    since: int


class Assumption(NamedTuple):
    """A move of somebody else that went without saying. The next line may say that it was another one."""

    before: Match
    act: Act


class FollowedGame:
    """A game in progress as far as one seat knows it. A refused line changes nothing."""

    def __init__(
        self, game: Game, seat: int, players: int | None = None, names: Sequence[str] = (), **options: object
    ) -> None:
        """`names` are the players', by seat; "" or none for one without a name."""
        self.game = game
        self.seat = seat
        self._advisor = check_advisor(game)
        self._start = game.new(players, **options)
        if not 0 <= seat < self.players:
            raise UnknownOption.of("errors.no_seat", seat=seat + 1, players=self.players)
        self.names = checked_names(names) if names else ("",) * self.players
        self._reset()

    def _reset(self) -> None:
        self.entered: list[Entered] = []
        self._assumption: Assumption | None = None
        self._match = Match(self.game, self._start, history=True)
        self._settle()

    @property
    def players(self) -> int:
        found: int = self._start.players
        return found

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def lines(self) -> list[str]:
        return [entered.line for entered in self.entered]

    @property
    def asked(self) -> Ask | None:
        """What was drawn: what to enter next, unless it is somebody's move."""
        return self._advisor.asked(self._match.state, self.seat) if self._chance else None

    @property
    def turn(self) -> int | None:
        """Whose move is to be entered next, if it is one."""
        return self._match.actor if self._match.mask else None

    @property
    def your_turn(self) -> bool:
        return self.turn == self.seat

    @property
    def moves(self) -> list[int]:
        """What the seat whose turn it is can do: your legal moves, or all that another one may do, for all you know."""
        return [] if self.turn is None else self._possible(self._match, self.turn)

    @property
    def corrections(self) -> list[Act]:
        """What somebody may have done in place of what was assumed."""
        if self._assumption is None:
            return []
        before, assumed = self._assumption
        return [Act(assumed.seat, a) for a in self._possible(before, assumed.seat) if a != assumed.action]

    @property
    def match(self) -> Match:
        """The game, with hidden cards that are only supposed: show nobody but the seat what it knows of it."""
        return self._match

    @property
    def view(self) -> View:
        """What the seat sees now, also while a draw is to be entered."""
        return self._match.view(self.seat)

    def knowledge(self) -> Knowledge:
        """Exactly what the seat knows."""
        return self._match.knowledge(self.seat)

    def enter(self, line: str) -> None:
        """Follow what has happened: one line."""
        kept = self._match.copy(), self._assumption
        try:
            self.entered.append(self._take(" ".join(line.split())))
        except KolodaError as error:
            self._match, self._assumption = kept
            error.names = tuple(name or str(seat) for seat, name in enumerate(self.names, 1))
            raise

    def told(self) -> list[list[Fact]]:
        """What the seat was told of every line."""
        steps, starts = self._match.steps, [entered.since for entered in self.entered]
        ends = pairwise([0, *starts[1:], len(steps)]) if starts else ()
        return [facts_of(narrate(self.game, steps[start:end], self.seat)) for start, end in ends]

    def back(self) -> str | None:
        """Take the last line back; returns it."""
        if not self.entered:
            return None
        *kept, last = self.lines
        self._reset()
        for line in kept:
            self.enter(line)
        return last

    @property
    def _chance(self) -> bool:
        return self.game.rules.chance(self._match.state) > 0

    def _possible(self, match: Match, seat: int) -> list[int]:
        if seat == self.seat:
            return match.legal(seat)
        return self._advisor.possible(match.state, self.seat, seat)

    def _take(self, line: str) -> Entered:
        """Carry out a line."""
        asked = self.asked
        if self.over:
            raise NotLegal.of("advisor.over", text=line)
        if asked is None:
            return self._move(line)
        values = self._read(asked, line)
        since = len(self._match.steps)
        self._assumption = None
        self._draw(values)
        self._settle()
        return Entered(" ".join([asked.word, *values]), None, since)

    def _read(self, asked: Ask, line: str) -> list[str]:
        """The values in a line."""
        words = line.replace(",", " ").split()
        if words and words[0].casefold() == asked.word:
            words = words[1:]
        known = {value.casefold(): value for value in asked.values} | dict(self._advisor.ALIASES)
        if asked.kind == "seat":
            known |= {name.casefold(): str(seat) for seat, name in enumerate(self.names, 1) if name}
        left = _listed(asked)
        values = []
        for word in words:
            if (value := known.get(word.casefold())) is None or value not in asked.values:
                raise NotUnderstood.of("advisor.no_value", text=word, left=left)
            values.append(value)
        for value, times in Counter(values).items():
            if times > asked.values[value]:
                gone = fact("advisor.seat_cannot" if asked.kind == "seat" else "advisor.seen", text=value, left=left)
                some = fact("advisor.too_many", text=value, most=asked.values[value], left=left)
                raise NotLegal(some if asked.values[value] else gone)
        if len(values) != asked.count:
            raise NotUnderstood.of("advisor.count", given=len(values), count=asked.count, left=left)
        return values

    def _draw(self, values: Sequence[str]) -> None:
        """Carry out draws that the seat has seen."""
        self._match.state = self._advisor.fit_draws(self._match.state, self.seat, values)
        for value in values:
            state = self._match.state
            self._match.apply(Draw(self.game.notation.read_draw(state, self._advisor.drawn(state, value))))

    def _move(self, line: str) -> Entered:
        name, colon, text = line.partition(":")
        action = self.game.notation.read_action(self._match.state, text if colon else line)
        wanted = self._seat(name) if colon else None
        if self._assumption is not None:
            before, assumed = self._assumption
            if action not in self.moves and action in self._possible(before, assumed.seat):
                self._match = before.copy()
        self._assumption = None
        turn = self._match.actor
        if wanted is not None and wanted != turn:
            raise NotYourTurn.of("advisor.other_turn", player=turn)
        written, since = self.game.notation.write_action(self._match.state, action), len(self._match.steps)
        self._act(Act(turn, action))
        self._settle()
        return Entered(written, turn, since)

    def _seat(self, text: str) -> int:
        wanted = text.strip().casefold()
        for seat, name in enumerate(self.names):
            if wanted and wanted in (str(seat + 1), name.casefold()):
                return seat
        allowed = ", ".join(name or str(seat) for seat, name in enumerate(self.names, 1))
        raise NotUnderstood.of("advisor.no_player", text=text.strip(), allowed=allowed)

    def _act(self, act: Act) -> None:
        if act.seat == self.seat:
            self._match.check(*act)
        elif act.action not in self._possible(self._match, act.seat):
            reason = self._advisor.refuse(self._match.state, self.seat, act)
            move = self.game.move_name(self._match.state, act.action)
            written = self.game.notation.write_action(self._match.state, act.action)
            raise NotLegal.of("advisor.cannot", player=act.seat, move=written if move is None else move, reason=reason)
        else:
            self._match.state = self._advisor.fit_move(self._match.state, self.seat, act)
        self._match.apply(act)

    def _settle(self) -> None:
        """Carry out what needs no line: draws that the seat does not see, and what goes without saying."""
        while True:
            state = self._match.state
            if self._chance:
                asked = self._advisor.asked(state, self.seat)
                if asked is None:
                    self._match.apply(Draw(0))
                elif (forced := asked.forced) is not None:
                    self._draw(forced)
                else:
                    return
            elif self.turn is None or self.your_turn or (action := self._advisor.assumed(state)) is None:
                return
            else:
                act = Act(self.turn, action)
                self._assumption = Assumption(self._match.copy(), act)
                self._act(act)


def _listed(asked: Ask) -> list[Fact | int | str]:
    """The values that can still be entered."""
    left = [value for value, times in asked.values.items() if times]
    if asked.kind == "seat":
        return [fact("common.player", player=int(value) - 1) for value in left]
    return list(left)
