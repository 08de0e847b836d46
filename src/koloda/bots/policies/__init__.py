"""Levels 1 and 2: a rule of thumb for every game, as compilable functions (one module a game).

    greedy(s, seat, out, n) -> action          what looks best at once
    rule(s, seat, out, n, knobs) -> action     a rule with a few numbers (knobs), tuned for every number of players
    step_in(s, seat, out, n) -> action or -1   what a bystander does, where a game lets them step in

`s` is what the seat knows (`Sight.seen`): the fields of the state, others' hidden cards put back among the unseen. It
may also be a full state in a search's imagination; a policy must read nothing of it that the seat cannot know.
`out[:n]` are the legal actions, ascending, n > 1. The knobs stand in `<game>.toml`; `koloda.arena.tuning` found them.
"""

import tomllib
from functools import cache
from importlib.resources import files
from types import ModuleType

from koloda.bots.policies import dobro, mind_up, no_thanks, tugriki

POLICIES: dict[str, ModuleType] = {"dobro": dobro, "no_thanks": no_thanks, "mind_up": mind_up, "tugriki": tugriki}


@cache
def knobs(game: str, players: int) -> tuple[int, ...]:
    """The tuned numbers of a game's rule for a number of players, in the order of the module's KNOBS."""
    text = files("koloda").joinpath("bots", "policies", f"{game}.toml").read_text("utf-8")
    values = tomllib.loads(text)[str(players)]
    return tuple(int(values[name]) for name in POLICIES[game].KNOBS)
