"""From where the person in a seat is connected, at any node. Nobody but the operator asks, in order to ban them."""

import asyncio
from contextlib import suppress
from typing import Final

from koloda.server.bus.notes import Located, Locating
from koloda.server.tables.services import Services

PATIENCE: Final = 2.0
"""Seconds in which other nodes answer."""


class _Question:
    def __init__(self, asked: set[int]) -> None:
        self.missing = asked
        """The nodes that have not answered yet."""
        self.found: set[str] = set()
        self.answered = asyncio.Event()


class Households:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._questions: dict[str, _Question] = {}

    async def elsewhere(self, table: str, seat: int) -> set[str]:
        """Ask the nodes to which somebody is connected at this table."""
        node = self._services.node
        question = _Question(node.attending(table))
        if not question.missing:
            return set()
        name = self._services.entropy(8).hex()
        self._questions[name] = question
        node.tell(Locating(question=name, table=table, seat=seat))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await question.answered.wait()
        del self._questions[name]
        return question.found

    def heard(self, sender: int, note: Located) -> None:
        question = self._questions.get(note.question)
        if question is not None:
            question.found.update(note.households)
            question.missing.discard(sender)
            if not question.missing:
                question.answered.set()
