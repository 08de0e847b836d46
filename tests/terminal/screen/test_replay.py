"""A recorded game, step by step."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from textual.pilot import Pilot

from koloda.cli.main import main
from koloda.core.text import Language
from koloda.games import GAMES
from koloda.table import record
from koloda.table.record import Record
from koloda.terminal.playback import SPACING, Playback
from koloda.terminal.screen import replay
from koloda.terminal.screen.replay import ReplayApp
from tests.table.games import opened, play_on
from tests.terminal.screen.person import LARGE, NEVER, SMALL, settled


def played(name: str = "no_thanks", players: int = 3) -> Record:
    return record.read(record.write(play_on(opened(name, "replay", players=players), undo=True).record))


class Viewer:
    def __init__(self, app: ReplayApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.playback = app.board.playback

    async def press(self, *keys: str) -> None:
        await settled(self.app)
        await self.pilot.press(*keys)
        await settled(self.app)

    @property
    def text(self) -> str:
        strips = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join(strip.text.rstrip() for strip in strips)


def watch(
    found: Record,
    what: Callable[[Viewer], Awaitable[None]],
    seat: int | None = None,
    at: int | None = None,
    size: tuple[int, int] = SMALL,
    language: Language = "en",
) -> None:
    async def run() -> None:
        app = ReplayApp(found, at, seat, language, NEVER)

        async def settle(*_: object) -> bool:
            await settled(app)
            return True

        with (
            patch("textual.app.wait_for_idle", settle),
            patch("textual.pilot.wait_for_idle", settle),
            patch.object(Pilot, "_wait_for_screen", settle),
        ):
            async with app.run_test(size=size) as pilot:
                await what(Viewer(app, pilot))

    asyncio.run(run())


@pytest.mark.parametrize("name", GAMES)
def test_every_position_from_both_sides(name: str) -> None:
    found = played(name)
    playback = Playback(found)
    states = [state for state, _ in found.replay()] + [found.match.state]
    assert len(states) > SPACING
    for at in [*range(len(states)), *range(len(states) - 1, -1, -1), 70, 3, len(states) - 1]:
        playback.go_to(at)
        assert playback.match.state == states[at]
        assert len(playback.match.entries) == at


def test_steps_lead_from_decision_to_decision() -> None:
    found = played()
    playback = Playback(found)
    places = [0]
    while not playback.at_end:
        playback.step(1)
        places.append(playback.at)
        assert playback.match.over or playback.match.actors
    assert places[1:] == playback.stops
    playback.step(1)
    assert playback.at_end
    for place in reversed(places[:-1]):
        playback.step(-1)
        assert playback.at == place
    playback.step(-1)
    assert playback.at == 0


def test_rounds() -> None:
    playback = Playback(played("dobro"))
    seen = []
    for _ in range(4):
        playback.step_round(1)
        seen.append(getattr(playback.match.view(None), "round", None))
    assert seen == [1, 2, 3, 3]
    assert playback.at_end
    playback.step_round(-1)
    assert getattr(playback.match.view(None), "round", None) == 3
    playback.step(1)
    playback.step_round(-1)
    assert playback.at == playback.rounds[2]


def test_keys() -> None:
    found = played()

    async def look(viewer: Viewer) -> None:
        playback = viewer.playback
        assert playback.at == playback.stops[0]
        assert f"replay {playback.at}/{len(playback.entries)} · view as spectator" in viewer.text
        await viewer.press("right", "right")
        assert playback.at == playback.stops[2]
        await viewer.press("left")
        assert playback.at == playback.stops[1]
        await viewer.press("end")
        assert playback.at_end
        assert "The game is over." in viewer.text
        await viewer.press("home")
        assert playback.at == 0
        await viewer.press("pagedown", "pagedown")
        assert playback.at == playback.stops[10], "there are no rounds"
        await viewer.press("pageup")
        assert playback.at == playback.stops[0]
        await viewer.press("g")
        assert "Log" in viewer.text
        await viewer.press("escape", "question_mark")
        assert "let the game play by itself" in viewer.text
        await viewer.press("escape", "l")
        assert "смотрит зритель" in viewer.text
        await viewer.press("q")
        assert viewer.app.return_code == 0

    watch(found, look)


def test_other_eyes() -> None:
    async def look(viewer: Viewer) -> None:
        hands = []
        for name in ["Игрок 1", "Игрок 2", "Игрок 3"]:
            await viewer.press("tab")
            assert f"view as {name}" in viewer.text
            hands.append(viewer.app.board.held(viewer.app.board.scene).things)
        assert hands[0] != hands[1] != hands[2]
        await viewer.press("tab")
        assert "view as spectator" in viewer.text
        assert list(viewer.app.board.held(viewer.app.board.scene).things) == []
        await viewer.press("2")
        assert "view as Игрок 2" in viewer.text
        assert "You" in viewer.text
        await viewer.press("0", "shift+tab")
        assert "view as Игрок 3" in viewer.text

    watch(played("mind_up"), look, at=40)


def test_autoplay_goes_to_the_end_and_stops() -> None:
    async def look(viewer: Viewer) -> None:
        board = viewer.app.board
        await viewer.press("space")
        assert board._playing is not None
        for _ in viewer.playback.stops[1:]:
            board._play_on()
        assert viewer.playback.at_end
        assert board._playing is None
        await viewer.press("space")
        assert viewer.playback.at == 0
        await viewer.press("right")
        assert board._playing is None

    watch(played(), look)


@pytest.mark.parametrize("size", [LARGE, (50, 15)])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_in_every_size_with_all_eyes(name: str, size: tuple[int, int]) -> None:
    async def look(viewer: Viewer) -> None:
        for _ in range(2):
            for _ in range(4):
                await viewer.press("tab")
                assert len(viewer.text.splitlines()) == size[1]
                assert "{" not in viewer.text
            await viewer.press("end")
        assert "Игра окончена." in viewer.text

    watch(played(name), look, size=size, language="ru")


def test_a_click_on_the_line_goes_there() -> None:
    async def look(viewer: Viewer) -> None:
        await viewer.pilot.click("#hand", offset=(77, viewer.app.board.query_one("#hand").size.height - 1))
        assert viewer.playback.at_end

    watch(played(), look)


def test_in_a_terminal_it_fills_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.koloda"
    found = played()
    file.write_text(record.write(found), "utf-8")
    started: list[ReplayApp] = []

    def run_app(app: ReplayApp, close: Callable[[], None]) -> int:
        started.append(app)
        return 0

    monkeypatch.setattr(replay, "run_app", run_app)
    monkeypatch.setattr("koloda.terminal.full_screen.can_fill_a_screen", lambda language: True)
    assert main(["replay", str(file)]) == 0
    assert main(["replay", str(file), "--to", "40", "--seat", "3"]) == 0
    assert [(app.board.seat, app.board.playback.at) for app in started] == [(0, Playback(found).stops[0]), (2, 40)]
    assert main(["replay", str(file), "--to", "4000"]) == 2
    assert main(["replay", str(file), "--plain"]) == 0
    assert main(["replay", str(file), "--json"]) == 0
    assert len(started) == 2
