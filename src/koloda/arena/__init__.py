"""Plays many games: random simulations, matches of bots, and reports on the balance of a game."""
