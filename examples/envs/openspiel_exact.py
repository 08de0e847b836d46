"""A small No Thanks! solved with OpenSpiel: how far CFR+ is from perfect play, and what best responses gain."""

from open_spiel.python.algorithms import cfr, exploitability

from koloda.envs.openspiel import load

game = load("no_thanks", players=2, highest=5, removed=1, chips=1)  # cards 3 to 5, one of them removed unseen
solver = cfr.CFRPlusSolver(game)
for iteration in range(1, 21):
    solver.evaluate_and_update_policy()
    if iteration % 5 == 0:
        gain = exploitability.nash_conv(game, solver.average_policy())
        print(f"after {iteration} iterations both could gain {gain:.4f} points together")
