"""Dobro: what is hidden, notation, narration, options and editions."""

from pathlib import Path
from typing import Any

import pytest

from koloda.compiled.generator import stream
from koloda.core.errors import BadEdition, NotUnderstood, UnknownOption
from koloda.core.text import LANGUAGES
from koloda.games.dobro import GAME
from koloda.games.dobro.deck import FILE
from koloda.games.dobro.notation import TOKENS, read_position, write_position
from koloda.games.dobro.state import ACTIONS, LEADER, OVER, REDEAL
from koloda.games.dobro.terminal.lines import lines
from koloda.games.dobro.view import TrickPlay, view
from tests.games.dobro.positions import legal, same, told
from tests.games.dobro.referee import BOX, edition
from tests.laws import law_of_notation, walk

A, B, C = range(3)
TABLE = (
    "dobro[players=3] turn=2 direction=- trick=4,J=5,6+J,skip hands=2,J/7,9,9/R piles=-/3,3/- points=1/3/2 forgetful=3"
)


def test_a_seat_sees_its_own_hand_and_sizes() -> None:
    """DB-15, DB-16: all that is played is open, score piles are not, not even one's own."""
    s = read_position(TABLE)
    assert [view(s, seat).hand for seat in (None, A, B, C)] == [None, ["2", "J"], ["7", "9", "9"], ["R"]]
    seen = view(s, B)
    assert seen.trick == [
        TrickPlay(cards=["4"], number=4),
        TrickPlay(cards=["J"], number=5),
        TrickPlay(cards=["6", "J"], number=6),
        TrickPlay(cards=["S"], number=None),
    ]
    assert (seen.good, seen.direction, seen.turn, seen.forgetful) == (12, -1, B, C)
    assert (seen.hand_sizes, seen.pile_sizes, seen.piles) == ([2, 3, 1], [0, 2, 0], None)
    assert seen.deck == 56 - 6 - 5 - 2
    assert seen.points == [1, 3, 2]


def test_fields_of_a_view_are_these() -> None:
    """A new field is a decision about secrecy."""
    common = {"game", "seat", "players", "actors", "over", "scores", "winners", "places", "ranking"}
    assert set(view(read_position(TABLE), A).__struct_fields__) - common == {
        *("phase", "turn", "round", "rounds", "direction", "good", "fits", "trick", "hand", "hand_sizes"),
        *(
            "hand_limit",
            "deck",
            "pile_sizes",
            "piles",
            "forgetful",
            "points",
            "last_points",
            "attention",
            "pair_doubling",
        ),
    }


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    position = "dobro[players=3] hands=2,3,4,5,6/7/8"
    assert told(position, "2", "draw", seat=B) == ["Player 1 draws 2 cards; 47 left in the deck."]
    assert told(position, "2", "draw", "deal 1 J", seat=A) == ["You draw: Joker."]
    assert told(position, "2", "draw", "deal 1 J", seat=B) == []
    assert told(position, "2", "draw", "deal 1 J", seat=None) == []
    automatic = position.replace("players=3", "players=3 attention=off")
    assert told(automatic, "2", seat=B) == [
        "Player 1 plays 2. The good number is 2.",
        "Player 1 draws 2 cards; 47 left in the deck.",
    ]


def test_a_round_is_told_from_the_deal_to_the_points() -> None:
    """DB-21 to DB-25"""
    dealing = "dobro[players=3] phase=deal round=2 points=1/2/3"
    assert told(dealing, "deal 1 7", seat=A) == ["Round 2 of 3: everyone is dealt 6 cards."]
    hand = [f"deal 1 {card}" for card in ("7", "2", "J", "7", "S", "9")]
    assert told(dealing, *hand, seat=A) == ["Your hand: 2, 7, 7, 9, Joker, Skip."]
    assert told(dealing, *hand, seat=B) == []
    position = "dobro[players=3] round=3 trick=2 hands=R/7,8/9,10 piles=4,4,5/6,6/S points=3/1/1 forgetful=2"
    assert told(position, "reverse", seat=C) == [
        "Player 1 plays a Reverse, and play turns round; the good number is 2.",
        "Player 1 has no cards left: round 3 is over.",
        "Player 1: 3 cards taken, 1 point, 4 in all.",
        "Player 2: 2 cards taken, 1 point with the forgetful card, 2 in all.",
        "You: 1 card taken, 3 points, 4 in all.",
        "You win.",
    ]
    assert told(position, "take", seat=A, language="ru") == ["Вы берёте кон: 1 карта."]
    assert told(position, "take", "end", seat=B) == [
        "Player 1 ends the turn without drawing and gets the forgetful card from Player 2."
    ]


def test_actions_have_their_documented_ids() -> None:
    """DB-7 to DB-20, by the table of `state.py`."""
    assert TOKENS[:5] == ["2", "J=2", "2+2", "2+J", "J+J=2"]
    assert TOKENS[50:] == ["12", "J=12", "12+12", "12+J", "J+J=12", "skip", "reverse", "take", "draw", "end"]
    assert len(set(TOKENS)) == ACTIONS == 60


@pytest.mark.parametrize(
    ("text", "token"),
    [
        (" 6 + 6 ", "6+6"),
        ("j+6", "6+J"),
        ("Джокер = 7", "J=7"),
        ("Д+Д=6", "J+J=6"),
        ("joker+12", "12+J"),
        ("Пропуск", "skip"),
        ("смена", "reverse"),
        ("беру", "take"),
        ("добрать", "draw"),
        ("конец", "end"),
    ],
)
def test_moves_as_people_type_them(text: str, token: str) -> None:
    s = GAME.new(3)
    assert GAME.notation.write_action(s, GAME.notation.read_action(s, text)) == token


@pytest.mark.parametrize("text", ["", "1", "13", "6+7", "J", "J+J", "S", "J=13", "J+skip", "6+6+6", "7=7"])
def test_what_is_no_move(text: str) -> None:
    """DB-12: a Joker never pairs with a special, among others."""
    with pytest.raises(NotUnderstood, match="not a move"):
        GAME.notation.read_action(GAME.new(3), text)


@pytest.mark.parametrize("text", ["deal 2 7", "deal 1 1", "deal 1", "first 1", "7", "deal 1 7 8", ""])
def test_what_is_no_draw(text: str) -> None:
    with pytest.raises(NotUnderstood, match="not the draw"):
        GAME.notation.read_draw(GAME.new(3), text)


def test_what_is_no_draw_of_a_leader() -> None:
    s = read_position("dobro[players=2] round=2 phase=leader points=1/2 hands=2,2,3,3,4,4/5,5,6,6,7,7")
    with pytest.raises(NotUnderstood, match="not the draw"):
        GAME.notation.read_draw(s, "first 2")
    assert GAME.notation.read_draw(s, "first 1") == 0


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("no_thanks[players=3]", "starts with"),
        ("dobro[players=3]", "hands do not fit"),
        ("dobro[players=3] hands=2/-/3", "hands do not fit"),
        ("dobro[players=3] hands=2,2,2,2,2,3,3/4/4", "hands do not fit"),
        ("dobro[players=3] hands=2,2,2/2,2,2/3", "not that many cards 2"),
        ("dobro[players=3] hands=12,12/3/3 trick=12+12", "not that many cards 12"),
        ("dobro[players=2] hands=R/2", "not that many cards R"),
        ("dobro[players=3] hands=1/2/3", '"1" is not a card'),
        ("dobro[players=3] hands=2/2", "2 parts for 3 players"),
        ("dobro[players=3] hands=2/2/2 trick=7,6", "cannot be played on the good number 7"),
        ("dobro[players=3] hands=2/2/2 trick=7,take", "cannot lie in a trick"),
        ("dobro[players=3] hands=2/2/2 phase=now", 'no phase "now"'),
        ("dobro[players=3] hands=2/2/2 direction=left", "direction"),
        ("dobro[players=2] hands=2/2 direction=-", "from three players on"),
        ("dobro[players=3] hands=2/2/2 round=4", "from 1 to 3"),
        ("dobro[players=3] hands=2/2/2 points=-/x/-", "from 0 to 9"),
        ("dobro[players=3] hands=2/2/2 turn=4", "from 1 to 3"),
        ("dobro[players=3] hands=2/2/2 deck=5", 'no key "deck"'),
        ("dobro[players=3 attention=off] hands=2/2/2 forgetful=1", 'no key "forgetful"'),
        ("dobro[players=3 attention=off] hands=2/2/2 phase=choose", "nobody chooses"),
        ("dobro[players=3] phase=choose hands=2,2,3,3,4,4/2/2", "Player 1 has no cards to draw"),
        ("dobro[players=3] phase=deal hands=2/2/-", "hands do not fit"),
        ("dobro[players=3] phase=deal piles=2/-/-", "nothing lies on the table"),
        ("dobro[players=3] phase=over trick=2", "nothing lies on the table"),
        ("dobro[players=3] phase=redeal hands=2/2/2", "hands do not fit"),
        ("dobro[players=3] hands=2/2/2 hidden=1/-/-", "hands do not fit"),
        ("dobro[players=3] phase=redeal resume=over hidden=1/1/1", 'no phase "over"'),
    ],
)
def test_positions_that_cannot_be(position: str, reason: str) -> None:
    with pytest.raises(NotUnderstood, match=reason):
        read_position(position)


def test_a_two_player_position_leaves_room_for_the_cards_set_aside() -> None:
    """DB-6"""
    most = "piles=2,2,2,2,2,3,3,3,3,3,4,4,4,4,4,4,5,5,5,5,5,5,6,6,6,6,6,6,7,7,7,7,7/8,8,8,8"
    assert same(f"dobro[players=2] hands=9,9,9/10,10,10 {most},11")
    with pytest.raises(NotUnderstood, match="Only 44 cards are played with"):
        read_position(f"dobro[players=2] hands=9,9,9/10,10,10 {most},11,11,11")


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, {"players": 6, "attention": False}])
def test_positions_read_back_while_hidden_cards_are_dealt_anew(options: dict[str, Any]) -> None:
    """In every phase; afterwards the phase is the same, and so is what the seat sees."""
    deal = stream(7)
    for step in walk(GAME, options, 3):
        seat = deal(step.after.players)
        s = step.after.copy()
        GAME.rules.hide(s, seat)
        assert s.phase == REDEAL or s == step.after
        while s.phase == REDEAL:
            law_of_notation(GAME, s, deal)
            GAME.rules.draw(s, deal(GAME.rules.chance(s)))
        assert s.phase == step.after.phase
        assert view(s, seat) == view(step.after, seat)


def test_phases_of_a_hidden_game_are_all_met() -> None:
    """The test above hides in the middle of a deal and before a leader is drawn as well."""
    met = {step.after.phase for step in walk(GAME, {"players": 2}, 3)}
    assert met >= {0, LEADER, 2, 3, 4, OVER}


def test_a_leader_follows_from_hands_dealt_anew() -> None:
    """DB-25: who may lead depends on hands that a seat cannot see."""
    s = read_position("dobro[players=2] round=2 phase=leader points=1/1 hands=2,2,3,3,4,4/12,12,12,11,11,11")
    assert legal(write_position(s)) == []
    GAME.rules.hide(s, A)
    assert write_position(s).startswith(
        "dobro[players=2] phase=redeal resume=leader round=2 hands=2,2,3,3,4,4/- hidden=0/6"
    )
    for card in "222JJJ":
        GAME.rules.draw(s, GAME.notation.read_draw(s, f"deal 2 {card}"))
    assert GAME.notation.write_draw(s, 0) == "first 1"


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (3, {"rounds": "long"}, r"4 players or more, not 3 \(DB-26\)"),
        (2, {"rounds": "long"}, "4 players or more, not 2"),
        (4, {"rounds": 4}, "it can be: 3, long"),
        (4, {"pair_doubling": "never"}, "it can be: good-number, top-card"),
        (4, {"attention": "maybe"}, "it can be: off, on"),
        (7, {}, "2-6 players, not 7"),
        (3, {"edition": edition({"2": 5}, 2)}, r"5 cards are not enough: 3 hands of 2 take 6 \(DB-4\)"),
        (2, {"edition": edition({"2": 4, "R": 4}, 2, aside=1)}, "3 cards are not enough"),
        (2, {"edition": edition({"2": 4}, 2, aside=9)}, "0 cards are not enough"),
    ],
)
def test_options_that_cannot_be(players: int, options: dict[str, Any], reason: str) -> None:
    """DB-4, DB-6, DB-10, DB-20, DB-26"""
    with pytest.raises(UnknownOption, match=reason):
        GAME.new(players, **options)


def test_the_box_is_the_default_edition() -> None:
    """DB-1, DB-2, DB-4, DB-6"""
    given = edition(BOX, 6, 5, 10)
    for players in GAME.set_up.players:
        assert GAME.new(players, edition=given) == GAME.new(players) == GAME.new(players, edition=str(FILE))
    assert "edition" not in write_position(GAME.new(4, edition=given))


def test_an_edition_travels_in_the_position() -> None:
    s = GAME.new(6, edition=edition({"2": 3, "12": 3, "J": 1}, 2, 1))
    text = write_position(s)
    assert text == (
        'dobro[players=6 edition={"hand":{"six":1,"usual":2},"numbers":{"12":3,"2":3},"specials":{"joker":1},'
        '"two":{"aside":0}}] phase=deal'
    )
    assert read_position(text) == s
    assert (s.limit, s.left) == (1, 7)


@pytest.mark.parametrize(
    ("was", "becomes", "reason"),
    [
        ("12 = 3", "13 = 3", r"Line 15 .*no numbers\.13; there are: 2, 3,"),
        ("12 = 3", "12 = 16", r"Line 15 .*numbers\.12 should be a number from 0 to 15, not 16"),
        ("12 = 3", "12 = 12", r"Line 4 .*at most 64 cards, not 65"),
        ("joker = 3", "joker = true", r"Line 19 .*specials\.joker should be a number from 0 to 15, not True"),
        ("joker = 3", "fool = 3", r"Line 19 .*no specials\.fool; there are: joker, skip, reverse"),
        ("six = 5", "", r"Line 24 .*hand\.six is missing"),
        ("usual = 6", "usual = 0", r"Line 25 .*hand\.usual should be a number from 1 to 15, not 0"),
        ("aside = 10", 'aside = "ten"', r"Line 30 .*two\.aside should be a number from 0 to 64, not ten"),
        ("[two]", "[pair]", r"Line 29 .*no table \[pair\]"),
        ("2 = 5", "2 = = 5", r"Line 5 .*not valid TOML"),
    ],
)
def test_editions_that_cannot_be(tmp_path: Path, was: str, becomes: str, reason: str) -> None:
    """DB-1, DB-2, DB-4, DB-6: the error names the line."""
    text = FILE.read_text("utf-8")
    assert was in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(was, becomes, 1), "utf-8")
    with pytest.raises(BadEdition, match=reason):
        GAME.new(4, edition=file)


def test_an_edition_that_is_no_table() -> None:
    with pytest.raises(BadEdition, match=r"numbers should be a table: \[numbers\]"):
        GAME.new(4, edition={"numbers": 5})
    with pytest.raises(BadEdition, match="not valid JSON"):
        GAME.new(4, edition="{numbers")


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 2, "pair_doubling": "top-card"}])
def test_a_view_in_lines(options: dict[str, Any]) -> None:
    """Every position can be read aloud, in both languages, to everybody."""
    for step in walk(GAME, options, 1):
        for language in LANGUAGES:
            for seat in (None, *range(step.after.players)):
                text = lines(view(step.after, seat), language, [])
                assert all(line and "{" not in line for line in text)


def test_a_view_in_lines_says_what_matters() -> None:
    assert lines(view(read_position(TABLE), B), "en", ["a", "b", "c"]) == [
        "Round 1 of 3, anticlockwise. Deck: 43 cards.",
        "a: 1 point, 2 in hand, 0 taken.",
        "You: 3 points, 3 in hand, 2 taken.",
        "c: 2 points, 1 in hand, 0 taken, has the forgetful card.",
        "On the table, the top card last: 4, Joker as 5, 6+Joker, Skip; the good number is 12.",
        "Your hand: 7, 9, 9.",
        "Your turn: play or take.",
    ]
    assert lines(view(read_position(TABLE), A), "ru", [])[-1] == "Ходит Игрок 2."
