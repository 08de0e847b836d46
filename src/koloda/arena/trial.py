"""One compiled bot against a table of another: the same deals in every seat, and the share of the wins that it gets."""

from typing import NamedTuple

from koloda.compiled import bot_match, loader
from koloda.compiled.scratch import allocate
from koloda.games import find


class Player(NamedTuple):
    """A level of `bot_match.py` (random, greedy, rule), and the numbers of its rule."""

    level: int
    weights: tuple[int, ...] = ()


class Trial:
    """A table of one game, one number of players and one seed, on which pairs of players can be tried."""

    def __init__(self, game: str, players: int, seed: int, **options: object) -> None:
        self.game = find(game)
        self.players = players
        self.seed = seed
        policy = self.game.policy
        assert policy is not None
        driver = loader.compiled(self.game, bot_match)
        self._new_game, self._play = driver(bot_match.new_game), driver(bot_match.play)
        self._count_up = driver(bot_match.count_up)
        self._boards = loader.records([self.game.new(players, **options)] * 3)
        weights = max(len(policy.WEIGHTS), 1)
        self._match, self._matches = allocate(bot_match.BotMatch, self.game, compiled=True, WEIGHTS=weights)

    def share(self, one: Player, others: Player, deal: int) -> float:
        """What part of the wins of one deal goes to `one`, who takes every seat in turn."""
        return sum(self._won(one, others, deal, seat) for seat in range(self.players)) / self.players

    def _won(self, one: Player, others: Player, deal: int, seat: int) -> float:
        for at in range(self.players):
            self._sit(at, one if at == seat else others)
        seats = deal * self.players + seat
        self._new_game(self._boards, self._matches, self.seed, 2 * deal, 2 * seats + 1)
        self._play(self._boards, self._matches)
        self._count_up(self._boards, self._matches)
        place = [int(self._match.standings[at]) for at in range(self.players)]
        return float(place[seat] == max(place)) / place.count(max(place))

    def _sit(self, seat: int, player: Player) -> None:
        self._match.levels[seat] = player.level
        for i, weight in enumerate(player.weights):
            self._match.weights[seat][i] = weight
