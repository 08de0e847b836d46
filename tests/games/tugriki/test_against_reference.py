"""The rules against the reference ones of `reference.py`, step by step over random games with all options."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from koloda.core.game import Draw, Ply
from koloda.games.tugriki import GAME
from koloda.games.tugriki.cards import CARRIED
from koloda.games.tugriki.state import FIRST, State
from tests.games.tugriki.referee import CARDS, COLOURS, RICH, deck, hand, names, options
from tests.games.tugriki.reference_game import ReferenceGame
from tests.laws import walk


def naive_of(s: State) -> ReferenceGame:
    carries = {name: CARRIED[s.carries[i]] for i, name in enumerate(CARDS)}
    chosen = {"challenges": s.challenges, "attention": s.attention, "loans": s.loans, "plain_wilds": s.plain_wilds}
    cards = sorted(deck(s).elements())
    return ReferenceGame(s.players, cards, carries, s.tugriks, **chosen, rounds=s.rounds, dealt=s.dealt)


def answer(before: State, event: Ply) -> Any:
    if isinstance(event, Draw):
        if before.phase == FIRST:
            return event.outcome
        return GAME.notation.write_draw(before, event.outcome).removeprefix("card ")
    return event.seat, GAME.notation.write_action(before, event.action)


def due(s: State) -> Any:
    """What the rules are waiting for, in the terms of the reference ones."""
    if n := GAME.rules.chance(s):
        if s.phase == FIRST:
            return list(range(n))
        return Counter(GAME.notation.write_draw(s, outcome).removeprefix("card ") for outcome in range(n))
    legal = {seat: GAME.legal(s, seat) for seat in range(s.players)}
    return {seat: {GAME.notation.write_action(s, a) for a in actions} for seat, actions in legal.items() if actions}


def naive_due(waiting: Any) -> Any:
    if isinstance(waiting, dict):
        return {seat: set(moves) for seat, moves in waiting.items()}
    return waiting if all(isinstance(x, int) for x in waiting) else Counter(waiting)


def compare(s: State, reference: ReferenceGame) -> None:
    assert s.money[: s.players] == reference.money
    assert s.bank == reference.bank or GAME.rules.over(s)
    assert [seat for seat in range(s.players) if s.playing >> seat & 1] == reference.inside
    assert [hand(s, seat) for seat in range(s.players)] == [Counter(cards) for cards in reference.hands]
    assert s.step == reference.direction
    piles: dict[str, list[str]] = {}
    for wild, places in (("genie", s.genie_at), ("row", s.choice_at), ("", s.laid)):
        for place in names(places):
            piles.setdefault(place, []).append(wild or place)
    assert piles == reference.piles
    if not GAME.rules.chance(s) and not GAME.rules.over(s) and s.asked < 0:
        assert s.turn == reference.seat
        assert (COLOURS[s.bound] if s.bound >= 0 else None) == (reference.colour or reference.row)
        assert s.named == (reference.more if reference.colour else 0)


@seed(2026)
@settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(options(), st.integers(0, 2**31 - 1))
def test_the_rules_are_those_that_a_naive_telling_gives(chosen: dict[str, Any], key: int) -> None:
    """TG-3…TG-32: what is due, hands, rows, bindings and money, after every event of a random game."""
    follow(chosen, key)


@pytest.mark.parametrize(("wilds", "ending"), [("plain", (3, 3)), ("any", (40, 0))])
def test_tg_31_a_knockout_in_which_nobody_goes_broke_ends_all_the_same(wilds: str, ending: tuple[int, int]) -> None:
    """TG-31: its last round, and how many in a row had no winner by then."""
    rich = {"players": 2, "edition": RICH, "wilds": wilds, "rounds": "knockout", "reach": 2, "dealt": 2}
    last = follow(rich, 1)
    assert (last.round_no, last.stalled) == ending
    assert min(last.money[:2]) > 0


def follow(chosen: dict[str, Any], key: int) -> State:
    """A random game by both rules; returns its end."""
    after: State = GAME.new(**chosen)
    reference = naive_of(after)
    course = reference.play()
    waiting: Any = next(course)
    for before, event, after in walk(GAME, chosen, key):
        assert naive_due(waiting) == due(before)
        try:
            waiting = course.send(answer(before, event))
        except StopIteration:
            waiting = None
        compare(after, reference)
    assert waiting is None, "the reference game is over as well"
    return after
