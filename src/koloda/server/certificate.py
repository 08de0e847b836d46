"""The certificate of a server that speaks https itself."""

import asyncio
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from koloda.core.errors import UnknownOption
from koloda.server.logs import log

INTERVAL: Final = 60.0
"""Seconds between two looks whether the files have been renewed."""


@dataclass(frozen=True)
class Certificate:
    """Two files in PEM format: the certificate with its chain, and its key (None if the first file has it, too)."""

    chain: Path
    key: Path | None

    def check(self) -> None:
        """Raise an error that says what is wrong with the files."""
        for file in (self.chain, self.key or self.chain):
            try:
                file.read_bytes()
            except OSError as error:
                raise UnknownOption.of(
                    "cli.serve_certificate_unreadable", file=str(file), problem=str(error.strerror)
                ) from None
        try:
            self.load(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
        except _Locked:
            raise UnknownOption.of("cli.serve_key_locked", file=str(self.key or self.chain)) from None
        except (ssl.SSLError, ValueError) as error:
            problem = getattr(error, "reason", None) or str(error)
            raise UnknownOption.of(
                "cli.serve_bad_certificate", file=str(self.chain), key=str(self.key or self.chain), problem=str(problem)
            ) from None

    def load(self, context: ssl.SSLContext) -> None:
        context.load_cert_chain(self.chain, self.key, _locked)

    def version(self) -> tuple[int, ...]:
        """Changes when a file does."""
        stats = [file.stat() for file in (self.chain, self.key or self.chain)]
        return tuple(number for stat in stats for number in (stat.st_mtime_ns, stat.st_size, stat.st_ino))


class Renewal:
    """Loads renewed files into the context of a running server. Connections that are open keep what they have."""

    def __init__(self, certificate: Certificate, context: ssl.SSLContext) -> None:
        self._certificate = certificate
        self._context = context
        self._loaded = certificate.version()

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            self.look()

    def look(self) -> None:
        """Load the files if they have changed. Half-written ones are left for the next time."""
        try:
            version = self._certificate.version()
            if version == self._loaded:
                return
            self._certificate.check()  # a failed load would leave the context with half of the new pair
            self._certificate.load(self._context)
        except (OSError, UnknownOption) as error:
            log.warning("certificate", exc_info=error)
            return
        self._loaded = version
        log.info("certificate renewed")


class _Locked(Exception):
    pass


def _locked() -> str:
    """Called for the password of a key: nobody is there to type it."""
    raise _Locked
