"""Snapshots of the screen as text: nothing may depend on colour alone.

`python -m tests.terminal.screen.snapshots` rewrites the files: read the difference before you commit it.
"""

from pathlib import Path
from typing import NamedTuple

from koloda.core.text import Language
from koloda.games import GAMES
from koloda.terminal.play import PlayOptions
from tests.table.games import opened
from tests.terminal.screen.person import LARGE, SMALL, Person, play_at

FOLDER = Path(__file__).parent / "shots"


class Shot(NamedTuple):
    game: str | None
    """None: the set-up."""
    players: int
    language: Language
    size: tuple[int, int]
    decisions: int = 4
    keys: tuple[str, ...] = ()


SHOTS = {
    **{f"{game}-en-small": Shot(game, 4, "en", SMALL) for game in GAMES},
    **{f"{game}-ru-large": Shot(game, 4, "ru", LARGE) for game in GAMES},
    **{f"{game}-ru-crowded": Shot(game, GAMES[game].seats, "ru", SMALL, 1) for game in GAMES},
    "set-up-en-small": Shot(None, 4, "en", SMALL),
    "set-up-ru-large": Shot(None, 4, "ru", LARGE, keys=("down", "down")),
    "help-en-small": Shot("tugriki", 4, "en", SMALL, 0, ("question_mark",)),
    "help-ru-small": Shot("mind_up", 4, "ru", SMALL, 0, ("question_mark",)),
}


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def taken(shot: Shot) -> str:
    shown: list[str] = []

    async def look(person: Person) -> None:
        for _ in range(shot.decisions if shot.game else 0):
            await person.decide()
        await person.press(*shot.keys)
        await person.pilot.pause()
        shown.append(person.text)

    table = None if shot.game is None else opened(shot.game, "snapshot", players=shot.players)
    play_at(table, look, shot.size, shot.language, wanted=PlayOptions(level="0"))
    return shown[0] + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, shot in SHOTS.items():
        path(name).write_text(taken(shot), "utf-8")
        print(path(name).name)
