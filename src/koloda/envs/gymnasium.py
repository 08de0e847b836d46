"""Gymnasium: you play one seat, bots play the others. Importing this module registers an id for every game.

    env = gymnasium.make("koloda.envs.gymnasium:koloda/CrazyEights-v0", players=4, bots="search")
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])

Action k is the k-th legal action, modulo their number, so every action is legal. With `choices=False` actions are ids,
and an illegal one raises an error and changes nothing: this suits agents that use masks, because a number then always
means the same move. An observation is {"observation": numbers, "action_mask": ones for what may be chosen}; the mask is
also in the info. The last info of a game has its result: `scores` by seat, and `winners`, true for those who have won.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.bots.bot import Bot, Budget, needs_story
from koloda.bots.external import ExternalBot
from koloda.bots.knowledge import Knowledge
from koloda.bots.levels import make_bot
from koloda.core.errors import NotLegal
from koloda.core.extras import MissingExtra
from koloda.core.observation import MEMORY
from koloda.envs.arguments import RENDER_MODES, check_render_mode
from koloda.envs.batch import checked
from koloda.envs.episode import Episode, whole
from koloda.envs.render_text import words
from koloda.envs.seated_bots import levels_of
from koloda.games import GAMES

try:
    import gymnasium
    from gymnasium.envs.registration import register

    from koloda.envs.spaces import Actions, with_mask
    from koloda.envs.vector import SeatVectorEnv
except ModuleNotFoundError as problem:
    raise MissingExtra.naming(str(problem.name), "gymnasium") from None

__all__ = ["SeatEnv", "SeatVectorEnv", "id_of"]

Observed = dict[str, Any]


class SeatEnv(gymnasium.Env[Observed, Any]):
    """A game in which you play one seat.

    `bots` is one level for all others ("random", "greedy", "rule", "search:200", ...), or a list with one for each of
    the other seats, in order. The default is greedy, or random in a game without that level. If a game ends before your
    first turn, you get the next one.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (as Gymnasium declares it)
    action_space: Actions

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] | None = None,
        reward: str = "difference",
        bystanders: bool = False,
        choices: bool = True,
        render_mode: str | None = None,
        observation: str = MEMORY,
        **options: object,
    ) -> None:
        check_render_mode(render_mode)
        self.episode = Episode(game, players, reward, bystanders, observation, options)
        self.seat = checked("seat", seat, 0, self.episode.players - 1)
        self.levels = levels_of(self.episode.game, bots, self.episode.players, self.seat)
        self.choices = choices
        self.render_mode = render_mode
        self._bots: dict[int, Bot] = {}
        self._seat_bots()  # refuse bots that cannot play at once
        count = self.episode.game.widest + self.episode.bystanders if choices else self.episode.actions
        self.action_space = Actions(count)
        self.observation_space = with_mask(self.episode.observation, count)

    def _seat_bots(self) -> None:
        """Make the bots for one game: their exploration noise follows from its seed. External bots keep running."""
        episode = self.episode
        for seat, level in self.levels.items():
            noise = f"{episode.seed} {episode.number} {seat}"
            bot = self._bots.get(seat)
            if isinstance(bot, ExternalBot):
                bot.sow(noise)
            else:
                self._bots[seat] = make_bot(level, episode.game, episode.players, noise, wait=True)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        self.episode.begin(seed)
        self._bots_play()
        while self.episode.over:
            self.episode.begin()
            self._bots_play()
        self._render_for_people()
        return self._shown()

    def _bots_play(self) -> None:
        """Play until it is your turn, or the game is over.

        In simultaneous games seats are asked in turn, like in a batch.
        """
        if not self.episode.decisions:
            self._seat_bots()
        while self.episode.asked and self.episode.asked[0] != self.seat:
            seat = self.episode.asked[0]
            action = self._bots[seat].choose(self._knowledge(seat), Budget())
            self.episode.act(seat, self.episode.silence if action is None else action)

    def _knowledge(self, seat: int) -> Knowledge:
        return self.episode.match.knowledge(seat, needs_story(self._bots[seat]))

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        self.episode.act(self.seat, self._chosen(action) if self.choices else action)
        self._bots_play()
        self._render_for_people()
        observation, info = self._shown()
        return observation, self.episode.rewards()[self.seat], self.episode.over, False, info

    def _chosen(self, action: Any) -> int:
        """The action id of a numbered choice."""
        if not self.episode.begun or self.episode.over:
            return self.episode.check(self.seat, 0)
        number = whole(action)
        if not 0 <= number < self.action_space.n:
            raise NotLegal.of("errors.no_action", action=number, most=int(self.action_space.n) - 1)
        legal = self.episode.legal(self.seat)
        return legal[number % len(legal)]

    def _shown(self) -> tuple[Observed, dict[str, Any]]:
        mask = self.episode.mask(self.seat)
        if self.choices:
            mask = np.zeros(self.action_space.n, np.int8)
            mask[: len(self.episode.legal(self.seat))] = 1
        self.action_space.legal = mask.copy()
        shown = {"observation": self.episode.observe(self.seat), "action_mask": mask}
        return shown, {"action_mask": mask.copy(), **self.episode.result()}

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen now, as MaskablePPO of sb3-contrib asks for it."""
        if self.action_space.legal is None:
            raise NotLegal.of("envs.not_reset")
        return self.action_space.legal.astype(np.bool_)

    def render(self) -> str | None:
        """The position in words, as your seat sees it; `human` has it printed with every step instead."""
        if self.render_mode != "ansi" or not self.episode.begun:
            return None
        return words(self.episode, self.seat, choices=self.choices)

    def _render_for_people(self) -> None:
        if self.render_mode == "human":
            print(words(self.episode, self.seat, choices=self.choices))

    def close(self) -> None:
        """End bots that are programs."""
        for bot in self._bots.values():
            if isinstance(bot, ExternalBot):
                bot.close()
        self._bots = {}


def id_of(game: str) -> str:
    """`koloda/CrazyEights-v0` for `crazy_eights`."""
    return f"koloda/{game.title().replace('_', '')}-v0"


for _game in GAMES:
    register(
        id_of(_game),
        entry_point="koloda.envs.gymnasium:SeatEnv",
        vector_entry_point="koloda.envs.gymnasium:SeatVectorEnv",
        kwargs={"game": _game},
    )
