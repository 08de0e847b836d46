"""The bot that decides at once: for people who are away or out of time, and for a bot that has failed."""

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.bots.levels import LEVELS, PolicyBot, levels
from koloda.bots.random import random_choice
from koloda.core.game import Game
from koloda.server.tables.seats import STAND_IN


def stand_in(game: Game) -> str:
    """Its level: the rule bot if the game has one, else a random bot."""
    return STAND_IN if LEVELS.index(STAND_IN) in levels(game) else LEVELS[0]


def rule_choice(knowledge: Knowledge) -> int | None:
    """What the rule bot does; it is fast enough for the event loop.

    In a game without a rule bot, a random legal action. A bystander does nothing.
    """
    if stand_in(knowledge.game) == STAND_IN:
        return PolicyBot(knowledge.game, knowledge.players, STAND_IN).choose(knowledge, Budget())
    return random_choice(knowledge) if knowledge.must else None
