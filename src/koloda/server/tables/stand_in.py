"""The bot that decides at once: for people who are away or out of time, and for a bot that has failed."""

from koloda.bots.bot import Budget
from koloda.bots.levels import PolicyBot
from koloda.bots.sight import Sight
from koloda.server.tables.seats import STAND_IN


def rule_choice(observation: Sight) -> int | None:
    """What the bot that plays by rule does: quick enough to be asked on the event loop."""
    return PolicyBot(observation.game, observation.seen.players, STAND_IN).choose(observation, Budget())
