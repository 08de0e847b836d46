"""No Thanks! followed at a real table: what is asked, what is counted, what cannot be."""

import pytest

from koloda.core.errors import KolodaError
from koloda.core.text import say
from koloda.games import find
from koloda.games.no_thanks.view import NoThanksView
from koloda.table.followed_game import FollowedGame
from tests.table.real_tables import known, meeting_truth, played

GAME = find("no_thanks")
NAMES = ["Anna", "Boris", "Vera", ""]


def table(*lines: str, seat: int = 2, **options: object) -> FollowedGame:
    follow = FollowedGame(GAME, seat, 4, NAMES, **options)
    for line in lines:
        follow.enter(line)
    return follow


def refusal(follow: FollowedGame, line: str) -> str:
    with pytest.raises(KolodaError) as refused:
        follow.enter(line)
    return refused.value.text("en", (*NAMES[:3], "Player 4"))


def test_first_who_starts_then_the_card_then_what_everybody_does() -> None:
    follow = table()
    assert follow.asked is not None
    assert (say(follow.asked.title), follow.asked.values) == ("Who starts?", {"1": 1, "2": 1, "3": 1, "4": 1})
    follow.enter("anna")
    assert say(follow.asked.title, "en", NAMES, 2) == "Anna turns up a card. Which one?"
    follow.enter("27")
    assert follow.turn == 0
    for line in ("pass", "Boris: pass", "пас"):
        follow.enter(line)
    assert follow.lines == ["first 1", "card 27", "pass", "pass", "pass"]
    view = follow.knowledge().view
    assert isinstance(view, NoThanksView)
    assert (view.card, view.pot, view.chips, follow.turn) == (27, 3, [None, None, 10, None], 3)


def test_chips_are_counted_though_they_are_hidden() -> None:
    follow = table("first 1", "card 27", *["pass"] * 8, chips=2)
    assert follow.turn == 0
    assert refusal(follow, "pass") == (
        "Anna cannot have done that (refusing): by what you have entered, Anna has no chips left and must take card 27 "
        "(NT-4). If an earlier line is wrong, take it back."
    )
    follow.enter("take")
    follow.enter("28")
    follow.enter("pass")
    assert refusal(follow, "pass").startswith("Boris cannot have done that")


def test_your_own_move_is_checked_by_the_rules() -> None:
    follow = table("first 3", "card 27", chips=0)
    assert follow.your_turn
    assert "without a chip you must take card 27" in refusal(follow, "pass")


def test_a_card_that_was_seen_is_refused_and_the_others_are_listed() -> None:
    follow = table("first 1", "card 27", "take")
    assert refusal(follow, "27").startswith("27 has been seen already. Still possible: 3, 4, 5,")
    assert "27," not in refusal(follow, "27").partition("possible")[2]
    assert refusal(follow, "36").startswith('"36" is none of what is possible here: 3, 4')
    assert refusal(follow, "3 4").startswith("That is 2, but it must be 1. Possible: 3")
    assert refusal(follow, "pass").startswith('"pass" is none of what is possible here')
    assert refusal(table(), "Olga") == '"Olga" is none of what is possible here: Anna, Boris, Vera, Player 4'
    tens = table("first 1", tactical="on")
    assert tens.asked is not None
    assert "20" not in tens.asked.values


def test_it_ends_with_the_last_card() -> None:
    follow = table("first 1", "card 3", "take", "card 4", "take", removed=31)
    assert follow.over
    assert follow.match.scores() == [-8, -11, -11, -11]
    assert refusal(follow, "take").startswith('"take": the game is over.')


@pytest.mark.parametrize(
    "options", [{"tactical": "on"}, {"open_chips": "on", "chips": 3}, {"removed": 3, "highest": 12}]
)
def test_with_other_options_the_seat_knows_the_same(options: dict[str, object]) -> None:
    match = played(GAME, 11, players=4, **options)
    for follow, true in meeting_truth(match, 3, players=4, **options):
        assert known(follow.knowledge()) == known(true.knowledge(3))
