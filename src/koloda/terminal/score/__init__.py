"""`koloda score`: the score sheet of a real table, filled in by questions or by arguments."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from koloda.core.errors import BadRecord, KolodaError, UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import Fact, fact
from koloda.core.game import Game
from koloda.core.output import json_line
from koloda.core.score_sheet import Entry, Notebook, Sheet, sheet_of
from koloda.core.text import Language
from koloda.games import GAMES, find
from koloda.terminal.asking import asker, to_stderr
from koloda.terminal.score import questions, sheet_file


def sheet_for(game: Game) -> type[Sheet]:
    """The score sheet of a game; refuses a game that has none."""
    found = sheet_of(game)
    if found is None:
        having = ", ".join(name for name, other in GAMES.items() if sheet_of(other) is not None)
        raise UnknownOption.of("score.no_sheet", game=fact(f"{game.name}.title"), games=having)
    return found


class ScoreOptions(NamedTuple):
    """The arguments of `koloda score`."""

    game: str
    options: dict[str, str]
    players: str | None = None
    entries: Sequence[Entry] = ()
    lines: str | None = None
    """A file with lines of the sheet; `-` is standard input."""
    resume: Path | None = None
    save: Path | None = None
    as_json: bool = False


def run(
    given: ScoreOptions,
    language: Language,
    ask: Callable[[str], str] | None = None,
    write: Callable[[str], None] = print,
) -> int:
    """Fill in a sheet and show it. If the arguments say nothing about the score, ask questions."""
    sheet = sheet_for(find(given.game))
    if given.save is not None and given.save.is_file():
        raise BadRecord.of("score.kept_already", file=str(given.save))
    found = _found(given, sheet)
    options = {**found.options, **given.options}
    notebook = Notebook(lambda: sheet(options, language))
    try:
        sheet_file.fill_in(notebook, found)
        _enter(notebook, sheet, given)
        by_questions = not given.entries and given.lines is None
        if by_questions:
            aside = to_stderr if given.as_json else write
            questions.fill_in(notebook, ask or asker(given.as_json), aside, lambda n: _keep(n, given, options))
        _keep(notebook, given, options)
    except KolodaError as error:
        error.names = notebook.sheet.shown
        raise
    told = by_questions and notebook.sheet.question() is None and not given.as_json
    if len(notebook.lines) > 1 and not told:
        story = [] if by_questions else notebook.sheet.story
        _print(notebook.sheet, story, given.as_json, write)
    return DONE


def _found(given: ScoreOptions, sheet: type[Sheet]) -> sheet_file.SheetFile:
    file = given.resume if given.lines is None else Path(given.lines)
    if file is None:
        return sheet_file.SheetFile(None, {}, [])
    found = sheet_file.load(file)
    if found.game is not None and found.game != sheet.game.name:
        reason = fact("score.other_game", given=found.game, right=sheet.game.name)
        raise BadRecord.of("errors.record", line=1, reason=reason)
    return found


def _enter(notebook: Notebook, sheet: type[Sheet], given: ScoreOptions) -> None:
    """Enter the arguments as lines of the sheet."""
    for kind, _ in given.entries:
        if kind not in sheet.accepts:
            allowed = ", ".join(f"--{_flag(name)}" for name in sheet.accepts)
            title = fact(f"{sheet.game.name}.title")
            raise UnknownOption.of("score.not_here", flag=_flag(kind), game=title, allowed=allowed)
    players = given.players if given.players is not None else sheet.players_in(given.entries)
    if not notebook.sheet.names:
        if players is None and not given.entries:
            return
        if players is None:
            raise UnknownOption.of("score.how_many")
        notebook.add(players)
    for kind, text in sorted(given.entries, key=lambda entry: entry[0] == "sums"):
        if kind != "sums" or notebook.sheet.question() is not None:  # sums matter only to break a tie
            notebook.add(text)


def _flag(kind: str) -> str:
    return "last-sums" if kind == "sums" else kind


def _keep(notebook: Notebook, given: ScoreOptions, options: dict[str, str]) -> None:
    file = given.save or given.resume
    if file is not None:
        sheet_file.keep(file, notebook.sheet.game.name, options, notebook.lines)


def _print(sheet: Sheet, story: Sequence[Fact], as_json: bool, write: Callable[[str], None]) -> None:
    if as_json:
        told = {"game": sheet.game.name, "names": list(sheet.shown), **sheet.report()}
        write(json_line(told))
    else:
        for line in (*map(sheet.said, story), *sheet.show()):
            write(line)
