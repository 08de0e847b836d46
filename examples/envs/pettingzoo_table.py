"""A table of Dobro in PettingZoo: every seat plays at random, and the last positions are shown in words."""

from koloda.envs.pettingzoo import env

table = env("dobro", players=3, reward="score", render_mode="ansi")
table.reset(seed=7)
returns = dict.fromkeys(table.possible_agents, 0.0)
for agent in table.agent_iter():
    observation, reward, termination, truncation, info = table.last()
    returns[agent] += reward
    if termination or truncation:
        action = None  # the seat leaves the table
    else:
        action = table.action_space(agent).sample(info["action_mask"])
    table.step(action)
print(table.render())
print("points:", returns)
