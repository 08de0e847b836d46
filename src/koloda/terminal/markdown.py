"""Markdown in a terminal."""


def show(text: str) -> int:
    """Print Markdown, formatted in a terminal, unchanged in a pipe."""
    from rich.markdown import Markdown

    from koloda.drawing.console import ReportConsole

    console = ReportConsole()
    if console.is_terminal:
        console.print(Markdown(text), width=min(console.width, 100))
    else:
        print(text)
    return 0
