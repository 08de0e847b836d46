"""The compiled playouts from positions of one game, for values (`reference.py`) and luck (`luck.py`)."""

from collections.abc import Sequence
from math import lcm
from typing import Any

from koloda.bots.weights import weights
from koloda.compiled import loader, position_values
from koloda.compiled.bot_match import RULE
from koloda.compiled.position_values import START, TRIAL
from koloda.compiled.scratch import allocate
from koloda.core.game import Game
from koloda.core.schema import Fields, dtype, pack

BOARDS = TRIAL + 1


class Playouts:
    """Plays on from positions with a number of players. Not for several threads at once."""

    def __init__(self, game: Game, players: int) -> None:
        """Compiles, or loads what was compiled before."""
        import numpy as np

        self.players = players
        self.whole = lcm(*range(1, players + 1))
        """What a whole win counts: the winners of a playout share it without a remainder."""
        self.no_game = np.zeros((0, 2), np.int32)
        """The log of no game at all."""
        self._boards = np.zeros(BOARDS, dtype(game.set_up.State))
        self._memory = self._boards.view(np.uint8).reshape(BOARDS, -1)
        tuned = weights(game, players)
        self._room, self._rooms = allocate(position_values.Playout, game, compiled=True, WEIGHTS=max(len(tuned), 1))
        for i, weight in enumerate(tuned):
            self._room.weights[i] = weight
        self._value_game = loader.compiled(game, position_values)(position_values.value_game)

    def begin(self, s: Fields) -> None:
        """Take a position to play on from."""
        import numpy as np

        self._memory[START] = np.frombuffer(pack(s), np.uint8)

    def seat(self, levels: Sequence[int], noise_streams: int = 0) -> None:
        """Say who plays on (RANDOM, GREEDY or RULE), and from which stream on choices at random are taken."""
        self._room.noise_streams = noise_streams
        self._room.by_rule = sum(1 << seat for seat, level in enumerate(levels) if level == RULE)
        for seat, level in enumerate(levels):
            self._room.levels[seat] = level

    def run(
        self, log: Any, key: int, playouts: int, results: Any, first: int = 0, skip: int = 0, asked: int = 0
    ) -> None:
        """Fill in the results by measure, row and seat (`compiled/position_values.py`).

        They have a row for what the decisions in the log changed, and one for the playouts of the position, or one for
        each of them.
        """
        each = int(results.shape[1] > position_values.STARTED + 1)
        self._value_game(
            *(self._boards, self._memory, log, key, first, skip, asked, playouts),
            *(self.whole, each, results, self._rooms),
        )
