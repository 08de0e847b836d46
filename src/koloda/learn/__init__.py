"""Training on batches of games: PPO by self-play and in a league, and attackers that look for a bot's weaknesses.

Needs the extra `torch`; the networks that it writes do not (`koloda.bots.network`).
"""
