"""Talk at a table: reactions, phrases, and lines that people write. Nothing of it is ever stored.

Lines are kept in memory as long as the table is there, and no longer than the server runs. Only the people in the seats
get them: no spectator, no shared screen, no bot, no record, no log.
"""

import unicodedata
from collections import OrderedDict, deque
from collections.abc import Sequence

import msgspec

from koloda.core.facts import fact
from koloda.core.names import JOINER, NON_JOINER
from koloda.server.messages import ChatLine, Failure
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.refusals import Refused, refused
from koloda.server.tables.state import TableState

REACTION_PAUSE = 2 * SECOND
"""Between two reactions or phrases of one seat."""
LINE_PAUSE = SECOND
"""Between two lines of one seat."""
LONGEST_LINE = 200
MOST_LINES = 50
"""How many lines of a table are kept."""
MOST_TABLES = 1000
"""For how many tables lines are kept; those of the table where nobody has written for longest go first."""


class Pauses:
    """Between two utterances of one person there is a pause."""

    def __init__(self, pause: int) -> None:
        self._pause = pause
        self._last: dict[str, int] = {}  # by token

    def take(self, token: str, now: int) -> None:
        """Note an utterance. Raises `Refused` if it comes too soon after the last one."""
        wait = self._last.get(token, now - self._pause) + self._pause - now
        if wait > 0:
            detail = fact("http.too_fast", seconds=-(-wait // SECOND))
            raise Refused(Failure(code="too_fast", detail=detail, retry_after=wait / SECOND))
        self._last = {token: at for token, at in self._last.items() if now < at + self._pause}
        self._last[token] = now


class Talks:
    """The latest lines of all tables."""

    def __init__(self) -> None:
        self._by_table: OrderedDict[str, deque[ChatLine]] = OrderedDict()

    def lines(self, table: str) -> Sequence[ChatLine]:
        return self._by_table.get(table, ())

    def say(self, table: str, seat: int, name: str, text: str, now: int) -> ChatLine:
        """Add a line."""
        lines = self.lines(table)
        line = ChatLine(number=lines[-1].number + 1 if lines else 1, at=now, seat=seat, name=name, text=text)
        return self.add(table, line)

    def add(self, table: str, line: ChatLine) -> ChatLine:
        """Add a line that may come from another node: two people may have written at the same time."""
        lines = self._by_table.setdefault(table, deque(maxlen=MOST_LINES))
        self._by_table.move_to_end(table)
        if len(self._by_table) > MOST_TABLES:
            self._by_table.popitem(last=False)
        if lines and line.number <= lines[-1].number:
            line = msgspec.structs.replace(line, number=lines[-1].number + 1)
        lines.append(line)
        return line

    def forget(self, table: str) -> None:
        self._by_table.pop(table, None)


def can_write(table: TableState) -> bool:
    return table.opened.chat and not table.opened.public and table.status != "closed"


def read_line(given: str) -> str:
    """One line of text as everybody may see it: nothing that turns, hides or breaks the lines around it."""
    if len(given) > 4 * LONGEST_LINE:
        raise refused("unknown_option", "line", most=LONGEST_LINE)
    shown = "".join(
        character if character.isprintable() or character in (JOINER, NON_JOINER) else " "
        for character in unicodedata.normalize("NFC", given)
        if unicodedata.category(character) != "Cf" or character in (JOINER, NON_JOINER)
    )
    line = " ".join(shown.split())
    if not 1 <= len(line) <= LONGEST_LINE:
        raise refused("unknown_option", "line", most=LONGEST_LINE)
    return line
