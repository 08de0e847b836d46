"""PettingZoo: `env(...)` for every game, `parallel_env(...)` for those in which all choose at once.

    env = koloda.envs.pettingzoo.env("crazy_eights", players=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(info["action_mask"]))

Agents are seats: `seat_0`, `seat_1`, ... An observation is {"observation": numbers, "action_mask": ones where an action
is legal}; the mask is also in the info, and is all zeros for a seat that is not to act. An illegal action raises an
error and changes nothing. Rewards come at the end, and with them, in every info, `scores` and `winners` (true for those
who have won) by seat. `max_cycles` truncates a game after that many decisions per seat. `state()` has all that is
hidden, for critics that learn with it, never for players.
"""

from typing import Any

import numpy as np

from koloda.core.errors import NotLegal, NotUnderstood, NotYourTurn, UnknownOption
from koloda.core.extras import MissingExtra
from koloda.core.facts import fact
from koloda.core.observation import MEMORY
from koloda.envs.arguments import RENDER_MODES, check_render_mode
from koloda.envs.batch import checked
from koloda.envs.episode import Episode
from koloda.envs.render_text import name_of, words
from koloda.games import GAMES, find

try:
    from pettingzoo import AECEnv, ParallelEnv

    from koloda.envs.spaces import Actions, of_state, with_mask
except ModuleNotFoundError as problem:
    raise MissingExtra.naming(str(problem.name), "pettingzoo") from None

MOST_CYCLES = 1 << 62
Observed = dict[str, Any]


def env(
    game: str,
    players: int | None = None,
    reward: str = "difference",
    max_cycles: int | None = None,
    bystanders: bool = False,
    render_mode: str | None = None,
    observation: str = MEMORY,
    **options: object,
) -> "TableEnv":
    """Seats act one after another. Where all choose at once, they are asked in turn, and none sees what others
    have chosen.
    """
    return TableEnv(Episode(game, players, reward, bystanders, observation, options), max_cycles, render_mode)


def parallel_env(
    game: str | None = None,
    players: int | None = None,
    reward: str = "difference",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    observation: str = MEMORY,
    **options: object,
) -> "SimultaneousEnv":
    """All seats choose simultaneously. Without a game, the first one in which they do."""
    found = next(other for other in GAMES.values() if other.simultaneous) if game is None else find(game)
    if not found.simultaneous:
        raise UnknownOption.of("envs.one_by_one", game=fact(f"{found.name}.title"))
    episode = Episode(found.name, players, reward, False, observation, options)
    return SimultaneousEnv(episode, max_cycles, render_mode)


class _Seats:
    """What both kinds of environment share: the seats as agents, their spaces, and what each of them gets."""

    def __init__(self, episode: Episode, max_cycles: int | None, render_mode: str | None) -> None:
        check_render_mode(render_mode)
        self.episode = episode
        self.max_cycles = MOST_CYCLES if max_cycles is None else checked("max_cycles", max_cycles, 1, MOST_CYCLES)
        self.render_mode = render_mode
        self.possible_agents = [name_of(seat) for seat in range(episode.players)]
        self.agents: list[str] = []
        self.metadata = {
            "name": f"koloda_{episode.game.name}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": episode.game.simultaneous,
        }
        self.observation_spaces = {
            agent: with_mask(episode.observation, episode.actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Actions(episode.actions) for agent in self.possible_agents}
        self.state_space = of_state(episode.game)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def close(self) -> None:
        """Nothing to close."""

    def seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise NotYourTurn.of("envs.no_seat", given=str(agent), most=self.episode.players - 1)
        return self.possible_agents.index(agent)

    @property
    def cut_off(self) -> bool:
        return not self.episode.over and self.episode.decisions >= self.max_cycles * self.episode.players

    def _observe(self, agent: str) -> Observed:
        seat = self.seat(agent)
        return {"observation": self.episode.observe(seat), "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Any:
        """All zeros for a seat that is not to act. Of those who choose simultaneously, all are to act."""
        mask = self.episode.mask(self.seat(agent))
        if self.cut_off:
            mask[:] = 0
        return mask

    def _infos(self) -> dict[str, dict[str, Any]]:
        infos = {}
        for agent in self.agents:
            mask = self._mask(agent)
            self.action_spaces[agent].legal = mask.copy()
            infos[agent] = {"action_mask": mask, **self.episode.result()}
        return infos

    def state(self) -> Any:
        """Every number of the state, hidden hands included: for a critic that sees the whole table in training.

        They are the fields of `episode.game.set_up.State.FIELDS`, one after another. The order of the deck is not
        among them: cards are drawn when they are needed.
        """
        if not self.episode.begun:
            raise NotLegal.of("envs.not_reset")
        return np.array(self.episode.state.values(), np.int64)

    def _render(self, seat: int | None) -> str | None:
        if self.render_mode != "ansi" or not self.episode.begun:
            return None
        return words(self.episode, seat)

    def _render_for_people(self, seat: int | None) -> None:
        if self.render_mode == "human":
            print(words(self.episode, seat))


class TableEnv(_Seats, AECEnv[str, Observed, int]):
    """Agent environment cycle: `agent_selection` is the seat to act."""

    agent_selection: str

    def __init__(self, episode: Episode, max_cycles: int | None, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, episode, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self.episode.asked[0]]
        self.infos = self._infos()
        self._render_for_people(self._viewer)

    def observe(self, agent: str) -> Observed:
        if not self.episode.begun:
            raise NotLegal.of("envs.not_reset")
        return self._observe(agent)

    def step(self, action: int | None) -> None:
        if not self.episode.begun:
            raise NotLegal.of("envs.not_reset")
        if not self.agents:
            raise NotLegal.of("envs.is_over")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.episode.act(self.seat(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.episode.over)
        self.truncations = dict.fromkeys(self.agents, self.cut_off)
        if self.episode.over:
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self.episode.asked[0]]
        self.infos = self._infos()
        self._render_for_people(self._viewer)

    @property
    def _viewer(self) -> int | None:
        """Whose view is shown: that of the seat to act; at the end, a spectator's."""
        return None if self.episode.over else self.seat(self.agent_selection)

    def render(self) -> str | None:
        """The position in words, as the seat to act sees it; at the end, as a spectator does.

        `human` has it printed with every step instead.
        """
        return self._render(self._viewer if self.episode.begun else None)


class SimultaneousEnv(_Seats, ParallelEnv[str, Observed, int]):
    """All seats decide in every step."""

    def __init__(self, episode: Episode, max_cycles: int | None, render_mode: str | None) -> None:
        _Seats.__init__(self, episode, max_cycles, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        self.episode.begin(seed)
        self.agents = self.possible_agents[:]
        self._render_for_people(None)
        return {agent: self._observe(agent) for agent in self.agents}, self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.episode.begun:
            raise NotLegal.of("envs.not_reset")
        if not self.agents:
            raise NotLegal.of("envs.is_over")
        if set(actions) != set(self.agents):
            raise NotUnderstood.of("envs.who_chooses", asked=", ".join(self.agents), given=", ".join(map(str, actions)))
        chosen = [(self.seat(agent), actions[agent]) for agent in self.agents]
        for seat, action in chosen:
            self.episode.check(seat, action)
        for seat, action in chosen:
            self.episode.act(seat, action)
        agents = self.agents
        paid = dict(zip(agents, self.episode.rewards(), strict=True))
        ended, cut = dict.fromkeys(agents, self.episode.over), dict.fromkeys(agents, self.cut_off)
        found = {agent: self._observe(agent) for agent in agents}, paid, ended, cut, self._infos()
        if self.episode.over or self.cut_off:
            self.agents = []
        self._render_for_people(None)
        return found

    def render(self) -> str | None:
        """The table in words, as a spectator sees it; `human` has it printed with every step instead."""
        return self._render(None)
