"""Mind Up! in lines of text."""

from collections.abc import Iterable, Sequence

from koloda.core.events import told_winners
from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say
from koloda.games.mind_up import wording
from koloda.games.mind_up.view import Card, MindUpView


def lines(view: MindUpView, language: Language, names: Sequence[str]) -> list[str]:
    """The table from its middle to one's own hand; the last line says what is to be done."""
    return [say(line, language, names, view.seat) for line in _facts(view)]


def _facts(view: MindUpView) -> Iterable[Fact]:
    yield fact("mind_up.view_round", round=view.round, rounds=view.rounds, stack=view.stack)
    if view.order:
        yield fact("mind_up.view_order", order="-".join(map(str, view.order)))
    for goal in view.goals:
        yield fact("mind_up.view_goal", goal=wording.goal(goal.name, goal.worth).fact)
    for seat in range(view.players):
        yield from _player(view, seat)
    if view.row:
        yield fact("mind_up.view_row", cards=_cards(view.row))
    if view.hand:
        yield fact("mind_up.view_hand", cards=_cards(view.hand))
    yield from _due(view)


def _player(view: MindUpView, seat: int) -> Iterable[Fact]:
    points = view.points[seat][view.round - 1]
    yield fact("mind_up.view_player", player=seat, total=view.totals[seat], points=points, held=view.held[seat])
    piles = [_pile(value, pile) for value, pile in zip(view.order, view.collections[seat], strict=False)]
    if piles:
        yield fact("mind_up.view_collection", player=seat, piles=piles)


def _pile(value: int, pile: list[Card]) -> Fact:
    colour = fact(f"mind_up.{pile[0].colour}_pile")
    return fact("mind_up.view_pile", value=value, colour=colour, numbers=" ".join(str(card.number) for card in pile))


def _due(view: MindUpView) -> Iterable[Fact]:
    if view.winners is not None:
        yield fact("mind_up.view_over", result=told_winners(view.winners).fact)
    elif view.choice is not None and view.hand is not None:
        (card,) = [card for card in view.hand if card.number == view.choice]
        yield fact("mind_up.view_choice", card=_cards([card])[0], players=_players(view.actors))
    elif view.seat in view.actors:
        yield fact("mind_up.view_choose")
    elif view.actors:
        yield fact("mind_up.view_wait", players=_players(view.actors))


def _cards(cards: Iterable[Card]) -> list[Fact]:
    return [wording.card(card.number, card.colour, card.mark).fact for card in cards]


def _players(seats: Iterable[int]) -> list[Fact]:
    return [fact("common.player", player=seat) for seat in seats]
