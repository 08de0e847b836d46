"""Fills in a score sheet by questions: one answer per line. The last answer can be taken back."""

from collections.abc import Callable

from koloda.core.errors import KolodaError
from koloda.core.score_sheet import Notebook, Sheet

COMMANDS = {
    "back": ("back", "назад"),
    "help": ("help", "?", "помощь"),
    "look": ("look", "лист"),
    "quit": ("quit", "q", "exit", "выход"),
}
WORDS = {word: command for command, words in COMMANDS.items() for word in words}


def fill_in(
    notebook: Notebook,
    ask: Callable[[str], str],
    write: Callable[[str], None],
    keep: Callable[[Notebook], None],
) -> None:
    """Ask until the sheet is complete or the person leaves. Call `keep` after every change.

    Show the complete sheet; even then the last answer can be taken back.
    """
    for line in (notebook.sheet.t("commands"), *_so_far(notebook.sheet)):
        write(line)
    while True:
        question = notebook.sheet.question()
        try:
            answer = ask(f"{question or notebook.sheet.t('ask_done')} ").strip()
        except (EOFError, KeyboardInterrupt):
            write("")
            return
        command = WORDS.get(answer.lower())
        if command == "quit" or (question is None and not answer):
            return
        for line in _carry_out(command, notebook) if command else _answer(answer, notebook) if answer else []:
            write(line)
        if command == "back" or (answer and not command):
            keep(notebook)


def _so_far(sheet: Sheet) -> list[str]:
    """What a sheet that somebody continues says: all of it, if it is complete."""
    if not sheet.names:
        return []
    return sheet.show() if sheet.question() is None else sheet.news()


def _carry_out(command: str, notebook: Notebook) -> list[str]:
    if command == "back":
        if not notebook.lines:
            return [notebook.sheet.t("nothing_back")]
        line = notebook.lines[-1]
        notebook.back()
        return [notebook.sheet.t("taken_back", text=line)]
    sheet = notebook.sheet
    if command == "look":
        return sheet.show() if sheet.names else []
    return [sheet.t("commands"), sheet.t("help")]


def _answer(answer: str, notebook: Notebook) -> list[str]:
    try:
        notebook.add(answer)
    except KolodaError as error:
        return [error.text(notebook.sheet.language, notebook.sheet.shown)]
    sheet = notebook.sheet
    return [*map(sheet.said, sheet.happened), *sheet.show()] if sheet.question() is None else sheet.news()
