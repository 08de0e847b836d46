"""The hall where a plan is played: one compiled driver, which stops only where a bot that is not compiled is asked.

Every deal has a stream of its own for the cards, and every game one for the exploration noise of its bots. So a game
depends on nothing but the plan and its number, wherever and in whatever order it is played.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from koloda.arena.plan import Plan
from koloda.arena.seating import Seating
from koloda.bots.bot import Bot, needs_story
from koloda.bots.external.command import CommandGuest
from koloda.bots.external.guests import Guest
from koloda.bots.sight import Sight, sight
from koloda.bots.weights import weights
from koloda.compiled import bot_match, loader
from koloda.compiled.scratch import allocate
from koloda.core.facts import Fact
from koloda.core.game import Act, Draw, Event
from koloda.core.schema import unpack
from koloda.table.course import Course

MOST_GAMES = 1 << 16  # of one deal
LOG = 512  # events to begin with


class Played(NamedTuple):
    """A game that is over."""

    deal: int
    number: int
    """Of the deal's games."""
    seating: Seating
    scores: list[int]
    standings: list[int]
    decisions: int
    log: Any
    """(who, what) by event: a draw's `who` is -1. Only good until the next game."""

    def events(self) -> list[Event]:
        return events(self.log)


def events(log: Any) -> list[Event]:
    return [Draw(what) if who == bot_match.DEALER else Act(who, what) for who, what in log.tolist()]


class Hall:
    """Plays deals of a plan, in one process."""

    def __init__(self, plan: Plan, make_bot: Callable[[str, str], Bot]) -> None:
        """`make_bot(spec, seed)` seats a bot that is not compiled, for one game."""
        import numpy as np

        self.plan = plan
        self.game = plan.rules
        self._make_bot = make_bot
        driver = loader.compiled(self.game, bot_match)
        self._new_game, self._play_on = driver(bot_match.new_game), driver(bot_match.play_on)
        self._answer, self._count_up = driver(bot_match.answer), driver(bot_match.count_up)
        self._boards = loader.records([self.game.start(plan.values)] * 3)
        tuned = weights(self.game, plan.players)
        self._match, self._matches = allocate(bot_match.BotMatch, self.game, compiled=True, WEIGHTS=max(len(tuned), 1))
        for seat in range(plan.players):
            for i, weight in enumerate(tuned):
                self._match.weights[seat][i] = weight
        self._log = np.zeros((LOG, 2), np.int32)
        self._programs: dict[tuple[str, int], CommandGuest] = {}
        self.failures: Counter[str] = Counter()
        """By bot: how often another had to decide in its place."""
        self._compile()

    def _compile(self) -> None:
        """A game that does not count, among bots that need not be asked."""
        self._new_game(self._boards, self._matches, 0, 0, 1)
        self._run({}, None)
        self._count_up(self._boards, self._matches)

    def play(self, deals: range) -> Iterator[Played]:
        for deal in deals:
            for number, seated in enumerate(self.plan.seatings(deal)):
                yield self._game(deal, number, seated)

    def _game(self, deal: int, number: int, seated: Seating) -> Played:
        plan, players, match = self.plan, self.plan.players, self._match
        levels = [plan.levels[bot] for bot in seated]
        for seat, level in enumerate(levels):
            match.levels[seat] = level
        cards, noise = 2 * deal, 2 * (deal * MOST_GAMES + number) + 1
        self._new_game(self._boards, self._matches, plan.seed, cards, noise)
        foreign = [seat for seat in range(players) if levels[seat] == bot_match.FOREIGN]
        if foreign:
            self._play_with_foreign(
                {seat: self._seat(plan.names[seated[seat]], seat, f"{plan.seed} {deal} {number}") for seat in foreign}
            )
        else:
            self._run({}, None)
        self._count_up(self._boards, self._matches)
        return Played(
            deal,
            number,
            seated,
            [int(match.scores[seat]) for seat in range(players)],
            [int(match.standings[seat]) for seat in range(players)],
            int(match.decisions),
            self._log[: match.logged],
        )

    def _seat(self, spec: str, seat: int, seed: str) -> Bot:
        """A bot for one game. Programs stay for many: they take long to start."""
        if (spec, seat) in self._programs:
            self._programs[spec, seat].sow(f"{seed} {seat}")
            return self._programs[spec, seat]
        bot = self._make_bot(spec, f"{seed} {seat}")
        if isinstance(bot, CommandGuest):
            self._programs[spec, seat] = bot
        return bot

    def _play_with_foreign(self, bots: dict[int, Bot]) -> None:
        telling = Telling(self)
        guests = {seat: bot for seat, bot in bots.items() if isinstance(bot, Guest)}
        before = {seat: guest.fault_count for seat, guest in guests.items()}
        self._run(bots, telling)
        for seat, guest in guests.items():
            self.failures[guest.spec] += guest.fault_count - before[seat]
            guest.finish(self.game.view(self.state(), seat), telling.story(seat))
            if not isinstance(guest, CommandGuest):
                guest.close()

    def _run(self, bots: dict[int, Bot], telling: "Telling | None") -> None:
        """Play a game to its end."""
        asked = 0
        while True:
            if self._match.logged + self.plan.players >= len(self._log):
                self._lengthen_log()
            seat = self._play_on(self._boards, self._matches, self._log, asked)
            asked = 0
            if seat == bot_match.NOTHING:
                return
            if seat != bot_match.LOG_FULL:
                assert telling is not None
                action = bots[seat].choose(telling.sight(seat, needs_story(bots[seat])), self.plan.budget)
                if action is None:
                    asked = seat + 1
                else:
                    self._answer(self._boards, self._matches, self._log, seat, action)

    def _lengthen_log(self) -> None:
        import numpy as np

        self._log = np.concatenate([self._log, np.zeros_like(self._log)])

    def events(self, since: int = 0) -> list[Event]:
        """What has happened in the game that is being played."""
        return events(self._log[since : self._match.logged])

    def state(self) -> Any:
        return unpack(self.game.set_up.State, self._boards[1].tobytes())


class Telling:
    """What the seats of a running game are told. The story is put together only if a bot asks for it."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._course = Course(hall.game, hall.game.start(hall.plan.values))
        self._told: dict[int, list[Fact]] = {}
        self._upto: dict[int, int] = {}
        """By seat: how many steps the story tells so far."""

    def sight(self, seat: int, story: bool) -> Sight:
        told = self.story(seat) if story else []
        return sight(self._hall.game, self._hall.state(), seat, told.copy)

    def story(self, seat: int) -> list[Fact]:
        for event in self._hall.events(len(self._course.entries)):
            self._course.add(event)
        narrate, steps = self._hall.game.narration.narrate, self._course.steps
        story = self._told.setdefault(seat, [])
        for step in steps[self._upto.get(seat, 0) :]:
            story += narrate(*step, seat)
        self._upto[seat] = len(steps)
        return story[:]
