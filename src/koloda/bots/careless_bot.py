"""A careless player: another bot with random moves mixed in, as people make them who do not pay attention."""

from random import Random

from koloda.bots.bot import Bot, Budget, needs_story
from koloda.bots.knowledge import Knowledge
from koloda.core.schema import pack


class CarelessBot:
    """Plays a random legal move in so many of a hundred decisions, and what the other bot chooses in the rest.

    Whether it does depends on the seed and on what the seat knows, not on earlier decisions.
    """

    def __init__(self, bot: Bot, percent: int, seed: object = 0) -> None:
        self._bot = bot
        self._percent = percent
        self._seed = str(seed)

    @property
    def needs_story(self) -> bool:
        return needs_story(self._bot)

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if knowledge.must and len(knowledge.legal) > 1:
            known = b"%d %s" % (knowledge.seat, pack(knowledge.partial_state))
            random = Random(b"careless %s %s" % (self._seed.encode(), known))
            if random.randrange(100) < self._percent:
                return random.choice(knowledge.legal)
        return self._bot.choose(knowledge, budget)
