"""The bot that decides at once: for people who are away or out of time, and for a bot that has failed."""

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.bots.levels import LEVELS, PolicyBot, levels
from koloda.bots.random import random_choice
from koloda.core.game import Game
from koloda.server.tables.seats import STAND_IN


def stand_in(game: Game) -> str:
    """Which bot that is: the one that plays by rule, if the game has it, else a random one."""
    return STAND_IN if LEVELS.index(STAND_IN) in levels(game) else LEVELS[0]


def rule_choice(knowledge: Knowledge) -> int | None:
    """What the bot that plays by rule does: quick enough to be asked on the event loop.

    In a game without such a bot, anything that is allowed; bystanders let things go on.
    """
    if stand_in(knowledge.game) == STAND_IN:
        return PolicyBot(knowledge.game, knowledge.players, STAND_IN).choose(knowledge, Budget())
    return random_choice(knowledge) if knowledge.must else None
