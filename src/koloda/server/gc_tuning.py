"""Tunes Python's garbage collector for many connections.

Python runs a full collection whenever there are a quarter more objects. With ten thousand connections that takes so
long that every table notices, most of all while everybody reconnects after a restart. So a full collection runs only
when about as many connections have ended as are held, or after a while.
"""

import asyncio
import gc

from koloda.server.metrics import Connections

YOUNG = (2_000, 1_000_000, 1_000_000)
"""The thresholds: collections of young objects are quick and stay frequent; the others are started here."""
FEWEST = 1000
"""Connections that must have ended before a full collection is worthwhile."""
LOOK = 10
LONGEST = 600
"""Seconds between two checks, and the longest time between two full collections."""


def postpone() -> None:
    """Exclude everything that exists when the server starts, and postpone full collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


async def collect_now_and_then(connections: Connections) -> None:
    while True:
        before, waited = connections.ended, 0
        while waited < LONGEST and connections.ended - before < max(FEWEST, connections.held):
            await asyncio.sleep(LOOK)
            waited += LOOK
        gc.collect()
