"""Tugriki as people read it: moves, positions, views, sentences."""

import pytest

from koloda.core.errors import NotLegal, NotUnderstood, NotYourTurn
from koloda.core.events import facts_of
from koloda.core.text import say
from koloda.games.tugriki import GAME
from koloda.games.tugriki.notation import read_action, read_draw, read_position, write_action
from koloda.games.tugriki.state import ACTIONS, AS_CHOICE, AS_GENIE, CHALLENGE, DRAW, LEND, PAY, SILENT, WIDEST
from koloda.games.tugriki.terminal.lines import lines
from koloda.games.tugriki.view import TugrikiView, view
from koloda.table.match import refusal
from tests.games.tugriki.positions import A, B, C, apply, event_of, played, same

THREE = "tugriki[players=3] "


def test_the_action_ids_are_fixed() -> None:
    """As the table in `state.py` says."""
    s = GAME.new()
    assert (ACTIONS, GAME.actions, GAME.widest) == (215, 215, WIDEST)
    ids = {0: "R0", 65: "OX", 66: "genie=R0", 131: "genie=OX", 132: "row=R0", 197: "row=OX", 198: "name red"}
    ids |= {203: "name orange", 204: "draw", 205: "pay", 206: "silent", 207: "challenge", 208: "call"}
    ids |= {209: "refuse", 210: "lend 1", 214: "lend 5"}
    for action, text in ids.items():
        assert write_action(s, action) == text
    for action in range(ACTIONS):
        assert read_action(s, write_action(s, action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("r5", "R5"),
        ("К5", "R5"),
        ("фх", "PX"),
        ("джинн=К4", "genie=R4"),
        ("Ряд = Ж4", "row=Y4"),
        ("выбор ряда=Ж4", "row=Y4"),
        ("purple", "name purple"),
        ("name p", "name purple"),
        ("назвать фиолетовый", "name purple"),
        ("зеленый", "name green"),
        ("беру", "draw"),
        ("плачу", "pay"),
        ("keep", "pay"),
        ("молчу", "silent"),
        ("проверяю", "challenge"),
        ("уличаю", "call"),
        ("дать 3", "lend 3"),
        ("lend 0", "refuse"),
        ("отказать", "refuse"),
    ],
)
def test_moves_are_understood_in_both_languages(text: str, action: str) -> None:
    s = GAME.new()
    assert write_action(s, read_action(s, text)) == action


@pytest.mark.parametrize(
    "text", ["", "R11", "Q5", "genie", "genie=genie", "joker=R4", "lend 6", "lend", "name pink", "p"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotUnderstood, match="is not a move"):
        read_action(GAME.new(), text)


@pytest.mark.parametrize("text", ["first 5", "first", "card R5"])
def test_what_is_no_draw(text: str) -> None:
    with pytest.raises(NotUnderstood, match="not the draw"):
        read_draw(GAME.new(4), text)
    with pytest.raises(NotUnderstood, match="not the draw"):
        read_draw(played(THREE + "rows=R5 hands=R6/P0/P1", "draw"), "card R6")


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("hands=R5,R5/P0/P1", "too often: R5"),
        ("hands=R5/P0/P1 rows=R5", "too often: R5"),
        ("hands=R5/P0/P1 rows=Y5,Y5", "too often: Y5"),
        ("hands=B5/P0/P1", "Not in the deck, or there too often: B5"),
        ("hands=genie*3/P0/P1", "too often: genie"),
        ("hands=R5/P0/P1 rows=Y5 genie-at=Y4,Y6,Y7", "too often: genie"),
        ("hands=R5/P0/P1 rows=genie", "not a place in a row"),
        ("hands=5/P0/P1", '"5" is not a card'),
        ("hands=R5/P0/P1 rows=Y4", "row Y is not sound"),
        ("hands=R5/P0/P1 rows=Y3,Y5", "row Y is not sound"),
        ("hands=R5/P0/P1 rows=Y5 genie-at=Y6 row-at=Y6", "row Y is not sound"),
        ("hands=R6/P0/P1 genie-at=R5", "row R is not sound"),
        ("hands=R6/P0/P1 bound=B", "cannot bind"),
        ("hands=R6/P0/P1 rows=Y0-X bound=Y", "cannot bind"),
        ("hands=R6/P0/P1 bound=R*3", "cannot bind"),
        ("hands=R6/P0/P1 phase=draw", "is not a phase"),
        ("hands=R6/P0/P1 phase=drawn", "drawn card"),
        ("hands=R6/P0/P1 phase=drawn drawn=R7", "drawn card"),
        ("hands=R6/P0/P1 drawn=R6", "drawn card"),
        ("hands=R6/P0/P1 phase=forced", 'needs "target"'),
        ("hands=R6/P0/P1 phase=loan target=1", 'needs "target"'),
        ("hands=R6/P0/P1 owed=1/-/-", "Cards are owed"),
        ("hands=R6/P0/P1 then=move", 'no key "then"'),
        ("hands=R6/P0/P1 tugriks=40/40/41", "121 tugriks in all, but the game has 120"),
        ("hands=R6/P0/P1 bank=4", "121 tugriks in all"),
        ("hands=R6/P0/P1 tugriks=40/x/41", "should be a number"),
        ("hands=R6/P0/P1 lent=1>1:5", "is not a loan"),
        ("hands=R6/P0/P1 lent=1>4:5", "is not a loan"),
        ("hands=R6/P0/-", "Player 3: a player in the round has cards"),
        ("hands=R6/P0/P1 out=3", "one who is out has none"),
        ("hands=R6/P0/- out=3 turn=3", "is out and cannot have the turn"),
        ("hands=R6/P0/P1 out=4", "out should be a number from 1 to 3"),
        ("hands=genie/row/row rows=R0-X,Y0-X,G0-X,P0-X", "the round is over"),
        ("hands=R6/P0/P1 deck=3", 'no key "deck"'),
    ],
)
def test_positions_that_cannot_be(position: str, reason: str) -> None:
    with pytest.raises(NotUnderstood, match=reason) as refused:
        read_position(THREE + position)
    assert refused.value.text("ru")


def test_a_position_says_what_matters_in_one_line() -> None:
    text = (
        "tugriki[players=3 loans=on rounds=3] round=2 starter=2 turn=3 back=1 hands=R3-4,genie*2/Y5/PX,row"
        " rows=R5-6 row-at=R7 bound=R*1+row miss=1 silent=2 bank=5 tugriks=38/38/39 lent=1>3:5"
    )
    assert same(text) == text


def seen(position: str, seat: int | None) -> TugrikiView:
    return view(read_position(position), seat)


def test_what_is_hidden() -> None:
    """Hands and the deck order are hidden; sizes, tugriks, the bank, rows and what binds are public."""
    position = f"{THREE}turn=2 phase=drawn drawn=R3 hands=R4,genie/R3,Y7/PX rows=R5 row-at=R6 bound=R"
    for seat, hand, drawn in ((A, ["R4", "genie"], None), (B, ["R3", "Y7"], "R3"), (None, None, None)):
        found = seen(position, seat)
        assert (found.hand, found.drawn) == (hand, drawn)
        assert (found.cards, found.deck, found.bank, found.tugriks) == ([2, 2, 1], 41, 3, [39, 39, 39])
        assert (found.bound, found.named) == ("red", 0)
        assert found.rows[0].places == {"R5": ["R5"], "R6": ["row"]}
        assert (found.actors, found.turn) == ([B], B)


def test_who_may_be_challenged_or_called_is_public() -> None:
    """TG-25, TG-27"""
    rest = "turn=2 hands=R4/R3/PX rows=R5"
    assert (seen(f"{THREE}{rest} paid=1", C).challengeable, seen(f"{THREE}{rest} paid=1", C).callable) == (A, None)
    assert (seen(f"{THREE}{rest} silent=1", C).challengeable, seen(f"{THREE}{rest} silent=1", C).callable) == (None, A)


def told(position: str, move: str, seat: int | None = None) -> list[str]:
    before = played(position)
    event = event_of(before, move)
    after = before.copy()
    apply(after, event)
    return [say(fact, "en", reader=seat) for fact in facts_of(GAME.narration.narrate(before, event, after, seat))]


def test_what_is_told_of_a_move() -> None:
    position = f"{THREE}rows=R3-5,P5 hands=R2,P4,R8,row/P0,PX/P1"
    assert told(position, "R2") == ["Player 1 lays red 2.", "Player 2 misses the turn."]
    assert told(position, "P4") == [
        "Player 1 lays purple 4.",
        "Player 2 pays a penalty of 2 tugriks.",
        "Player 2 misses the turn.",
    ]
    assert told(position, "row=P6", A) == [
        "You lay a wild: Row choice as purple 6.",
        "The purple row must be finished first.",
    ]
    assert told(f"{THREE}rows=R5 hands=R6/P0/P1", "R6", B)[:2] == [
        "Player 1 lays red 6.",
        "Player 1 has no cards left and takes the bank: 3 tugriks.",
    ]


def test_a_drawn_card_is_told_to_its_owner() -> None:
    position = f"{THREE}phase=drawing hands=R6/P0/P1"
    assert told(position, "card Y0", A) == ["You draw: yellow 0."]
    assert told(position, "card Y0", B) == ["Player 1 draws a card; 44 left in the deck."]


def test_an_exchange_is_told_to_both_owners_of_a_card() -> None:
    """TG-21"""
    position = f"{THREE}phase=exchange turn=1 target=3 picks=P0/P1/- hands=R6/P0/P1 rows=G1-5"
    assert told(position, "card R6", A) == [
        "Everyone draws a card from the next player's hand.",
        "You draw from Player 2: purple 0.",
        "Player 3 draws from you: red 6.",
    ]
    assert told(position, "card R6", None) == ["Everyone draws a card from the next player's hand."]


def test_automatic_payments_are_told() -> None:
    """TG-11: with an empty deck and attention off the turn passes by itself."""
    position = "tugriki[players=2 attention=off reach=1 dealt=1] turn=2 rows=R4-6,Y4-6,G5 "
    assert told(f"{position}hands=P4,P6/G4,G6,P5,genie*2,row*2", "G4") == [
        "Player 2 lays green 4.",
        "Player 1 cannot lay, and the deck is empty: the turn passes for a tugrik.",
    ]


@pytest.mark.parametrize(
    ("position", "seat", "move", "reason"),
    [
        ("rows=R5 hands=R6,Y8/P0/P1", A, "R7", "Red 7 is not possible: you do not have this card"),
        ("rows=R5 hands=R6,Y8/P0/P1", A, "Y8", "Yellow 8 is not possible: its row starts with the 5 (TG-7)"),
        ("rows=R5 hands=R7,Y8/P0/P1", A, "R7", "Red 7 is not possible: red 6 must be laid first (TG-8)"),
        ("rows=R5,Y5 bound=Y hands=R6,Y8/P0/P1", A, "R6", "the yellow row must be finished first (TG-14, TG-19)"),
        ("rows=R5,Y5 bound=Y*2 hands=R6,Y8/P0/P1", A, "R6", "the named colour comes first, yellow (TG-19)"),
        ("rows=R5,Y5 bound=Y*2 hands=row,Y8/P0/P1", A, "row=R6", "yellow was named, and it may only go there (TG-17)"),
        ("rows=R5 hands=genie,Y8/P0/P1", A, "genie=R5", "a wild cannot stand for a 5 (TG-13)"),
        ("rows=R5-6 hands=genie,Y8/P0/P1", A, "genie=R6", "a wild covers nothing (TG-15)"),
        ("rows=R5 hands=genie,Y8/P0/P1", A, "genie=R8", "A Genie is not possible: red 7 must be laid first (TG-8)"),
        ("rows=R5 hands=R6,Y8/P0/P1", A, "B5", "Blue 5 is not possible: there is no such card in this deck (TG-1)"),
        ("rows=R5 hands=R6,Y8/P0/P1", A, "pay", "lay a card or draw one first (TG-11)"),
        ("rows=R5 hands=R6,Y8/P0/P1", A, "challenge", "nobody has just drawn and paid (TG-25)"),
        ("rows=R5 hands=R6,Y8/P0/P1", A, "call", "nobody has failed to pay (TG-27)"),
        ("rows=R5 hands=R6,Y8/P0/P1 silent=3", A, "challenge", "can only be called (TG-28)"),
        ("rows=R5 hands=R6,Y8/P0/P1 silent=3", C, "call", "you cannot call yourself (TG-27)"),
        ("rows=R5 hands=R6,Y8/P0/P1", A, "name red", "no colour is to be named now (TG-18)"),
        ("rows=R5 hands=R6,Y8/P0/P1", A, "lend 1", "nobody asks for a loan now (TG-30)"),
        ("rows=R5 hands=R6,Y8/P0/P1", B, "R6", "it is Player 1's turn"),
        (
            "rows=R5 hands=R6,Y8/P0/P1 phase=drawn drawn=Y8",
            A,
            "R6",
            "only the drawn card may be laid, yellow 8 (TG-25)",
        ),
        ("rows=R5 hands=R6,Y8/P0/P1 phase=drawn drawn=Y8", A, "draw", "you have drawn already (TG-11)"),
        ("rows=R5 hands=R6,Y8/P0/P1 phase=drawn drawn=Y8", A, "challenge", "too late"),
        ("rows=R5 hands=R6,Y8/P0/P1 phase=name", A, "draw", "name a colour first (TG-18)"),
        ("rows=R0-X hands=Y8/P0/P1 phase=name", A, "name red", "the red row is finished already (TG-18)"),
        ("rows=R5 hands=R6,Y8/P0/P1 phase=name", A, "name blue", "there is no blue in this deck (TG-1)"),
        ("phase=loan target=1 asked=2 hands=R6/-/P1 tugriks=0/3/117", B, "lend 3", "keeps at least 1 tugrik (TG-30)"),
        ("phase=loan target=1 asked=2 hands=R6/-/P1 tugriks=0/3/117", B, "draw", "first say whether you lend"),
        ("out=3 hands=R6/P0/- tugriks=60/57/0", C, "call", "you are out of the game (TG-30)"),
        ("phase=forced target=2 hands=R6/P0/P1", A, "R6", "nobody can act now"),
    ],
)
def test_why_a_move_is_refused(position: str, seat: int, move: str, reason: str) -> None:
    s = read_position(THREE + position)
    refused = refusal(GAME, s, seat, read_action(s, move))
    assert isinstance(refused, NotLegal | NotYourTurn)
    assert reason in refused.text("en")
    assert refused.text("ru")


@pytest.mark.parametrize(
    ("options", "position", "action", "reason"),
    [
        ("challenges=off", "rows=R5 hands=R6/P0/P1", DRAW, "you can lay a card, so you must (TG-10)"),
        ("challenges=off", "rows=R5 hands=R6/P0/P1", CHALLENGE, "no challenges in this game (TG-25)"),
        (
            "challenges=off",
            "rows=R5 hands=R6,Y8/P0/P1 phase=drawn drawn=R6",
            PAY,
            "the drawn card fits, and it must be laid (TG-11)",
        ),
        ("attention=off", "rows=R5 hands=R6,Y8/P0/P1 phase=drawn drawn=R6", SILENT, "automatic in this game (TG-27)"),
        ("attention=off", "rows=R5 hands=R6,Y8/P0/P1", LEND - 1, "no calls in this game (TG-27)"),
        ("reach=1 dealt=1", "rows=R4-6,Y4-6,G5 hands=P4,P6/G4,G6/P5,genie*2,row*2", DRAW, "the deck is empty (TG-11)"),
        (
            "wilds=plain",
            "rows=R3-5 hands=genie,Y8/P0/P1",
            AS_GENIE + 2,
            "a wild stands only for cards without an action (TG-13)",
        ),
        (
            "wilds=plain",
            "rows=R3-5 hands=row,Y8/P0/P1",
            AS_CHOICE + 2,
            "a wild stands only for cards without an action (TG-13)",
        ),
        (
            "wilds=plain",
            "rows=R3-5 hands=row,Y8/P0/P1",
            AS_CHOICE + 1,
            "A Row choice is not possible: red 2 must be laid first",
        ),
        ("reach=1 dealt=1", "rows=R4-6,Y4-6,G5 hands=G4,P6/P4,G6/P5,genie*2,row*2", PAY, "you must (TG-10)"),
    ],
)
def test_why_a_move_is_refused_with_other_options(options: str, position: str, action: int, reason: str) -> None:
    s = read_position(f"tugriki[players=3 {options}] {position}")
    refused = refusal(GAME, s, A, action)
    assert reason in refused.text("en")
    assert refused.text("ru")


STUCK = "tugriki[players=2 rounds=knockout reach=1 dealt=1] rows=R4-6,Y4-6,G4-6,P4-5 hands=P6,genie/genie,row "


def test_a_knockout_that_is_cut_short_says_why() -> None:
    """TG-31"""
    all_laid = "All coloured cards are laid, only wilds are left: nobody wins the round, 21 tugriks stay in the bank."
    money = "bank=21 tugriks=60/39"
    again = "2 rounds in a row without a winner: after three the knockout is over."
    assert told(f"{STUCK}round=7 stalled=1 {money}", "P6")[1:3] == [all_laid, again]
    shared = "The bank is split: 10 tugriks each."
    third = "Three rounds in a row without a winner: the knockout is over, and the most tugriks win."
    assert told(f"{STUCK}round=7 stalled=2 {money}", "P6")[1:4] == [all_laid, shared, third]
    last = "That was the last round of the knockout: the most tugriks win."
    assert told(f"{STUCK}round=40 {money}", "P6")[1:4] == [all_laid, shared, last]
    left_alone = "tugriki[players=2 rounds=knockout] rows=R5 hands=R6/P0 bank=20 tugriks=100/0"
    assert not {third, last} & set(told(left_alone, "R6"))


def test_how_often_a_knockout_stalled_is_public() -> None:
    """TG-31"""
    position = f"{STUCK}round=7 stalled=2 bank=21 tugriks=60/39"
    assert seen(position, None).stalled == seen(position, A).stalled == 2
    (line,) = [line for line in lines(seen(position, B), "en", ("a", "b")) if "in a row" in line]
    assert line == "2 rounds in a row without a winner; after three the knockout is over."


def test_reveals_what_a_table_may_not_undo() -> None:
    s = read_position(f"{THREE}rows=R5 hands=R6,Y8/P0/P1")
    revealing = {"R6", "challenge"}
    for move in ("R6", "challenge", "draw", "pay", "silent", "name red", "call", "lend 3"):
        assert GAME.narration.reveals(s, read_action(s, move)) == (move in revealing)
    strict = read_position("tugriki[players=3 challenges=off] rows=R5 hands=R7,Y8/P0/P1")
    assert GAME.narration.reveals(strict, DRAW)


def test_uncovers_what_its_own_player_may_not_undo() -> None:
    s = read_position(f"{THREE}rows=R5 hands=R6,Y8/P0/P1")
    for move in ("R6", "challenge", "draw", "pay", "silent", "name red", "call", "lend 3"):
        assert GAME.narration.uncovers(s, read_action(s, move)) == (move == "challenge")


def test_the_table_in_lines() -> None:
    position = (
        f"{THREE}turn=2 back=1 hands=R4,genie/R2,Y7/PX rows=R3,R5 genie-at=R4 row-at=R6 bound=R*1+row paid=1"
        " bank=0 tugriks=39/41/40 lent=1>3:5"
    )
    assert lines(seen(position, B), "en", ("a", "b", "c")) == [
        "Round 1 of 3. Bank: 0. Deck: 39 cards.",
        "a: 2 cards, 39 tugriks.",
        "You: 2 cards, 41 tugriks.",
        "c: 1 card, 40 tugriks.",
        "a has lent c 5 tugriks.",
        "red: 3, 4 (Genie), 5, 6 (Row choice).",
        "yellow: not started.",
        "green: not started.",
        "purple: not started.",
        "1 more card must be red.",
        "After that the row must be finished.",
        "Play goes anticlockwise.",
        "Your hand: red 2 (Skip), yellow 7.",
        "a has drawn and paid, and may be challenged.",
        "It is your turn.",
    ]
    assert lines(seen(position, None), "ru", ("a", "b", "c"))[-1] == "Ходит b."
