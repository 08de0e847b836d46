"""Idempotency: a repeated command gets its first answer and does nothing."""

from collections import OrderedDict

import msgspec

from koloda.server.messages import Answer
from koloda.server.storage.store import Store

MOST = 256
"""How many answers to remember for one table, including refusals."""

CommandKey = tuple[str, str]
"""Whose command it was (the hash of the seat's token), and its id."""

_encode = msgspec.json.Encoder().encode
_answer = msgspec.json.Decoder(Answer)


class Answers:
    """The answers given at one table."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._recent: OrderedDict[CommandKey, Answer] = OrderedDict()

    def recent(self, key: CommandKey) -> Answer | None:
        return self._recent.get(key)

    async def stored(self, key: CommandKey) -> Answer | None:
        """The answer to a command that was accepted."""
        found = await self._store.answer(self._table, key)
        return None if found is None else _answer.decode(found)

    def remember(self, key: CommandKey, answer: Answer) -> Answer:
        self._recent[key] = answer
        if len(self._recent) > MOST:
            self._recent.popitem(last=False)
        return answer


def encoded(answer: Answer) -> bytes:
    """The answer as it is stored with the events of its command."""
    return _encode(answer)
