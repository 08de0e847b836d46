"""Decides what costs much: nothing new while the server is overloaded, and only so much for one address."""

from koloda.core.facts import fact
from koloda.server.messages import Failure
from koloda.server.metrics import Metrics
from koloda.server.overload import RETRY
from koloda.server.tables.refusals import Refused
from koloda.server.web.rate_limits import RateLimits, too_fast

BUSY = Failure(code="busy", detail=fact("http.busy", seconds=RETRY), retry_after=RETRY)


class Admission:
    def __init__(self, limits: RateLimits, metrics: Metrics) -> None:
        self._limits = limits
        self._metrics = metrics

    def table(self, household: str) -> None:
        """Admit a new table, also one for a rematch, or raise `Refused`."""
        self._shed("table")
        if wait := self._limits.tables.take(household):
            raise Refused(too_fast(wait))

    def hint(self, household: str) -> None:
        """Admit that the strongest bot thinks for somebody, or raise `Refused`."""
        self._shed("hint")
        if wait := self._limits.documents.take(household):
            raise Refused(too_fast(wait))

    def review(self, household: str) -> None:
        """Admit that a finished game is reviewed, or raise `Refused`."""
        self._shed("review")
        if wait := self._limits.reviews.take(household):
            raise Refused(too_fast(wait))

    def spectator(self) -> None:
        """Admit somebody who watches a game, or raise `Refused`."""
        self._shed("spectator")

    def _shed(self, what: str) -> None:
        if self._metrics.overload.overloaded:
            self._metrics.shed.labels(what).inc()
            raise Refused(BUSY)
