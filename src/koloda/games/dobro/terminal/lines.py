"""Dobro in lines of text."""

from collections.abc import Iterable, Sequence

from koloda.core.events import told_winners
from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say
from koloda.games.dobro.view import DobroView, TrickPlay
from koloda.games.dobro.wording import card, good_number, play


def lines(view: DobroView, language: Language, names: Sequence[str]) -> list[str]:
    """The table, then one's own hand; the last line says what is to be done."""
    return [say(line, language, names, view.seat) for line in _facts(view)]


def _facts(view: DobroView) -> Iterable[Fact]:
    yield _round(view)
    if view.pair_doubling == "top-card":
        yield fact("dobro.view_top_card")
    for seat in range(view.players):
        yield _player(view, seat)
    if view.trick:
        plays = [_play(played) for played in view.trick]
        yield fact("dobro.view_trick", plays=plays, good=good_number(view.good).fact)
    if view.hand:
        yield fact("dobro.view_hand", cards=[card(name).fact for name in view.hand])
    yield from _piles(view)
    yield from _due(view)


def _play(played: TrickPlay) -> Fact:
    """A Skip or Reverse counts as no number."""
    number = played.number
    return card(played.cards[0]).fact if number is None else play(played.cards, number).fact


def _round(view: DobroView) -> Fact:
    if view.direction is None:
        return fact("dobro.view_round_two", round=view.round, rounds=view.rounds, deck=view.deck)
    direction = fact("dobro.clockwise" if view.direction > 0 else "dobro.counterclockwise")
    return fact("dobro.view_round", round=view.round, rounds=view.rounds, deck=view.deck, direction=direction)


def _player(view: DobroView, seat: int) -> Fact:
    key = "dobro.view_player_forgetful" if seat == view.forgetful else "dobro.view_player"
    hand, pile = view.hand_sizes[seat], view.pile_sizes[seat]
    return fact(key, player=seat, points=view.points[seat], hand=hand, pile=pile)


def _piles(view: DobroView) -> Iterable[Fact]:
    for seat, pile in enumerate(view.piles or []):
        if pile:
            yield fact("dobro.view_pile", player=seat, cards=[card(name).fact for name in pile])


def _due(view: DobroView) -> Iterable[Fact]:
    if view.winners is not None:
        yield fact("dobro.view_over", result=told_winners(view.winners).fact)
    elif view.turn is None:
        return
    elif view.seat != view.turn:
        yield fact("dobro.view_wait", player=view.turn)
    elif view.phase == "choose":
        yield fact("dobro.view_choose")
    elif view.phase == "play":
        yield fact("dobro.view_turn" if view.trick else "dobro.view_lead")
