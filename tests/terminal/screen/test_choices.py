"""Every kind of decision, by keys and by mouse."""

from koloda.core.game import Act
from koloda.games.mind_up.view import MindUpView
from koloda.games.tugriki.state import CALL
from koloda.table.table import Table
from tests.terminal.screen.person import NEVER, Person, at_position, at_table, play_at
from tests.terminal.test_line import until_a_bot_forgot_to_pay

DOBRO = "dobro[players=3] turn=1 trick=4 hands={hand}/7,7/9,9"
TUGRIKI = "tugriki[players=3] turn=1 rows=R5 hands={hand}/P0,P1/P2,P3"


def last_move(table: Table) -> str:
    moves = [(before, event.action) for before, event, _ in table.steps if isinstance(event, Act)]
    return table.game.notation.write_action(*moves[-1])


def test_a_card_by_its_number() -> None:
    async def play(person: Person) -> None:
        assert "more than 4  ·  4 → 8  ·  a pair of 2 or more" in person.text
        await person.press("2", "enter")

    assert last_move(at_position(DOBRO.format(hand="2,6,7,9"), play)) == "7"


def test_a_pair_by_up_and_down() -> None:
    async def play(person: Person) -> None:
        await person.press("down")
        assert "Enter ▸ play 6+6: the good number becomes 12   ↑↓ 2/2" in person.text
        await person.press("enter")

    assert last_move(at_position(DOBRO.format(hand="3,6,6"), play)) == "6+6"


def test_a_joker_is_given_its_number() -> None:
    async def play(person: Person) -> None:
        await person.press("right", "down", "down")
        assert "play Joker as 6: the good number becomes 6" in person.text
        await person.press("enter")

    assert last_move(at_position(DOBRO.format(hand="5,J"), play)) == "J=6"


def test_a_button_by_its_letter_in_either_layout() -> None:
    async def take(person: Person) -> None:
        await person.press("е")  # the Russian letter on the key of t

    assert last_move(at_position(DOBRO.format(hand="2,3"), take)) == "take"


def test_draw_or_forget_is_a_choice_that_nothing_pushes() -> None:
    async def play(person: Person) -> None:
        await person.press("1", "enter")
        assert "[D] draw" in person.text
        assert "Enter ▸" not in person.text
        await person.press("enter")
        assert len(person.table.steps) == 1
        await person.press("e")

    assert last_move(at_position(DOBRO.format(hand="2,6"), play)) == "end"


def test_a_wild_goes_to_the_place_that_is_clicked() -> None:
    async def play(person: Person) -> None:
        await person.click(("thing", person.thing("genie")))
        genie = person.screen.selection.uses
        assert "[4]" in person.text
        assert "[6]" in person.text
        await person.click(("action", genie[1]), on="#stage")

    assert last_move(at_position(TUGRIKI.format(hand="Y8,genie"), play)) == "genie=R6"


def test_a_colour_is_named_by_its_letter() -> None:
    async def play(person: Person) -> None:
        assert "[P] ★ purple" in person.text
        await person.press("p")

    assert last_move(at_position(TUGRIKI.format(hand="R6,Y8") + " phase=name", play)) == "name purple"


def test_a_loan_by_its_number() -> None:
    async def play(person: Person) -> None:
        assert "[N] refuse" in person.text
        await person.press("3")

    position = "tugriki[players=3] phase=loan target=3 asked=1 turn=2 hands=R6/P1/- tugriks=60/60/0"
    assert last_move(at_position(position, play)) == "lend 3"


def test_a_bystander_may_call_or_let_it_pass() -> None:
    table = until_a_bot_forgot_to_pay()
    steps = len(table.steps)

    async def call(person: Person) -> None:
        assert "▶ You may step in" in person.text
        assert "Enter ▸ let things go on" in person.text
        await person.press("c")

    play_at(table, call)
    assert table.steps[steps].ply == (0, CALL)

    table = until_a_bot_forgot_to_pay()

    async def let_pass(person: Person) -> None:
        await person.press("enter")
        await person.turn()

    play_at(table, let_pass)
    assert len(table.steps) > steps
    assert (0, CALL) not in [step.ply for step in table.steps[steps:]]


def test_a_choice_is_taken_back_while_others_choose() -> None:
    async def play(person: Person) -> None:
        await person.press("2", "enter")
        assert "1 of 3 have chosen" in person.text
        await person.press("b")
        assert "0 of 3 have chosen" in person.text
        await person.press("3", "enter")

    table = at_table("mind_up", play, pause=NEVER, players=3)
    view = table.view(0)
    assert isinstance(view, MindUpView)
    assert view.choice == (view.hand or [])[2].number


def test_a_card_is_clicked_twice_to_play_it() -> None:
    async def play(person: Person) -> None:
        nine = ("thing", person.thing("9"))
        await person.click(nine)
        assert "Enter ▸ play 9" in person.text
        assert not person.table.steps
        await person.click(nine)

    assert last_move(at_position(DOBRO.format(hand="2,6,9"), play)) == "9"


def test_what_enter_would_do_can_be_clicked() -> None:
    async def play(person: Person) -> None:
        await person.click(("enter", None))

    assert last_move(at_position(DOBRO.format(hand="2,6,9"), play)) == "6"


def test_a_move_can_be_typed() -> None:
    async def play(person: Person) -> None:
        await person.press("colon", "3", "enter")
        assert any("3 is not possible: it takes 4 or more" in toast for toast in person.toasts)
        await person.press("colon", "6", "plus", "6", "enter")

    assert last_move(at_position(DOBRO.format(hand="3,6,6"), play)) == "6+6"
