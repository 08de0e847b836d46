"""What a plain game need not write: positions, views and narration from its tables."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Annotated, Any, cast

import pytest

from koloda.core import plain
from koloda.core.errors import NotUnderstood
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Act, Draw, Rules, SetUp
from koloda.core.schema import I1, I8, Fields, fields


@fields
class State(Fields):
    players: I1
    turn: I1
    phase: I1
    out: I1  # seats that are out, as bits
    deck: I8
    open: I1  # the card on the table
    hands: Annotated[list[int], "i8", 3]
    chips: Annotated[list[int], "i1", 3]
    table: Annotated[list[list[int]], "i1", 2, 2]


def start(s: State) -> None:
    s.deck = (1 << 8) - 1
    s.open = -1
    s.chips[: s.players] = [5] * s.players


def act(s: State, seat: int, action: int) -> None:
    s.chips[seat] -= action


def scores(s: State, out: list[int]) -> None:
    out[:] = s.chips[: s.players]


RULES = cast(
    Rules,
    SimpleNamespace(
        actors=lambda s: 1 << s.turn if s.turn >= 0 else 0,
        act=act,
        over=lambda s: 0 in s.chips[: s.players],
        chance=lambda s: s.deck.bit_count(),
        scores=scores,
        standings=scores,
    ),
)
SET_UP = SetUp("toy", range(2, 4), 2, (), State, start)
DECK = plain.Deck("deck", plain.FRENCH_CARDS[:8])
FIELDS = (
    plain.WordField("phase", ("play", "plan", "end")),
    plain.SeatField("turn", shown=False),
    plain.CardField("open", DECK),
    plain.CardsField("hands", DECK, known=lambda s, seat, other: seat == other),
    plain.NumberField("chips", 0, lambda s: 5 * s.players),
    plain.SeatsField("out"),
    plain.CardsField("gone", DECK, of=lambda s: 0xFF & ~s.deck & ~sum(s.hands) & ~(1 << s.open if s.open >= 0 else 0)),
    plain.ComputedField("mine", int, lambda s, seat: 0 if seat is None else s.chips[seat]),
)


def write_action(s: State, action: int) -> str:
    return ("wait", "pay one", "pay two", "give two")[action]


def write_draw(s: State, outcome: int) -> str:
    return f"card {DECK.written(s, outcome)}"


def complete(s: State, read: Mapping[str, int]) -> None:
    if read["gone"] & 1:
        raise NotUnderstood.of("toy.no_move", text="2c")


WRITING = cast(Any, SimpleNamespace(FIELDS=FIELDS, write_action=write_action, write_draw=write_draw))
NOTATION = plain.PlainNotation(SET_UP, RULES, 4, WRITING, complete, {"ждать": "wait"})
VIEW = plain.plain_view(SET_UP, RULES, FIELDS)


def move(s: State, seat: int, action: int) -> Fact:
    return fact("pay", chips=action, how=fact("gladly"), to=[fact("bank"), 3])


def drawn(before: State, outcome: int, after: State, seat: int | None) -> Fact | None:
    return plain.told_card(1, seat, "2♣")


def refuse(s: State, seat: int, action: int) -> Fact:
    return fact("no_chips")


TELLING = cast(Any, SimpleNamespace(move=move, drawn=drawn, refuse=refuse))
NARRATION = plain.PlainNarration("toy", RULES, TELLING, lambda s: [fact("last")], lambda s, action: action == 2)


@pytest.mark.parametrize(
    "line",
    [
        "toy[players=2]",
        "toy[players=3] phase=plan turn=- open=2h hands=2d,3s/-/2c chips=0/4/15 out=0/1/1 gone=2s,3c",
    ],
)
def test_a_position_says_what_is_not_as_at_the_start(line: str) -> None:
    s = NOTATION.read_position(line)
    assert NOTATION.write_position(s) == line


def test_cards_of_a_position_leave_the_deck() -> None:
    s = NOTATION.read_position("toy[players=2] hands=2d/- open=3c gone=3s turn=2 phase=e")
    assert (s.deck, s.hands[:2], s.open, s.turn, s.phase) == (0b01101101, [2, 0], 4, 1, 2)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hands=2d/2d", '"2d" is not in the deck, or there twice.'),
        ("open=9c", '"9c" is not in the deck, or there twice.'),
        ("hands=2d", 'hands has 1 part for 2 players; parts are separated by "/".'),
        ("chips=1/11", 'chips should be a number from 0 to 10, not "11".'),
        ("turn=3", 'turn should be a number from 1 to 2, not "3".'),
        ("phase=pla", 'phase should be one of play, plan, end, not "pla".'),
        ("out=1", 'out has 1 part for 2 players; parts are separated by "/".'),
        ("out=2/0", 'out should be a number from 0 to 1, not "2/0".'),
        ("mine=3", 'A position has no key "mine".'),
    ],
)
def test_a_bad_position_is_refused(line: str, told: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        NOTATION.read_position(f"toy[players=2] {line}")
    assert str(refused.value) == told


def test_a_field_may_have_another_default() -> None:
    fields = (plain.NumberField("chips", 0, 9, default=3), plain.SeatField("turn", default=lambda s: s.players - 1))
    writing = cast(Any, SimpleNamespace(FIELDS=fields, write_action=write_action, write_draw=write_draw))
    notation = plain.PlainNotation(SET_UP, RULES, 4, writing)
    s = notation.read_position("toy[players=3]")
    assert (s.chips, s.turn) == ([3, 3, 3], 2)
    assert notation.write_position(s) == "toy[players=3]"
    assert notation.write_position(SET_UP.new(2)) == "toy[players=2] chips=5/5 turn=1"


def test_the_game_completes_a_position_or_refuses_it() -> None:
    with pytest.raises(NotUnderstood):
        NOTATION.read_position("toy[players=2] gone=2c")


def test_a_field_that_the_state_does_not_have_is_refused_at_once() -> None:
    for name in ("purse", "table"):
        writing = cast(
            Any, SimpleNamespace(FIELDS=(plain.NumberField(name, 0, 1),), write_action=None, write_draw=None)
        )
        with pytest.raises(TypeError, match=f"toy: the state has no number, or list of numbers, '{name}'"):
            plain.PlainNotation(SET_UP, RULES, 4, writing)


def test_moves_and_draws_are_read_by_comparing() -> None:
    s = SET_UP.new()
    assert [NOTATION.read_action(s, text) for text in ("Wait", " pay  ONE", "one", "ждать")] == [0, 1, 1, 0]
    assert NOTATION.read_draw(s, "card 3d") == 5
    for text in ("two", "pay", ""):
        with pytest.raises(NotUnderstood):
            NOTATION.read_action(s, text)
    with pytest.raises(NotUnderstood):
        NOTATION.read_draw(s, "card 9c")


def test_a_view_has_what_its_seat_may_know() -> None:
    s = NOTATION.read_position("toy[players=2] open=2h hands=2d,3s/2c out=0/1 turn=2")
    seen: Any = VIEW(s, 0)
    assert (seen.game, seen.seat, seen.players, seen.actors, seen.over) == ("toy", 0, 2, [1], False)
    assert (seen.phase, seen.open, seen.hands, seen.chips) == ("play", "2♥", [["2♦", "3♠"], None], [5, 5])
    assert (seen.out, seen.gone, seen.mine) == ([1], [], 5)
    assert not hasattr(seen, "turn")
    spectated: Any = VIEW(s, None)
    assert (spectated.hands, spectated.mine) == ([None, None], 0)
    assert VIEW.__annotations__["return"] is type(seen)
    assert type(seen).__name__ == "ToyView"


def test_what_is_told_has_the_name_of_the_game() -> None:
    s = SET_UP.new()
    how: dict[str, Arg] = {"chips": 2, "how": fact("toy.gladly"), "to": [fact("toy.bank"), 3]}
    assert NARRATION.describe(s, 0, 2) == Fact("toy.can_pay", how)
    assert NARRATION.narrate(s, Act(0, 2), s, 1) == [Fact("toy.pay", {"player": 0, **how})]
    assert NARRATION.narrate(s, Draw(0), s, 1) == [fact("toy.dealt", card="2♣")]
    assert NARRATION.narrate(s, Draw(0), s, None) == []


def test_the_end_is_told_with_all_scores_and_the_winners() -> None:
    s = NOTATION.read_position("toy[players=2] chips=0/5")
    assert NARRATION.narrate(s, Act(0, 2), s, 1)[1:] == [
        fact("toy.last"),
        fact("toy.scored", player=0, points=0),
        fact("toy.scored", player=1, points=5),
        fact("common.wins", player=1),
    ]


def test_moves_are_refused_in_the_usual_words_first() -> None:
    s = SET_UP.new()
    assert NARRATION.refuse(s, 0, 3) == fact("toy.no_chips")
    assert NARRATION.refuse(s, 1, 3) == fact("common.not_your_turn", player=0)
    s.turn = -1
    assert NARRATION.refuse(s, 1, 3) == fact("common.nothing_due")


def test_a_move_stands_once_it_shows_something() -> None:
    """The end always does."""
    s = SET_UP.new()
    assert [NARRATION.reveals(s, action) for action in (1, 2, 5)] == [False, True, True]
    assert [NARRATION.uncovers(s, action) for action in (1, 2, 5)] == [False, False, True]
    cautious = plain.PlainNarration("toy", RULES, TELLING)
    assert cautious.reveals(s, 1)
