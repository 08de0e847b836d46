"""The bot runner: it plays the bots of one table like a client, by looking at the table and sending moves."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from koloda.bots.hint import HintMove
from koloda.bots.knowledge import Knowledge
from koloda.core.facts import Fact
from koloda.server.bots.pool import BotPool, SeatedBot
from koloda.server.tables.clients import BotSeats
from koloda.server.tables.commands import BotMove
from koloda.server.tables.history import TableHistory
from koloda.server.tables.services import RETRY, Services
from koloda.server.tables.state import TableState
from koloda.table.dealer import derived

log = logging.getLogger(__name__)

LONGER = 3
"""Bots wait this many times longer if a person could step in."""


class BotTurn(NamedTuple):
    seat: int
    number: int
    """The number of the seat's legal moves."""
    bot: SeatedBot
    knowledge: Knowledge


class BotTurns(NamedTuple):
    """All bots that decide at the same moment."""

    seq: int
    simultaneous: bool
    bystanders: list[BotTurn]
    actors: list[BotTurn]
    until: int
    """When the moves may be shown."""


class BotRunners:
    """Runs the bots of all tables. `pace` is the time in milliseconds between what people see and a bot's move."""

    def __init__(self, services: Services, pool: BotPool, pace: int) -> None:
        self._services = services
        self._pool = pool
        self._pace = pace

    @property
    def specs(self) -> Mapping[str, str]:
        """The bots that the server offers: names and specs."""
        return self._pool.specs

    def attach(self, table: BotSeats) -> "BotRunner":
        return BotRunner(table, self._services, self._pool, self._pace)

    async def hint(self, knowledge: Knowledge) -> list[HintMove]:
        return await self._pool.hint(knowledge)

    async def reason(self, knowledge: Knowledge, moves: Sequence[HintMove]) -> tuple[Fact, ...]:
        return await self._pool.reason(knowledge, moves)

    def close(self) -> None:
        self._pool.close()


class BotRunner:
    """Asks the bots of a table in turn, and waits a little so that people can follow. It never blocks the table."""

    def __init__(self, table: BotSeats, services: Services, pool: BotPool, pace: int) -> None:
        self._table = table
        self._services = services
        self._pool = pool
        self._pace = pace
        self._bots: dict[tuple[int, str], SeatedBot] = {}
        self._task: asyncio.Task[Any] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def table_changed(self, history: TableHistory) -> None:
        if history.state.status == "over":
            self._dismiss(history)
        elif history.state.status == "closed":
            self.close()
        elif not self.busy and any(asked(history.state)):
            self._task = self._services.begin(self._play())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._dismiss(None)

    def _dismiss(self, history: TableHistory | None) -> None:
        """Close the bots. External bots learn how the game ended, if it is over."""
        for (seat, _), bot in self._bots.items():
            last = None if history is None or not bot.external else history.knowledge(seat)
            self._pool.dismiss(bot, last)
        self._bots.clear()

    async def _play(self) -> None:
        """Play bots' moves until it is a person's turn, or another node plays them."""
        while self._table.owned:
            try:
                turns = await self._turns()
                if not (turns.bystanders or turns.actors):
                    return
                moves = await self._moves(turns)
                if not moves and self._table.seq == turns.seq:
                    return
                await self._services.until(turns.until)
                await self._table.move(moves)
            except Exception:  # keep the table going
                log.exception("the bots try again")
                await self._services.until(self._services.time.now() + RETRY)

    async def _turns(self) -> BotTurns:
        async with self._table.reading() as history:
            table = history.state
            bystanders, actors = asked(table)
            for seat in (*bystanders, *actors):
                if self._bot(table, seat).listens:
                    await history.prepare_feed(seat)
            simultaneous = len(table.due) > 1
            waits = 0 if simultaneous or not self._table.watched else self._pause(table)
            return BotTurns(
                table.seq,
                simultaneous,
                [self._turn(history, seat) for seat in bystanders],
                [self._turn(history, seat) for seat in actors],
                self._services.time.now() + waits,
            )

    def _pause(self, table: TableState) -> int:
        """Give people who could step in a fair chance."""
        moves = [table.legal_moves[seat] for seat in table.seats.deciding]
        may_step_in = table.game.steps_in and any(each is not None and not each.must for each in moves)
        return round(self._pace * self._table.pace * (LONGER if may_step_in else 1))

    def _turn(self, history: TableHistory, seat: int) -> BotTurn:
        bot, moves = self._bot(history.state, seat), history.state.legal_moves[seat]
        assert moves is not None
        return BotTurn(seat, moves.number, bot, history.knowledge(seat, bot.listens))

    def _bot(self, table: TableState, seat: int) -> SeatedBot:
        name = table.seats.played[seat]
        bot = self._bots.get((seat, name))
        if bot is None:
            seed = derived(table.secret, f"bot {seat} {name}").hex()
            bot = self._bots[seat, name] = self._pool.seat(name, seed, table.seats.names, table.opened.language)
        return bot

    async def _moves(self, turns: BotTurns) -> list[tuple[int, BotMove]]:
        """The move of the first bystander who steps in, else the moves of those who must act."""
        for turn in turns.bystanders:
            action = await self._pool.choice(turn.bot, turn.knowledge)
            if action is not None:
                return [(turn.seat, _move(turns, turn, action))]
        actions = await asyncio.gather(*(self._pool.choice(each.bot, each.knowledge) for each in turns.actors))
        return [
            (turn.seat, _move(turns, turn, action))
            for turn, action in zip(turns.actors, actions, strict=True)
            if action is not None
        ]


def asked(table: TableState) -> tuple[list[int], list[int]]:
    """The seats of bots that may step in, and of those that must act."""
    bystanders: list[int] = []
    actors: list[int] = []
    if table.status == "playing":
        for seat in table.seats.played:
            moves = table.legal_moves[seat]
            if moves is not None and moves.must:
                actors.append(seat)
            elif moves is not None and table.game.steps_in:
                bystanders.append(seat)
    return bystanders, actors


def _move(turns: BotTurns, turn: BotTurn, action: int) -> BotMove:
    """In simultaneous games, others may have chosen meanwhile."""
    seq = None if turns.simultaneous else turns.seq
    return BotMove(action=action, number=turn.number, seq=seq)
