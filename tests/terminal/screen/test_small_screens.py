"""What must not get lost on a small screen."""

import pytest

from koloda.drawing.canvas import Canvas
from koloda.drawing.palette import DARK
from koloda.drawing.scene import Scene
from koloda.games import GAMES
from koloda.terminal.saved_games import Autosave
from koloda.terminal.screen import hand
from koloda.terminal.screen.dialogs import Dialog
from tests.table.games import opened
from tests.terminal.screen.person import SMALL, Person, at_position, at_table, play_at

TINY = (50, 15)


def test_the_good_number_stays_and_the_log_goes() -> None:
    async def look(person: Person) -> None:
        await person.decide()
        assert "The good number is" in person.text
        await person.pilot.resize_terminal(*TINY)
        await person.pilot.pause()
        assert "Good number" in person.text
        assert "The good number is" not in person.text
        for seat in (1, 2, 3):
            assert f"Игрок {seat + 1}" in person.text
        await person.press("g")
        assert "The good number is" in person.text

    at_table("dobro", look, players=4)


@pytest.mark.parametrize("size", [SMALL, TINY])
def test_the_footer_of_a_tall_dialog_is_in_sight_and_its_body_scrolls(size: tuple[int, int]) -> None:
    async def look(person: Person) -> None:
        body = "\n".join(f"line {n}" for n in range(60))
        footer = "Enter selects the best move   Esc goes back to the table"
        person.app.push_screen(Dialog("A title", body, footer))
        await person.pilot.pause()
        assert "A title" in person.text
        assert "to the table" in person.text
        assert "line 59" not in person.text
        await person.press("end")
        assert "line 59" in person.text
        assert "to the table" in person.text

    at_table("no_thanks", look, size=size, players=3)


def test_the_keys_that_are_shown_always_tell_how_to_leave() -> None:
    async def look(person: Person) -> None:
        last = person.text.splitlines()[-1]
        assert last.startswith(" ?  help  H  hint")
        assert last.endswith(" Q  quit")

    at_table("no_thanks", look, size=TINY, players=3)


def test_the_set_up_fits_a_narrow_screen() -> None:
    async def look(person: Person) -> None:
        assert "‹ Expert ›" in person.text
        assert person.text.splitlines()[-1].startswith(" R resume (1) · ")
        assert person.text.splitlines()[-1].endswith("Q quit")

    Autosave(opened("no_thanks", players=3).record).save()
    play_at(None, look, size=TINY)


def drawn(text: str, width: int) -> list[str]:
    """The hand without cards, with what Enter would do."""
    lines = hand.enter_lines([text], width)
    canvas = Canvas(width, hand.height(False, True, lines), "", "")
    table = opened("tugriki", players=3)
    scene = Scene(table.view(0), table.record.names, "en", DARK)
    hand.draw(scene, canvas, hand.Held([], None, "Your turn", True, "", text, lines), False, True)
    return ["".join(cell[0] for cell in row).strip() for row in canvas.cells]


def test_what_enter_does_is_told_in_full() -> None:
    text = "lay green 6 (Robbery: a tugrik from the bank for every player in the round)"
    assert drawn(text, 100)[-1] == f"Enter ▸ {text}"
    assert " ".join(drawn(text, 80)[-2:]) == f"Enter ▸ {text}"
    assert " ".join(drawn(text, 60)[-2:]) == f"Enter ▸ {text}"


def test_the_lines_for_enter_are_the_same_for_all_moves_of_a_position() -> None:
    async def look(person: Person) -> None:
        heights = set()
        for _ in person.table.legal(0):
            heights.add(person.screen.query_one("#hand").size.height)
            await person.press("right")
        assert len(heights) == 1

    at_table("tugriki", look, players=4)


def test_the_cursor_does_not_begin_on_a_card_that_takes_a_joker() -> None:
    """DB-9: a 5 goes on an 8 only in a pair with a Joker."""

    async def look(person: Person) -> None:
        assert [thing.note for thing in person.screen.selection.things[:4]] == ["+J", "", "", ""]
        assert person.screen.selection.selected == 1
        assert " 1+J" in person.text
        await person.press("1")
        assert "▲1+J" in person.text
        assert "5+Joker" in person.text

    at_position("dobro[players=2] round=1 turn=1 trick=8 hands=5,9,12,J/7,7 piles=-/- points=0/0 last=0/0", look)


WHAT_COUNTS = {
    "dobro": lambda view: ["Good number", f"deck {view.deck}"],
    "no_thanks": lambda view: [f"{view.pot} chip", f"{view.left} left"],
    "mind_up": lambda view: [f" {card.number} " for card in view.row],
    "tugriki": lambda view: ["♦R", "☼Y", "♣G", "★P", f"Bank, ₮ {view.bank}"],
}
"""What a player must see of the middle of the table."""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [3, 4])
def test_what_counts_is_on_a_tiny_screen(name: str, players: int) -> None:
    async def look(person: Person) -> None:
        for _ in range(3):
            assert len(person.text.splitlines()) == TINY[1]
            assert "▶" in person.text
            for text in WHAT_COUNTS[name](person.table.view(0)):
                assert text in person.text
            await person.decide()

    at_table(name, look, size=TINY, players=players)
