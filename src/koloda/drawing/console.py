"""Rich's console, for reports, and a progress bar."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class ReportConsole(Console):
    """A console that leaves a closed pipe to the program: Rich would end it, as if something had gone wrong."""

    def on_broken_pipe(self) -> None:
        """Raise the BrokenPipeError that Rich is handling."""
        raise


@contextmanager
def progress_bar(compiling: str, working: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error, if it is a terminal. Until the first part is done, code is compiled.

    What is yielded is called with the number of parts that have been done since.
    """
    console = ReportConsole(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(compiling, total=total)
        yield lambda done: bar.update(task, advance=done, description=working)
