"""One compiled bot against a table of another: the same deals in every seat, and the share of the wins that it gets."""

from typing import NamedTuple

from koloda.bots.policies import POLICIES
from koloda.compiled import bot_match, loader
from koloda.games import find


class Player(NamedTuple):
    """A level of match.py (random, greedy, rule), and the numbers of its rule."""

    level: int
    knobs: tuple[int, ...] = ()


class Trial:
    """A table of one game, one number of players and one seed, on which pairs of players can be tried."""

    def __init__(self, game: str, players: int, seed: int, **options: object) -> None:
        import numpy as np

        self.game = find(game)
        self.players = players
        self.seed = seed
        self._policy = POLICIES[self.game.name]
        self._driver = loader.driver(self.game, bot_match, parts=[self._policy])
        self._board = loader.records([self.game.new(players, **options)] * 3)
        self._levels = np.zeros(players, np.int64)
        self._knobs = np.zeros((players, max(len(self._policy.KNOBS), 1)), np.int64)
        self._deal = np.zeros(4, np.int64)
        self._whims = np.zeros(4, np.int64)
        self._out = np.zeros(self.game.widest, np.int16)
        self._count = np.zeros(2, np.int64)
        self._final = np.zeros(self.game.seats, np.int64)
        self._place = np.zeros(self.game.seats, np.int64)

    def share(self, one: Player, others: Player, deal: int) -> float:
        """What part of the wins of one deal goes to `one`, who takes every seat in turn."""
        return sum(self._won(one, others, deal, seat) for seat in range(self.players)) / self.players

    def _won(self, one: Player, others: Player, deal: int, seat: int) -> float:
        for at in range(self.players):
            self._sit(at, one if at == seat else others)
        seats = deal * self.players + seat
        self._driver.set_out(self._board, self._deal, self._whims, self._count, self.seed, 2 * deal, 2 * seats + 1)
        args = (self._levels, self._knobs, self._deal, self._whims, self._out, self._count)
        self._driver.advance(self._board, *args, 0)
        self._driver.count_up(self._board, self._final, self._place)
        place: list[int] = self._place[: self.players].tolist()
        return float(place[seat] == max(place)) / place.count(max(place))

    def _sit(self, seat: int, player: Player) -> None:
        self._levels[seat] = player.level
        for i, knob in enumerate(player.knobs):
            self._knobs[seat, i] = knob
