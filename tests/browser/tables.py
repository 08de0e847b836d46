"""Tables at some point of a game, played by program: for pages that are only looked at."""

import random
import secrets
from dataclasses import dataclass
from typing import Any

import httpx

BOTS = ["rule", "greedy", "random"]


@dataclass
class Stood:
    """A table and the token of its host's seat."""

    table: str
    token: str


def stood(server: str, game: str, moves: int | None, **wish: Any) -> Stood:
    """A table of four, three of them bots, after so many moves of the host; None: at its end."""
    with httpx.Client(base_url=server, headers={"origin": server}, timeout=30) as client:
        given = {"game": game, "players": 4, "name": "Анна", "nonce": secrets.token_hex(16), "seats": BOTS}
        opened = client.post("/api/tables", json={**given, "start": True, **wish}).raise_for_status().json()
        table = f"/api/tables/{opened['table']}"
        if moves is None:
            client.post(f"{table}/do", json={"do": "hand_over", "id": "away"}).raise_for_status()
        seq, made, chance = 0, 0, random.Random(game)
        while True:
            news = client.get(f"{table}/news", params={"since": seq, "wait": 20 if seq else 0}).json()
            seq = news["seq"]
            if news["table"]["status"] == "over" or (moves is not None and made >= moves and news["offer"]):
                return Stood(opened["table"], opened["token"])
            offer = news["offer"]
            if moves is None or offer is None or not offer["must"]:
                continue
            move = chance.choice(offer["moves"])["move"]
            client.post(f"{table}/do", json={"do": "act", "id": f"m{made}", "offer": offer["number"], "move": move})
            made += 1
