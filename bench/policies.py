"""Games per second among bots of levels 1 and 2 on one core: `python bench/policies.py [GAME ...] [--against FILE]`.

Whole games with four players, played by the compiled driver alone: what the arena adds to each game is not in it.
`--against FILE` plays the policies of an older file as well (`git show COMMIT:src/koloda/games/GAME/bots/policy.py`),
by turns, and prints how many times faster the present ones are. Times are processor time, the best of several samples.
"""

import argparse
import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

import numpy as np
from goals import players_of
from worker import pin_to_one_core

from koloda.bots.weights import weights
from koloda.compiled import bot_match, loader
from koloda.compiled.bot_match import GREEDY, RULE
from koloda.compiled.scratch import allocate
from koloda.core.game import Game
from koloda.games import GAMES, find

SAMPLES, QUICK_SAMPLES = 15, 5
SECONDS = 0.1  # of a sample, about


class Player:
    """Plays games among bots of one level."""

    def __init__(self, game: Game, level: int, policy: ModuleType | None) -> None:
        players = players_of(game.name)
        tuned = weights(game, players)
        driver = loader.compiled(game, bot_match, parts={"policy": policy} if policy else {})
        self._boards = loader.records([game.new(players)] * 3)
        self._match, self._matches = allocate(bot_match.BotMatch, game, compiled=True, WEIGHTS=max(len(tuned), 1))
        for seat in range(players):
            self._match.levels[seat] = level
            for i, weight in enumerate(tuned):
                self._match.weights[seat][i] = weight
        self._log = np.empty((0, 2), np.int32)  # none is kept
        taken = (self._boards, self._matches)
        self._new_game = loader.specialized(driver(bot_match.new_game), *taken, 0, 0, 0)
        self._play_on = loader.specialized(driver(bot_match.play_on), *taken, self._log, 0)
        self._deals = count()
        self.rate(1)
        self.amount = max(1, round(SECONDS * self.rate(20)))

    def rate(self, games: int) -> float:
        """Games per second."""
        began = process_time()
        for _ in range(games):
            self._new_game(self._boards, self._matches, 0, 2 * next(self._deals), 1)
            self._play_on(self._boards, self._matches, self._log, 0)
        return games / (process_time() - began)


def older(file: Path) -> ModuleType:
    """The policy of a file."""
    spec: Any = spec_from_file_location("older_policy", file)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all that have policies, if none is named")
    parser.add_argument("--against", type=Path, metavar="FILE", help="an older policy.py of the game")
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    options = parser.parse_args()
    games = [find(name) for name in options.games] or [game for game in GAMES.values() if game.policy]
    if options.against and len(games) != 1:
        parser.error("--against takes the policy of one game: name that game")
    pin_to_one_core()
    print("| games/s, one core | level 1 | level 2 |\n| --- | --- | --- |")
    for game in games:
        policies = {game.name: None, **({f"{game.name}, older": older(options.against)} if options.against else {})}
        players = {name: [Player(game, level, policy) for level in (GREEDY, RULE)] for name, policy in policies.items()}
        best = {name: [0.0, 0.0] for name in players}
        for _ in range(QUICK_SAMPLES if options.quick else SAMPLES):
            for name, levels in players.items():
                best[name] = [max(b, player.rate(player.amount)) for b, player in zip(best[name], levels, strict=True)]
        for name, rates in best.items():
            print(f"| {name} | {rates[0]:,.0f} | {rates[1]:,.0f} |")
        if options.against:
            now, then = best.values()
            print(f"| times as fast | {now[0] / then[0]:.1f} | {now[1] / then[1]:.1f} |")


if __name__ == "__main__":
    main()
