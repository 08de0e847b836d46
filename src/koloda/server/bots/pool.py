"""The bot pool: bots think in threads of their own, so no table waits for another's search."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import copy

from koloda.bots.bot import Bot, Budget
from koloda.bots.engine import Engine
from koloda.bots.external import ExternalBot, is_external, make_external_bot
from koloda.bots.knowledge import Knowledge
from koloda.bots.levels import LEVELS, make_bot
from koloda.bots.search_bot import SearchBot
from koloda.core.game import Game
from koloda.core.text import Language
from koloda.server.tables.seats import STAND_IN
from koloda.server.tables.stand_in import rule_choice, stand_in

THINKING = Budget(milliseconds=300)
"""For one decision."""

log = logging.getLogger(__name__)


class SeatedBot:
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
    def external(self) -> bool:
        return is_external(self._spec)

    @property
    def listens(self) -> bool:
        """Does it need to know what was told before?"""
        return self.name not in LEVELS or self.name == "search"

    def choose(self, knowledge: Knowledge) -> int | None:
        """A legal action, or None for a bystander that does nothing. Whatever the bot does, the game goes on."""
        spare = copy(knowledge)  # the bot may change its own
        spare.legal = knowledge.legal[:]
        if knowledge.partial_state is not None:
            spare.partial_state = knowledge.partial_state.copy()
        try:
            if self._bot is None:
                self._bot = self._make(knowledge.game, knowledge.players)
            if not self._ready(knowledge.game):
                return rule_choice(spare)
            action = self._bot.choose(knowledge, self._thinking)
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
        search = game.once(Engine)
        return search.ready or bool(search.problem)

    def _make(self, game: Game, players: int) -> Bot:
        if self.external:
            return make_external_bot(self._spec, self._seed, self._names, self._language)
        spec = stand_in(game) if self._spec == STAND_IN else self._spec
        return make_bot(spec, game, players, self._seed)

    def close(self, last: Knowledge | None) -> None:
        """Whoever has seen the game to its end hears how it ended."""
        if isinstance(self._bot, ExternalBot):
            if last is not None:
                self._bot.finish(last.view, last.story)
            self._bot.close()
        self._bot = None


class BotPool:
    """The threads that bots think in. External bots may keep one waiting, so they have their own."""

    def __init__(self, bots: Mapping[str, str], thinking: Budget = THINKING, threads: int = 4) -> None:
        """`bots` are those that the server offers by name, and what they are; `thinking` is for one decision."""
        self._thinking = thinking
        self.specs = {**{level: level for level in LEVELS}, **bots}
        self._internal = ThreadPoolExecutor(threads, "bot")
        self._external = ThreadPoolExecutor(threads, "external-bot")

    def seat(self, name: str, seed: str, names: list[str], language: Language) -> SeatedBot:
        """A bot whose name is not known any more is replaced by the one that plays by rule."""
        return SeatedBot(name, self.specs.get(name, STAND_IN), seed, self._thinking, names, language)

    async def choice(self, bot: SeatedBot, knowledge: Knowledge) -> int | None:
        pool = self._external if bot.external else self._internal
        return await asyncio.get_running_loop().run_in_executor(pool, bot.choose, knowledge)

    def dismiss(self, bot: SeatedBot, last: Knowledge | None) -> None:
        """Saying goodbye to a program may take a moment. `last` is what the seat saw last, if the game is over."""
        if bot.external:
            self._external.submit(bot.close, last)

    def close(self) -> None:
        self._internal.shutdown(cancel_futures=True)
        self._external.shutdown()
