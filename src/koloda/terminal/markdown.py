"""Markdown in a terminal."""


def show(text: str) -> int:
    """Markdown made up for a terminal; as it is for a pipe."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if console.is_terminal:
        console.print(Markdown(text), width=min(console.width, 100))
    else:
        print(text)
    return 0
