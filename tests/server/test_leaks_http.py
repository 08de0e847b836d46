"""The swap law on whole responses: everything that a table answers is the same, wherever the unseen cards are.

This holds for status, headers and body. (Frames of sockets are the same `News`: see leaks.py.)
"""

from random import Random
from typing import Any

import httpx
import pytest

from koloda.compiled.generator import stream
from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.web.app import make_app
from koloda.server.web.settings import Settings
from tests.referees import REFEREES
from tests.server.in_process_server import HASTY, another
from tests.server.leaks import NONSENSE, swapped
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import StepTime
from tests.server.simulation import simulate
from tests.soak import SEED, TIMES

PLAYERS = 3
LOOKS = 4
"""How many positions of a game are checked."""


async def everything(client: httpx.AsyncClient, table: str, texts: list[str], look: int) -> list[Any]:
    """All responses that a client can get without changing anything."""
    at = f"/api/tables/{table}"
    answers = [
        await client.get(path)
        for path in (f"{at}/news", f"{at}/news?since=9", f"{at}/seat", "/api/lobby", "/api/seats")
    ]
    answers += [await client.get(f"{at}/{path}") for path in ("replay", "replay?seat=1", "record", "deal", "qr.svg")]
    offer = answers[0].json()["offer"] or {"number": 0, "moves": []}
    legal = [move["move"] for move in offer["moves"]]
    for number, text in enumerate(texts):
        if text not in legal:
            command = {"do": "act", "id": f"{look} {number}", "offer": offer["number"], "move": text}
            answers.append(await client.post(f"{at}/do", json=command))
    return [(answer.status_code, sorted(answer.headers.items()), answer.content) for answer in answers]


async def play_on(people: list[httpx.AsyncClient], table: str, random: Random, decisions: int) -> None:
    for _ in range(decisions):
        for client in random.sample(people, len(people)):
            news = (await client.get(f"/api/tables/{table}/news")).json()
            if news["offer"] and news["offer"]["must"]:
                move = random.choice(news["offer"]["moves"])["move"]
                command = {"do": "act", "id": str(random.random()), "offer": news["offer"]["number"], "move": move}
                assert (await client.post(f"/api/tables/{table}/do", json=command)).json()["failure"] is None


async def compare(game: str, seed: int) -> int:
    random, deal = Random(seed), stream(seed)
    registry = make_registry(
        MemoryStore(), address="http://localhost:8080", pace=0, time=StepTime(), entropy=random.randbytes
    )
    app = make_app(registry, Settings(limits=HASTY))
    people = [another(app, f"192.0.2.{n}") for n in range(PLAYERS + 1)]
    wanted = {"game": game, "players": PLAYERS, "name": "Anna", "nonce": "ab" * 16, "public": True}
    table = (await people[0].post("/api/tables", json=wanted)).json()["table"]
    for number, client in enumerate(people[1:PLAYERS]):
        await client.post(f"/api/tables/{table}/sit", json={"name": f"Guest {number}", "nonce": "cd" * 16})
    await people[0].post(f"/api/tables/{table}/do", json={"do": "start", "id": "go", "bot": "rule"})
    compared = 0
    for look in range(LOOKS):
        await play_on(people[:PLAYERS], table, random, 3)
        async with registry._tables.get(table).reading() as history:
            true, referee = history.state, REFEREES[game]
        if true.status != "playing":
            break
        assert true.match is not None
        s = true.match.state
        some = [true.game.notation.write_action(s, deal(true.game.actions)) for _ in range(6)]
        for seat, client in enumerate(people):
            viewer = seat if seat < PLAYERS else None
            hidden = referee.hidden(s, viewer)
            if len(hidden) < 2:
                continue
            here = await everything(client, table, [*NONSENSE, *some], 2 * look)
            history.state = swapped(true, referee.swap(s, hidden[deal(len(hidden))], hidden[deal(len(hidden))]))
            assert await everything(client, table, [*NONSENSE, *some], 2 * look + 1) == [
                (status, headers, body.replace(f'"id":"{2 * look} '.encode(), f'"id":"{2 * look + 1} '.encode()))
                for status, headers, body in here
            ]
            history.state = true
            compared += len(here)
    await registry.close()
    return compared


GAMES_OF_EACH = max(1, TIMES // 4)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(GAMES_OF_EACH))
def test_answers_tell_nothing_of_unseen_cards(game: str, number: int) -> None:
    assert simulate(compare(game, SEED + number)) > 100
