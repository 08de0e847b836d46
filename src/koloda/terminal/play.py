"""`koloda play`: a game against bots, in full screen or line by line. Without a game, it begins with the set-up."""

import errno
import re
import secrets
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from koloda.bots.bot import Bot
from koloda.core.errors import BadRecord, KolodaError, UnknownOption
from koloda.core.facts import fact
from koloda.core.game import Game
from koloda.core.names import typed_name
from koloda.core.text import Language, say
from koloda.games import GAMES, find
from koloda.table.dealer import Dealer
from koloda.table.table import Table
from koloda.terminal import saved_games, saved_games_list
from koloda.terminal.bots import close_bots, named, renamed, report_faults
from koloda.terminal.bots import seated as seated_by_name
from koloda.terminal.files import is_there, read_record, save_record
from koloda.terminal.full_screen import can_fill_a_screen
from koloda.terminal.line_mode import LeftTable, LineMode
from koloda.terminal.saved_games import Autosave
from koloda.terminal.session import Session
from koloda.terminal.signals import HUNG_UP, Ended, end, forget_output, read_line, when_told_to_end

PAUSE, LONGEST_PAUSE = 0.7, 60
"""Seconds before the screen shows a bot's move, so that people can follow."""


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
    review: bool = False
    """Review the game when it is over, without being asked."""
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
    check_review(game, wanted)
    values = game.set_up.settle(wanted.players, **wanted.options)
    count = int(values["players"])
    dealer = Dealer.fresh(count) if wanted.seed is None else Dealer.seeded(wanted.seed, count)
    names = [say(fact("terminal.person"), language) if wanted.name is None else typed_name(wanted.name)]
    names += [say(fact("terminal.bot", number=n), language) for n in range(1, count)]
    return Table.open(game, values, names, dealer, named(game, range(1, count), wanted.bots, wanted.level))


def resumed(file: Path, bots: Sequence[str] = (), level: str | None = None) -> Table:
    """Open the table of an unfinished record."""
    found = read_record(file)
    if found.over:
        raise BadRecord.of("terminal.finished")
    table = Table(found, found.dealer())
    renamed(table, bots, level)
    return table


def sit_down(table: Table, seed: str | None, language: Language, source: Path | None = None) -> Session:
    """Seat the bots. The game is saved after every move: in the saved game that it comes from, or in a new one."""
    return Session(table, seated(table, seed, language), autosave=Autosave(table.record, source))


def start(wanted: PlayOptions, resume: str | None, plain: bool, language: Language) -> int:
    """Play in full screen if the terminal allows it, else line by line.

    `resume` is a saved game (a number, an id or a file); "" lets the person choose one.
    """
    if wanted.record is not None and is_there(wanted.record):
        raise BadRecord.of("terminal.record_exists", file=str(wanted.record))
    full_screen = not plain and can_fill_a_screen(language)
    source = None
    if resume is not None:
        games = saved_games.unfinished()
        if not resume and not games:
            raise BadRecord.of("terminal.nothing_kept", folder=str(saved_games.games_folder()))
        if resume or len(games) == 1:
            source = saved_games.chosen(resume or "1", games)
        elif not full_screen:
            source = saved_games_list.choose(language, ask_line)
            if source is None:
                return 0
    session = None
    if source is not None:
        table = resumed(source, wanted.bots, wanted.level)
        check_review(table.game, wanted)
        session = sit_down(table, wanted.seed, language, source)
    elif resume is None and wanted.game is not None:
        session = sit_down(new_table(wanted, language), wanted.seed, language)
    if full_screen:
        from koloda.terminal.screen.app import run as run_screen

        return run_screen(wanted, session, language, resume is not None)
    if session is None:
        chosen = menu(language, ask_line)
        if chosen is None:
            return 0
        if isinstance(chosen, Path):
            source, session = chosen, sit_down(resumed(chosen), wanted.seed, language, chosen)
        else:
            table = new_table(replace(wanted, game=chosen[0].name, players=chosen[1]), language)
            session = sit_down(table, wanted.seed, language)
    greet(session.table, language, "terminal.started" if source is None else "terminal.resumed")
    return run(session, language, wanted)


def check_review(game: Game, wanted: PlayOptions) -> None:
    """Refuse before the game, not after it, if somebody wants a review that cannot be."""
    if wanted.review:
        from koloda.analysis.judge import check_judge
        from koloda.analysis.reference import check_reference

        check_reference(game)
        check_judge(game)


def ask_line(prompt: str) -> str:
    """Read a line. What comes from a pipe is shown, too, so that the output reads like the game."""
    if sys.stdin.isatty():
        return read_line(prompt)
    line = input(prompt)
    print(line)
    return line


def run(session: Session, language: Language, wanted: PlayOptions) -> int:
    """Play line by line until the game is over or the person leaves."""
    table, bots = session.table, session.bots
    try:
        with when_told_to_end(end):
            if session.autosave is not None:
                session.autosave.tell = lambda problem: print(say(problem, language))
            report_faults(table, bots, language, print)
            session.keep()
            print(say(fact("terminal.commitment", commitment=table.record.commitment or ""), language))
            LineMode(session, language, ask_line, print).play()
    except LeftTable:
        return _left(session, language, 0)
    except KeyboardInterrupt:
        return _left(session, language, 128 + signal.SIGINT)
    except Ended as ended:
        return _left(session, language, 128 + ended.number)
    except OSError as problem:
        if problem.errno != errno.EIO:
            raise
        forget_output()  # the terminal is gone; all moves are saved
        return 128 + HUNG_UP
    finally:
        close_bots(table, bots)
    print(say(fact("terminal.over"), language))
    status = 0 if wanted.record is None else _tell_kept(table, wanted.record, language)
    if wanted.review or sys.stdin.isatty():
        from koloda.terminal.after_game import offer_review

        kept = None if session.autosave is None else session.autosave.file
        offer_review(table.record, session.seat, wanted.review, wanted.record or kept, language, ask_line)
    return status


def seated(table: Table, seed: str | None, language: Language) -> dict[int, Bot]:
    """Make the bots that a record names, with a seed."""
    return seated_by_name(table, seed if seed is not None else secrets.token_hex(8), language)


def _left(session: Session, language: Language, status: int) -> int:
    """Say where the game is saved, if there is still somebody to hear it. Returns the exit status."""
    try:
        print()
        saved = tell_left(session, language)
        sys.stdout.flush()
    except OSError:
        forget_output()
        return status or 128 + HUNG_UP
    return status or saved


def tell_left(session: Session, language: Language) -> int:
    """Say where an unfinished game is saved."""
    if session.autosave is None:
        return 0
    problem = session.autosave.save()
    told = fact("terminal.left", file=str(session.autosave.file), id=session.autosave.id)
    print(say(problem or told, language))
    return 0 if problem is None else 1


def _tell_kept(table: Table, file: Path, language: Language) -> int:
    problem = save_record(table.record, file, make_folder=True)
    print(say(problem or fact("terminal.recorded", file=str(file)), language))
    return 0 if problem is None else 1


def greet(table: Table, language: Language, key: str) -> None:
    game, names = table.game, table.record.names
    person = next(seat for seat in range(table.state.players) if seat not in table.record.bots)
    title = fact(f"{game.name}.title")
    told = fact(key, game=title, players=table.state.players, name=names[person], seat=person + 1)
    print(say(told, language))


def menu(language: Language, ask: Callable[[str], str]) -> tuple[Game, int] | Path | None:
    """Ask for the game and the number of players, or for a saved game. None if the person quits."""
    print(say(fact("terminal.menu"), language))
    for number, name in enumerate(GAMES, 1):
        title, about = fact(f"{name}.title"), fact(f"{name}.about")
        print(say(fact("terminal.menu_line", number=number, game=title, about=about), language))
    saved = saved_games.count_unfinished()
    if saved:
        print(say(fact("terminal.menu_saved", count=saved), language))
    try:
        while True:
            answer = ask(say(fact("terminal.menu_prompt"), language)).strip()
            if answer.lower() in ("q", "quit", "выход"):
                return None
            if answer == "0" and saved:
                return saved_games_list.choose(language, ask)
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
