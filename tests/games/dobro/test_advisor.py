"""Dobro followed at a real table: your hand, plays from hands that nobody sees, who forgets to draw."""

import pytest

from koloda.core.errors import KolodaError
from koloda.core.text import say
from koloda.games import find
from koloda.games.dobro.view import DobroView
from koloda.table.followed_game import FollowedGame
from tests.table.real_tables import known, meeting_truth, played

GAME = find("dobro")
NAMES = ["Anna", "Boris", "Vera"]


def table(*lines: str, seat: int = 0, players: int = 3, **options: object) -> FollowedGame:
    follow = FollowedGame(GAME, seat, players, NAMES[:players], **options)
    for line in lines:
        follow.enter(line)
    return follow


def seen(follow: FollowedGame) -> DobroView:
    view = follow.knowledge().view
    assert isinstance(view, DobroView)
    return view


def refusal(follow: FollowedGame, line: str) -> str:
    with pytest.raises(KolodaError) as refused:
        follow.enter(line)
    return refused.value.text("en", follow.names)


HAND = "hand 4 6 6 9 11 J"


def test_the_hand_the_leader_then_plays_of_everybody() -> None:
    follow = table()
    assert follow.asked is not None
    assert say(follow.asked.title) == "Which 6 cards are in your hand?"
    follow.enter("4, 6 6 9 11 джокер")
    assert (say(follow.asked.title), follow.asked.kind) == ("Who leads round 1?", "seat")
    follow.enter("boris")
    for line in ("5", "9"):
        follow.enter(line)
    assert follow.lines == ["hand 4 6 6 9 11 J", "first 2", "5", "9"]
    view = seen(follow)
    assert (view.good, view.hand, view.hand_sizes) == (9, ["4", "6", "6", "9", "11", "J"], [6, 6, 6])
    assert "6+6" in [GAME.notation.write_action(follow.match.state, a) for a in follow.moves]


def test_who_draws_is_understood_and_who_forgets_is_said() -> None:
    follow = table(HAND, "first 2", "5")
    assert seen(follow).hand_sizes == [6, 6, 6]
    assert [act.seat for act in follow.corrections] == [1]
    follow.enter("end")
    assert (seen(follow).hand_sizes, seen(follow).forgetful, follow.turn) == ([6, 5, 6], 1, 2)
    assert [say(told, "en", NAMES) for told in follow.told()[-2]] == ["Boris plays 5. The good number is 5."]
    assert follow.corrections == []
    assert follow.back() == "end"
    follow.enter("draw")
    assert (seen(follow).hand_sizes, seen(follow).forgetful) == ([6, 6, 6], None)
    follow.enter("9")
    assert [act.seat for act in follow.corrections] == [2], "only the last one can be said to have forgotten"


def test_your_own_draw_is_asked_for() -> None:
    follow = table(HAND, "first 1", "6+6", "draw")
    assert follow.asked is not None
    assert (say(follow.asked.title), follow.asked.count) == ("Which 2 cards did you draw?", 2)
    follow.enter("12 12")
    assert seen(follow).hand == ["4", "9", "11", "12", "12", "J"]
    assert table(HAND, "first 1", "6", attention="off").asked is not None


def test_what_others_cannot_have() -> None:
    assert refusal(table(HAND, "first 2", "9"), "4") == (
        "Vera cannot have done that (4): it takes 9 or more (DB-8). If an earlier line is wrong, take it back."
    )
    asked = table().asked
    assert asked is not None
    most = asked.values["12"]
    too_many = " ".join(["12"] * (most + 1) + ["2"] * (5 - most))
    assert refusal(table(), too_many).startswith(f"12 can come up {most} times at most")
    twelves = table("hand " + " ".join(["12"] * most + ["2"] * (6 - most)), "first 2")
    assert refusal(twelves, "12").startswith("Boris cannot have done that (12): all these cards have been seen already")
    assert refusal(table(), "4 6 6 9 11").startswith("That is 5, but it must be 6.")
    assert refusal(table(), "4 6 6 9 11 13").startswith('"13" is none of what is possible here: 2, 3, 4')


def test_your_own_play_needs_the_cards() -> None:
    assert "you do not have 7" in refusal(table(HAND, "first 1"), "7")


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"attention": "off"}),
        (4, {"rounds": "long", "pair_doubling": "top-card"}),
        (6, {"attention": "off"}),
    ],
)
def test_with_other_options_every_seat_knows_the_same(players: int, options: dict[str, object]) -> None:
    match = played(GAME, 12, players=players, **options)
    for seat in (0, players - 1):
        for follow, true in meeting_truth(match, seat, players=players, **options):
            assert known(follow.knowledge()) == known(true.knowledge(seat))
