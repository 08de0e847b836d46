"""Dialogs over the table: help, rules, hints, prompts."""

from collections.abc import Callable

from rich.cells import cell_len
from rich.console import RenderableType
from rich.markdown import Markdown
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from koloda.terminal.screen.keys import pressed

BOX, TITLE, MOST = 0.94, 2, 32
"""The part of the screen's height that a box may fill, the lines of its title, and of its text at most."""


class Dialog(ModalScreen[str | None]):
    """A box with a title, a text and the keys that answer it. Escape closes it without an answer."""

    def __init__(self, title: str, body: RenderableType, footer: str, answers: dict[str, str] | None = None) -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._footer = footer
        self._answers = answers or {}

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Text(self._title, style="bold"), id="dialog-title")
            with VerticalScroll(id="body"):
                yield from self.content()
            yield Static(Text(self._footer), id="dialog-footer")

    def on_resize(self) -> None:
        """The body scrolls, so that the footer is always in sight."""
        for box in self.query("#box"):  # none before it is composed
            width = box.content_size.width or self.size.width - 6  # not laid out yet
            footer = -(-cell_len(self._footer) // max(1, width)) + 1
            room = int(self.size.height * BOX) - TITLE - 2 - footer
            self.query("#body").set_styles(max_height=max(1, min(room, MOST)))

    def content(self) -> ComposeResult:
        yield Static(self._body, id="text")

    def tell(self, body: Text) -> None:
        self.query_one("#text", Static).update(body)

    def ask(self, footer: str) -> None:
        """Offer other keys."""
        self._footer = footer
        self.query_one("#dialog-footer", Static).update(Text(footer))
        self.on_resize()

    def scroll_to_line(self, line: int) -> None:
        """Bring a line of the text into sight."""
        body = self.query_one("#body", VerticalScroll)
        body.scroll_to_region(Region(0, line, 1, 1), animate=False)

    def scroll_to_end(self) -> None:
        self.query_one("#body", VerticalScroll).scroll_end(animate=False)

    def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        if self.press(key):
            event.stop()
        elif key in self._answers:
            event.stop()
            self.dismiss(self._answers[key])
        elif key in ("escape", "q"):
            event.stop()
            self.dismiss(None)
        else:
            self._scroll(key, event)

    def press(self, key: str) -> bool:
        """Do what a key means in this dialog only. True if it means something."""
        return False

    def interrupt(self) -> bool:
        """Do what Ctrl-C means in this dialog only. True if it means something."""
        return False

    def _scroll(self, key: str, event: events.Key) -> None:
        body = self.query_one("#body", VerticalScroll)
        moves: dict[str, Callable[..., object]] = {
            "up": body.scroll_up,
            "down": body.scroll_down,
            "pageup": body.scroll_page_up,
            "pagedown": body.scroll_page_down,
            "space": body.scroll_page_down,
            "home": body.scroll_home,
            "end": body.scroll_end,
        }
        if key in moves:
            event.stop()
            moves[key](animate=False)


class QuitDialog(Dialog):
    """Asks whether to leave the table."""


class RulebookDialog(Dialog):
    """Shows the rules."""

    def __init__(self, title: str, markdown: str, footer: str) -> None:
        super().__init__(title, "", footer, {"enter": ""})
        self._markdown = markdown

    def content(self) -> ComposeResult:
        yield Static(Markdown(self._markdown), id="text")


class TextPrompt(Dialog):
    """Asks for a line of text."""

    def __init__(self, title: str, footer: str, usual: str = "") -> None:
        super().__init__(title, "", footer)
        self._usual = usual

    def content(self) -> ComposeResult:
        yield Input(self._usual, id="answer")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss(None)
