"""Games among bots of one kind with their whole history, to look into them."""

from collections.abc import Iterator

from koloda.arena.match_player import MatchPlayer
from koloda.arena.plan import DEFAULT_BUDGET, Plan
from koloda.bots.bot import Bot, Budget
from koloda.bots.levels import make_bot
from koloda.core.game import Game
from koloda.table.match import Match


def bot_games(
    game: Game, bot: str, count: int, seed: int, players: int | None = None, budget: Budget = DEFAULT_BUDGET
) -> Iterator[Match]:
    """So many games, each with another deal."""
    plan = Plan.of(game.name, [bot], count, players=players, seed=seed, budget=budget)

    def make(spec: str, seed: str) -> Bot:
        return make_bot(spec, game, plan.players, seed, wait=True)

    for finished in MatchPlayer(plan, make).play(range(count)):
        match = Match(game, game.start(plan.values), history=True)
        match.apply(*finished.plies())
        yield match
