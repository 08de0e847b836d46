"""Hints at tables against bots: who may have one, and what the strongest bot thinks, once for each decision."""

import asyncio
from contextlib import suppress
from typing import Final, NamedTuple

from koloda.bots.background_loader import BackgroundLoader
from koloda.bots.comparer import Comparer
from koloda.bots.engine import Engine
from koloda.bots.hint import can_hint
from koloda.bots.knowledge import Knowledge
from koloda.core.facts import Fact, fact
from koloda.core.game import Game
from koloda.server.messages import Failure, Hint, HintMove
from koloda.server.tables.clients import BotClients
from koloda.server.tables.history import TableHistory
from koloda.server.tables.refusals import Admit, Refused, refused
from koloda.server.tables.state import TableState

AT_ONCE: Final = 2
"""How many hints the server thinks about at the same time: bots share the threads, and games come first."""
SOON: Final = 2.0
"""Seconds after which to ask again while the search is busy with others, or not compiled yet."""
LOADING: Final = 10
"""Seconds to wait for the search. From the cache it is loaded in one; the first time it has to be compiled."""


BUSY: Final = Refused(Failure(code="busy", detail=fact("server.hint_soon"), retry_after=SOON))


class Question(NamedTuple):
    """A decision that a hint is wanted for. It holds nothing that the seat does not know."""

    table: str
    seat: int
    number: int
    """Of the legal moves."""
    knowledge: Knowledge
    moves: dict[int, str]
    """By action, as the offer writes them."""


class Hints:
    """Thinks about one question of a table at a time. Whoever asks the same again gets the same answer."""

    def __init__(self, bots: BotClients) -> None:
        self._bots = bots
        self._thinking: dict[str, tuple[tuple[int, int], asyncio.Task[Hint]]] = {}

    async def question(self, history: TableHistory, seat: int | None) -> Question:
        """What a seat has to decide, or why it gets no hint."""
        table = history.state
        seat = _entitled(table, seat)
        moves, match = table.legal_moves[seat], table.match
        if moves is None or match is None or not (moves.must or table.game.steps_in):
            raise refused("not_your_turn", "hint_later")
        if not can_hint(table.game):
            raise refused("not_legal", "hint_no_search", game=Fact(f"{table.game.name}.title"))
        await history.prepare_feed(seat)
        written = {action: table.game.notation.write_action(match.state, action) for action in moves.legal}
        return Question(table.id, seat, moves.number, history.knowledge(seat), written)

    async def answer(self, question: Question, admit: Admit, most: int = AT_ONCE) -> Hint:
        """Think about a question, unless there are `most` already. `admit` may refuse that, by raising."""
        key = (question.seat, question.number)
        known = self._thinking.get(question.table)
        if known is not None and known[0] == key:
            return await asyncio.shield(known[1])
        if known is not None or len(self._thinking) >= most:
            raise BUSY
        admit()
        task = asyncio.create_task(self._think(question))
        self._thinking[question.table] = (key, task)
        task.add_done_callback(lambda _: self._thinking.pop(question.table))
        return await asyncio.shield(task)  # whoever asks again meanwhile waits for the same answer

    async def _think(self, question: Question) -> Hint:
        await _loaded(question.knowledge.game)
        found = await self._bots.hint(question.knowledge)
        reason = await self._bots.reason(question.knowledge, found)
        return Hint(
            offer=question.number,
            moves=[
                HintMove(
                    move=None if each.action is None else question.moves[each.action],
                    loss=round(each.loss, 4),
                    error=round(each.error, 4),
                    equal=each.equal,
                )
                for each in found
            ],
            reason=[*reason],
        )


async def _loaded(game: Game) -> None:
    """Wait until all is compiled that a hint needs. The first time on a machine takes longer than anybody waits."""
    for needed in (game.once(Engine), game.once(Comparer)):
        await _ready(needed)


async def _ready(needed: BackgroundLoader) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    if needed.problem:
        raise refused("unavailable", "hint_failed")

    def tell() -> None:
        with suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(ready.set)

    needed.load_aside(tell)
    try:
        async with asyncio.timeout(LOADING):
            await ready.wait()
    except TimeoutError:
        raise BUSY from None


def _entitled(table: TableState, seat: int | None) -> int:
    """The seat of the only person at a table where the game is played."""
    if seat is None:
        raise refused("no_seat", "no_seat")
    if len(table.seats.having("person")) > 1:
        raise refused("not_legal", "hint_people")
    if table.status != "playing":
        raise refused("not_legal", "game_over" if table.status == "over" else "not_begun")
    if table.seats.by_seat[seat].away is not None:
        raise refused("not_your_turn", "bot_plays")
    return seat
