"""Crazy eights told in facts."""

from koloda.core.bits import nth
from koloda.core.events import told_winners
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Event, winners
from koloda_crazy_eights import rules
from koloda_crazy_eights.state import DRAW, FIRST, NAME, NAMING, PASS, SEATS, TURN_UP, State
from koloda_crazy_eights.view import SUITS, card_name


def narrate(before: State, event: Event, after: State, seat: int | None) -> list[Fact]:
    if isinstance(event, Act):
        told = [done(event.seat, event.action)]
        return told + end(after) if rules.over(after) else told
    if before.phase == FIRST:
        return [fact("crazy_eights.dealer", player=event.outcome)]
    card = card_name(nth(before.deck, event.outcome))
    if before.phase == TURN_UP and not before.owed:
        return [fact("crazy_eights.put_back" if after.phase == TURN_UP else "crazy_eights.turned_up", card=card)]
    player = rules.receiver(before) if before.owed else before.turn
    if player == seat:
        return [fact("crazy_eights.got_you", card=card)]
    return [fact("crazy_eights.got", player=player)]


def done(player: int, action: int) -> Fact:
    if action in (DRAW, PASS):
        return fact("crazy_eights.draws" if action == DRAW else "crazy_eights.passes", player=player)
    if action >= NAME:
        return fact("crazy_eights.names", player=player, suit=fact(f"crazy_eights.{SUITS[action - NAME]}"))
    return fact("crazy_eights.plays", player=player, card=card_name(action))


def end(s: State) -> list[Fact]:
    """CE-7, CE-8."""
    scores = [0] * SEATS
    rules.scores(s, scores)
    told = [fact("crazy_eights.scored", player=p, points=scores[p]) for p in range(s.players)]
    return [*told, told_winners(winners(rules, s)).fact]


def reveals(s: State, action: int) -> bool:
    return action < DRAW or uncovers(s, action)


def uncovers(s: State, action: int) -> bool:
    """Only the end shows a player anything."""
    after = s.copy()
    rules.act(after, s.turn, action)
    return rules.over(after)


def describe(s: State, seat: int, action: int) -> Fact:
    if action in (DRAW, PASS):
        return fact("crazy_eights.can_draw" if action == DRAW else "crazy_eights.can_pass")
    if action >= NAME:
        return fact("crazy_eights.can_name", suit=fact(f"crazy_eights.{SUITS[action - NAME]}"))
    return fact("crazy_eights.can_play", card=card_name(action))


def refuse(s: State, seat: int, action: int) -> Fact:
    if not rules.actors(s):
        return fact("common.nothing_due")
    if seat != s.turn:
        return fact("common.not_your_turn", player=s.turn)
    if s.phase == NAMING:
        return fact("crazy_eights.must_name")
    if action >= NAME:
        return fact("crazy_eights.no_eight")
    if action >= DRAW:
        return fact("crazy_eights.no_more_cards" if action == DRAW else "crazy_eights.draw_first")
    if not s.hands[seat] >> action & 1:
        return fact("crazy_eights.not_yours", card=card_name(action))
    return fact(
        "crazy_eights.no_match",
        card=card_name(action),
        top=card_name(s.top),
        suit=fact(f"crazy_eights.{SUITS[s.suit]}"),
    )
