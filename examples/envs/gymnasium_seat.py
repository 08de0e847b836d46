"""One seat of No Thanks! in Gymnasium, among three bots of level 1, played by a rule of thumb.

Actions are ids here: 0 passes, 1 takes. An agent without masks would leave out `choices=False`.
"""

import gymnasium

from koloda.games import find

env = gymnasium.make("koloda.envs.gymnasium:koloda/NoThanks-v0", players=4, reward="win", choices=False)
named = find("no_thanks").observation.parts
won = 0.0
for game in range(20):
    observation, info = env.reset(seed=7) if game == 0 else env.reset()
    over = False
    while not over:
        seen = named(observation["observation"])  # the numbers by the names of docs/environments.md
        card, pot, own = seen["card"][0], seen["pot"][0], [place == 1 for place in seen["cards"]]
        joins = own[max(card - 4, 0)] or own[min(card - 2, 32)]  # own[0] is card 3
        cheap = pot >= 2 if joins else 3 * pot >= card
        can_pass = info["action_mask"][0]  # with a chip
        action = 0 if can_pass and not cheap else 1
        observation, reward, over, _, info = env.step(action)
    won += float(reward)
print(f"won {won:.2f} of 20 games")
env.close()
