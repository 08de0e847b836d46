"""Bots at work, off the event loop: no table waits for another's search."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import copy

from koloda.bots.bot import Bot, Budget
from koloda.bots.engine import engine
from koloda.bots.external import Guest, guest, is_external
from koloda.bots.levels import LEVELS, PolicyBot, make_bot
from koloda.bots.search_bot import SearchBot
from koloda.bots.sight import Sight
from koloda.core.game import Game
from koloda.core.text import Language

THINKING = Budget(milliseconds=300)
"""For one decision."""
STAND_IN = "rule"
"""Plays for people who are away, and for a bot that has failed."""

log = logging.getLogger(__name__)


def rule_choice(sight: Sight) -> int | None:
    """What the bot that plays by rule does: quick enough to ask at once."""
    return PolicyBot(sight.game, sight.seen.players, STAND_IN).choose(sight, THINKING)


class Thinker:
    """One bot in one seat. It is made when it is asked for the first time."""

    def __init__(self, name: str, spec: str, seed: str, thinking: Budget, names: list[str], language: Language) -> None:
        self.name = name
        self._spec = spec
        self._seed = seed
        self._thinking = thinking
        self._names = names
        self._language = language
        self._bot: Bot | None = None

    @property
    def from_outside(self) -> bool:
        return is_external(self._spec)

    @property
    def listens(self) -> bool:
        """Does it need to know what was told before?"""
        return self.name not in LEVELS or self.name == "search"

    def choose(self, sight: Sight) -> int | None:
        """A legal action, or None for a bystander that does nothing. Whatever the bot does, the game goes on."""
        spare = copy(sight)  # what a bot does to its own is its affair
        spare.legal, spare.seen = sight.legal[:], sight.seen.copy()
        try:
            if self._bot is None:
                self._bot = self._made(sight.game, sight.seen.players)
            if not self._ready(sight.game):
                return rule_choice(spare)
            action = self._bot.choose(sight, self._thinking)
            if action in spare.legal or (action is None and not spare.must):
                return action
            log.warning("bot %s chose %r, which is not legal", self.name, action)
        except Exception:
            log.exception("bot %s failed", self.name)
        return rule_choice(spare)

    def _ready(self, game: Game) -> bool:
        """Until a search is compiled it would hold up the whole process."""
        if not isinstance(self._bot, SearchBot):
            return True
        search = engine(game.name)
        return search.ready or bool(search.problem)

    def _made(self, game: Game, players: int) -> Bot:
        if self.from_outside:
            return guest(self._spec, self._seed, self._names, self._language)
        return make_bot(self._spec, game, players, self._seed)

    def close(self, last: Sight | None) -> None:
        """Whoever has seen the game to its end hears how it ended."""
        if isinstance(self._bot, Guest):
            if last is not None:
                self._bot.finish(last.view, last.story)
            self._bot.close()
        self._bot = None


class Thinkers:
    """The threads that bots think in. Bots from outside may keep one waiting, so they have their own."""

    def __init__(self, bots: Mapping[str, str], thinking: Budget = THINKING, threads: int = 4) -> None:
        self._thinking = thinking
        self.specs = {**{level: level for level in LEVELS}, **bots}
        self._own = ThreadPoolExecutor(threads, "bot")
        self._guests = ThreadPoolExecutor(threads, "guest")

    def make(self, name: str, seed: str, names: list[str], language: Language) -> Thinker:
        """A bot whose name is not known any more is replaced by the one that plays by rule."""
        return Thinker(name, self.specs.get(name, STAND_IN), seed, self._thinking, names, language)

    async def choice(self, thinker: Thinker, sight: Sight) -> int | None:
        pool = self._guests if thinker.from_outside else self._own
        return await asyncio.get_running_loop().run_in_executor(pool, thinker.choose, sight)

    def dismiss(self, thinker: Thinker, last: Sight | None) -> None:
        """Saying goodbye to a program may take a moment. `last` is what the seat saw last, if the game is over."""
        if thinker.from_outside:
            self._guests.submit(thinker.close, last)

    def close(self) -> None:
        self._own.shutdown(cancel_futures=True)
        self._guests.shutdown()
