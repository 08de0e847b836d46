"""The list of saved games: as lines to choose from, and as JSON."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from koloda.core.errors import KolodaError
from koloda.core.facts import Arg, fact
from koloda.core.text import Language, say
from koloda.terminal import saved_games
from koloda.terminal.line_mode import YES
from koloda.terminal.saved_games import SavedGame

DELETE = ("delete", "del", "удалить")
QUIT = ("", "q", "quit", "exit", "выход")


def line(game: SavedGame, language: Language) -> str:
    """A saved game in a line: its id, which game, how many players, when it was played last, how far it has got."""

    def t(key: str, /, **args: Arg) -> str:
        return say(fact(f"terminal.saved_{key}", **args), language)

    when = f"{game.saved:%Y-%m-%d %H:%M}"
    if game.record is None or game.problem is not None:
        return t("unreadable", file=game.file.name, reason=game.problem or "")
    title, players = fact(f"{game.record.game.name}.title"), len(game.record.names)
    told = [t("game", game=title, players=players), when, game.progress(language)]
    return f"{game.id}  " + " · ".join(part for part in told if part)


def choose(language: Language, ask: Callable[[str], str]) -> Path | None:
    """Show the list and ask which game to go on with. Games can be deleted. None if the person quits."""

    def t(key: str, /, **args: Arg) -> str:
        return say(fact(f"terminal.saved_{key}", **args), language)

    try:
        while True:
            games = saved_games.unfinished()
            if not games:
                print(t("none"))
                return None
            print(t("list"))
            for number, game in enumerate(games, 1):
                print(f"{number:3}. {line(game, language)}")
            answer = ask(t("prompt")).strip().lower()
            if answer in QUIT:
                return None
            word, _, which = answer.partition(" ")
            try:
                if word not in DELETE:
                    return _one_of(answer, games).file
                game = _one_of(which.strip(), games)
                if ask(t("delete", game=line(game, language))).strip().lower() in YES:
                    saved_games.delete(game.file)
            except KolodaError as error:
                print(error.text(language))
    except (EOFError, KeyboardInterrupt):
        print()
        return None


def _one_of(given: str, games: Sequence[SavedGame]) -> SavedGame:
    """The game that a number or an id means."""
    file = saved_games.chosen(given, games)
    for game in games:
        if game.file == file:
            return game
    raise saved_games.no_such_game(given)


def print_json(language: Language) -> int:
    games = [_report(number, game, language) for number, game in enumerate(saved_games.unfinished(), 1)]
    print(json.dumps({"games": games}, ensure_ascii=False))
    return 0


def _report(number: int, game: SavedGame, language: Language) -> dict[str, object]:
    found = game.record
    told: dict[str, object] = {
        "number": number,
        "id": game.id,
        "file": str(game.file),
        "saved": game.saved.isoformat(timespec="seconds"),
    }
    if found is None:
        return {**told, "problem": None if game.problem is None else say(game.problem, language)}
    return {
        **told,
        "game": found.game.name,
        "players": found.names,
        "bots": {seat + 1: bot for seat, bot in found.bots.items()},
        "round": getattr(found.match.view(None), "round", None),
        "progress": game.progress(language),
        "entries": len(found.match.entries),
    }
