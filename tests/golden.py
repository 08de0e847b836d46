"""Golden playthroughs: a random game as text, with everything that every seat sees.

After each event come the sentences for each seat, and the fields of each seat's view that changed. `python -m
tests.golden` rewrites the files: read the difference before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from koloda.core.events import facts_of
from koloda.core.game import Draw, Game
from koloda.core.text import say
from koloda.core.view import encode
from koloda.games import GAMES
from tests.laws import walk
from tests.referees import REFEREES

FOLDER = Path(__file__).parent / "games"


def path(game: Game, name: str) -> Path:
    return FOLDER / game.name / "golden" / f"{name}.txt"


def playthrough(game: Game, seed: int, options: dict[str, Any]) -> str:
    return "\n".join([*_lines(game, seed, options), ""])


def _lines(game: Game, seed: int, options: dict[str, Any]) -> Iterator[str]:
    s = game.new(**options)
    known: dict[int | None, dict[str, Any]] = {seat: {} for seat in (None, *range(s.players))}
    yield game.notation.write_position(s)
    yield from _changes(game, s, known)
    for number, (before, event, after) in enumerate(walk(game, options, seed), 1):
        if isinstance(event, Draw):
            event_text = game.notation.write_draw(before, event.outcome)
        else:
            event_text = f"{event.seat + 1}: {game.notation.write_action(before, event.action)}"
        yield f"\n{number}. {event_text}"
        told: dict[str, list[str]] = {}
        for seat in known:
            for fact in facts_of(game.narration.narrate(before, event, after, seat)):
                told.setdefault(say(fact, "en"), []).append(_name(seat))
        for sentence, seats in told.items():
            yield f'  {"".join(seats)} "{sentence}"'
        yield from _changes(game, after, known)
        s = after
    yield f"\n{game.notation.write_position(s)}"


def _name(seat: int | None) -> str:
    return "-" if seat is None else str(seat + 1)


def _changes(game: Game, s: Any, known: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    """Lines `12- hand=...`: the seats (`-` is a spectator) whose view now has this value in this field."""
    changed: dict[str, list[str]] = {}
    for seat, old in known.items():
        view = msgspec.to_builtins(game.view(s, seat))
        for field, value in view.items():
            if field not in old or old[field] != value:
                changed.setdefault(f"{field}={encode(value).decode()}", []).append(_name(seat))
        known[seat] = view
    for text, seats in changed.items():
        yield f"  {''.join(seats)} {text}"


if __name__ == "__main__":
    for game in GAMES.values():
        for name, chosen in REFEREES[game.name].GOLDEN.items():
            file = path(game, name)
            file.parent.mkdir(exist_ok=True)
            file.write_text(playthrough(game, **chosen), "utf-8")
            print(file.relative_to(FOLDER.parent.parent))
