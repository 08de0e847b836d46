"""Refusals: an error with the failure that the client gets."""

from collections.abc import Callable

from koloda.core.errors import KolodaError
from koloda.core.facts import Arg, fact
from koloda.server.messages import Failure


class Refused(Exception):
    """Something is not possible; `failure` says why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.code)
        self.failure = failure


Admit = Callable[[], None]
"""Refuses what costs much, by raising `Refused`."""


def admitted() -> None:
    """Refuse nothing."""


def refused(code: str, key: str, /, **args: Arg) -> Refused:
    """Make a refusal. `key` names a text of `locale/*/server.json`."""
    return Refused(Failure(code=code, detail=fact(f"server.{key}", **args)))


def failure_of(error: KolodaError) -> Failure:
    return Failure(code=error.code, detail=error.detail)
