"""In full screen: the review after a game and in a replay, and learning from mistakes."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from textual.app import App

from koloda.analysis import review as reviewing
from koloda.analysis.review import Review
from koloda.core.text import Language
from koloda.drawing.canvas import Canvas
from koloda.drawing.palette import DARK
from koloda.games import GAMES
from koloda.table import record
from koloda.table.match import Match
from koloda.table.record import Record
from koloda.terminal.play import PlayOptions
from koloda.terminal.playback import Playback
from koloda.terminal.screen import chances
from koloda.terminal.screen.mistakes import MistakesScreen
from koloda.terminal.screen.replay import ReplayScreen
from koloda.terminal.screen.review import ReportDialog, ReviewingDialog
from koloda.terminal.screen.review_panel import ReviewPanel
from tests.bots.test_plain_games import PLAIN
from tests.table.games import opened, play_on
from tests.terminal.made_up_review import made_up
from tests.terminal.screen.person import Person, at_table
from tests.terminal.screen.test_replay import Viewer, played, watch
from tests.timeouts import HANG

SHORT: dict[str, Any] = {"players": 3, "removed": 24}
"""A short game of No Thanks!"""


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Reviews are made up; the matches for which that was done."""
    found: list[Match] = []

    def review(match: Match, **_: Any) -> Review:
        found.append(match)
        return made_up(Record(match.game, {"players": match.state.players}, [], match))

    monkeypatch.setattr(reviewing, "review", review)
    return found


def test_after_a_game(computed: list[Match]) -> None:
    """One key; then the report, the mistakes and the replay, each of which leads back."""

    async def play(person: Person) -> None:
        await person.finish()
        assert "R review" in person.text
        await person.press("r")
        assert isinstance(person.app.screen, ReportDialog)
        for words in ("Review of No Thanks! (3 players)", "Chances of winning", "M learn from your mistakes (2)"):
            assert words in person.text
        assert "no_thanks[" not in person.text
        await person.press("m")
        assert isinstance(person.app.screen, MistakesScreen)
        await person.press("escape", "p")
        assert isinstance(person.app.screen, ReplayScreen)
        assert "Your chances:" in person.text
        assert "To move: Игрок" in person.text, "at the first decision"
        await person.press("q", "escape")
        assert "R review" in person.text
        assert "The deal was checked" in person.text
        await person.press("r", "escape", "a")
        assert not person.table.over

    table = at_table("no_thanks", play, **SHORT)
    assert computed == [table.match], "the second time it is known"


def test_the_option_reviews_at_once(computed: list[Match]) -> None:
    async def play(person: Person) -> None:
        await person.finish()
        await person.until(lambda: isinstance(person.app.screen, ReportDialog))
        await person.press("escape")
        assert "R разбор" in person.text

    wanted = PlayOptions(game="no_thanks", level="0", review=True)
    at_table("no_thanks", play, wanted=wanted, language="ru", **SHORT)
    assert len(computed) == 1


@pytest.mark.parametrize("key", ["ctrl+c", "escape"])
def test_a_review_can_be_cancelled(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result stays, and the thread stops at its next step."""
    go_on, ended = Event(), Event()

    def review(match: Match, *, progress: Callable[[int, int], None]) -> Review:
        progress(1, 2)
        go_on.wait(HANG)
        try:
            progress(2, 2)
            raise AssertionError("nobody has cancelled it")
        finally:
            ended.set()

    monkeypatch.setattr(reviewing, "review", review)

    async def play(person: Person) -> None:
        await person.finish()
        person._key("r")
        await person.until(lambda: isinstance(person.app.screen, ReviewingDialog) and "50%" in person.text)
        assert "Reviewing the game" in person.text
        person._key(key)
        await person.until(lambda: "R review" in person.text)
        go_on.set()
        assert ended.wait(HANG)
        assert person.app.is_running

    at_table("no_thanks", play, **SHORT)


def test_a_game_without_a_policy_offers_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.terminal.screen.app.can_review", lambda game: False)

    async def play(person: Person) -> None:
        await person.finish()
        assert "review" not in person.text
        await person.press("r")
        assert "A play again" in person.text

    at_table("no_thanks", play, **SHORT)


def test_in_a_replay(computed: list[Match]) -> None:
    found = played()
    marks = sorted(ReviewPanel(made_up(found), Playback(found)).marks(0))
    assert len(marks) == 3

    async def look(viewer: Viewer) -> None:
        playback = viewer.playback
        assert "R  review" in viewer.text
        assert "marks" not in viewer.text
        await viewer.press("up", "down", "m")
        assert playback.at == playback.stops[0], "there are no marks yet"
        await viewer.press("r")
        assert "Your chances:" in viewer.text
        assert "(all cards face up)" in viewer.text
        for at, words in zip(marks, ("! ", "★ ", "! "), strict=True):
            await viewer.press("down")
            assert playback.at == at
            assert f"  {words}{at - draws_before(found, at)}. Игрок 1:" in viewer.text
        await viewer.press("down")
        assert playback.at == marks[-1]
        await viewer.press("up", "up", "up")
        assert playback.at == marks[0]
        assert "mistake, lost 12.0% of the win; better:" in " ".join(viewer.text.split())
        await viewer.press("right", "home")
        assert "There was nothing to choose." in viewer.text
        await viewer.press("tab", "tab", "l")
        assert "Шансы" not in viewer.text.replace("Ваши шансы", "")
        assert "M  ошибки" not in viewer.text
        await viewer.press("0")
        assert "Шансы, Игрок" in viewer.text
        await viewer.pilot.click("#panel", offset=(77, 4))
        assert playback.at_end
        await viewer.press("1", "r")
        assert "Как сложился счёт" in viewer.text
        await viewer.press("m")
        assert isinstance(viewer.app.screen, MistakesScreen)
        await viewer.press("escape", "q")
        assert viewer.app.return_code == 0

    watch(found, look, seat=0)
    assert len(computed) == 1


def draws_before(found: Record, stop: int) -> int:
    """How many draws lie between the decision that a stop shows and the stop."""
    playback = Playback(found)
    playback.go_to(stop)
    return stop - playback.stop_before - 1


def test_learning() -> None:
    found = played()
    review = made_up(found)

    async def look(viewer: Viewer) -> None:
        viewer.app.board.review = ReviewPanel(review, viewer.playback)
        await viewer.press("m")
        screen = viewer.app.screen
        assert isinstance(screen, MistakesScreen)
        lesson = screen.lesson
        judged = lesson.decision.judged
        assert "mistake 1 of 2" in viewer.text
        assert "You see what you saw then." in viewer.text
        assert "That cost 12.0% of the win. What is better?" in " ".join(viewer.text.split())
        screen.act(judged.played or 0)
        await viewer.press("v", "v")
        assert "! That is what you did in the game: 12.0% worse. Try something else." in viewer.text
        screen.selection.aim(judged.best or 0)
        await viewer.press("enter")
        assert "★ Yes: " in viewer.text
        assert "Enter ▸ next mistake" in viewer.text
        await viewer.press("t", "enter")
        assert "mistake 2 of 2" in viewer.text
        assert not lesson.done
        await viewer.press("h")
        assert "★ Best was:" in viewer.text
        await viewer.press("l", "g")
        assert "Журнал" in viewer.text
        await viewer.press("escape")
        assert "★ Лучше всего:" in viewer.text
        await viewer.press("enter")
        assert viewer.app.screen is viewer.app.board

    watch(found, look, seat=0)


@pytest.mark.parametrize(
    ("name", "size", "language"),
    list(zip(GAMES, [(50, 15), (60, 20), (80, 24), (120, 40)], ["ru", "en", "ru", "en"], strict=True)),
)
def test_every_game_in_some_size(name: str, size: tuple[int, int], language: Language) -> None:
    found = played(name, 4)
    review = made_up(found)

    async def look(viewer: Viewer) -> None:
        viewer.app.board.review = ReviewPanel(review, viewer.playback)
        for keys in (("0", "down"), ("1", "down"), ("2", "end"), ("1", "m"), ("h",)):
            await viewer.press(*keys)
            assert len(viewer.text.splitlines()) == size[1]
            assert "{" not in viewer.text
        assert isinstance(viewer.app.screen, MistakesScreen)

    watch(found, look, size=size, language=language)


def test_what_cannot_be_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is not over, one whose dealer was forged, and one that nobody can judge."""
    complaints: list[str] = []
    monkeypatch.setattr(App, "notify", lambda app, message, **_: complaints.append(message))

    async def look(viewer: Viewer) -> None:
        await viewer.press("r")
        assert not isinstance(viewer.app.screen, ReviewingDialog)

    running = record.read(record.write(play_on(opened("no_thanks", "x", players=3), 5).record))
    forged = replace(played(), secret=bytes(32))
    for found in (running, forged, replace(played(), game=PLAIN)):
        watch(found, look)
    assert [next(word for word in ("not over", "secret", "policy") if word in each) for each in complaints] == [
        *("not over", "secret", "policy")
    ]


def test_the_graph() -> None:
    """Where it is empty, it shows the even share and where we are."""
    canvas = Canvas(6, 3, "", "")
    chances.draw(canvas, DARK, [0, 0.25, 0.5, 0.1, 0.1, 0.4], 0.3, 4, {1: "mistake", 5: "great"}, (0, 0, 2))
    shown = ["".join(cell[0] for cell in line) for line in canvas.cells]
    assert shown == ["╌╌█╌│▅", "▁██▃▃█", "─!──┃★"]
    assert chances.top_of([0.1], 0.25) == 0.5
    assert chances.top_of([0.9], 0.25) == 1
