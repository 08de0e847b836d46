"""The episodes of an environment: who is asked, what they may do, and what they see. The rules are interpreted.

The cards come from a seed. The games that follow a seed are those of the first place of a batch with that seed.
"""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.compiled.generator import below
from koloda.compiled.generator import seed as start_stream
from koloda.core.errors import NotLegal, NotUnderstood
from koloda.core.game import Game, seats_of
from koloda.core.options import Value
from koloda.envs.arguments import settle
from koloda.envs.batch import checked
from koloda.envs.rewards import number_of, rewards
from koloda.games import find
from koloda.table.match import Match, refusal

Mask = NDArray[np.int8]


def whole(action: object) -> int:
    """An action as a number. An array with one number in it will do: that is what many libraries predict."""
    given = action.item() if isinstance(action, np.ndarray) and action.size == 1 else action
    if not isinstance(given, bool | np.bool_):
        with suppress(TypeError):
            return index(given)  # type: ignore[arg-type]
    raise NotUnderstood.of("envs.no_action", given=repr(action))


class SeededDraws:
    """A stream of draws that can be copied and pickled with its environment."""

    def __init__(self, key: int, number: int) -> None:
        self._words = [0, 0, 0, 0]
        start_stream(self._words, key, number)

    def __call__(self, n: int) -> int:
        return below(self._words, n)


class Episode:
    """The match that an environment is in, its draws from a seed. `begin` starts the next one.

    Bystanders who could step in (TG-27) are asked only if `bystanders` is set: first they, then who must act. They have
    one action more, `silence`: to let things go on.
    """

    def __init__(
        self,
        game: str,
        players: int | None,
        reward: str,
        bystanders: bool,
        observation: str,
        options: Mapping[str, object],
        position: Any = None,
    ) -> None:
        """`position` is a state in which every episode begins, instead of the start of the game."""
        self.game: Game = find(game)
        self.position = position
        self.form = observation
        self.observation = self.game.observation.form(observation)
        self.values: Mapping[str, Value] = settle(self.game, players, options)
        self.players = int(self.values["players"])
        number_of(reward)
        self.reward = reward
        self.bystanders = bool(bystanders) and self.game.steps_in
        self.silence = self.game.actions
        self.actions = self.game.actions + self.bystanders
        self._open(None)
        self.asked: list[int] = []
        """The seats whose decision is awaited. Of several each decides for itself, in any order."""
        self.decisions = 0
        self.seed = -1
        self.number = 0
        """Counts the episodes of the seed."""

    def __getstate__(self) -> dict[str, Any]:
        """A game is found again by its name: rules cannot be copied."""
        return {name: value for name, value in vars(self).items() if name != "observation"} | {"game": self.game.name}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game = find(kept["game"])
        vars(self).update({**kept, "game": game, "observation": game.observation.form(kept["form"])})

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def begun(self) -> bool:
        return self.seed >= 0

    @property
    def over(self) -> bool:
        return self.match.over

    def begin(self, seed: int | None = None) -> None:
        """A new game: the first of a seed, or without one the next of the seed that was given last."""
        if seed is not None:
            self.seed, self.number = checked("seed", seed, 0, (1 << 62) - 1), 0
        elif self.begun:
            self.number += 1
        else:
            self.seed = secrets.randbits(62)
        draws = SeededDraws(self.seed, self.number << 32)
        self._open(draws)
        self.decisions = 0
        self._ask(0)

    def _open(self, draws: SeededDraws | None) -> None:
        start = self.game.start(self.values) if self.position is None else self.position.copy()
        self.match = Match(self.game, start, draws, history=True)
        self._memory = self.observation.nothing_remembered()
        self._watched = 0

    def _ask(self, first: int) -> None:
        """Bystanders from seat `first` on, then those who must act."""
        mask = self.match.mask
        self.asked = seats_of(mask)
        if self.bystanders:
            for seat in range(first, self.players):
                if not mask >> seat & 1 and self.match.legal(seat):
                    self.asked = [seat]
                    return

    def legal(self, seat: int) -> list[int]:
        """What a seat may do that is asked."""
        if seat not in self.asked:
            return []
        legal = self.match.legal(seat)
        return legal if self._must(seat) else [*legal, self.silence]

    def _must(self, seat: int) -> bool:
        return bool(self.match.mask >> seat & 1)

    def mask(self, seat: int) -> Mask:
        """The same as ones among zeros."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def observe(self, seat: int) -> NDArray[Any]:
        """What a seat knows, as numbers."""
        for before, ply, _ in self.match.steps[self._watched :]:
            self.observation.watch(before, self._memory, ply)
        self._watched = len(self.match.steps)
        return np.array(self.observation.of(self.state, seat, self._memory), self.observation.width)

    def check(self, seat: int, action: object) -> int:
        """The action as a number, if it is legal; else an error."""
        number = self._read(seat, action)
        if not self._is_silence(seat, number):
            self.match.check(seat, number)
        return number

    def _read(self, seat: int, action: object) -> int:
        """The action as a number, if the seat is asked for one; else an error."""
        if not self.begun:
            raise NotLegal.of("envs.not_reset")
        if self.over:
            raise NotLegal.of("envs.is_over")
        number = whole(action)
        if seat not in self.asked:
            raise refusal(self.game, self.state, seat, number)
        return number

    def _is_silence(self, seat: int, number: int) -> bool:
        return number == self.silence and not self._must(seat)

    def act(self, seat: int, action: object) -> None:
        """Carry out a decision and the draws after it. A refused one changes nothing."""
        number = self._read(seat, action)
        if self._is_silence(seat, number):
            self._ask(seat + 1)
        else:
            self.match.act(seat, number)
            self._ask(0)
        self.decisions += 1

    def rewards(self) -> list[float]:
        return rewards(self.game, self.state, self.reward)

    def result(self) -> dict[str, NDArray[Any]]:
        """Once the game is over, by seat: the scores, and who has won. Before that, nothing."""
        if not self.over:
            return {}
        won = self.game.winners(self.state)
        return {
            "scores": np.array(self.game.scores(self.state), np.int64),
            "winners": np.isin(np.arange(self.players), won),
        }
