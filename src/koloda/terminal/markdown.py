"""Markdown in a terminal."""

from koloda.terminal.pager import page


def show(text: str, paged: bool) -> None:
    """Print Markdown: formatted in a terminal, through a pager if it is long, unchanged in a pipe."""
    from rich.markdown import Markdown

    from koloda.drawing.console import ReportConsole

    console = ReportConsole()
    if not console.is_terminal:
        print(text)
        return
    with console.capture() as captured:
        console.print(Markdown(text), width=min(console.width, 100))
    formatted = captured.get()
    if not paged or not page(formatted, console.height):
        print(formatted, end="")
