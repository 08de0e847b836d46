"""Batches for different numbers of players, read and stepped as one: their games are numbered through."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any

from koloda.core.game import Game
from koloda.core.observation import INSIGHT
from koloda.envs import Batch, batch
from koloda.learn.graphs import side_by_side
from koloda.learn.interpreted_batch import InterpretedBatch
from koloda.learn.torch_extra import Tensor, torch

GameBatch = Batch | InterpretedBatch


@dataclass(frozen=True)
class MakeBatch:
    """Makes batches of a game with some options."""

    options: Mapping[str, Any] = field(default_factory=dict)
    spec: str | None = None
    """A bot that is asked position by position: slowly."""
    position: Any = None
    """A state in which the games begin; they are interpreted, and `spec` is needed."""

    def __call__(self, game: Game, players: int, size: int, device: Any, seed: int) -> GameBatch:
        if self.spec is not None:
            return InterpretedBatch(game, players, size, seed, self.spec, self.options, self.position)
        return batch(game.name, players, size, device, seed, "shaped", observation=INSIGHT, **self.options)


class Tables:
    """Games on one device, with each of the numbers in `players`. No step waits for the GPU."""

    def __init__(
        self,
        game: Game,
        players: Sequence[int],
        games: int,
        device: str,
        seeds: Sequence[int],
        make: MakeBatch,
        weights: Sequence[float] = (),
    ) -> None:
        """`weights` divide the games among the numbers of players; without any, all have as many."""
        self.game = game
        self.device = torch.device(device)
        self.batches: list[GameBatch] = []
        self.slices: list[slice] = []
        shares = [Fraction(each) for each in weights or [1] * len(players)]
        bounds = [int(games * each / sum(shares)) for each in accumulate(shares, initial=Fraction(0))]
        for number, (count, seed) in enumerate(zip(players, seeds, strict=True)):
            part = slice(bounds[number], bounds[number + 1])
            self.batches.append(make(game, count, part.stop - part.start, self.device.type, seed))
            self.slices.append(part)
        self.size = games
        self.most = max(players)
        """The most players at a table: the width of everything that is kept by seat."""
        self.players = torch.cat(
            [torch.full((each.size,), each.players, dtype=torch.int64, device=self.device) for each in self.batches]
        )
        """How many players a game has."""
        self._shown = [[self._tensor(array) for array in _arrays(each)] for each in self.batches]
        self._actions = [torch.zeros(each.size, dtype=torch.int32, device=self.device) for each in self.batches]
        self._chosen: dict[int, Tensor] = {}
        self._levels = [torch.zeros(each.size, dtype=torch.int8, device=self.device) for each in self.batches]
        self._streams = [torch.cuda.Stream() for _ in self.batches] if self.device.type == "cuda" else []

    def _tensor(self, array: Any) -> Tensor:
        """An array of a batch as a tensor that shares its memory."""
        return torch.as_tensor(array, device=self.device)

    def read(self, observations: Tensor, masks: Tensor, seats: Tensor) -> None:
        """Copy what the seats that are to act see and may do, one row for each game."""

        def copy(number: int) -> None:
            part, (seen, legal, seat, _, _) = self.slices[number], self._shown[number]
            observations[part].copy_(seen)
            masks[part].copy_(legal)
            seats[part].copy_(seat)

        self._each(copy)

    def read_ends(self, done: Tensor, rewards: Tensor) -> None:
        """Copy which games have just ended, and what each seat got. `rewards` has a column for each seat there is."""

        def copy(number: int) -> None:
            part, (_, _, _, ended, paid) = self.slices[number], self._shown[number]
            done[part].copy_(ended)
            rewards[part, : self.batches[number].players].copy_(paid)

        self._each(copy)

    def bot_actions(self, levels: Tensor, out: Tensor) -> None:
        """Write what compiled bots do, where `levels` names one (-1: no bot)."""

        def choose(number: int) -> None:
            part, own = self.slices[number], self._levels[number]
            own.copy_(levels[part])
            array = self.batches[number].bot_actions(self._lent(own), trusted=True)  # the same object every time
            if number not in self._chosen:
                self._chosen[number] = self._tensor(array)
            out[part] = torch.where(own >= 0, self._chosen[number].to(out.dtype), out[part])

        self._each(choose)

    def step(self, actions: Tensor) -> None:
        """One decision in every game; the actions must be legal."""

        def step(number: int) -> None:
            own = self._actions[number]
            own.copy_(actions[self.slices[number]])
            self.batches[number].step(self._lent(own), trusted=True)

        self._each(step)

    def _each(self, work: Callable[[int], None]) -> None:
        """Do this with every batch; on a GPU with all of them side by side, where that can be told."""
        works = [partial(work, number) for number in range(len(self.batches))]
        if self._streams:
            side_by_side(works, self._streams)
        else:
            for each in works:
                each()

    def _lent(self, tensor: Tensor) -> Any:
        """A tensor as a batch takes it, without a copy."""
        return tensor if self.device.type == "cuda" else tensor.numpy()


def _arrays(each: GameBatch) -> tuple[Any, Any, Any, Any, Any]:
    return each.observations, each.masks, each.seats, each.done, each.rewards
