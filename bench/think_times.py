"""How much processor time a bot takes for a move: `python bench/think_times.py GAME PLAYERS GAMES [BOT]`.

The bot is level 3, unless named; level 2 sits in the other seats.
"""

import os
import sys
from time import thread_time

import numpy as np

from koloda.bots.bot import Budget
from koloda.bots.levels import make_bot
from koloda.games import find
from koloda.table.dealer import Dealer
from koloda.table.table import Table


def think_times(name: str, players: int, games: int, bot: str) -> list[float]:
    """Milliseconds of every move with more than one choice: the bot in seat 1, level 2 in the others."""
    game = find(name)
    values = game.set_up.settle(players)
    names = [f"{seat + 1}" for seat in range(players)]
    thinker = make_bot(bot, game, players, "thinker", wait=True, clock=thread_time)
    other = make_bot("2", game, players, "other")
    taken = []
    for number in range(games):
        dealer = Dealer.seeded(str(number), players)
        table = Table.open(game, values, names, dealer, dict.fromkeys(range(players), "bot"))
        while not table.over:
            seat = table.actors[0]
            knowledge = table.knowledge(seat)
            began = thread_time()
            action = (other if seat else thinker).choose(knowledge, Budget())
            assert action is not None
            if seat == 0 and len(knowledge.legal) > 1:
                taken.append(1000 * (thread_time() - began))
            table.act(seat, action)
    return taken


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    times = think_times(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "search")
    p50, p99 = np.percentile(times, [50, 99])
    print(f"{len(times)} moves: median {p50:.1f} ms, 99 % within {p99:.1f} ms, longest {max(times):.1f} ms")
