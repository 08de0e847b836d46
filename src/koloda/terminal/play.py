"""`koloda play`: a game against bots, in full screen or line by line. Without a game, it begins with the set-up."""

import re
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from koloda.bots.bot import Bot
from koloda.core.errors import BadRecord, KolodaError, UnknownOption
from koloda.core.facts import fact
from koloda.core.folders import cache_folder
from koloda.core.game import Game
from koloda.core.names import typed_name
from koloda.core.text import Language, say
from koloda.games import GAMES, find
from koloda.table.dealer import Dealer
from koloda.table.table import Table
from koloda.terminal.bots import close_bots, named, renamed, report_faults
from koloda.terminal.bots import seated as seated_by_name
from koloda.terminal.files import read_record, save_record
from koloda.terminal.line_mode import LeftTable, LineMode
from koloda.terminal.session import Session

PAUSE, LONGEST_PAUSE = 0.7, 60
"""Seconds before the screen shows a bot's move, so that people can follow."""


def kept_file() -> Path:
    """The file that keeps an unfinished game when the person leaves."""
    return cache_folder() / "last.koloda"


@dataclass(frozen=True)
class PlayOptions:
    """What a person wants to play, as far as it is known."""

    game: str | None = None
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    """The bots in seats 2, 3, ...; the other seats get bots of the level."""
    level: str | None = None
    name: str | None = None
    seed: str | None = None
    record: Path | None = None
    """The file to write the record to when the game is over."""
    pause: float = PAUSE


def read_pause(given: str | None) -> float:
    """Parse the pause between bots' moves, in seconds."""
    if given is None:
        return PAUSE
    if not re.fullmatch(r"\d{1,2}([.,]\d+)?", given) or (seconds := float(given.replace(",", "."))) > LONGEST_PAUSE:
        raise UnknownOption.of("terminal.pause", given=given, most=LONGEST_PAUSE)
    return seconds


def new_table(wanted: PlayOptions, language: Language) -> Table:
    """Open a table with a person in seat 1 and bots in the others."""
    game = find(wanted.game or "")
    values = game.set_up.settle(wanted.players, **wanted.options)
    count = int(values["players"])
    dealer = Dealer.fresh(count) if wanted.seed is None else Dealer.seeded(wanted.seed, count)
    names = [say(fact("terminal.person"), language) if wanted.name is None else typed_name(wanted.name)]
    names += [say(fact("terminal.bot", number=n), language) for n in range(1, count)]
    return Table.open(game, values, names, dealer, named(game, range(1, count), wanted.bots, wanted.level))


def resumed(file: Path | None, bots: Sequence[str] = (), level: str | None = None) -> Table:
    """Open the table of an unfinished record; without a file, of the last unfinished game."""
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


def can_fill_a_screen() -> bool:
    """Are all streams a terminal? (Textual draws on standard error.)"""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def start(wanted: PlayOptions, resume: str | None, plain: bool, language: Language) -> int:
    """Play in full screen if the terminal allows it, else line by line."""
    table = None
    if resume is not None:
        table = resumed(Path(resume) if resume else None, wanted.bots, wanted.level)
    elif wanted.game is not None:
        table = new_table(wanted, language)
    bots = None if table is None else seated(table, wanted.seed, language)
    if not plain and can_fill_a_screen():
        from koloda.terminal.screen.app import run as run_screen

        return run_screen(wanted, None if table is None or bots is None else Session(table, bots), language)
    if table is None or bots is None:
        chosen = menu(language, input)
        if chosen is None:
            return 0
        table = new_table(replace(wanted, game=chosen[0].name, players=chosen[1]), language)
        bots = seated(table, wanted.seed, language)
    greet(table, language, "terminal.started" if resume is None else "terminal.resumed")
    return run(table, bots, language, wanted.record)


def run(table: Table, bots: Mapping[int, Bot], language: Language, keep: Path | None) -> int:
    """Play line by line until the game is over or the person leaves; write the record to `keep`."""
    report_faults(table, bots, language, print)
    print(say(fact("terminal.commitment", commitment=table.record.commitment or ""), language))
    try:
        LineMode(Session(table, bots), language, input, print).play()
    except LeftTable:
        print()
        return tell_left(table, language)
    finally:
        close_bots(table, bots)
    print(say(fact("terminal.over"), language))
    return 0 if keep is None else _tell_kept(table, keep, "terminal.recorded", language)


def seated(table: Table, seed: str | None, language: Language) -> dict[int, Bot]:
    """Make the bots that a record names, with a seed."""
    return seated_by_name(table, seed if seed is not None else secrets.token_hex(8), language)


def tell_left(table: Table, language: Language) -> int:
    """Keep an unfinished game for later, and say so."""
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
    """Ask for the game and the number of players. None if the person quits."""
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
