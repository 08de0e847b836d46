"""What can be wrong with what a person or a program gives us. A refused input changes nothing.

Every error has a stable `code` and a message in both languages (`locale/<lang>/errors.json`), which says what
was wrong and what would be right. Details are facts, so that they are translated as well.
"""

from typing import Self

from koloda.core.facts import Arg, Fact
from koloda.core.text import Language, say


class KolodaError(Exception):
    """Base of the family. `detail` names the message; its arguments fill the message in."""

    code = "error"

    def __init__(self, detail: Fact) -> None:
        super().__init__(detail)
        self.detail = detail

    @classmethod
    def of(cls, key: str, /, **args: Arg) -> Self:
        return cls(Fact(key, args))

    def text(self, language: Language = "en", names: tuple[str, ...] = ()) -> str:
        return say(self.detail, language, names)

    def __str__(self) -> str:
        return self.text()


class NotUnderstood(KolodaError):
    """The text cannot be parsed: it is no move, card, draw or position."""

    code = "not_understood"


class NotLegal(KolodaError):
    """Well-formed, but the rules do not allow it now."""

    code = "not_legal"


class NotYourTurn(KolodaError):
    """Somebody else has to act."""

    code = "not_your_turn"


class UnknownOption(KolodaError):
    """No such game, option, value or number of players."""

    code = "unknown_option"


class BadEdition(KolodaError):
    """A deck file that cannot be played with; `line` where it is known."""

    code = "bad_edition"


class BadRecord(KolodaError):
    """A record that was cut, changed, or is none; names the line."""

    code = "bad_record"


class BadBot(KolodaError):
    """A bot that cannot be seated: no such level, class or program."""

    code = "bad_bot"
