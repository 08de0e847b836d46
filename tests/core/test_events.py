"""Typed events and the facts that they render to."""

from types import ModuleType
from typing import Literal

import msgspec
import pytest

from koloda.core.events import (
    EventReader,
    GameEvent,
    Share,
    Term,
    Wins,
    events_in,
    facts_of,
    form_of,
    since_last,
    told_winners,
)
from koloda.core.facts import Fact, fact


class Name(Term, frozen=True):
    area = "toy"


class Card(Name, frozen=True):
    template = "card_{colour}"

    colour: Literal["red", "blue"]
    rank: int


class Joker(Name, frozen=True):
    pass


class Event(GameEvent, frozen=True):
    area = "toy"


class TurnedUp(Event, frozen=True):
    player: int
    card: Card | Joker


class Hand(Event, frozen=True):
    cards: list[Card | Joker]


class Over(Event, frozen=True):
    pass


BLUE_7 = Card(colour="blue", rank=7)
TOLD = [
    (TurnedUp(player=1, card=Joker()), fact("toy.turned_up", player=1, card=fact("toy.joker"))),
    (TurnedUp(player=0, card=BLUE_7), fact("toy.turned_up", player=0, card=fact("toy.card_blue", rank=7))),
    (Hand(cards=[BLUE_7, Joker()]), fact("toy.hand", cards=[fact("toy.card_blue", rank=7), fact("toy.joker")])),
    (Hand(cards=[]), fact("toy.hand", cards=[])),
    (Over(), fact("toy.over")),
    (told_winners([2]), fact("common.wins", player=2)),
    (told_winners([0, 1]), fact("common.share", players=[fact("common.player", player=p) for p in (0, 1)])),
]


@pytest.mark.parametrize(("event", "rendered"), TOLD)
def test_an_event_renders_to_a_fact_and_is_read_back(event: GameEvent, rendered: Fact) -> None:
    """As it is, and after a way through JSON."""
    reader = EventReader([TurnedUp, Hand, Over])
    assert event.fact == rendered
    assert reader.read([rendered]) == [event]
    assert reader.read(msgspec.json.decode(msgspec.json.encode([event.fact]), type=list[Fact])) == [event]


def test_plain_facts_stay_what_they_are() -> None:
    plain = fact("other.thing", player=1)
    assert facts_of([plain, Over()]) == [plain, fact("toy.over")]
    assert EventReader([Over]).read([plain, Over(), fact("toy.over")]) == [plain, Over(), Over()]


def test_what_was_told_since_the_last_event_of_a_kind() -> None:
    plain = fact("other.thing", player=1)
    assert since_last(Over, [plain, Over(), plain, Over(), plain]) == [Over(), plain]
    assert since_last(Over, [plain]) == [plain]


def test_what_the_facts_of_a_class_look_like_is_known() -> None:
    assert form_of(Card).keys == {"toy.card_red": {"colour": "red"}, "toy.card_blue": {"colour": "blue"}}
    assert (form_of(Card).arguments, form_of(Card).in_key) == (("rank",), ("colour",))
    assert (form_of(TurnedUp).term_fields, form_of(TurnedUp).list_fields) == (("card",), ())
    assert (form_of(Hand).term_fields, form_of(Hand).list_fields) == ((), ("cards",))
    assert form_of(Hand).terms == form_of(TurnedUp).terms == (Card, Joker)
    assert list(form_of(Over).keys) == ["toy.over"]


def test_what_is_a_part_of_a_key_has_known_values() -> None:
    class Vague(Name, frozen=True):
        template = "card_{colour}"

        colour: str

    with pytest.raises(TypeError, match=r"Vague\.colour is a part of the key 'toy\.card_\{colour\}': .* a Literal"):
        form_of(Vague)


def test_a_module_declares_its_events() -> None:
    module = ModuleType(__name__)
    vars(module).update(globals())
    assert set(events_in(module)) == {TurnedUp, Hand, Over}, "neither terms, nor what is imported: Wins, Share"
    assert {Wins, Share}.isdisjoint(events_in(module))
