"""A match on compiled rules: the same as an interpreted one without a history, but several times as fast.

It keeps its state as a record. Whoever asks for `state` or `deal` gets the usual objects, and the match is interpreted
from then on: an object that somebody holds has to change with the game.
"""

from array import array
from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any

from numpy import frombuffer

from koloda.bots.background_loader import BackgroundLoader
from koloda.compiled import single_steps
from koloda.compiled.loader import Driver, records, specialized
from koloda.compiled.scratch import allocate
from koloda.compiled.single_steps import AHEAD, COUNT, MOST_SEATS, REFUSED, SEAT, USED_UP, StepRoom
from koloda.core.game import Act, Game
from koloda.core.schema import dtype, pack, unpack
from koloda.table.match import DrawSource, Match, RandomDraws, check_ply

SEATS_BITS, SEAT_BITS = (1 << SEAT) - 1, (1 << (COUNT - SEAT)) - 1
_STATE: Any = Match.__dict__["state"]
_DEAL: Any = Match.__dict__["deal"]


class StepEngine(BackgroundLoader):
    """A game's steps, compiled. A game has one engine per process: `game.once(StepEngine)`."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, single_steps)
        self.board_type = dtype(game.set_up.State)
        self.room_type: Any = None
        self._started: dict[int | None, bytes] = {}

    def call_once(self, driver: Driver) -> None:
        assert self.game.seats <= MOST_SEATS, "a position has so many bits for seats"
        board, (_, room) = records([self.game.new()]), allocate(StepRoom, self.game, compiled=True)
        self.room_type = room.dtype  # type: ignore[attr-defined]
        self.step = specialized(driver(single_steps.step), board, room, 0, 0)
        self.go_on = specialized(driver(single_steps.go_on), board, room)
        self.list_legal = specialized(driver(single_steps.list_legal), board, room, 0)

    def play(self, players: int | None, options: Mapping[str, object], random: Random) -> "CompiledMatch":
        """A new game, its draws from a generator."""
        if options or type(players) not in (int, type(None)):
            return CompiledMatch(self, pack(self.game.new(players, **options)), random)
        if players not in self._started:
            self._started[players] = pack(self.game.new(players))
        return CompiledMatch(self, self._started[players], random)


class CompiledMatch(Match):
    """A match without a history whose rules are compiled, until somebody asks for its state or its draws."""

    __slots__ = ("_board", "_go_on", "_list_legal", "_listed", "_random", "_room", "_step", "_uniform")

    def __init__(self, engine: StepEngine, started: bytes, random: Random) -> None:
        self.game = engine.game
        self._steps = self._entries = None
        self._board: Any = frombuffer(bytearray(started), engine.board_type)
        self._room: Any = frombuffer(bytearray(engine.room_type.itemsize), engine.room_type)
        self._listed = memoryview(self._room["legal"][0])
        self._uniform = memoryview(self._room["uniform"][0])
        self._random = random
        self._step, self._go_on, self._list_legal = engine.step, engine.go_on, engine.list_legal
        self._take(USED_UP)

    @property
    def compiled(self) -> bool:
        """Are the rules still compiled? Nobody has asked for the state or the draws."""
        return self._board is not None

    def _take(self, position: int) -> None:
        """See whose turn it is, after the draws for which there were no random numbers left."""
        while position == USED_UP:
            random = self._random.random
            self._uniform[:] = array("d", [random() for _ in range(AHEAD)])
            position = self._go_on(self._board, self._room)
        self.mask = position & SEATS_BITS
        self.over = position == 0
        self.actor = -1 if self.over else position >> SEAT & SEAT_BITS
        self._seat = None if self.over else self.actor
        self._count = position >> COUNT

    def legal(self, seat: int) -> list[int]:
        if self._board is None:
            return super().legal(seat)
        if seat != self._seat:
            if type(seat) is not int or not 0 <= seat < self._board["players"][0]:
                return self.game.legal(self._look(), seat)
            self._count = self._list_legal(self._board, self._room, seat)
            self._seat = seat
        return self._listed[: self._count].tolist()

    def check(self, seat: int, action: int) -> None:
        check_ply(self.game, self._look(), Act(seat, action))

    def act(self, seat: int, action: int, listed: Sequence[int] | None = None) -> None:
        board = self._board
        if board is None:
            super().act(seat, action, listed)
        elif type(seat) is int and type(action) is int:
            try:
                position = self._step(board, self._room, seat, action)
            except OverflowError:
                position = REFUSED
            if position > 0:
                self.mask = position & SEATS_BITS
                self.actor = self._seat = position >> SEAT & SEAT_BITS
                self._count = position >> COUNT
            elif position == REFUSED:
                self._seat = None  # another one's actions may be listed now
                self.check(seat, action)
                raise AssertionError(f"compiled rules refuse {seat}, {action}, interpreted ones do not: {self._look()}")
            else:
                self._take(position)
        else:
            self._act_otherwise(seat, action)

    def _act_otherwise(self, seat: Any, action: Any) -> None:
        """An action by numbers of another kind, such as NumPy's, or by something that is none."""
        try:
            seat, action = int(index(seat)), int(index(action))
        except TypeError:
            self._interpret()
        self.act(seat, action)

    def _look(self) -> Any:
        if self._board is None:
            return super()._look()
        return unpack(self.game.set_up.State, self._board.tobytes())

    def _interpret(self) -> None:
        """Go on as an interpreted match, with the state and the draws as they are now."""
        state, ahead = self._look(), self._uniform[int(self._room["used"][0]) :].tolist()
        self._board = None
        super().__init__(self.game, state, RandomDraws(self._random, ahead))

    @property
    def state(self) -> Any:
        if self._board is not None:
            self._interpret()
        return _STATE.__get__(self)

    @state.setter
    def state(self, state: Any) -> None:
        if self._board is not None:
            self._interpret()
        _STATE.__set__(self, state)

    @property
    def deal(self) -> DrawSource | None:
        if self._board is not None:
            self._interpret()
        found: DrawSource | None = _DEAL.__get__(self)
        return found

    @deal.setter
    def deal(self, deal: DrawSource | None) -> None:
        if self._board is not None:
            self._interpret()
        _DEAL.__set__(self, deal)

    def copy(self, deal: DrawSource | None = None) -> Match:
        """An interpreted match: its draws are others."""
        made = Match(self.game, self._look().copy())
        made.deal = deal
        return made
