"""The tuned weights of the games' rules of thumb (level 2), by number of players."""

import tomllib
from functools import cache

from koloda.core.game import Game


@cache
def weights(game: Game, players: int) -> tuple[int, ...]:
    """The weights of a game's `rule`, in the order of its WEIGHTS; none without a policy."""
    if game.policy is None:
        return ()
    text = game.folder.joinpath("bots", "policy.toml").read_text("utf-8")
    values = tomllib.loads(text)[str(players)]
    return tuple(int(values[name]) for name in game.policy.WEIGHTS)
