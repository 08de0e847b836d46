"""Errors in the input of a person or a program. Refused input changes nothing.

Every error has a stable `code` and a message in both languages (`locale/<lang>/errors.json`), which says what
was wrong and what would be right. Details are facts, so that they are translated, too.
"""

from collections.abc import Iterable, Mapping
from typing import Self

from koloda.core.facts import Arg, Fact
from koloda.core.similar import closest
from koloda.core.text import Language, say


class KolodaError(Exception):
    """The base class. `detail` names the message and has its arguments."""

    code = "error"
    names: tuple[str, ...] = ()
    """The players at the table where it happened, by seat, if the message may name them."""

    def __init__(self, detail: Fact) -> None:
        super().__init__(detail)
        self.detail = detail

    @classmethod
    def of(cls, key: str, /, **args: Arg) -> Self:
        return cls(Fact(key, args))

    def text(self, language: Language = "en", names: tuple[str, ...] = ()) -> str:
        return say(self.detail, language, names or self.names)

    @classmethod
    def near(cls, given: str, known: Iterable[str] | Mapping[str, str], key: str, /, **args: Arg) -> Self:
        """The error of a wrong word. If it resembles one of the known words, the message asks whether you mean that.

        `known` may also map words to what should be asked for.
        """
        problem = Fact(key, args)
        like = closest(given, known)
        if like is None:
            return cls(problem)
        meant = known[like] if isinstance(known, Mapping) else like
        return cls(Fact("errors.did_you_mean", {"problem": problem, "like": meant}))

    def __str__(self) -> str:
        return self.text()


class NotUnderstood(KolodaError):
    """The text cannot be parsed: it is not a move, card, draw or position."""

    code = "not_understood"


class NotLegal(KolodaError):
    """Well-formed, but the rules do not allow it now."""

    code = "not_legal"


class NotYourTurn(KolodaError):
    """It is somebody else's turn."""

    code = "not_your_turn"


class UnknownOption(KolodaError):
    """There is no such game, option, value or number of players."""

    code = "unknown_option"


class BadEdition(KolodaError):
    """A deck file that is not playable; has the `line`, if it is known."""

    code = "bad_edition"


class BadRecord(KolodaError):
    """A record that is cut short, changed, or not a record; names the line."""

    code = "bad_record"


class BadBot(KolodaError):
    """A bot that cannot play: there is no such level, class or program."""

    code = "bad_bot"


class FileError(KolodaError):
    """A file that cannot be read or written."""

    code = "file"
