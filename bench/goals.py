"""What is compared with what, and how much is asked for."""

from typing import NamedTuple

CPP = "OpenSpiel C++ rollouts"
PYTHON = "OpenSpiel from Python"
ANY_GAME = "OpenSpiel from Python, any game"
PGX = "pgx"

ARENA = ", level 2 in the arena"
"""Tasks of this name count games, not decisions."""
ARENA_GAMES = 300

PGX_GAME = "leduc_holdem"
GPU_PLAYOUTS, GPU_STEPS = 10.0, 3.0
"""Leduc against pgx on a GPU: whole games, and steps with observations."""

STATE_BYTES = 1024
FIRST_COMPILE = 20.0
CACHED_COMPILE = 1.0


USUAL_PLAYERS = 4
SAME_PLAYERS = {"leduc": 2, "crazy_eights": 5}
"""As many as OpenSpiel's leduc_poker and crazy_eights have by default, and pgx's leduc_holdem."""


def players_of(game: str) -> int:
    """How many play a game in all measurements."""
    return SAME_PLAYERS.get(game, USUAL_PLAYERS)


class Comparison(NamedTuple):
    ours: str
    peer: str
    goal: float | None
    """The least ratio; None where the ratio is shown for information."""


def comparisons(games: list[str]) -> list[Comparison]:
    asked = {"no_thanks": 3.0}
    compiled = [Comparison(f"{game}, compiled", CPP, asked.get(game, 1.0)) for game in games]
    batched = [Comparison(f"{game}, compiled", PGX, 5.0 if game == "no_thanks" else None) for game in games]
    stepped = [
        Comparison(f"{game}, interpreted", PYTHON, 1.0 if game in ("no_thanks", "dobro") else None) for game in games
    ]
    weighing = [Comparison(f"{game}, interpreted", ANY_GAME, None) for game in games]
    return [*compiled, *batched, *stepped, *weighing]
