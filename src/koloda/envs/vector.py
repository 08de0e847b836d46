"""Many games at once with one seat of your own in each: Gymnasium's `VectorEnv` over the compiled rules.

The cards of a game are those of the same place in a batch with the same seed. A game that ends is dealt anew within the
same step (`AutoresetMode.SAME_STEP`): the last observation is in `infos["final_obs"]`. Spaces, masks and the meaning of
actions are those of `SeatEnv`.
"""

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from koloda.bots.levels import LEVELS
from koloda.bots.policies import POLICIES, knobs
from koloda.compiled import loader, seat_batch
from koloda.compiled.bot_match import FOREIGN
from koloda.core.errors import NotLegal, NotUnderstood, UnknownOption
from koloda.core.game import Game
from koloda.envs.batch import MOST_GAMES, boards, checked
from koloda.envs.cpu_batch import MOST_THREADS, SMALLEST_SHELF, cores
from koloda.envs.rewards import number_of, sign_of
from koloda.envs.seated_bots import levels_of
from koloda.envs.spaces import Actions, with_mask
from koloda.games import find

COMPILED = LEVELS[:FOREIGN]


class SeatVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """`num_envs` games. Nobody steps into others' turns (TG-27). Bots: random, greedy and rule, which are compiled."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 (as Gymnasium does)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        reward: str = "win",
        choices: bool = True,
        threads: int | None = None,
        **options: object,
    ) -> None:
        self.game: Game = find(game)
        self.values = self.game.set_up.settle(players, **options)
        self.players = int(self.values["players"])
        self.num_envs = size = checked("num_envs", num_envs, 1, MOST_GAMES)
        self.seat = checked("seat", seat, 0, self.players - 1)
        self._kind = number_of(reward)
        self._levels = np.zeros(self.players, np.int64)
        for other, level in levels_of(bots, self.players, self.seat).items():
            if level not in (*COMPILED, *map(str, range(FOREIGN))):
                raise UnknownOption.of("envs.no_compiled_bot", given=str(level), allowed=", ".join(COMPILED))
            self._levels[other] = int(level) if level.isdecimal() else COMPILED.index(level)
        self._knobs = np.array(knobs(self.game.name, self.players), np.int64)
        self._key = -1
        parts = [self.game.observation.source, POLICIES[self.game.name]]
        self._driver = loader.driver(self.game, seat_batch, parts=parts)
        self._boards = boards(self.game, self.values, size)
        self._words, self._whims = np.zeros((size, 4), np.int64), np.zeros((size, 4), np.int64)
        self._episodes = np.zeros(size, np.int64)
        self._observations = np.zeros((size, self.game.observation.size), self.game.observation.width)
        self._finals = np.zeros_like(self._observations)
        self._masks = np.zeros((size, self.game.actions), np.int8)
        self._rewards, self._done = np.zeros(size, np.float64), np.zeros(size, np.bool_)
        most = checked("threads", threads if threads is not None else cores(), 1, MOST_THREADS)
        count = max(1, min(most, size // SMALLEST_SHELF))
        self._slices = [slice(size * i // count, size * (i + 1) // count) for i in range(count)]
        self._pool = ThreadPoolExecutor(count)
        self.choices = choices
        self._width = self.game.widest if choices else self.game.actions
        self.single_action_space = Actions(self._width)
        self.single_observation_space = with_mask(self.game, self._width)
        self.action_space = batch_space(self.single_action_space, size)
        self.observation_space = batch_space(self.single_observation_space, size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games: the first of a seed, or without one the next of the seed that was given last."""
        if seed is not None:
            self._key = checked("seed", seed, 0, (1 << 62) - 1)
            self._episodes[:] = 0
        elif self._key >= 0:
            self._episodes += 1
        else:
            self._key = secrets.randbits(62)
        super().reset(seed=seed)
        self._each(lambda part: self._driver.begin_all(*self._games(part)))
        observations = self._shown()
        return observations, {"action_mask": observations["action_mask"].copy()}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One decision of your seat in every game. After an error no game is touched."""
        given = self._checked(actions)
        ends = (self._finals, self._rewards, self._done)
        self._each(lambda p: self._driver.step(*self._games(p), tuple(array[p] for array in ends), given[p]))
        observations = self._shown()
        mask = observations["action_mask"]
        infos: dict[str, Any] = {"action_mask": mask.copy()}
        if self._done.any():
            infos["final_obs"] = {"observation": self._finals.copy(), "action_mask": np.zeros_like(mask)}
            infos["_final_obs"] = self._done.copy()
        return observations, self._rewards.copy(), self._done.copy(), np.zeros_like(self._done), infos

    def _checked(self, actions: Any) -> Any:
        """The ids of actions, if there are such in every game; else an error."""
        if self._key < 0:
            raise NotLegal.of("envs.not_reset")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            form = f"{given.dtype}{list(given.shape)}"
            raise NotUnderstood.of("errors.batch_actions", size=self.num_envs, given=form)
        known = (given >= 0) & (given < self._width)
        numbers = np.where(known, given, 0).astype(np.int32)
        right = known if self.choices else known & (self._masks[np.arange(self.num_envs), numbers] == 1)
        if not right.all():
            place = int(np.argmin(right))
            wrong = int(given[place])
            if self.choices:
                raise NotLegal.of("errors.batch_choice", action=wrong, place=place, most=self._width - 1)
            raise NotLegal.of("errors.batch_action", action=wrong, place=place)
        return self._ids(numbers) if self.choices else numbers

    def _ids(self, choices: Any) -> Any:
        """The ids of numbered choices: a choice is counted round among the legal actions of its game."""
        masks = self._masks.view(np.bool_)
        counts = np.count_nonzero(masks, axis=1)
        legal = np.flatnonzero(masks)  # game by game; much faster than by rows and columns
        return (legal[np.cumsum(counts) - counts + choices % counts] % self.game.actions).astype(np.int32)

    def _games(self, part: slice) -> tuple[Any, ...]:
        """The arguments of the driver for a part of the games."""
        arrays = tuple(array[part] for array in (self._words, self._whims, self._episodes))
        terms = (self._key, part.start, self.seat, self._kind, sign_of(self.game))
        shown = (self._observations[part], self._masks[part])
        spare = boards(self.game, self.values, 1)
        return self._boards[part], spare, *arrays, terms, self._levels, self._knobs, shown

    def _each(self, work: Callable[[slice], object]) -> None:
        if len(self._slices) == 1:
            work(self._slices[0])
            return
        for done in [self._pool.submit(work, part) for part in self._slices]:
            done.result()

    def _shown(self) -> dict[str, Any]:
        mask = self._masks.copy()
        if self.choices:
            counts = np.count_nonzero(mask.view(np.bool_), axis=1)
            mask = (np.arange(self._width) < counts[:, None]).astype(np.int8)
        return {"observation": self._observations.copy(), "action_mask": mask}

    def close_extras(self, **kwargs: Any) -> None:
        self._pool.shutdown()
