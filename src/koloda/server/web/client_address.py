"""Who asks, through proxies or directly."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address

from starlette.requests import HTTPConnection

from koloda.server.web.rate_limits import neighbourhood
from koloda.server.web.settings import Settings

Networks = Iterable[IPv4Network | IPv6Network]


def address(connection: HTTPConnection, settings: Settings) -> str:
    """The address of whoever asks: the nearest one that is no proxy of ours."""
    found = connection.client.host if connection.client is not None else ""
    if not settings.proxies:
        return found
    named = [part.strip() for part in ",".join(connection.headers.getlist("x-forwarded-for")).split(",")]
    while named and believed(found, settings.proxies):
        given = named.pop()
        if not is_address(given):
            break
        found = given
    return found


def household(connection: HTTPConnection, settings: Settings) -> str:
    """Whoever shares an allowance with the one who asks."""
    return neighbourhood(address(connection, settings))


def secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Does the browser talk https, to us or to a proxy of ours?"""
    if settings.https or connection.scope["scheme"] in ("https", "wss"):
        return True
    near = connection.client.host if connection.client is not None else ""
    return believed(near, settings.proxies) and connection.headers.get("x-forwarded-proto", "") == "https"


def believed(given: str, proxies: Networks) -> bool:
    return is_address(given) and any(ip_address(given) in network for network in proxies)


@lru_cache(maxsize=1024)
def is_address(given: str) -> bool:
    try:
        ip_address(given)
    except ValueError:
        return False
    return True
