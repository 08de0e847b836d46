"""The client's address, behind proxies or not."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address

from starlette.requests import HTTPConnection

from koloda.server.web.rate_limits import address_block
from koloda.server.web.settings import Settings

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Headers that proxies add."""
Networks = Iterable[IPv4Network | IPv6Network]


def address(connection: HTTPConnection, settings: Settings) -> str:
    """The client's address: the nearest one that is not a trusted proxy."""
    found = connection.client.host if connection.client is not None else ""
    if not settings.proxies:
        return found
    named = [part.strip() for part in ",".join(connection.headers.getlist("x-forwarded-for")).split(",")]
    while named and trusted(found, settings.proxies):
        given = named.pop()
        if not is_address(given):
            break
        found = given
    return found


def household(connection: HTTPConnection, settings: Settings) -> str:
    """The address that a rate limit counts for: that of the client's household."""
    return address_block(address(connection, settings))


def secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Does the browser use https, to this server or to a trusted proxy?"""
    if settings.https or connection.scope["scheme"] in ("https", "wss"):
        return True
    near = connection.client.host if connection.client is not None else ""
    return trusted(near, settings.proxies) and connection.headers.get("x-forwarded-proto", "") == "https"


def local(connection: HTTPConnection) -> bool:
    """Does a program on this machine ask, and not a proxy for somebody else?"""
    near = connection.client.host if connection.client is not None else ""
    names = (near, connection.url.hostname or "")
    forwarded = any(name in connection.headers for name in FORWARDED)
    return not forwarded and all(name == "localhost" or (is_address(name) and is_loopback(name)) for name in names)


def is_loopback(given: str) -> bool:
    return ip_address(given).is_loopback


def trusted(given: str, proxies: Networks) -> bool:
    return is_address(given) and any(ip_address(given) in network for network in proxies)


@lru_cache(maxsize=1024)
def is_address(given: str) -> bool:
    try:
        ip_address(given)
    except ValueError:
        return False
    return True
