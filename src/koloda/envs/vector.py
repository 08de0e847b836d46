"""Many games at once, with one seat of yours in each: Gymnasium's `VectorEnv` with compiled rules.

A game has the same cards as the game at the same index of a batch with the same seed. Spaces, masks and the meaning of
actions are those of `SeatEnv`; infos have Gymnasium's form for vectors. When a game has ended, the next step ignores
its action and deals the next game (`NEXT_STEP`, Gymnasium's default). With `autoreset_mode="SameStep"` the next game
starts within the step that ends one, whose last observation and info are in `infos["final_obs"]` and
`infos["final_info"]`. With `"Disabled"` you call `reset(options={"reset_mask": ...})` where games have ended.
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
from koloda.envs.arguments import settle
from koloda.envs.batch import MOST_GAMES, boards, checked, memories
from koloda.envs.compile_notice import compile_notice
from koloda.envs.cpu_batch import slices, workspace
from koloda.envs.rewards import number_of, sign_of
from koloda.envs.seated_bots import levels_of
from koloda.envs.spaces import Actions, with_mask
from koloda.games import find

COMPILED = LEVELS[:FOREIGN]
NO_SEED = 0  # before the first reset


class SeatVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """`num_envs` games. Bystanders do not act (TG-27). Bots are compiled: random, greedy and rule."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 (as Gymnasium does)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] | None = None,
        reward: str = "difference",
        choices: bool = True,
        autoreset_mode: "AutoresetMode | str" = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        observation: str = MEMORY,
        progress: bool = True,
        **options: object,
    ) -> None:
        self.game: Game = find(game)
        self.values = settle(self.game, players, options)
        self.players = int(self.values["players"])
        self.num_envs = size = checked("num_envs", num_envs, 1, MOST_GAMES)
        self.seat = checked("seat", seat, 0, self.players - 1)
        number_of(reward)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        self._progress = progress
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
        self._scores = np.zeros((size, self.players), np.int64)
        self._winners = np.zeros((size, self.players), np.bool_)
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
            scores=self._scores,
            winners=self._winners,
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
            same_step=self._same_step,
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
        """Deal all games: the first ones of a seed, or without a seed the next ones of the last seed.

        With `options={"reset_mask": ...}`, true where a game is to be dealt, only those, the next ones of their places.
        """
        if options is not None and "reset_mask" in options:
            return self._reset_some(options["reset_mask"], seed)
        if seed is not None:
            self._start(checked("seed", seed, 0, (1 << 62) - 1))
            self._episodes[:] = 0
        elif self._parts:
            self._episodes += 1
        else:
            self._start(secrets.randbits(62))
        super().reset(seed=seed)
        begin_all = self._driver(seat_batch.begin_all)
        with compile_notice(self.game, self._progress):
            self._each(lambda i: begin_all(self._parts[i]))
            self._step  # noqa: B018 (compiled here, so that no step waits for it)
        observations = self._shown()
        return observations, self._info(observations["action_mask"])

    def _reset_some(self, mask: Any, seed: int | None) -> tuple[dict[str, Any], dict[str, Any]]:
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_ or seed is not None:
            raise NotUnderstood.of("envs.reset_mask", size=self.num_envs)
        if not self._parts:
            raise NotLegal.of("envs.not_reset")
        begin_some = self._driver(seat_batch.begin_some)
        with compile_notice(self.game, self._progress):
            self._each(lambda i: begin_some(self._parts[i], chosen[self._slices[i]]))
        observations = self._shown()
        masks = np.where(chosen[:, None], observations["action_mask"], 0)
        return observations, {"action_mask": masks.astype(np.int8), "_action_mask": chosen.copy()}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play one decision of your seat in every game. After an error no game has changed."""
        given = self._checked(actions)
        step = self._step
        self._each(lambda i: step(self._parts[i], given[self._slices[i]]))
        observations = self._shown()
        infos = self._info(observations["action_mask"])
        if self._done.any():
            self._add_ends(infos)
        return observations, self._rewards.copy(), self._done.copy(), np.zeros_like(self._done), infos

    def _info(self, masks: Any) -> dict[str, Any]:
        """As Gymnasium adds up the infos of single environments: a key with an underscore says who has an entry."""
        return {"action_mask": masks.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _add_ends(self, infos: dict[str, Any]) -> None:
        """Add the results of the games that have just ended."""
        done = self._done.copy()
        result = {}
        for name, array in (("scores", self._scores), ("winners", self._winners)):
            result[name] = np.where(done[:, None], array, 0).astype(array.dtype)
            result[f"_{name}"] = done.copy()
        if not self._same_step:
            infos.update(result)
            return
        no_choice = np.zeros(self._width, np.int8)
        final = np.full(self.num_envs, None, np.object_)
        for place in np.flatnonzero(done):
            final[place] = {"observation": self._finals[place].copy(), "action_mask": no_choice.copy()}
        masks = {"action_mask": np.zeros((self.num_envs, self._width), np.int8), "_action_mask": done.copy()}
        infos.update(final_obs=final, _final_obs=done, final_info={**masks, **result}, _final_info=done.copy())

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen now, one row for each game: none where a game has just ended."""
        if not self._parts:
            raise NotLegal.of("envs.not_reset")
        return self._shown_masks().astype(np.bool_)

    def _checked(self, actions: Any) -> Any:
        """The action ids, if all are legal; else an error. That of a game that is dealt anew does not matter."""
        if not self._parts:
            raise NotLegal.of("envs.not_reset")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._done.any():
            raise NotLegal.of("envs.is_over")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            form = f"{given.dtype}{list(given.shape)}"
            raise NotUnderstood.of("errors.batch_actions", size=self.num_envs, given=form)
        known = (given >= 0) & (given < self._width)
        numbers = np.where(known, given, 0).astype(np.int32)
        right = known if self.choices else known & (self._masks[np.arange(self.num_envs), numbers] == 1)
        if not self._same_step:
            right |= self._done  # their actions do not matter
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
        if not self._same_step and self._done.any():
            masks = masks.copy()
            masks[self._done, 0] = True
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
            scores=games.scores[part],
            winners=games.winners[part],
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
        return {"observation": self._observations.copy(), "action_mask": self._shown_masks()}

    def _shown_masks(self) -> NDArray[np.int8]:
        if not self.choices:
            return self._masks.copy()
        counts = np.count_nonzero(self._masks.view(np.bool_), axis=1)
        masks: NDArray[np.int8] = (np.arange(self._width) < counts[:, None]).astype(np.int8)
        return masks

    def close_extras(self, **kwargs: Any) -> None:
        self._pool.shutdown()


def _mode(given: "AutoresetMode | str") -> AutoresetMode:
    for mode in AutoresetMode:
        if given in (mode, mode.value):
            return mode
    allowed = ", ".join(mode.value for mode in AutoresetMode)
    raise UnknownOption.of("envs.autoreset_mode", given=str(given), allowed=allowed)
