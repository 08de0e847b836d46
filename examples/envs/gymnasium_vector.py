"""A thousand seats of No Thanks! at once, each among bots of level 1: random decisions, and what they win."""

import gymnasium

name = "koloda.envs.gymnasium:koloda/NoThanks-v0"
env = gymnasium.make_vec(name, 1000, bots="greedy", reward="win")
env.action_space.seed(7)
observations, infos = env.reset(seed=7)
games, won = 0, 0.0
while games < 2000:
    actions = env.action_space.sample()  # numbers of legal actions, modulo their count: all are legal
    observations, rewards, terminations, truncations, infos = env.step(actions)
    games += int(terminations.sum())
    won += float(rewards.sum())
print(f"won {won / games:.3f} of {games} games; an equal among four would win 0.250")
env.close()
