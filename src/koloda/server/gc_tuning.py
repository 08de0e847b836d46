"""When memory is looked through for what nobody needs any more.

Python would look through everything whenever there is a quarter more of it. With ten thousand connections that takes
so long that every table notices, most of all while all of them come back after a restart. So all of it is looked
through only when about as many connections have ended as are held, or after a while.
"""

import asyncio
import gc

from koloda.server.metrics import Connections

YOUNG = (2_000, 1_000_000, 1_000_000)
"""After how many new objects the youngest are looked at, which takes a moment. The older ones are left to us."""
FEWEST = 1000
"""Connections that must have ended before it is worth a look."""
LOOK = 10
LONGEST = 600
"""Seconds: between two thoughts about it, and between two looks at everything."""


def postpone() -> None:
    """What is there when the server starts stays for good."""
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
