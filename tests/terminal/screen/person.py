"""A person in full screen, for the tests: presses keys and reads the screen."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

from textual import events
from textual.app import App
from textual.pilot import Pilot

from koloda.core.text import Language
from koloda.games import GAMES
from koloda.table.match import Match
from koloda.table.table import Table
from koloda.terminal.bots import seated
from koloda.terminal.play import PlayOptions
from koloda.terminal.saved_games import Autosave
from koloda.terminal.screen.app import KolodaApp
from koloda.terminal.screen.canvas_widget import CanvasWidget
from koloda.terminal.screen.dialogs import Dialog
from koloda.terminal.screen.table import TableScreen
from koloda.terminal.session import Session
from tests.table.games import opened
from tests.timeouts import HANG

SMALL, LARGE = (80, 24), (120, 40)
NEVER = 24 * 3600
"""A pause in seconds that is longer than any test."""


class Person:
    def __init__(self, app: KolodaApp, pilot: Pilot[None], toasts: list[str]) -> None:
        self.app = app
        self.pilot = pilot
        self.toasts = toasts
        """All notifications so far, including those that have disappeared."""

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def session(self) -> Session:
        assert self.app.session is not None
        return self.app.session

    @property
    def screen(self) -> TableScreen:
        """The table screen, even if a dialog is open."""
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    @property
    def text(self) -> str:
        """The whole screen as text, line by line."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join(strip.text.rstrip() for strip in strips)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait for bots, threads or a new screen."""
        async with asyncio.timeout(HANG):
            while not happened():
                await asyncio.sleep(0.001)

    async def turn(self) -> None:
        """Wait until it is the person's turn, or the game is over."""
        session = self.session
        await self.until(lambda: session.table.over or (not self.screen._thinking and self._due))
        await settled(self.app)

    @property
    def _due(self) -> bool:
        return self.session.may_step_in or (self.session.must and self.table.actors == [self.session.seat])

    async def press(self, *keys: str) -> None:
        """Press keys, each after the effects of the last are shown."""
        await settled(self.app)
        await self.pilot.press(*keys)

    async def click(self, what: object, on: str = "#hand") -> None:
        """Click on a card, a button or a place that a widget has as a target."""
        canvas = self.app.screen.query_one(on, CanvasWidget).canvas
        x, y, width, height, _ = next(target for target in canvas.targets if target[-1] == what)
        await self.pilot.click(on, offset=(x + width // 2, y + height // 2))

    def thing(self, label: str) -> int:
        """The number of the card or button with that label."""
        return [thing.label for thing in self.screen.selection.things].index(label)

    async def decide(self) -> None:
        """Do the first possible thing, by keys; as a bystander, nothing."""
        if self.session.must and self.screen.selection.action is None:
            self._key("right")
            await self.until(lambda: self.screen.selection.action is not None)
        entries = len(self.table.match.entries)
        self._key("enter")
        await self.until(lambda: len(self.table.match.entries) > entries)
        await self.turn()

    async def finish(self) -> None:
        """Play the game to its end, and see the result."""
        for _ in range(300):
            if self.table.over:
                break
            await self.decide()
        assert self.table.over
        await self.until(lambda: isinstance(self.app.screen, Dialog))
        await self.pilot.pause()

    def _key(self, key: str) -> None:
        """Press a key, without the pause that a pilot makes."""
        self.app.post_message(events.Key(key, None))


async def settled(app: App[None]) -> None:
    """Wait until the app has nothing left to do, and would wait for keys or for time to pass.

    Textual's own pilot considers an app idle if it has used no processor time for a moment; on a busy machine that is
    not reliable.
    """
    loop: Any = asyncio.get_running_loop()
    async with asyncio.timeout(HANG):
        while app.is_running and app.screen_stack and not app._exception_event.is_set():
            await asyncio.sleep(0)
            screen = app.screen
            if loop._ready:
                continue
            if (
                not app.animator._complete_event.is_set()
                or not all(worker.is_finished for worker in app.workers)
                or app._resize_event is not None
            ):
                await asyncio.sleep(0.001)
            elif (
                screen._layout_required
                or screen._scroll_required
                or screen._repaint_required
                or screen._recompose_required
                or screen._dirty_widgets
                or screen._callbacks
            ):
                screen._on_timer_update()
            else:
                return


@asynccontextmanager
async def sitting_down(
    table: Table | None,
    size: tuple[int, int],
    language: Language,
    wanted: PlayOptions,
    pause: float = 0,
    autosave: Autosave | None = None,
) -> AsyncIterator[Person]:
    session = None if table is None else Session(table, seated(table, "test", language), autosave=autosave)
    app = KolodaApp(wanted, session, language, pause)
    show, toasts = app.notify, list[str]()

    def notify(message: str, **how: Any) -> None:
        toasts.append(message)
        show(message, **how)

    async def settle(*_: object) -> bool:
        await settled(app)
        return True

    with (
        patch.object(app, "notify", notify),
        patch("textual.app.wait_for_idle", settle),
        patch("textual.pilot.wait_for_idle", settle),
        patch.object(Pilot, "_wait_for_screen", settle),
    ):
        async with app.run_test(size=size, notifications=True) as pilot:
            person = Person(app, pilot, toasts)
            await pilot.pause()
            if table is not None and not pause:
                await person.turn()
            yield person


def at_table(
    name: str,
    what: Callable[[Person], Awaitable[None]],
    seed: str = "test",
    size: tuple[int, int] = SMALL,
    language: Language = "en",
    pause: float = 0,
    wanted: PlayOptions | None = None,
    **options: Any,
) -> Table:
    """Sit down at a table with random bots and do something. Returns the table."""
    table = opened(name, seed, **options)
    play_at(table, what, size, language, pause, wanted or PlayOptions(game=name, level="0"))
    return table


def at_position(position: str, what: Callable[[Person], Awaitable[None]], language: Language = "en") -> Table:
    """Sit down in the middle of a game; bots wait, so that only the person moves."""
    game = GAMES[position.partition("[")[0]]
    state = game.notation.read_position(position)
    table = opened(game.name, players=state.players)
    table.record.match = Match(game, state, table.dealer.deal, history=True)
    play_at(table, what, language=language, pause=NEVER)
    return table


def play_at(
    table: Table | None,
    what: Callable[[Person], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    language: Language = "en",
    pause: float = 0,
    wanted: PlayOptions | None = None,
    autosave: Autosave | None = None,
) -> None:
    async def run() -> None:
        async with sitting_down(table, size, language, wanted or PlayOptions(), pause, autosave) as person:
            await what(person)

    asyncio.run(run())
