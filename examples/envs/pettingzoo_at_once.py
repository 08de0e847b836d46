"""Mind Up! with PettingZoo's parallel interface: all seats choose in every step, here always their lowest card."""

import numpy as np

from koloda.envs.pettingzoo import parallel_env

table = parallel_env("mind_up", players=4, reward="win")
observations, infos = table.reset(seed=7)
steps = 0
while table.agents:
    choices = {agent: int(np.flatnonzero(infos[agent]["action_mask"])[0]) for agent in table.agents}
    observations, rewards, terminations, truncations, infos = table.step(choices)
    steps += 1
print("after", steps, "choices each:", rewards)
