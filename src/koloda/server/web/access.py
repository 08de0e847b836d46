"""Who may enter: a password for the server, and invitations by a table's link."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from koloda.core.facts import fact
from koloda.server.messages import Failure
from koloda.server.web import client_address
from koloda.server.web.rate_limits import TokenBuckets, too_fast
from koloda.server.web.responses import refusal
from koloda.server.web.settings import Settings

COOKIE: Final = "koloda_access"
COOKIE_AGE: Final = 90 * 24 * 3600
"""Seconds for which a browser stays logged in. A new password ends it at once."""
ATTEMPTS: Final = 10
"""Passwords that one address may try at once, and then in a minute."""
ROUNDS: Final = 100_000
"""The work for one guess of a password, for who has stolen a cookie."""
OPEN: Final = ("/api/login", "/api/openapi.json", "/api/rules/", "/api/score/", "/api/texts/")
"""The beginnings of addresses that need no password: nothing there is about a table."""
INVITED: Final = ("/api/tables/", "/api/seats", "/api/push")
"""The beginnings of addresses that the link of a table opens, where it is an invitation."""
NEEDED: Final = Failure(code="password_needed", detail=fact("http.password_needed"))
BY_INVITATION: Final = Failure(code="by_invitation", detail=fact("http.by_invitation"))


class Access:
    """Lets in who knows the password, and by the server's choice who has the link of a table.

    A browser that has logged in holds a cookie that only the server can make: when it expires, a nonce, and a signature
    whose key follows from the password. So nothing is stored, and a new password logs everybody out.
    """

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._now = now
        self.attempts = TokenBuckets(ATTEMPTS / 60, ATTEMPTS)
        self._key = None if settings.password is None else derived_key(settings.password)

    def may_open_tables(self, connection: HTTPConnection) -> bool:
        """May this client see the lobby and open tables?"""
        if self._key is not None:
            return self._logged_in(connection, self._key)
        return not self._settings.invite_only or client_address.local(connection)

    def problem(self, connection: HTTPConnection) -> Failure | None:
        """Why a request is refused; None if it is not."""
        path: str = connection.scope["path"]
        if not path.startswith("/api/") or path.startswith(OPEN):
            return None
        invited = self._settings.invite_only and (path.startswith(INVITED) or path == "/api/lobby")
        if invited or self.may_open_tables(connection):
            return None
        return BY_INVITATION if self._key is None else NEEDED

    def log_in(self, connection: HTTPConnection, password: str) -> str | Failure | None:
        """The cookie for who knows the password; None if there is no password."""
        if self._key is None:
            return None
        if wait := self.attempts.take(client_address.household(connection, self._settings)):
            return too_fast(wait)
        if not hmac.compare_digest(_digest(password), _digest(self._settings.password or "")):
            return Failure(code="wrong_password", detail=fact("http.wrong_password"))
        content = f"{int(self._now()) + COOKIE_AGE}.{secrets.token_hex(8)}"
        return f"{content}.{_signature(content, self._key)}"

    def _logged_in(self, connection: HTTPConnection, key: bytes) -> bool:
        content, _, signature = connection.cookies.get(COOKIE, "").rpartition(".")
        if not hmac.compare_digest(signature.encode(), _signature(content, key).encode()):
            return False
        return int(content.partition(".")[0]) > self._now()


class AccessMiddleware:
    """Refuses requests and connections of those who may not enter."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self._access.problem(HTTPConnection(scope))
        await (self._app if problem is None else refusal(problem))(scope, receive, send)


def derived_key(password: str) -> bytes:
    """A key from which the password cannot be guessed soon."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), b"koloda access", ROUNDS)


def _digest(password: str) -> bytes:
    return hashlib.sha256(password.encode()).digest()


def _signature(content: str, key: bytes) -> str:
    return hmac.new(key, content.encode(), "sha256").hexdigest()
