"""Bans: networks whose requests the server refuses. There are no accounts, so an address is all there is to ban."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from koloda.core.facts import fact
from koloda.server.bus.notes import BansChanged
from koloda.server.messages import Failure
from koloda.server.storage.store import Ban
from koloda.server.tables.refusals import Refused
from koloda.server.tables.services import Services

Network = IPv4Network | IPv6Network
LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
MOST_KNOWN = 10_000
"""How many households to remember as not banned."""


class Bans:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._bans: dict[Network, Ban] = {}
        self._free: set[str] = set()
        self.protected: tuple[Network, ...] = LOOPBACK
        """Networks that cannot be banned: everybody comes from there, or the operator does."""
        self.on_ban: Callable[[], None] = lambda: None

    async def load(self) -> None:
        """Read the bans, and disconnect who is banned now."""
        bans = await self._services.store.bans(self._services.time.now())
        known, self._bans = self._bans, {ip_network(ban.network): ban for ban in bans}
        if self._bans != known:
            self._free.clear()
            self.on_ban()

    async def current(self) -> list[Ban]:
        return await self._services.store.bans(self._services.time.now())

    async def add(self, networks: Iterable[Network], milliseconds: int, why: str) -> list[Ban]:
        """Refuse everything from these networks, and disconnect who is there. Raises `Refused`."""
        now = self._services.time.now()
        bans = [Ban(network=str(network), since=now, until=now + milliseconds, why=why) for network in networks]
        for ban in bans:
            network = ip_network(ban.network)
            if any(_overlap(network, protected) for protected in self.protected):
                raise _refused("protected", network)
        for ban in bans:
            await self._services.store.ban(ban)
        self._services.node.tell(BansChanged())
        await self.load()
        return bans

    async def remove(self, network: Network) -> None:
        """Raises `Refused` if it is not banned."""
        found = await self._services.store.unban(str(network))
        self._services.node.tell(BansChanged())
        await self.load()
        if not found:
            raise _refused("not_banned", network)

    def failure(self, household: str) -> Failure | None:
        """Why requests of a household (an address or a network) are refused; None if they are not."""
        if not self._bans or household in self._free:
            return None
        try:
            network = ip_network(household)
        except ValueError:  # not an address of the internet
            return None
        now = self._services.time.now()
        protected = any(_overlap(network, each) for each in self.protected)  # the operator's machine may not know ours
        for banned, ban in () if protected else self._bans.items():
            if ban.until > now and _overlap(network, banned):
                detail = fact("http.banned_why", why=ban.why) if ban.why else fact("http.banned")
                return Failure(code="banned", detail=detail)
        if len(self._free) >= MOST_KNOWN:
            self._free.clear()
        self._free.add(household)
        return None


def _overlap(one: Network, other: Network) -> bool:
    if isinstance(one, IPv4Network):
        return isinstance(other, IPv4Network) and one.overlaps(other)
    return isinstance(other, IPv6Network) and one.overlaps(other)


def shown(network: Network) -> str:
    """A network as people write it: a single address without the length of its prefix."""
    return str(network.network_address) if network.num_addresses == 1 else str(network)


def _refused(key: str, network: Network) -> Refused:
    return Refused(Failure(code="unknown_option", detail=fact(f"admin.{key}", network=shown(network))))
