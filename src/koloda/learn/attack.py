"""An attack: a best response to a bot. One seat learns, the bot plays all others.

The attacker begins as the target itself where that is a network, otherwise by imitating the tuned rule.

What the seat wins beyond its fair share is a lower bound for how much the bot can be exploited.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from koloda.arena.intervals import Estimate
from koloda.arena.plan import COMPILED_LEVELS
from koloda.bots.levels import check_bot
from koloda.bots.network import Network, own_network, read_network
from koloda.core.files import read_bytes
from koloda.core.game import Game
from koloda.games import find
from koloda.learn.evaluation import shares
from koloda.learn.interpreted_batch import ASKED
from koloda.learn.model import Model
from koloda.learn.opponents import OneBot
from koloda.learn.recipe import Recipe
from koloda.learn.tables import MakeBatch
from koloda.learn.trainer import Trainer

SUFFIX = ".npz"
OWN_NETWORK = ("4", "network")
NOBODY_ASKED = "random"
"""The bot of interpreted games whose seats are all taken by networks."""


@dataclass
class Target:
    """The bot that is attacked, and the batches in which it plays."""

    bot: int | Model
    make: MakeBatch
    network: Network | None = None
    """What the bot is, if it is a network."""
    slow: bool = False
    """Is it asked position by position?"""


def find_target(game: Game, spec: str, device: str, options: Mapping[str, object], position: object = None) -> Target:
    """The bot that a text names: a level, a file with a network, or any other bot.

    `position` is a state in which all games begin, with the same `options`. Such games are interpreted.
    """
    slowly = position is not None
    network = _network(game, spec)
    if network is not None:
        make = MakeBatch(options, NOBODY_ASKED, position) if slowly else MakeBatch(options)
        return Target(Model.of(network).to(device).requires_grad_(False), make, network, slowly)
    check_bot(spec, game)
    if spec in COMPILED_LEVELS and not slowly:
        return Target(COMPILED_LEVELS[spec], MakeBatch(options))
    return Target(ASKED, MakeBatch(options, spec, position), slow=True)


def _network(game: Game, spec: str) -> Network | None:
    if spec.endswith(SUFFIX):
        return read_network(game, read_bytes(Path(spec)), spec)
    if spec in OWN_NETWORK and game.network is not None:
        return game.once(own_network)
    return None


class Attack:
    """An attacker in training."""

    def __init__(
        self, recipe: Recipe, device: str, target: Target, start: Network | None = None, compiled: bool = False
    ) -> None:
        self.recipe, self.target = recipe, target
        self.game = find(recipe.game)
        opponents = OneBot(target.bot, recipe, self.game.simultaneous)
        self.trainer = Trainer(recipe, device, opponents, target.make, compiled)
        if start is not None:
            self.trainer.model.load_arrays(start.arrays())

    def share(self, deals: int) -> Estimate:
        """What the attacker wins, as one seat among the target."""
        (count,) = self.recipe.players
        trainer = self.trainer
        against, make = [self.target.bot], self.target.make
        found = shares(self.game, trainer.model, against, (count,), deals, trainer.device, make, sampled=False)
        return found[0, count]
