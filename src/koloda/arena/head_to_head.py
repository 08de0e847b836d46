"""Plays one compiled bot against a table of copies of another: every deal in every seat."""

from typing import NamedTuple

from koloda.compiled import bot_match, loader
from koloda.compiled.scratch import allocate
from koloda.games import find


class CompiledBot(NamedTuple):
    """A level that `compiled/bot_match.py` plays (random, greedy or rule) and the weights of its rule."""

    level: int
    weights: tuple[int, ...] = ()


class HeadToHead:
    """Plays pairs of bots against each other, at one game, number of players and seed."""

    def __init__(self, game: str, players: int, seed: int, **options: object) -> None:
        import numpy as np

        self.game = find(game)
        self.players = players
        self.seed = seed
        policy = self.game.policy
        assert policy is not None
        driver = loader.compiled(self.game, bot_match)
        self._boards = loader.records([self.game.new(players, **options)] * 3)
        weights = max(len(policy.WEIGHTS), 1)
        self._match, self._matches = allocate(bot_match.BotMatch, self.game, compiled=True, WEIGHTS=weights)
        self._log = np.empty((0, 2), np.int32)  # none is kept
        taken = (self._boards, self._matches)
        self._new_game = loader.specialized(driver(bot_match.new_game), *taken, 0, 0, 0)
        self._play_on = loader.specialized(driver(bot_match.play_on), *taken, self._log, 0)
        self._count_up = loader.specialized(driver(bot_match.count_up), *taken)

    def share(self, one: CompiledBot, others: CompiledBot, deal: int) -> float:
        """Return the share of the wins that `one` gets on a deal, played once from every seat."""
        return sum(self._won(one, others, deal, seat) for seat in range(self.players)) / self.players

    def _won(self, one: CompiledBot, others: CompiledBot, deal: int, seat: int) -> float:
        """Play one game with `one` in `seat`; return its share of the win."""
        for at in range(self.players):
            self._sit(at, one if at == seat else others)
        game = deal * self.players + seat
        self._new_game(self._boards, self._matches, self.seed, 2 * deal, 2 * game + 1)
        self._play_on(self._boards, self._matches, self._log, 0)
        self._count_up(self._boards, self._matches)
        standings = [int(self._match.standings[at]) for at in range(self.players)]
        return float(standings[seat] == max(standings)) / standings.count(max(standings))

    def _sit(self, seat: int, bot: CompiledBot) -> None:
        self._match.levels[seat] = bot.level
        for i, weight in enumerate(bot.weights):
            self._match.weights[seat][i] = weight
