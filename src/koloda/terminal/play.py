"""`koloda play`: a game against bots in line mode; without a game's name, a menu first."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from koloda.bots.bot import Bot
from koloda.core.compiling import cache_folder
from koloda.core.errors import BadRecord, KolodaError
from koloda.core.facts import fact
from koloda.core.game import Game
from koloda.core.text import Language, say
from koloda.games import GAMES, find
from koloda.table import record
from koloda.table.dealer import Dealer
from koloda.table.table import Table
from koloda.terminal.bots import dismiss, listen, named, renamed
from koloda.terminal.bots import seated as seated_by_name
from koloda.terminal.files import read_record, save_record
from koloda.terminal.line import Left, LineMode
from koloda.terminal.sitting import Sitting


def kept_file() -> Path:
    """Where an unfinished game is kept when the person leaves."""
    return cache_folder() / "last.koloda"


def new_table(
    game: Game,
    players: int | None,
    options: dict[str, str],
    seed: str | None,
    name: str | None,
    language: Language,
    bots: Sequence[str] = (),
    level: str | None = None,
) -> Table:
    """A person in seat 1, bots in the others."""
    values = game.set_up.settle(players, **options)
    count = int(values["players"])
    dealer = Dealer.fresh(count) if seed is None else Dealer.seeded(seed, count)
    names = [say(fact("terminal.person"), language) if name is None else record.checked_name(name)]
    names += [say(fact("terminal.bot", number=n), language) for n in range(1, count)]
    return Table.open(game, values, names, dealer, named(range(1, count), bots, level))


def resumed(file: Path | None, bots: Sequence[str] = (), level: str | None = None) -> Table:
    """The table of an unfinished record; without a file, of the game that was left last."""
    if file is None:
        file = kept_file()
        if not file.exists():
            raise BadRecord.of("terminal.nothing_kept", file=str(file))
    found = read_record(file)
    if found.over:
        raise BadRecord.of("terminal.finished")
    table = Table(found, found.dealer())
    renamed(table, bots, level)
    return table


def run(table: Table, bots: Mapping[int, Bot], language: Language, keep: Path | None) -> int:
    """Play at a table until the end, or until the person leaves; the record goes to `keep`."""
    listen(table, bots, language, print)
    print(say(fact("terminal.commitment", commitment=table.record.commitment or ""), language))
    try:
        LineMode(Sitting(table, bots), language, input, print).play()
    except Left:
        print()
        return tell_left(table, language)
    finally:
        dismiss(table, bots)
    print(say(fact("terminal.over"), language))
    return 0 if keep is None else _tell_kept(table, keep, "terminal.recorded", language)


def seated(table: Table, seed: str | None, language: Language) -> dict[int, Bot]:
    """The bots that a record names, seeded."""
    return seated_by_name(table, seed if seed is not None else secrets.token_hex(8), language)


def tell_left(table: Table, language: Language) -> int:
    """Keep an unfinished game for later."""
    return _tell_kept(table, kept_file(), "terminal.left", language)


def _tell_kept(table: Table, file: Path, told: str, language: Language) -> int:
    problem = save_record(table.record, file, make_folder=True)
    print(say(problem or fact(told, file=str(file)), language))
    return 0 if problem is None else 1


def greet(table: Table, language: Language, key: str) -> None:
    game, names = table.game, table.record.names
    person = next(seat for seat in range(table.state.players) if seat not in table.record.bots)
    title = fact(f"{game.name}.title")
    told = fact(key, game=title, players=table.state.players, name=names[person], seat=person + 1)
    print(say(told, language))


def menu(language: Language, ask: Callable[[str], str]) -> tuple[Game, int] | None:
    """Which game, and how many players; None if the person would rather not."""
    print(say(fact("terminal.menu"), language))
    for number, name in enumerate(GAMES, 1):
        title, about = fact(f"{name}.title"), fact(f"{name}.about")
        print(say(fact("terminal.menu_line", number=number, game=title, about=about), language))
    try:
        while True:
            answer = ask(say(fact("terminal.menu_prompt"), language)).strip()
            if answer.lower() in ("q", "quit", "выход"):
                return None
            try:
                game = (
                    list(GAMES.values())[int(answer) - 1]
                    if answer in map(str, range(1, len(GAMES) + 1))
                    else find(answer)
                )
                return game, _how_many(game, language, ask)
            except KolodaError as error:
                print(error.text(language))
    except (EOFError, KeyboardInterrupt):
        print()
        return None


def _how_many(game: Game, language: Language, ask: Callable[[str], str]) -> int:
    allowed = game.set_up.players
    question = fact("terminal.players_prompt", low=allowed[0], high=allowed[-1], usual=game.set_up.usual)
    while True:
        answer = ask(say(question, language)).strip() or str(game.set_up.usual)
        if answer.isdecimal() and int(answer) in allowed:
            return int(answer)
        title = fact(f"{game.name}.title")
        print(say(fact("errors.players", game=title, given=answer, low=allowed[0], high=allowed[-1]), language))
