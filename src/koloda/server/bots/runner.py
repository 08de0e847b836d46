"""The bots of one table: asked in turn, waiting a little so that people can follow, never holding anybody up."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from koloda.bots.sight import Sight
from koloda.core.game import Act
from koloda.server.bots.pool import Thinker
from koloda.server.tables.services import RETRY
from koloda.server.tables.state import Room
from koloda.table.dealer import derived

if TYPE_CHECKING:
    from koloda.server.tables.live_table import Desk

log = logging.getLogger(__name__)

LONGER = 3
"""So many times longer bots wait when a person could step in."""


class Question(NamedTuple):
    seat: int
    number: int
    """Of what the seat can do: the answer holds as long as it stays."""
    thinker: Thinker
    sight: Sight


class Round(NamedTuple):
    """All that is asked at one moment."""

    seq: int
    at_once: bool
    bystanders: list[Question]
    actors: list[Question]
    until: int
    """When the answers may be shown."""


class Deliberation:
    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._thinkers: dict[tuple[int, str], Thinker] = {}
        self._task: asyncio.Task[Any] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def go_on(self, room: Room) -> None:
        """The table has changed."""
        if room.status == "over":
            self._dismiss(room)
        elif not self.busy and any(self._asked(room)):
            self._task = self._desk.house.begin(self._deliberate())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._dismiss(None)

    def _dismiss(self, room: Room | None) -> None:
        for (seat, _), thinker in self._thinkers.items():
            last = None if room is None or not thinker.from_outside else room.sight(seat)
            self._desk.house.thinkers.dismiss(thinker, last)
        self._thinkers.clear()

    @staticmethod
    def _asked(room: Room) -> tuple[list[int], list[int]]:
        """The seats of bots that may step in, and of those that must act."""
        if room.status != "playing":
            return [], []
        bystanders, actors = [], []
        for seat in room.places.played:
            standing = room.standings.by_seat[seat]
            if standing is not None and standing.must:
                actors.append(seat)
            elif standing is not None and room.game.steps_in:
                bystanders.append(seat)
        return bystanders, actors

    async def _deliberate(self) -> None:
        """Until it is people's turn."""
        while True:
            try:
                asked = await self._round()
                if not (asked.bystanders or asked.actors):
                    return
                choices = await self._answers(asked)
                if not choices and self._desk.seq == asked.seq:
                    return
                await self._desk.house.until(asked.until)
                await self._desk.change(partial(self._carry_out, asked, choices))
            except Exception:  # a table must not stand still, whatever has gone wrong
                log.exception("the bots try again")
                await self._desk.house.until(self._desk.house.time.now() + RETRY)

    async def _round(self) -> Round:
        desk = self._desk
        async with desk.lock:
            room = await desk.room()
            bystanders, actors = self._asked(room)
            at_once = len(room.due) > 1
            return Round(
                room.seq,
                at_once,
                [self._question(room, seat) for seat in bystanders],
                [self._question(room, seat) for seat in actors],
                desk.house.time.now() + (0 if at_once or not desk.attendance.visits else self._pause(room)),
            )

    def _pause(self, room: Room) -> int:
        """Who could call somebody out (TG-27) gets a fair chance."""
        standings = [room.standings.by_seat[seat] for seat in room.places.deciding]
        callers = room.game.steps_in and any(standing is not None and not standing.must for standing in standings)
        return self._desk.house.pace * (LONGER if callers else 1)

    def _question(self, room: Room, seat: int) -> Question:
        bot = room.places.played[seat]
        thinker = self._thinkers.get((seat, bot))
        if thinker is None:
            names = [place.name for place in room.places.by_seat]
            seed = derived(room.secret, f"bot {seat} {bot}").hex()
            thinker = self._desk.house.thinkers.make(bot, seed, names, room.opened.language)
            self._thinkers[seat, bot] = thinker
        standing = room.standings.by_seat[seat]
        assert standing is not None
        return Question(seat, standing.number, thinker, room.sight(seat, thinker.listens))

    async def _answers(self, asked: Round) -> list[tuple[Question, int]]:
        """The first bystander that steps in, else what those do who must."""
        think = self._desk.house.thinkers.choice
        for question in asked.bystanders:
            action = await think(question.thinker, question.sight)
            if action is not None:
                return [(question, action)]
        actions = await asyncio.gather(*(think(question.thinker, question.sight) for question in asked.actors))
        return [(q, action) for q, action in zip(asked.actors, actions, strict=True) if action is not None]

    @staticmethod
    def _carry_out(asked: Round, choices: list[tuple[Question, int]], room: Room, now: int) -> None:
        """What still holds. Where all choose at once, others may have chosen meanwhile."""
        if not asked.at_once and room.seq != asked.seq:
            return
        for question, action in choices:
            standing = room.standings.by_seat[question.seat]
            if question.seat in room.places.played and standing is not None and standing.number == question.number:
                room.play(Act(question.seat, action), "bot", now)
