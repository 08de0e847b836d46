"""Mind Up! in words: moves, positions that cannot be, editions, narration."""

from pathlib import Path
from typing import Any, cast

import pytest

from koloda.core.errors import BadEdition, NotUnderstood, UnknownOption
from koloda.core.events import facts_of
from koloda.core.facts import Fact
from koloda.core.game import Act
from koloda.core.text import say
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import found
from koloda.games.mind_up.notation import read_action, read_draw, read_position, write_position
from koloda.games.mind_up.state import TAKE_BACK
from koloda.games.mind_up.terminal.lines import lines
from koloda.games.mind_up.view import MindUpView, view
from tests.games.mind_up.positions import play
from tests.games.mind_up.referee import SMALL, TINIEST

TURN = "mind_up[players=3] row=10,20,30 hand=1,15,40/2,25,41/3,35,42"


@pytest.mark.parametrize(("text", "action"), [(" 37 ", 37), ("back", TAKE_BACK), ("Назад", TAKE_BACK)])
def test_moves_are_read(text: str, action: int) -> None:
    """MU-8"""
    assert read_action(GAME.new(4), text) == action


@pytest.mark.parametrize("text", ["", "0", "61", "-3", "100", "x", "1 2"])
def test_what_is_no_move(text: str) -> None:
    """MU-8"""
    with pytest.raises(NotUnderstood, match="is not a move"):
        read_action(GAME.new(4), text)


@pytest.mark.parametrize("text", ["", "up 2 5", "up 1 61", "deal 1 5", "value 3", "goal A1", "5"])
def test_what_is_not_the_draw_that_is_due(text: str) -> None:
    """MU-5"""
    with pytest.raises(NotUnderstood, match="not the draw that is due"):
        read_draw(GAME.new(4), text)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("row=10", "The row has 1 card where it should have 2"),
        ("row=10,20,30", "The row has 3 cards"),
        ("row=10,10 hand=1,2/3,4", "Card 10 is not in the deck, or is there twice"),
        ("row=10,61 hand=1,2/3,4", "Card 61 is not in the deck"),
        ("row=10,-3 hand=1,2/3,4", "Card -3 is not in the deck"),
        ("row=10,x hand=1,2/3,4", '"x" is not a number'),
        ("row=10,20 hand=1,2/3,10", "Card 10 is not in the deck, or is there twice"),
        ("row=10,20 hand=1,2/3", "Hands of 2/1 cards do not fit"),
        ("row=10,20 hand=1/3", "Hands of 1/1 cards do not fit"),
        ("row=10,20", "Hands of 0/0 cards do not fit"),
        ("row=10,20 hand=1,2,3,4,5,6,7,8/11,12,13,14,15,16,17,18", "at most 7 cards in this round"),
        ("row=10,20 hand=1,2/3,4 collection=5+6/-", "holds one colour"),
        ("row=10,20 hand=1,2/3,4 collection=5,9,12/-", "a colour lies on one collection card"),
        ("row=10,20 hand=1,2/3,4 order=1-2-3-4", '"1-2-3-4" is not an order'),
        ("row=10,20 hand=1,2/3,4 order=1-2-3-4-4", "is not an order"),
        ("row=10,20 hand=1,2/3,4 choice=3/-", "Card 3 is not in the hand"),
        ("row=10,20 hand=1,2/3,4 choice=1/4", "All have chosen"),
        ("row=10,20 hand=1,2/3,4 choice=?/-", '"\\?" is not a number'),
        ("row=10,20 hand=1,2/3,4 known=5", "Card 5 is not in the hand"),
        ("row=10,20 hand=1,2/3,4 points=3/4", "points of 1 round, but 0 rounds are over"),
        ("row=10,20 hand=1,2/3,4 goals=A1", 'no goal "A1" in the stack'),
        ("row=10,20 hand=1,2/3,4 owed=1/1", "dealt anew only in phase deal-anew"),
        ("row=10,20 hand=1,2/3,4 phase=sleep", 'no phase "sleep"'),
        ("row=10,20 hand=1,2/3,4 phase=over", "Hands of 2/2 cards"),
        ("row=10,20 hand=1,2/3,4 layer=3", "layer should be a number from 1 to 2"),
        ("row=10,20 hand=1,2/3,4 phase=choose-anew", "choices made anew only in choose-anew"),
        ("row=10,20 hand=1,2/3,4 turn=1", 'no key "turn"'),
    ],
)
def test_positions_that_cannot_be(position: str, reason: str) -> None:
    with pytest.raises(NotUnderstood, match=reason):
        read_position(f"mind_up[players=2] {position}")


@pytest.mark.parametrize(
    ("goals", "reason"),
    [
        ("goals=A1", r"1 goal does not fit here; 2 are to be open \(MU-17\)"),
        ("goals=A1,A2", r"different letters: A1,A2 \(MU-18\)"),
        ("goals=A1,B1 discarded=B1", 'no goal "B1" in the stack'),
        ("goals=A1,H1", 'no goal "H1"'),
    ],
)
def test_goals_that_cannot_be(goals: str, reason: str) -> None:
    """MU-18"""
    with pytest.raises(NotUnderstood, match=reason):
        read_position(f"mind_up[players=2 goals=each-round goal_count=2] row=10,20 hand=1,2/3,4 {goals}")


def test_a_small_edition_is_played_and_carried_by_the_position() -> None:
    """MU-1, MU-2, MU-3"""
    s = GAME.new(2, edition=SMALL)
    assert read_position(write_position(s)) == s
    assert GAME.new(2, edition=found(s)) == s
    assert (s.first_hand, s.rounds, s.mark[60], s.colour[60], s.mark[4]) == (3, 2, 3, 4, 0)
    with pytest.raises(NotUnderstood, match="is not a move"):
        read_action(s, "16")


def test_an_edition_file_with_the_same_deck_is_the_default(tmp_path: Path) -> None:
    """MU-1"""
    file = tmp_path / "box.toml"
    file.write_text(Path("src/koloda/games/mind_up/edition.toml").read_text("utf-8"), "utf-8")
    assert found(GAME.new(4, edition=str(file))) == "default"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hand = 1", "Line 1 of the edition: hand should be a number from 2 to 12"),
        ("hand = true", "hand should be a number"),
        ("rounds = 4", "Line 2 of the edition: rounds should be a number from 1 to 3"),
        ("values = [1, 1]", "Line 3 of the edition: 1 is there twice"),
        ("values = [3]", "at least two values"),
        ("values = [1, 6]", "values should be a number from 1 to 5"),
        ("values = [1]", "at least two values"),
        ("orange = [1, 1]", "Line 5 of the edition: 1 is there twice"),
        ("orange = [1, 2]", "Line 6 of the edition: 2 is there twice"),
        ("orange = [61]", "from 1 to 60"),
        ("orange = 7", '"colours.orange" should be a list'),
        ("red = [7]", 'Line 6 of the edition: there is no "red" here; there are: orange, pink'),
        ("blue = [50]", "more colours than the 2 collection cards"),
        ("10 = [1]", 'there is no "10" here'),
        ("1 = [9]", "Line 8 of the edition: card 9 has a mark but no colour"),
        ("A1 = 100", "Line 10 of the edition: goals.A1 should be a number from -99 to 99"),
        ("H1 = 1", 'there is no "H1" here'),
        ("hand = ", "not valid TOML"),
    ],
)
def test_editions_that_cannot_be(tmp_path: Path, line: str, reason: str) -> None:
    """MU-1, MU-2, MU-3, MU-20"""
    text = [
        *("hand = 2", "rounds = 1", "values = [1, 2]"),
        *("[colours]", "orange = [1, 3, 5]", "pink = [2, 4, 6]"),
        *("[marks]", "1 = [2]"),
        *("[goals]", "A1 = 2"),
    ]
    key = line.split(" =")[0]
    known = {entry.split(" =")[0]: place for place, entry in enumerate(text)}
    place = {"red": 5, "blue": 5, "10": 7, "H1": 9}.get(key)
    if place is None:
        text[known[key]] = line
    else:
        text.insert(place, line)
    file = tmp_path / "own.toml"
    file.write_text("\n".join(text), "utf-8")
    with pytest.raises(BadEdition, match=reason):
        GAME.new(2, edition=str(file))


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (3, {"edition": TINIEST}, r"3 players need 9 cards, but this edition has 6 \(MU-7\)"),
        (4, {"edition": SMALL}, "4 players need 20 cards, but this edition has 16"),
        (2, {"edition": TINIEST, "goals": "fixed"}, r"this edition has 0 different letters \(MU-18\)"),
        (2, {"edition": {**SMALL, "wild": 1}}, 'there is no "wild" here'),
        (2, {"edition": {**SMALL, "marks": 3}}, '"marks" should be a table'),
    ],
)
def test_editions_too_small(players: int, options: dict[str, Any], reason: str) -> None:
    """MU-7, MU-18"""
    with pytest.raises((UnknownOption, BadEdition), match=reason):
        GAME.new(players, **options)


def told(position: str, move: str, seat: int | None) -> list[str]:
    before = read_position(position)
    after = play(before.copy(), move)
    player, _, text = move.partition(": ")
    event = Act(int(player) - 1, read_action(before, text))
    return [say(fact, "en", reader=seat) for fact in facts_of(GAME.narration.narrate(before, event, after, seat))]


def test_a_choice_is_told_to_its_owner_alone() -> None:
    """MU-8"""
    assert told(TURN, "1: 15", 0) == ["You choose 15 (orange, +1)."]
    assert told(TURN, "1: 15", 1) == told(TURN, "1: 15", None) == ["Player 1 has chosen."]
    assert told(TURN + " choice=15/-/-", "1: back", 2) == ["Player 1 takes the choice back."]


def test_a_turn_is_told() -> None:
    """MU-9"""
    assert told(TURN + " choice=40/2/-", "3: 35", 1) == [
        "Player 3 has chosen.",
        "You play 2 (pink) and take 10 (pink, +2).",
        "Player 3 plays 35 (purple) and takes 20 (purple).",
        "Player 1 plays 40 (blue, +1) and takes 30 (orange).",
    ]


def test_the_end_of_a_round_is_told() -> None:
    """MU-12 … MU-16, MU-19"""
    before = "mind_up[players=2 goals=fixed] row=8,46 order=2-4-1-5-3 hand=2,30/50,51 choice=2/- goals=A1,C1,G1"
    collection = "collection=39+7,18,25,15/4+5+12,16,3"
    assert told(f"{before} {collection}", "2: 50", None)[3:] == [
        "Player 1 keeps the last card, 30 (orange).",
        "Player 2 keeps the last card, 51 (pink, +2).",
        "Player 1 meets goal A1: 1 or 3 orange cards, +2.",
        "Player 1 meets goal C1: nobody with fewer pink cards, −2.",
        "Player 1 meets goal G1: exactly 3 cards on some collection card, −2.",
        "Player 2 meets goal G1: exactly 3 cards on some collection card, −2.",
        "Player 1: 23 points in round 1, 23 in all.",
        "Player 2: 27 points in round 1, 27 in all.",
        "Player 1 shuffles the collection cards.",
    ]
    last = f"{before} {collection} round=3 points=10,10/8,8"
    assert told(last, "2: 50", 1)[-3:] == [
        "Player 1: 23 points in round 3, 43 in all.",
        "You: 27 points in round 3, 43 in all.",
        "You win.",
    ]


def test_only_the_last_choice_shows_something() -> None:
    """MU-8"""
    s = read_position(TURN + " choice=40/-/-")
    assert not GAME.narration.reveals(s, 2)
    assert not GAME.narration.reveals(s, TAKE_BACK)
    assert GAME.narration.reveals(read_position(TURN + " choice=40/2/-"), 3)


def test_descriptions() -> None:
    """MU-8"""
    s = read_position(TURN + " choice=40/-/-")
    assert say(GAME.narration.describe(s, 1, 25)) == "choose 25 (green, −1)"
    assert say(GAME.narration.describe(s, 0, TAKE_BACK)) == "take 40 (blue, +1) back into hand and choose anew"
    assert isinstance(GAME.narration.describe(s, 1, 25), Fact)


def test_the_view_in_lines() -> None:
    """MU-8"""
    s = read_position(TURN + " collection=4+5/-/9 order=2-4-1-5-3 choice=40/-/-")
    assert lines(view(s, 0), "en", ["a", "b", "c"]) == [
        "Round 1 of 3. 45 cards in the deck.",
        "Collection cards: 2-4-1-5-3.",
        "You: 7 points in all, 7 in this round; 3 cards in hand.",
        "Your collection: green on 2: 4 5.",
        "b: 0 points in all, 0 in this round; 3 cards in hand.",
        "c: 3 points in all, 3 in this round; 3 cards in hand.",
        "Collection of c: purple on 2: 9.",
        "Row: 10 (pink, +2), 20 (purple), 30 (orange).",
        "Your hand: 1 (orange, −1), 15 (orange, +1), 40 (blue, +1).",
        "You have chosen 40 (blue, +1). To be chosen by: b, c.",
    ]
    assert lines(view(s, 1), "ru", ["a", "b", "c"])[-1] == "Выберите карту."
    assert lines(view(s, None), "ru", ["a", "b", "c"])[-1] == "Ещё выбирают: b, c."
    ended = read_position("mind_up[players=2] phase=over row=1,2 points=1,2,3/1,2,4")
    assert lines(cast(MindUpView, GAME.view(ended, None)), "en", [])[-1] == "The game is over. Player 2 wins."
