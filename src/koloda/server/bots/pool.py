"""The bot pool: bots think in their own threads, so no table waits for another table's search."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy

from koloda.bots.bot import Bot, Budget
from koloda.bots.engine import Engine
from koloda.bots.external import ExternalBot, Fault, is_external, make_external_bot
from koloda.bots.guided_bot import GuidedBot
from koloda.bots.hint import HintMove, hint
from koloda.bots.knowledge import Knowledge
from koloda.bots.levels import FROM_WEAK_TO_STRONG, LEVELS, SEARCH, make_bot
from koloda.bots.search_bot import SearchBot
from koloda.core.errors import BadBot
from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.core.text import Language, say
from koloda.server.tables.seats import STAND_IN
from koloda.server.tables.stand_in import rule_choice, stand_in

THINKING = Budget(milliseconds=300)
"""How long a bot thinks about one decision."""

log = logging.getLogger(__name__)


def _reason(knowledge: Knowledge, moves: Sequence[HintMove]) -> tuple[Fact, ...]:
    from koloda.analysis.reasons import hint_reason

    return hint_reason(knowledge, moves).facts


class SeatedBot:
    """One bot in one seat, created when it first has to decide."""

    def __init__(self, name: str, spec: str, seed: str, thinking: Budget, names: list[str], language: Language) -> None:
        self.name = name
        self._spec = spec
        self._seed = seed
        self._thinking = thinking
        self._names = names
        self._language = language
        self._bot: Bot | None = None
        self._refused = False

    @property
    def external(self) -> bool:
        return is_external(self._spec)

    @property
    def listens(self) -> bool:
        """Does it use the story of the game?"""
        return self.name not in LEVELS or LEVELS.index(self.name) >= SEARCH

    def choose(self, knowledge: Knowledge) -> int | None:
        """Return a legal action, or None for a bystander who does nothing. If the bot fails, the rule bot decides."""
        spare = copy(knowledge)  # the bot may change its own copy
        spare.legal = knowledge.legal[:]
        if knowledge.partial_state is not None:
            spare.partial_state = knowledge.partial_state.copy()
        if self._refused:
            return rule_choice(spare)
        try:
            if self._bot is None:
                self._bot = self._make(knowledge.game, knowledge.players)
            if not self._ready(knowledge.game):
                return rule_choice(spare)
            action = self._bot.choose(knowledge, self._thinking)
            if action in spare.legal or (action is None and not spare.must):
                return action
            log.warning("bot %s chose %r, which is not legal", self.name, action)
        except BadBot as refused:  # it would be refused again, and a class takes a moment to load
            self._refused = True
            log.warning("bot %s cannot play", self.name, extra={"more": {"reason": refused.text()}})
        except Exception:
            log.exception("bot %s failed", self.name)
        return rule_choice(spare)

    def _ready(self, game: Game) -> bool:
        """A search that is not compiled yet would block the whole process; a guided one has its network until then."""
        if not isinstance(self._bot, SearchBot) or isinstance(self._bot, GuidedBot):
            return True
        search = game.once(Engine)
        return search.ready or bool(search.problem)

    def _make(self, game: Game, players: int) -> Bot:
        if self.external:
            bot = make_external_bot(self._spec, self._seed, self._names, self._language)
            bot.on_fault = self._log
            return bot
        spec = stand_in(game) if self._spec == STAND_IN else self._spec
        return make_bot(spec, game, players, self._seed)

    def _log(self, fault: Fault) -> None:
        """Log a fault of an external bot, for whoever runs the server. No player sees it."""
        lines = list(fault.last_lines)
        more = {"code": fault.code, "reason": say(fault.reason), "gave_up": fault.gave_up, "last_lines": lines}
        log.warning("bot %s failed", self.name, extra={"more": more})

    def close(self, last: Knowledge | None) -> None:
        """Close an external bot. `last` is what its seat knows at the end of the game, if it is over."""
        if isinstance(self._bot, ExternalBot):
            if last is not None:
                self._bot.finish(last.view, last.story)
            self._bot.close()
        self._bot = None


class BotPool:
    """The threads that bots think in. External bots may block one, so they have their own."""

    def __init__(self, bots: Mapping[str, str], thinking: Budget = THINKING, threads: int = 4) -> None:
        """`bots` are the bots that the server offers: names and specs. `thinking` is the budget of one decision."""
        self._thinking = thinking
        self.specs = {**{level: level for level in FROM_WEAK_TO_STRONG}, **bots}
        self._internal = ThreadPoolExecutor(threads, "bot")
        self._external = ThreadPoolExecutor(threads, "external-bot")

    def seat(self, name: str, seed: str, names: list[str], language: Language) -> SeatedBot:
        """Return the bot for a seat. If its name is no longer known, the rule bot plays instead."""
        return SeatedBot(name, self.specs.get(name, STAND_IN), seed, self._thinking, names, language)

    async def choice(self, bot: SeatedBot, knowledge: Knowledge) -> int | None:
        pool = self._external if bot.external else self._internal
        return await asyncio.get_running_loop().run_in_executor(pool, bot.choose, knowledge)

    async def hint(self, knowledge: Knowledge) -> list[HintMove]:
        return await asyncio.get_running_loop().run_in_executor(self._internal, hint, knowledge)

    async def reason(self, knowledge: Knowledge, moves: Sequence[HintMove]) -> tuple[Fact, ...]:
        return await asyncio.get_running_loop().run_in_executor(self._internal, _reason, knowledge, moves)

    def dismiss(self, bot: SeatedBot, last: Knowledge | None) -> None:
        """Close a bot in a thread, because a program may take a moment to end.

        `last` is its final knowledge, if the game is over.
        """
        if bot.external:
            self._external.submit(bot.close, last)

    def close(self) -> None:
        self._internal.shutdown(cancel_futures=True)
        self._external.shutdown()
