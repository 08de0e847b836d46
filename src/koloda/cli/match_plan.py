"""The match that `koloda arena` and `koloda balance` play, from their arguments."""

from argparse import Namespace

from koloda.arena.plan import Plan, read_budget
from koloda.bots.levels import usual_level
from koloda.cli.arguments import read_options
from koloda.games import find


def match_plan(options: Namespace, *keep: str, luck_playouts: int | None = 0, population: bool = False) -> Plan:
    bots = str(usual_level(find(options.game))) if options.bots is None else options.bots
    return Plan.of(
        options.game,
        bots.split(","),
        options.deals,
        options.players,
        options.seed,
        read_budget(options.budget),
        keep,
        luck_playouts,
        population,
        **read_options(options.option),
    )
