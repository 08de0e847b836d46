"""Whom the learner meets: a league, or for an attack always the same bot."""

from typing import Any, Protocol

from koloda.bots.network import Network, packed, unpacked
from koloda.core.game import Game
from koloda.learn.league import Seating, seat, seat_against
from koloda.learn.model import Model
from koloda.learn.recipe import Recipe
from koloda.learn.torch_extra import Tensor


class Opponents(Protocol):
    def seating(self, players: Tensor, seed: int, progress: float) -> Seating:
        """Who sits where in a stage; `progress` is the part of the budget that is spent."""

    def network(self, update: int) -> Any:
        """The network that plays in an update where the seating has networks."""

    def meet(self, model: Model, stage: int) -> None:
        """Take over what is needed of the learner at the end of a stage."""


class League:
    """Compiled bots, careless players, past selves, and attackers.

    Slot j keeps the learner as it was after the last stage whose number is divisible by 2^j, but not by 2^(j + 1): so
    the past selves are spread from the latest to old ones.
    """

    def __init__(self, game: Game, recipe: Recipe, device: str, attackers: tuple[Network, ...] = ()) -> None:
        self.game, self.recipe, self.device = game, recipe, device
        self.past: dict[int, Model] = {}
        self.attackers = attackers
        self._attackers = [Model.of(each).to(device) for each in attackers]
        self._playing: dict[tuple[int, int], Model] = {}
        """By width and layers, the network whose turn it is: always the same object, as `graphs.py` needs it."""

    def seating(self, players: Tensor, seed: int, progress: float) -> Seating:
        return seat(self.game, self.recipe, players, bool(self.past or self._attackers), seed)

    def network(self, update: int) -> Any:
        """They take turns."""
        pool = [*self.past.values(), *self._attackers]
        if not pool:
            return None
        whose_turn = pool[update % len(pool)]
        shape = (whose_turn.input.shape[1], len(whose_turn.blocks))
        if shape not in self._playing:
            self._playing[shape] = self._blank(*shape)
        self._playing[shape].load_state_dict(whose_turn.state_dict())
        return self._playing[shape]

    def meet(self, model: Model, stage: int) -> None:
        slot = ((stage & -stage).bit_length() - 1) % self.recipe.slots
        self.past[slot] = self._copy(unpacked(_packed(model)))

    def _copy(self, arrays: dict[str, Any]) -> Model:
        """A past self has the precision of a checkpoint, so that a resumed training meets the same one."""
        copied = self._blank(self.recipe.hidden, self.recipe.layers)
        copied.load_arrays(arrays)
        return copied

    def _blank(self, width: int, layers: int) -> Model:
        frozen: Model = Model(self.game, width, layers).to(self.device).requires_grad_(False)
        return frozen

    def kept(self) -> dict[int, dict[str, Any]]:
        """The past selves for a checkpoint, stored as a network is."""
        return {slot: _packed(model) for slot, model in self.past.items()}

    def load(self, kept: dict[int, dict[str, Any]]) -> None:
        self.past = {slot: self._copy(unpacked(arrays)) for slot, arrays in kept.items()}


def _packed(model: Model) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, array in model.arrays().items():
        found |= packed(name, array)
    return found


class OneBot:
    """All others are one bot: a compiled level, a network, or whatever plays in the batch.

    In the first part of a training the bot is careless in some of the games. Against a strong bot that never errs, a
    beginner would win nothing, and learn nothing from it.
    """

    BEGINNING = 0.4
    """Of the training."""

    def __init__(self, bot: int | Model, recipe: Recipe, sampled: bool) -> None:
        self.bot, self.recipe, self.sampled = bot, recipe, sampled

    def seating(self, players: Tensor, seed: int, progress: float) -> Seating:
        level = self.bot if isinstance(self.bot, int) else None
        careless = self.recipe.careless if progress < self.BEGINNING else 0.0
        return seat_against(players, level, self.sampled, careless, self.recipe.most_careless, seed)

    def network(self, update: int) -> Any:
        return None if isinstance(self.bot, int) else self.bot

    def meet(self, model: Model, stage: int) -> None:
        """The bot stays what it is."""
