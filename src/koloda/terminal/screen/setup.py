"""The set-up of a game: one question per line, changed with left and right."""

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from koloda.bots.levels import LEVELS, about, name_of
from koloda.core import rulebook
from koloda.core.facts import fact
from koloda.core.text import first_text, say
from koloda.drawing import rings
from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.palette import PALETTES
from koloda.terminal.play import PlayOptions
from koloda.terminal.saved_games import count_unfinished
from koloda.terminal.screen.base_app import BaseApp
from koloda.terminal.screen.canvas_widget import CanvasWidget
from koloda.terminal.screen.form import BY_THE_RULES, Form, Row
from koloda.terminal.screen.keys import pressed

LABEL, VALUE = 38, 34
TALL = 30
NOTE = 4  # lines below that explain the question


class SetUpScreen(Screen[None]):
    app: BaseApp

    def __init__(self, wanted: PlayOptions) -> None:
        super().__init__()
        self.form = Form(wanted)
        self.at = 0

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield CanvasWidget(self._paint, id="form")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        name = say(fact("common.koloda"), self.app.language)
        self.query_one("#title", Static).update(Text(f" {name}  {self.app.t('set_up')}", style="bold"))
        self.query_one("#keys", Static).update(Text(self._keys()))
        self.query_one(CanvasWidget).repaint()

    def on_resize(self) -> None:
        self.show()

    def _keys(self) -> str:
        """As many keys as there is room for; how to resume and how to leave always."""
        saved = count_unfinished()
        keys = [self.app.t("key_resume", count=saved)] if saved else []
        keys += self.app.t("set_up_keys").split(" · ")
        while len(keys) > 2 and cell_len(" · ".join(keys)) + 2 > self.app.size.width > 0:
            del keys[-2]
        return " " + " · ".join(keys)

    # Drawing

    def _paint(self, width: int, height: int) -> Canvas:
        palette = PALETTES[self.app.theme]
        canvas = Canvas(width, height, palette.ink, palette.table)
        if height >= TALL:
            rings.draw(canvas, 0, 0, width, height, palette.ring)
        room = height - NOTE - 4
        first = max(0, min(self.at - room // 2, len(self.form.rows) - room))
        left = max(1, (width - LABEL - VALUE) // 2)
        top = max(0, (height - len(self.form.rows) - NOTE - 4) // 3)
        for line, number in enumerate(range(first, min(len(self.form.rows), first + room)), top + 1):
            self._paint_row(canvas, left, line, number)
        if first > 0:
            canvas.centred(0, top, width, "▴", palette.faint_ink)
        below = top + min(len(self.form.rows), room) + 1
        if first + room < len(self.form.rows):
            canvas.centred(0, below, width, "▾", palette.faint_ink)
        start = f" Enter ▸ {self.app.t('start')} "
        canvas.centred(0, below + 1, width, start, palette.on_accent, palette.accent, bold=True)
        canvas.target((width - cell_len(start)) // 2, below + 1, cell_len(start), 1, ("start", 0))
        self._paint_note(canvas, left, below + 3)
        return canvas

    def _paint_row(self, canvas: Canvas, x: int, y: int, number: int) -> None:
        palette = PALETTES[self.app.theme]
        row = self.form.rows[number]
        chosen = number == self.at
        if chosen:
            canvas.fill(x - 1, y, LABEL + VALUE, 1, palette.raised)
        label = LABEL if canvas.width > LABEL + VALUE else max(canvas.width - VALUE, canvas.width // 3)
        canvas.write(x - 1, y, "▶" if chosen else " ", palette.sun, bold=True)
        canvas.write(x + 1, y, fitted(self._label(row), label - 2), palette.ink, bold=chosen)
        value = fitted(self._value(row), min(VALUE, canvas.width - label) - 6)
        canvas.target(x, y, LABEL + VALUE, 1, ("row", number))
        canvas.write(x + label, y, "‹", palette.accent, bold=True)
        canvas.target(x + label - 1, y, 3, 1, ("less", number))
        end = canvas.write(x + label + 2, y, value, palette.ink, bold=True)
        canvas.write(end + 1, y, "›", palette.accent, bold=True)
        canvas.target(end, y, 3, 1, ("more", number))

    def _label(self, row: Row) -> str:
        if row.key.startswith("bot_"):
            return say(fact("terminal.bot", number=int(row.key.removeprefix("bot_"))), self.app.language)
        if row.key in ("game", "players"):
            return self.app.t(f"ask_{row.key}")
        game, option = self.form.game.name, row.key
        found = first_text(self.app.language, f"{game}.option_{option}")
        return option.replace("_", " ") if found is None else found

    def _value(self, row: Row) -> str:
        if row.key == "game":
            return say(fact(f"{row.value}.title"), self.app.language)
        if row.value == BY_THE_RULES:
            return self.app.t("by_the_rules")
        if row.key.startswith("bot_") and row.value.isdecimal():
            return say(name_of(LEVELS[int(row.value)]), self.app.language)
        if row.value.isdecimal() or row.key.startswith("bot_"):
            return row.value
        value = row.value.replace("-", "_")
        found = first_text(self.app.language, f"{self.form.game.name}.value_{value}", f"screen.value_{value}")
        return row.value if found is None else found

    def _paint_note(self, canvas: Canvas, x: int, y: int) -> None:
        """Explain a question: the game in a sentence, or the rule."""
        row = self.form.rows[self.at]
        game = self.form.game
        if row.key == "game":
            note = say(fact(f"{game.name}.about"), self.app.language)
        elif row.key == "players":
            low, high = game.set_up.players[0], game.set_up.players[-1]
            note = self.app.t("players_note", low=low, high=high)
        elif row.key.startswith("bot_"):
            note = self.app.t("bots_note")
            if row.value.isdecimal():
                level = LEVELS[int(row.value)]
                told = self.app.t("level_note", level=row.value, name=name_of(level), about=about(level))
                note = f"{told} {note}"
        else:
            option = next(option for option in game.set_up.options if option.name == row.key)
            note = rulebook.rule(game, self.app.language, option.rule) or ""
        plain = Text(" ".join(note.replace("**", "").replace("`", "").split()))
        lines = plain.wrap(self.app.console, max(20, canvas.width - 2 * x))
        for number, line in enumerate(lines[:NOTE]):
            last = number == NOTE - 1 and len(lines) > NOTE
            canvas.write(x, y + number, line.plain + (" …" if last else ""), PALETTES[self.app.theme].faint_ink)

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        steps = {"left": -1, "right": 1, "pageup": 10, "pagedown": -10}
        if key in ("up", "down", "tab", "shift+tab"):
            self.at = (self.at + (1 if key in ("down", "tab") else -1)) % len(self.form.rows)
        elif key in steps:
            self.form.change(self.at, steps[key])
        elif key == "b":
            self.form.change_bots(1)
        elif key in ("enter", "space"):
            self.app.begin(self.form.answer())
        elif key == "l":
            self.app.next_language()
        elif key == "v":
            self.app.next_colours()
        elif key == "r" and count_unfinished():
            self.app.choose_saved()
        elif key in ("q", "escape"):
            self.app.exit()
        else:
            return
        event.stop()
        if self.is_current:
            self.show()

    def on_canvas_widget_pointed(self, event: CanvasWidget.Pointed) -> None:
        match event.what:
            case ("start", _):
                self.app.begin(self.form.answer())
                return
            case ("row", int(number)):
                self.at = number
            case ("less", int(number)):
                self.at = number
                self.form.change(number, -1)
            case ("more", int(number)):
                self.at = number
                self.form.change(number, 1)
        self.show()
