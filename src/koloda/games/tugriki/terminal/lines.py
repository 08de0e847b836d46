"""Tugriki in lines of text."""

from collections.abc import Iterable, Sequence

from koloda.core.events import told_winners
from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say
from koloda.games.tugriki.cards import NUMBERS
from koloda.games.tugriki.view import Row, TugrikiView
from koloda.games.tugriki.wording import card


def lines(view: TugrikiView, language: Language, names: Sequence[str]) -> list[str]:
    """The table from its middle to one's own hand; the last line says what is to be done."""
    return [say(line, language, names, view.seat) for line in _facts(view)]


def _facts(view: TugrikiView) -> Iterable[Fact]:
    if view.rounds is None:
        yield fact("tugriki.view_knockout", round=view.round, bank=view.bank, deck=view.deck)
        if view.stalled and not view.over:
            yield fact("tugriki.view_stalled", rounds=view.stalled)
    else:
        yield fact("tugriki.view_round", round=view.round, rounds=view.rounds, bank=view.bank, deck=view.deck)
    for seat in range(view.players):
        if seat in view.out:
            yield fact("tugriki.view_player_out", player=seat)
        else:
            yield fact("tugriki.view_player", player=seat, cards=view.cards[seat], tugriks=view.tugriks[seat])
    for loan in view.loans:
        yield fact("tugriki.view_loan", player=loan.lender, other=loan.borrower, tugriks=loan.tugriks)
    for row in view.rows:
        yield _row(row)
    yield from _binding(view)
    if not view.clockwise:
        yield fact("tugriki.view_back")
    if view.miss:
        yield fact("tugriki.view_miss")
    if view.hand:
        yield fact("tugriki.view_hand", cards=[_card(view, name) for name in view.hand])
    yield from _due(view)


def _row(row: Row) -> Fact:
    colour = fact(f"tugriki.{row.colour}")
    if not row.places:
        return fact("tugriki.view_row_empty", colour=colour)
    places = [_place(name, pile) for name, pile in row.places.items()]
    return fact("tugriki.view_row_finished" if row.finished else "tugriki.view_row", colour=colour, places=places)


def _place(name: str, pile: list[str]) -> Fact:
    if pile == [name]:
        return fact("tugriki.view_place", rank=name[1])
    key = "tugriki.view_place_covered" if pile[-1] == name else "tugriki.view_place_wild"
    return fact(key, rank=name[1], wild=card(NUMBERS[pile[0]]).fact)


def _binding(view: TugrikiView) -> Iterable[Fact]:
    if view.bound is None:
        return
    colour = fact(f"tugriki.{view.bound}")
    if view.named:
        yield fact("tugriki.view_bound_colour", named=view.named, colour=colour)
        if view.pledge:
            yield fact("tugriki.view_pledge")
    else:
        yield fact("tugriki.view_bound_row", colour=colour)


def _card(view: TugrikiView, name: str) -> Fact:
    told = card(NUMBERS[name]).fact
    if name in view.actions:
        return fact("tugriki.view_card_action", card=told, action=fact(f"tugriki.action_{view.actions[name]}"))
    return told


def _due(view: TugrikiView) -> Iterable[Fact]:
    if view.challengeable is not None:
        yield fact("tugriki.view_challengeable", player=view.challengeable)
    if view.callable is not None:
        yield fact("tugriki.view_callable", player=view.callable)
    if view.drawn is not None:
        yield fact("tugriki.view_drawn", card=_card(view, view.drawn))
    if view.winners is not None:
        yield fact("tugriki.view_over", result=told_winners(view.winners).fact)
    for seat in view.actors:
        if view.borrower is not None:
            yield fact("tugriki.view_asked", player=seat, other=view.borrower)
        else:
            yield fact("tugriki.view_names" if view.phase == "name" else "tugriki.view_turn", player=seat)
