"""Nodes, clients, clocks, the network and the database in one process: a seed decides everything that happens.

A schedule lets a few people and a bot play while nodes crash, sleep and lose the database, requests to the database
are late or have an unknown outcome, connections break, and wake-ups are lost. Then everything works again, and the game
must go on. `invariants` says what must hold.

    python -m tests.server.schedules --schedules 10000 --seed 1
"""

import argparse
import asyncio
import logging
import sys
import time as clock
from random import Random
from typing import Any, Final

from koloda.games import GAMES
from koloda.server.messages import SitDown, Start
from tests.server.faulty_clients import Player
from tests.server.faulty_nodes import FaultyNodes, Machine
from tests.server.invariants import Broken, Story, Watch
from tests.server.registry_harness import new_table
from tests.server.simulation import simulate

START: Final = "start"
"""The id of the command that begins the game, before anything fails."""
TROUBLE: Final = (4, 10)
"""Seconds for which things fail."""
RECOVERY: Final = 6
"""Seconds after which a table goes on: a lease, its takeover, the retries of the new owner."""
CATCHING_UP: Final = 2.5
"""Seconds after which everybody who is connected knows everything."""


class Schedule:
    """One simulated cluster. `seed` determines everything about it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.watch = Watch()
        self.players: list[Player] = []
        self.table = ""
        self._tasks: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        chance = self.chance
        self.nodes = FaultyNodes(chance.choice((2, 2, 3)), Random(chance.random()), self.watch)
        weather = self.nodes.weather
        planned, weather.unknown, weather.slow = (weather.unknown, weather.slow), 0.0, 0.0
        for machine in self.nodes.machines:
            machine.boot()
            await machine.start()
        await self._begin_game()
        weather.unknown, weather.slow = planned
        self._tasks = [asyncio.create_task(player.live()) for player in self.players]
        await self._trouble(chance.uniform(*TROUBLE))
        await self._recover()
        for task in self._tasks:
            task.cancel()
        for machine in self.nodes.machines:
            await machine.crash()
        lines = self.nodes.store._events[self.table]
        Story(self.table, lines, [player.reader for player in self.players], self.watch.gaps).check()

    async def _begin_game(self) -> None:
        chance, machines = self.chance, self.nodes.machines
        game = chance.choice(("no_thanks", "no_thanks", *GAMES))
        people = chance.randint(1, 2)
        limits = {"move": 5} if chance.random() < 0.4 else {}
        wanted = new_table(game, people + 1, clock=limits, patience=chance.choice((None, 10)))
        host = await machines[0].registry.open(wanted)
        self.table = host.table
        self._seat(host.token, 0)
        for number in range(1, people):
            sitting = SitDown(name=f"Guest {number}", nonce=chance.randbytes(16).hex())
            guest = await chance.choice(machines).registry.sit(self.table, sitting)
            self._seat(guest.token, number)
        answer = await machines[0].registry.do(self.table, host.token, Start(id=START, bot="random"))
        assert answer.failure is None, answer

    def _seat(self, token: str, seat: int) -> None:
        self.players.append(Player(self.nodes, Random(self.chance.random()), self.table, token, seat))

    async def _trouble(self, seconds: float) -> None:
        faults, chance = self.nodes.weather.faults, self.chance
        while seconds > 0:
            pause = chance.expovariate(1.0)
            await asyncio.sleep(min(pause, seconds))
            seconds -= pause
            self.watch.check()
            if seconds > 0 and faults:
                await self._fail(*chance.choices(list(faults), list(faults.values())))

    async def _fail(self, fault: str) -> None:
        chance, now = self.chance, asyncio.get_running_loop().time()
        machine = chance.choice(self.nodes.machines)
        match fault:
            case "crash":
                if not machine.down:
                    await self._crash(machine, chance.uniform(0.2, 6))
            case "pause":
                machine.asleep_until = now + chance.choice((0.5, 4, 8)) * chance.random()
            case "cut":
                machine.cut_until = now + chance.uniform(0.5, 6)
            case "restart":
                self.nodes.down_until = now + chance.uniform(0.2, 5)
            case "disconnect":
                chance.choice(self.players).cut()

    async def _crash(self, machine: Machine, seconds: float) -> None:
        await machine.crash()

        async def boot() -> None:
            await asyncio.sleep(seconds)
            machine.boot()
            await machine.start()

        self._tasks.append(asyncio.create_task(boot()))

    async def _recover(self) -> None:
        """From now on everything works, except that wake-ups may be lost: the game goes on."""
        nodes = self.nodes
        nodes.weather.clear()
        nodes.down_until = 0
        for machine in nodes.machines:
            machine.cut_until = machine.asleep_until = 0
        while any(machine.down for machine in nodes.machines):
            await asyncio.sleep(0.1)
        for player in self.players:
            player.pace = 3
        await self._pass(RECOVERY)
        await self._progress(self.watch.committed(self.table))
        for player in self.players:
            player.calm = True
        await self._pass(CATCHING_UP)
        last = self.watch.committed(self.table)
        for player in self.players:
            known = player.news["seq"]
            if player.connected and known < last and known < self._settled:
                raise Broken(f"seat {player.seat} is connected and knows {known} of {last} events")

    async def _progress(self, before: int) -> None:
        """Wait until something happens, unless the game is over."""
        for _ in range(2 * RECOVERY):
            await self._pass(1)
            over = self.nodes.store.summaries[self.table].status == "over"
            if over or self.watch.committed(self.table) >= before + 2:
                return
        raise Broken(f"the table does not go on: {before} events")

    async def _pass(self, seconds: float) -> None:
        """Let time pass."""
        self._settled = self.watch.committed(self.table)
        await asyncio.sleep(seconds)
        self.watch.check()


def simulated(schedule: Schedule) -> Schedule:
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # that the database is away is no news here
    try:
        simulate(schedule.run())
    finally:
        logging.disable(disabled)
    return schedule


def run_one(seed: int) -> None:
    """Run a schedule. If something does not hold, it says how to see it again."""
    try:
        simulated(Schedule(seed))
    except Exception as problem:
        again = f"python -m tests.server.schedules --schedules 1 --seed {seed}"
        raise Broken(
            f"{problem if isinstance(problem, Broken) else repr(problem)}; see it again with: {again}"
        ) from problem


def run(seed: int, schedules: int, tell: Any = None) -> None:
    began = clock.process_time()
    for number in range(schedules):
        run_one(seed + number)
        if tell is not None and (number + 1) % 100 == 0:
            tell(f"{number + 1:,} of {schedules:,} schedules, {clock.process_time() - began:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description="Let nodes, clients and the database fail in many ways.")
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    run(given.seed, given.schedules, lambda line: print(line, file=sys.stderr, flush=True))
    print(f"{given.schedules:,} schedules, everything held (seed {given.seed})")


if __name__ == "__main__":
    main()
