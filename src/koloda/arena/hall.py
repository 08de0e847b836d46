"""The hall where a plan is played: one compiled driver, which stops only where a bot that is not compiled is asked.

Every deal has a stream of its own for the cards, and every game one for the whims of its bots. So a game depends on
nothing but the plan and its number, wherever and in whatever order it is played.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from koloda.arena.plan import Plan
from koloda.arena.seating import Seating
from koloda.bots.bot import Bot
from koloda.bots.external.command import CommandGuest
from koloda.bots.external.guests import Guest
from koloda.bots.policies import POLICIES, knobs
from koloda.bots.sight import Sight, sight
from koloda.compiled import bot_match, loader
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
        policy = POLICIES[self.game.name]
        self._driver = loader.driver(self.game, bot_match, parts=[policy])
        self._board = loader.records([self.game.start(plan.values)] * 3)
        players = plan.players
        tuned = knobs(self.game.name, players)
        self._knobs = np.array([tuned] * players, np.int64).reshape(players, -1)
        self._levels = np.zeros(players, np.int64)
        self._cards = np.zeros(4, np.int64)
        self._whims = np.zeros(4, np.int64)
        self._out = np.zeros(self.game.widest, np.int16)
        self._count = np.zeros(2, np.int64)
        self._log = np.zeros((LOG, 2), np.int32)
        self._programs: dict[tuple[str, int], CommandGuest] = {}
        self.failures: Counter[str] = Counter()
        """By bot: how often another had to decide in its place."""
        self._scores = np.zeros(self.game.seats, np.int64)
        self._standings = np.zeros(self.game.seats, np.int64)

        self._compile()

    def _compile(self) -> None:
        """A game that does not count, among bots that need not be asked."""
        self._driver.set_out(self._board, self._cards, self._whims, self._count, 0, 0, 1)
        self._run({}, None)
        self._driver.count_up(self._board, self._scores, self._standings)

    def play(self, deals: range) -> Iterator[Played]:
        for deal in deals:
            for number, seated in enumerate(self.plan.seatings(deal)):
                yield self._game(deal, number, seated)

    def _game(self, deal: int, number: int, seated: Seating) -> Played:
        plan, players = self.plan, self.plan.players
        self._levels[:] = [plan.levels[bot] for bot in seated]
        cards, whims = 2 * deal, 2 * (deal * MOST_GAMES + number) + 1
        self._driver.set_out(self._board, self._cards, self._whims, self._count, plan.seed, cards, whims)
        foreign = [seat for seat in range(players) if self._levels[seat] == bot_match.FOREIGN]
        if foreign:
            self._play_with_foreign(
                {seat: self._seat(plan.names[seated[seat]], seat, f"{plan.seed} {deal} {number}") for seat in foreign}
            )
        else:
            self._run({}, None)
        self._driver.count_up(self._board, self._scores, self._standings)
        return Played(
            deal,
            number,
            seated,
            self._scores[:players].tolist(),
            self._standings[:players].tolist(),
            int(self._count[0]),
            self._log[: self._count[1]],
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
            if self._count[1] + self.plan.players >= len(self._log):
                self._lengthen_log()
            seat = self._driver.play_on(
                self._board,
                self._levels,
                self._knobs,
                self._cards,
                self._whims,
                self._out,
                self._count,
                self._log,
                asked,
            )
            asked = 0
            if seat == bot_match.NOTHING:
                return
            if seat != bot_match.LOG_FULL:
                assert telling is not None
                action = bots[seat].choose(telling.sight(seat), self.plan.budget)
                if action is None:
                    asked = seat + 1
                else:
                    self._driver.answer(self._board, seat, action, self._count, self._log)

    def _lengthen_log(self) -> None:
        import numpy as np

        self._log = np.concatenate([self._log, np.zeros_like(self._log)])

    def events(self, since: int = 0) -> list[Event]:
        """What has happened in the game that is being played."""
        return events(self._log[since : self._count[1]])

    def state(self) -> Any:
        return unpack(self.game.set_up.State, self._board[1].tobytes())


class Telling:
    """What the seats of a running game are told. The story is put together only if a bot asks for it."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._course = Course(hall.game, hall.game.start(hall.plan.values))
        self._told: dict[int, list[Fact]] = {}
        self._upto: dict[int, int] = {}
        """By seat: how many steps the story tells so far."""

    def sight(self, seat: int) -> Sight:
        return sight(self._hall.game, self._hall.state(), seat, lambda: self.story(seat))

    def story(self, seat: int) -> list[Fact]:
        for event in self._hall.events(len(self._course.entries)):
            self._course.add(event)
        narrate, steps = self._hall.game.narration.narrate, self._course.steps
        story = self._told.setdefault(seat, [])
        for step in steps[self._upto.get(seat, 0) :]:
            story += narrate(*step, seat)
        self._upto[seat] = len(steps)
        return story[:]
