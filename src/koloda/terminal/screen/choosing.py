"""A board on which a person chooses a move, by keys or by mouse."""

from collections.abc import Sequence

from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.drawing.scene import Painter, Scene
from koloda.terminal.generic import GenericPainter
from koloda.terminal.screen import hand
from koloda.terminal.screen.board import BoardScreen
from koloda.terminal.screen.canvas_widget import CanvasWidget
from koloda.terminal.screen.selection import Selection


class ChoosingScreen(BoardScreen):
    seat: int

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        painter: Painter = game.part("terminal.table") or GenericPainter(self.describe, game.lowest_wins)
        super().__init__(game, names, painter)
        self.selection = Selection()
        self._laid_out: object = None  # the position in which the things were last laid out

    # What a kind of screen decides

    @property
    def legal(self) -> Sequence[int]:
        """The moves that the person can make now."""
        raise NotImplementedError

    @property
    def must(self) -> bool:
        """Must the person act?"""
        raise NotImplementedError

    @property
    def position(self) -> object:
        """Something that is another one in every position: in a new one nothing is selected yet."""
        raise NotImplementedError

    def act(self, action: int) -> None:
        """Make a move."""
        raise NotImplementedError

    def enter(self) -> None:
        """Do what Enter means now."""
        raise NotImplementedError

    # Drawing

    def describe(self, action: int) -> Fact:
        """What a legal action would do."""
        return self.game.narration.describe(self.match.state, self.seat, action)

    @property
    def enter_lines(self) -> int:
        """The same for all moves of a position, so that the screen stays still while a person chooses."""
        if self.short:
            return 1
        uses = ((action, thing.actions) for thing in self.selection.things for action in thing.actions)
        return hand.enter_lines((self.use(*use) for use in uses), self.app.size.width)

    @property
    def scene(self) -> Scene:
        return Scene(
            view=self.match.view(self.seat),
            names=self.names,
            language=self.language,
            palette=self.palette,
            legal=self.legal,
            aimed=self.selection.action,
            marks=frozenset(self.selection.uses),
        )

    def show(self) -> None:
        position = self.position
        self.selection.lay_out(self.painter.things(self.scene), position != self._laid_out, self.must)
        self._laid_out = position
        super().show()

    @property
    def aimed(self) -> int | None:
        """The move that is selected, if it can be made."""
        action = self.selection.action
        return action if action in self.legal else None

    def use(self, action: int, uses: Sequence[int]) -> str:
        """An action in words, and how many others its thing has."""
        words = self.tell(self.describe(action))
        return f"{words}   ↑↓ {uses.index(action) + 1}/{len(uses)}" if len(uses) > 1 else words

    # Keys and mouse

    def choose(self, key: str) -> bool:
        """Select something, or do it. True if the key means that."""
        if self.selection.press(key):
            self.repaint()
        elif (thing := self.selection.by_key(key)) is not None:
            self.selection.select(thing)
            if self.selection.things[thing].face is None:
                self.enter()
            self.repaint()
        elif key in ("enter", "space"):
            self.enter()
        else:
            return False
        return True

    def on_canvas_widget_pointed(self, event: CanvasWidget.Pointed) -> None:
        """A click selects a card, a second one plays it; a button or a place acts at once."""
        match event.what:
            case ("thing", int(number)):
                again = number == self.selection.selected and self.selection.deliberate
                self.selection.select(number)
                if again or self.selection.things[number].face is None:
                    self.enter()
            case ("action", int(action)):
                self.act(action)
            case ("enter", _):
                self.enter()
        self.repaint()
