"""The pad of Tugriki in the browser: TG-4 to TG-6, TG-12, TG-22, TG-29 to TG-32."""

from typing import Any

import pytest

from koloda.core.errors import KolodaError
from tests.score_pads import counted, told

START = {"do": "start", "seat": 1}


def does(event: str, seat: int, **more: int) -> dict[str, Any]:
    return {"do": event, "seat": seat, **more}


def test_before_the_first_round() -> None:
    blank = counted("tugriki", [])
    assert (blank.started, blank.totals, blank.bank, blank.tugriks) == (False, [30, 30, 30, 30], 0, 120)
    begun = counted("tugriki", [START])
    assert (begun.started, begun.totals, begun.bank, begun.robbery) == (True, [29, 29, 29, 29], 4, 4)
    assert (told(begun.notes[0]), told(begun.ledger[0].what)) == (
        "Boris starts round 1.",
        "Round 1: everyone pays 1",
    )


def test_an_event_shows_what_it_does_before_it_is_written() -> None:
    """TG-12, TG-22, TG-29"""
    for draft, effect in (
        (does("pay", 2), "Vera pays 1"),
        (does("penalty", 2), "Vera pays 2"),
        (does("checked", 2), "Vera pays 2"),
        (does("caught", 2, tugriks=3), "Vera pays 3"),
        (does("rob", 2), "Vera takes 4 from the bank"),
        (does("win", 2), "Vera wins 4"),
        ({"do": "stuck"}, "Stuck: the bank stays"),
    ):
        typed = counted("tugriki", [START], [draft])
        assert (told(typed.effect), typed.complete) == (effect, True)
        assert (typed.totals, typed.bank) == ([29, 29, 29, 29], 4), "not before it is written"


def test_the_ledger_and_the_sum() -> None:
    events = [START, does("pay", 3), does("checked", 3), does("rob", 0), does("caught", 2), does("win", 2)]
    found = counted("tugriki", events)
    assert (found.totals, found.bank, sum(found.totals) + found.bank) == ([32, 28, 31, 25], 4, 120)
    assert [(told(line.what), line.seat, line.amount) for line in found.ledger] == [
        ("Round 1: everyone pays 1", None, -1),
        ("Gleb: the card did not fit", 3, -1),
        ("Gleb: challenge", 3, -2),
        ("Anna: Robbery", 0, 4),
        ("Vera: caught", 2, -2),
        ("Vera: the bank", 2, 5),
        ("Round 2: everyone pays 1", None, -1),
    ]
    assert (found.rounds, found.round_no, found.of_rounds) == ([[3, -1, 2, -4]], 2, 4)
    assert found.places == [1, 3, 2, 4]


def test_a_whole_game() -> None:
    events = [START, *(does("win", seat) for seat in (0, 1, 0, 2))]
    final = counted("tugriki", events)
    assert (final.over, final.winners, final.form) == (True, [0], None)
    assert final.rounds == [[3, -1, -1, -1], [-1, 3, -1, -1], [3, -1, -1, -1], [-1, -1, 3, -1]]
    assert (final.totals, final.places, final.bank) == ([34, 30, 30, 26], [1, 2, 2, 4], 0)
    shared = counted("tugriki", [START, *(does("win", seat) for seat in (0, 1, 2, 3))])
    assert (shared.winners, shared.ranking.criteria[0].compared) == ([0, 1, 2, 3], [0, 1, 2, 3])


def test_a_loan() -> None:
    """TG-30"""
    options: dict[str, Any] = {"tugriks": "8", "loans": "on"}
    events = [START, does("pay", 3), does("win", 0)]
    broke = counted("tugriki", events, **options)
    assert (broke.broke, broke.totals) == ([3], [6, 1, 1, 0])
    assert "No tugriks left" in told(broke.notes[0])
    lend = {"do": "lend", "seat": 0, "to": 3, "tugriks": 2}
    assert told(counted("tugriki", events, [lend], **options).effect) == "Anna lends 2"
    lent = counted("tugriki", [*events, lend], **options)
    assert [(each.lender, each.borrower, each.tugriks) for each in lent.loans] == [(0, 3, 2)]
    out = counted("tugriki", [*events, {"do": "next"}], **options)
    assert 3 not in out.playing
    assert "Gleb is out" in [told(line.what) for line in out.ledger]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"do": "fly", "seat": 0}, "fly"),
        ({"do": "pay", "seat": 7}, "seat from 0 to 3"),
        ({"do": "pay"}, 'The field "seat" needs a number.'),
        ({"do": "lend", "seat": 0, "to": 1, "tugriks": 3}, "needs no loan"),
        ({"do": 4, "seat": 0}, 'The field "do" needs a text.'),
    ],
)
def test_wrong_events(entry: dict[str, Any], why: str) -> None:
    assert why in told(counted("tugriki", [START], [entry]).problem)
    with pytest.raises(KolodaError):
        counted("tugriki", [START, entry])
