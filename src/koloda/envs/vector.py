"""Many games at once, with one seat of yours in each: Gymnasium's `VectorEnv` with compiled rules.

A game has the same cards as the game at the same index of a batch with the same seed. When a game ends, the next one
starts within the same step (`AutoresetMode.SAME_STEP`): the last observation is in `infos["final_obs"]`. Spaces, masks
and the meaning of actions are those of `SeatEnv`.
"""

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from koloda.bots.levels import LEVELS, check_bot
from koloda.bots.weights import weights
from koloda.compiled import loader, seat_batch
from koloda.compiled.bot_match import FOREIGN
from koloda.compiled.seat_batch import SeatGames
from koloda.core.errors import NotLegal, NotUnderstood, UnknownOption
from koloda.core.game import Game
from koloda.core.observation import MEMORY
from koloda.envs.batch import MOST_GAMES, boards, checked, memories
from koloda.envs.cpu_batch import slices, workspace
from koloda.envs.rewards import number_of, sign_of
from koloda.envs.seated_bots import levels_of
from koloda.envs.spaces import Actions, with_mask
from koloda.games import find

COMPILED = LEVELS[:FOREIGN]
NO_SEED = 0  # before the first reset


class SeatVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """`num_envs` games. Bystanders do not act (TG-27). Bots are compiled: random, greedy and rule."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 (as Gymnasium does)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] | None = None,
        reward: str = "win",
        choices: bool = True,
        threads: int | None = None,
        observation: str = MEMORY,
        **options: object,
    ) -> None:
        self.game: Game = find(game)
        self.values = self.game.set_up.settle(players, **options)
        self.players = int(self.values["players"])
        self.num_envs = size = checked("num_envs", num_envs, 1, MOST_GAMES)
        self.seat = checked("seat", seat, 0, self.players - 1)
        number_of(reward)
        self._levels = np.zeros(self.players, np.int64)
        for other, level in levels_of(self.game, bots, self.players, self.seat).items():
            if level not in (*COMPILED, *map(str, range(FOREIGN))):
                raise UnknownOption.of("envs.no_compiled_bot", given=str(level), allowed=", ".join(COMPILED))
            check_bot(level, self.game)
            self._levels[other] = int(level) if level.isdecimal() else COMPILED.index(level)
        self.observation = self.game.observation.form(observation)
        self._driver = loader.compiled(self.game, seat_batch, parts={"memory": loader.memory_part(self.observation)})
        self._observations = np.zeros((size, self.observation.size), self.observation.width)
        self._finals = np.zeros_like(self._observations)
        self._masks = np.zeros((size, self.game.actions), np.int8)
        self._rewards, self._done = np.zeros(size, np.float64), np.zeros(size, np.bool_)
        self._episodes = np.zeros(size, np.int64)
        self._slices = slices(size, threads)
        self._games = SeatGames(
            boards=boards(self.game, self.values, size),
            memories=memories(self.observation, size),
            streams=np.zeros((size, 4), np.int64),
            noise=np.zeros((size, 4), np.int64),
            episodes=self._episodes,
            observations=self._observations,
            masks=self._masks,
            final_observations=self._finals,
            rewards=self._rewards,
            done=self._done,
            known=boards(self.game, self.values, 1),
            **workspace(self.game)._asdict(),
            paid=np.zeros(self.game.seats, np.float64),
            levels=self._levels,
            weights=np.array(weights(self.game, self.players) or (0,), np.int64),
            seed=NO_SEED,
            first=0,
            seat=self.seat,
            reward=number_of(reward),
            sign=sign_of(self.game),
        )
        self._parts: list[SeatGames] = []
        self._pool = ThreadPoolExecutor(len(self._slices))
        self.choices = choices
        self._width = self.game.widest if choices else self.game.actions
        self.single_action_space = Actions(self._width)
        self.single_observation_space = with_mask(self.observation, self._width)
        self.action_space = batch_space(self.single_action_space, size)
        self.observation_space = batch_space(self.single_observation_space, size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games: the first ones of a seed, or without a seed the next ones of the last seed."""
        if seed is not None:
            self._start(checked("seed", seed, 0, (1 << 62) - 1))
            self._episodes[:] = 0
        elif self._parts:
            self._episodes += 1
        else:
            self._start(secrets.randbits(62))
        super().reset(seed=seed)
        begin_all = self._driver(seat_batch.begin_all)
        self._each(lambda i: begin_all(self._parts[i]))
        observations = self._shown()
        return observations, {"action_mask": observations["action_mask"].copy()}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play one decision of your seat in every game. After an error no game has changed."""
        given = self._checked(actions)
        step = self._step
        self._each(lambda i: step(self._parts[i], given[self._slices[i]]))
        observations = self._shown()
        mask = observations["action_mask"]
        infos: dict[str, Any] = {"action_mask": mask.copy()}
        if self._done.any():
            infos["final_obs"] = {"observation": self._finals.copy(), "action_mask": np.zeros_like(mask)}
            infos["_final_obs"] = self._done.copy()
        return observations, self._rewards.copy(), self._done.copy(), np.zeros_like(self._done), infos

    def _checked(self, actions: Any) -> Any:
        """The action ids, if all are legal; else an error."""
        if not self._parts:
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
        """The ids of numbered choices: a choice counts modulo the number of legal actions of its game."""
        masks = self._masks.view(np.bool_)
        counts = np.count_nonzero(masks, axis=1)
        legal = np.flatnonzero(masks)  # game by game: much faster than by rows and columns
        return (legal[np.cumsum(counts) - counts + choices % counts] % self.game.actions).astype(np.int32)

    def _start(self, key: int) -> None:
        """Use a new seed."""
        self._parts = [self._part(key, part) for part in self._slices]

    def _part(self, key: int, part: slice) -> SeatGames:
        """A part of the games, sharing their arrays. Every thread's bots have their own scratch memory."""
        games = self._games
        return games._replace(
            boards=games.boards[part],
            memories=games.memories[part],
            streams=games.streams[part],
            noise=games.noise[part],
            episodes=games.episodes[part],
            observations=games.observations[part],
            masks=games.masks[part],
            final_observations=games.final_observations[part],
            rewards=games.rewards[part],
            done=games.done[part],
            known=games.known.copy(),
            **workspace(self.game)._asdict(),
            paid=games.paid.copy(),
            seed=key,
            first=part.start,
        )

    @cached_property
    def _step(self) -> Callable[[SeatGames, NDArray[Any]], None]:
        return loader.specialized(self._driver(seat_batch.step), self._parts[0], np.zeros(1, np.int32))

    def _each(self, work: Callable[[int], object]) -> None:
        if len(self._slices) == 1:
            work(0)
            return
        for done in [self._pool.submit(work, i) for i in range(len(self._slices))]:
            done.result()

    def _shown(self) -> dict[str, Any]:
        mask = self._masks.copy()
        if self.choices:
            counts = np.count_nonzero(mask.view(np.bool_), axis=1)
            mask = (np.arange(self._width) < counts[:, None]).astype(np.int8)
        return {"observation": self._observations.copy(), "action_mask": mask}

    def close_extras(self, **kwargs: Any) -> None:
        self._pool.shutdown()
