"""Rich's console, for reports."""

from rich.console import Console


class ReportConsole(Console):
    """A console that leaves a closed pipe to the program: Rich would end it, as if something had gone wrong."""

    def on_broken_pipe(self) -> None:
        """Raise the BrokenPipeError that Rich is handling."""
        raise
