"""What is compared with what, and how much is asked for."""

from typing import NamedTuple

USUAL_PLAYERS = 4
SAME_PLAYERS = {"leduc": 2, "crazy_eights": 5}
"""The games that other engines have too, with as many players as OpenSpiel and pgx have by default."""

PGX_GAME = "leduc_holdem"
PGX = f"pgx, {PGX_GAME}"
RLCARD = "rlcard, leduc-holdem"
PETTINGZOO = "PettingZoo, leduc_holdem_v4"
OPENSPIEL_GAMES = {"leduc": "leduc_poker", "crazy_eights": "crazy_eights"}
"""The names of our games in OpenSpiel."""

ARENA = ", level 2 in the arena"
"""Tasks of this name count games, not decisions."""
ARENA_GAMES = 300

SIZES = (64, 256, 1024, 4096, 16384)
"""Games of a batch with observations."""
STEPS = 3.0
"""Leduc against pgx there, at every size."""
GPU_PLAYOUTS, GPU_STEPS = 10.0, 3.0
"""Leduc against pgx on a GPU: whole games, and steps with observations."""

STATE_BYTES = 1024
FIRST_COMPILE = 20.0
CACHED_COMPILE = 1.0


def players_of(game: str) -> int:
    """How many play a game in all measurements."""
    return SAME_PLAYERS.get(game, USUAL_PLAYERS)


def cpp(game: str) -> str:
    """OpenSpiel's fastest rollouts, all in C++."""
    return f"OpenSpiel C++ rollouts, {game}"


def python(game: str) -> str:
    """OpenSpiel driven from Python by a loop that knows that all draws are even."""
    return f"OpenSpiel from Python, {game}"


def example_loop(game: str) -> str:
    """OpenSpiel driven from Python by the loop of its own example, which fits every game."""
    return f"OpenSpiel's example loop, {game}"


class Comparison(NamedTuple):
    ours: str
    peer: str
    goal: float | None
    """The least ratio; None where the ratio is shown for information."""


def same_game() -> list[Comparison]:
    """Both sides play the same game."""
    leduc = [
        Comparison("leduc, compiled", peer, 5.0)
        for peer in (cpp("leduc_poker"), python("leduc_poker"), PGX, RLCARD, PETTINGZOO)
    ]
    eights = [Comparison("crazy_eights, compiled", peer, 3.0) for peer in (cpp("crazy_eights"), python("crazy_eights"))]
    stepped = [
        Comparison(f"{ours}, stepped", loop(theirs), None)
        for ours, theirs in OPENSPIEL_GAMES.items()
        for loop in (python, example_loop)
    ]
    return [*leduc, *eights, *stepped]


def other_games(games: list[str]) -> list[Comparison]:
    """The games that only Koloda has, against crazy eights and Leduc of other engines."""
    eights = OPENSPIEL_GAMES["crazy_eights"]
    asked = {"no_thanks": 3.0}
    own = [game for game in games if game not in SAME_PLAYERS]
    compiled = [Comparison(f"{game}, compiled", cpp(eights), asked.get(game, 1.0)) for game in own]
    batched = [Comparison(f"{game}, compiled", PGX, 5.0 if game == "no_thanks" else None) for game in own]
    stepped = [Comparison(f"{game}, stepped", python(eights), 1.0) for game in own]
    weighing = [Comparison(f"{game}, stepped", example_loop(eights), None) for game in own]
    return [*compiled, *batched, *stepped, *weighing]
