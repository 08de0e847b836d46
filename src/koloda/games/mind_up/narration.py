"""Mind Up! told in events. Dealt cards and choices are told to their owner alone (MU-8)."""

from koloda.core.events import GameEvent, told_winners
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Ply, winners
from koloda.games.mind_up import cards, rules, wording
from koloda.games.mind_up.collecting import total
from koloda.games.mind_up.events import (
    Chose,
    ChoseCard,
    Dealt,
    Drew,
    DrewCard,
    Hand,
    LaidOut,
    LastCard,
    LaysOut,
    Met,
    Opened,
    Scored,
    Took,
    TookBack,
    TurnedUp,
)
from koloda.games.mind_up.goals import met
from koloda.games.mind_up.state import (
    CHOOSE,
    DEAL,
    GOALS,
    LAY_OUT,
    OPEN_GOALS,
    OVER,
    TAKE_BACK,
    TURN_UP,
    State,
)


def narrate(before: State, ply: Ply, after: State, seat: int | None) -> list[GameEvent]:
    if isinstance(ply, Act):
        told: list[GameEvent] = [_choice(before, ply, seat)]
        return told + _resolution(before, ply, after) if reveals(before, ply.action) else told
    if before.phase == TURN_UP:
        return _turned_up(before, after)
    if before.phase == LAY_OUT:
        return [_laid_out(after)] if after.phase == DEAL else []
    if before.phase == DEAL:
        return _dealt(before, after, seat)
    if before.phase == OPEN_GOALS:
        return [Opened(goal=goal(after, (after.open_goals & ~before.open_goals).bit_length() - 1))]
    return []  # dealt anew: nobody's experience


def card(s: State, number: int) -> wording.AnyCard:
    return wording.card(number, cards.COLOUR_NAMES[s.colour[number]], s.mark[number])


def goal(s: State, number: int) -> wording.Goal:
    return wording.goal(cards.GOAL_NAMES[number], s.worth[number])


def _turned_up(before: State, after: State) -> list[GameEvent]:
    """MU-5."""
    (number,) = {*after.row} - {*before.row}
    told: list[GameEvent] = [TurnedUp(player=before.turn, card=card(after, number))]
    return [*told, LaysOut(player=after.layer)] if after.phase == LAY_OUT else told


def _laid_out(s: State) -> LaidOut:
    """MU-6, MU-15."""
    return LaidOut(player=s.layer, order="-".join(str(value) for value in s.order if value))


def _dealt(before: State, after: State, seat: int | None) -> list[GameEvent]:
    """MU-7: a first hand is told when it is complete. MU-15: then one card at a time."""
    if after.scored:
        if seat == before.turn:
            (number,) = cards.numbers(after.hand[seat] & ~before.hand[seat])
            return [DrewCard(player=before.turn, card=card(after, number))]
        return [Drew(player=before.turn)]
    if after.phase == DEAL:
        return []
    told: list[GameEvent] = [Dealt(count=after.first_hand)]
    return told if seat is None else [*told, Hand(cards=_cards(after, after.hand[seat]))]


def _cards(s: State, mask: int) -> list[wording.AnyCard]:
    return [card(s, number) for number in cards.numbers(mask)]


def _choice(s: State, ply: Act, seat: int | None) -> Chose | ChoseCard | TookBack:
    """MU-8."""
    if ply.action == TAKE_BACK:
        return TookBack(player=ply.seat)
    if ply.seat == seat:
        return ChoseCard(player=seat, card=card(s, ply.action))
    return Chose(player=ply.seat)


def _resolution(before: State, ply: Act, after: State) -> list[GameEvent]:
    """MU-9 .. MU-12: who played what and took what; at the end of a round also last cards, goals and points."""
    s = before.copy()
    s.choice[ply.seat] = ply.action
    order = sorted(range(s.players), key=lambda p: s.choice[p])
    told: list[GameEvent] = [
        Took(player=p, own=card(s, s.choice[p]), card=card(s, taken)) for p, taken in zip(order, s.row, strict=False)
    ]
    rules.reveal(s)
    if after.scored > before.scored:
        told += [LastCard(player=p, card=_cards(s, s.hand[p])[0]) for p in range(s.players)]
        rules.keep_last_cards(s)
        told += _round(s, after)
    return told


def _round(s: State, after: State) -> list[GameEvent]:
    """MU-13, MU-14, MU-19; `s` still has the collections."""
    told: list[GameEvent] = [
        Met(player=p, goal=goal(s, g))
        for p in range(s.players)
        for g in range(GOALS)
        if s.open_goals >> g & 1 and met(s, p, g)
    ]
    for p in range(s.players):
        points = after.points[p][s.scored]
        told.append(Scored(player=p, round=after.scored, points=points, total=total(after, p)))
    over = after.phase == OVER
    return [*told, told_winners(winners(rules, after)) if over else LaysOut(player=after.layer)]


def reveals(s: State, action: int) -> bool:
    """Only the last choice does: with it all are turned up (MU-8)."""
    return action != TAKE_BACK and s.undecided.bit_count() == 1


def uncovers(s: State, action: int) -> bool:
    """The last to choose sees all choices at once."""
    return reveals(s, action)


def describe(s: State, seat: int, action: int) -> Fact:
    if action == TAKE_BACK:
        return fact("mind_up.can_take_back", card=card(s, s.choice[seat]).fact)
    return fact("mind_up.can_choose", card=card(s, action).fact)


def refuse(s: State, seat: int, action: int) -> Fact:
    if s.phase != CHOOSE:
        return fact("common.nothing_due")
    if action == TAKE_BACK:
        return fact("mind_up.nothing_chosen")
    if s.choice[seat]:
        return fact("mind_up.has_chosen", number=s.choice[seat])
    return fact("mind_up.not_yours")


def move_name(s: State, action: int) -> Fact:
    """What a move is called in a refusal."""
    return fact("mind_up.move_take_back") if action == TAKE_BACK else fact("mind_up.move_choose", number=action)
