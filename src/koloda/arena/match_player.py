"""Plays the games of a match in one process. A compiled driver plays, and stops only where another bot must decide.

Every deal has its own random stream for the cards, and every game one for the exploration noise of its bots. So a game
depends only on the plan and its number, not on where or in which order games are played.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from koloda.arena.failures import Failures
from koloda.arena.plan import Plan
from koloda.arena.seating import Seating
from koloda.bots.bot import Bot, needs_story
from koloda.bots.external.external_bot import ExternalBot
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.bots.weights import weights
from koloda.compiled import bot_match, loader
from koloda.compiled.scratch import allocate
from koloda.core.events import Told, facts_of
from koloda.core.game import Act, Draw, Ply
from koloda.core.schema import unpack
from koloda.table.match import Match

MAX_GAMES = 1 << 16  # per deal
FIRST_LOG_SIZE = 512  # events; it grows when needed


class FinishedGame(NamedTuple):
    """A finished game of a match."""

    deal: int
    number: int
    """Counts the games of the deal, from 0."""
    seating: Seating
    scores: list[int]
    standings: list[int]
    decisions: int
    log: Any
    """One row (who, what) per ply; for a draw, `who` is -1. The next game overwrites it."""

    def plies(self) -> list[Ply]:
        return plies(self.log)


def plies(log: Any) -> list[Ply]:
    """Turn the rows of a log into events."""
    return [Draw(what) if who == bot_match.DEALER else Act(who, what) for who, what in log.tolist()]


class MatchPlayer:
    """Plays deals of a plan in this process."""

    def __init__(self, plan: Plan, make_bot: Callable[[str, str], Bot]) -> None:
        """`make_bot(spec, seed)` makes a bot that is not compiled, for one game."""
        import numpy as np

        self.plan = plan
        self.game = plan.rules
        self._make_bot = make_bot
        driver = loader.compiled(self.game, bot_match)
        self._boards = loader.records([self.game.start(plan.values)] * 3)
        tuned = weights(self.game, plan.players)
        self._match, self._matches = allocate(bot_match.BotMatch, self.game, compiled=True, WEIGHTS=max(len(tuned), 1))
        for seat in range(plan.players):
            for i, weight in enumerate(tuned):
                self._match.weights[seat][i] = weight
        self._log = np.zeros((FIRST_LOG_SIZE, 2), np.int32)
        taken = (self._boards, self._matches)
        self._new_game = loader.specialized(driver(bot_match.new_game), *taken, 0, 0, 0)
        self._play_on = loader.specialized(driver(bot_match.play_on), *taken, self._log, 0)
        self._answer = loader.specialized(driver(bot_match.answer), *taken, self._log, 0, 0)
        self._count_up = loader.specialized(driver(bot_match.count_up), *taken)
        self._programs: dict[tuple[str, int], ExternalBot] = {}
        self.failures = Failures()
        """How often the arena had to decide in a bot's place, and why."""

    def play(self, deals: range) -> Iterator[FinishedGame]:
        """Play every seating of every deal."""
        for deal in deals:
            for number, seated in enumerate(self.plan.seatings(deal)):
                yield self._game(deal, number, seated)

    def _game(self, deal: int, number: int, seated: Seating) -> FinishedGame:
        plan, players, match = self.plan, self.plan.players, self._match
        levels = [plan.levels[bot] for bot in seated]
        for seat, level in enumerate(levels):
            match.levels[seat] = level
        cards, noise = 2 * deal, 2 * (deal * MAX_GAMES + number) + 1
        self._new_game(self._boards, self._matches, plan.seed, cards, noise)
        foreign = [seat for seat in range(players) if levels[seat] == bot_match.FOREIGN]
        if foreign:
            seed = f"{plan.seed} {deal} {number}"
            bots = {seat: self._seat(plan.names[seated[seat]], seat, seed) for seat in foreign}
            self._play_with_foreign(bots, deal, number)
        else:
            self._run({}, None)
        self._count_up(self._boards, self._matches)
        scores: Any = match.scores
        standings: Any = match.standings
        return FinishedGame(
            deal,
            number,
            seated,
            scores[:players].tolist(),
            standings[:players].tolist(),
            int(match.decisions),
            self._log[: match.logged],
        )

    def _seat(self, spec: str, seat: int, seed: str) -> Bot:
        """Return a bot for one game. Programs are slow to start, so one serves many games."""
        if (spec, seat) in self._programs:
            self._programs[spec, seat].sow(f"{seed} {seat}")
            return self._programs[spec, seat]
        bot = self._make_bot(spec, f"{seed} {seat}")
        if isinstance(bot, ExternalBot):
            self._programs[spec, seat] = bot
        return bot

    def _play_with_foreign(self, bots: dict[int, Bot], deal: int, number: int) -> None:
        narrator = GameNarrator(self)
        externals = {seat: bot for seat, bot in bots.items() if isinstance(bot, ExternalBot)}
        for external in externals.values():
            external.on_fault = lambda fault: self.failures.add(fault, deal, number)
        self._run(bots, narrator)
        for seat, external in externals.items():
            external.finish(self.game.view(self.state(), seat), facts_of(narrator.told(seat)))

    def _run(self, bots: dict[int, Bot], narrator: "GameNarrator | None") -> None:
        """Play the current game to its end."""
        asked = 0
        while True:
            if self._match.logged + self.plan.players >= len(self._log):
                self._grow_log()
            seat = self._play_on(self._boards, self._matches, self._log, asked)
            asked = 0
            if seat == bot_match.NOTHING:
                return
            if seat != bot_match.LOG_FULL:
                assert narrator is not None
                action = bots[seat].choose(narrator.knowledge(seat, needs_story(bots[seat])), self.plan.budget)
                if action is None:
                    asked = seat + 1
                else:
                    self._answer(self._boards, self._matches, self._log, seat, action)

    def _grow_log(self) -> None:
        import numpy as np

        self._log = np.concatenate([self._log, np.zeros_like(self._log)])

    def plies(self, since: int = 0) -> list[Ply]:
        """Return the plies of the current game, from number `since` on."""
        return plies(self._log[since : self._match.logged])

    def state(self) -> Any:
        """Return the state of the current game."""
        return unpack(self.game.set_up.State, self._boards[1].tobytes())


class GameNarrator:
    """Tells seats of the current game what happened: it goes through the game again, but only when a bot asks."""

    def __init__(self, player: MatchPlayer) -> None:
        self._player = player
        self._retold = Match(player.game, player.game.start(player.plan.values), history=True)
        self._told: dict[int, list[Told]] = {}
        self._narrated: dict[int, int] = {}
        """By seat: the number of steps that it was told of."""

    def knowledge(self, seat: int, story: bool) -> Knowledge:
        told = self.told(seat) if story else []
        return knowledge_of(self._player.game, self._player.state(), seat, told.copy)

    def told(self, seat: int) -> list[Told]:
        self._retold.apply(*self._player.plies(len(self._retold.steps)))
        told = self._told.setdefault(seat, [])
        told += self._retold.events(seat, self._narrated.get(seat, 0))
        self._narrated[seat] = len(self._retold.steps)
        return told[:]
