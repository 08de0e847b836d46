"""Puts a server's tables together: the store, the clock, the bots, notices."""

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Executor

from koloda.bots.bot import Budget
from koloda.server.bots.pool import THINKING, BotPool
from koloda.server.bots.runner import BotRunners
from koloda.server.bus.bus import Bus, NoBus
from koloda.server.push.delivery import Delivery
from koloda.server.push.notices import Deliver, PushNotices
from koloda.server.storage.store import Store
from koloda.server.tables.background import Documents, one_thread
from koloda.server.tables.clocks import SteadyTime, Time
from koloda.server.tables.identifiers import Entropy
from koloda.server.tables.node import Node
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.reviews import Reviews
from koloda.server.tables.services import Services


def make_registry(
    store: Store,
    *,
    address: str = "",
    pace: int = 900,
    bots: Mapping[str, str] | None = None,
    time: Time | None = None,
    entropy: Entropy = secrets.token_bytes,
    thinking: Budget = THINKING,
    executor: Callable[..., Executor] = one_thread,
    deliver: Deliver | None = None,
    bus: Bus | None = None,
    name: str = "",
    is_home: Callable[[str], bool] = lambda table: True,
) -> TableRegistry:
    """Make a table registry on a store.

    `bots` are the bots that the server offers: names and specs. `pace` is in milliseconds; `thinking` is a bot's budget
    for one decision. Deals are as unpredictable as `entropy`. `executor` makes what computes replays and the
    like, and another one for reviews.
    `deliver` sends notices to push services; only tests have their own. `bus` leads to the other nodes that use the
    same store, if there may be any; `name` is what the operator calls this one; `is_home` says which ids the tables may
    have that it opens.
    """
    services = Services(
        store, time or SteadyTime(), entropy, address, name=name, is_home=is_home, node=Node(bus or NoBus())
    )
    runners = BotRunners(services, BotPool(bots or {}, thinking), pace)
    notices = PushNotices(services, deliver or Delivery())
    reviews = Reviews(store, executor, services.node)
    return TableRegistry(services, runners, Documents(executor), reviews, notices)
