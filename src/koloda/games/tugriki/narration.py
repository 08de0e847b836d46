"""Tugriki told in events: what happens, and what an action would do. Why one is refused is in `refusals.py`.

Only hands and the deck are hidden: a drawn card is told to its owner, a challenged hand to the challenger (TG-26), a
card that changes hands in an exchange to both of its owners.
"""

from koloda.core.events import GameEvent, told_winners
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Ply, winners
from koloda.games.tugriki import rules
from koloda.games.tugriki.cards import CARRIED, hand_of
from koloda.games.tugriki.events import (
    Again,
    Anticlockwise,
    Asked,
    Binds,
    Called,
    Challenged,
    Clockwise,
    Drew,
    DrewCard,
    Exchanged,
    Fined,
    Finished,
    Free,
    Gave,
    Got,
    Guilty,
    Hand,
    Innocent,
    KnockoutLong,
    KnockoutStalled,
    Laid,
    LaidOver,
    LaidWild,
    Lent,
    Missed,
    Named,
    Out,
    Paid,
    Passed,
    Refused,
    Repaid,
    Robbed,
    RoundStarts,
    SaidNothing,
    Scored,
    Shown,
    Split,
    Stalemate,
    Stalled,
    WonRound,
)
from koloda.games.tugriki.refusals import refuse
from koloda.games.tugriki.rounds import MOST_STALLED, handful
from koloda.games.tugriki.rows import can_lay, filled, unfinished
from koloda.games.tugriki.rules import card_of
from koloda.games.tugriki.state import (
    CALL,
    CARDS,
    CAUGHT,
    CHALLENGE,
    CHOICE,
    DEAL,
    DECK,
    DRAW,
    DRAW_ONE,
    DRAWING,
    DRAWN,
    EXCHANGING,
    FIRST,
    FORCED,
    LEND,
    LOAN,
    MOVE,
    NAME,
    NAMING,
    OVER,
    PAY,
    PENALTY,
    PER_WORD,
    PLAIN,
    RANKS,
    REPEAT,
    REVERSE,
    ROBBERY,
    SILENT,
    SKIP,
    State,
)
from koloda.games.tugriki.turns import following
from koloda.games.tugriki.wording import card, colour

__all__ = ["describe", "narrate", "refuse", "reveals", "uncovers"]


def narrate(before: State, ply: Ply, after: State, seat: int | None) -> list[GameEvent]:
    if isinstance(ply, Act):
        return _acted(before, ply, after, seat)
    if before.phase == FIRST:
        return _round_starts(after)
    if before.phase == EXCHANGING:
        return _exchanged(before, ply.outcome, after, seat) if after.phase != EXCHANGING else []
    if before.phase not in (DEAL, DRAWING, FORCED, CAUGHT):
        return []
    owner = before.turn if before.phase == DRAWING else before.target
    if before.phase == DEAL:
        told = _dealt(before, after, owner, seat)
        return told + _onward(before, after, before.starter, ended=False) if after.phase != DEAL else told
    told = _drew(before, ply.outcome, owner, seat)
    if before.phase == DRAWING:
        if after.phase == DRAWN:
            return told
        told += [_paid(before, owner)]
    return told + _onward(before, after, before.turn, ended=before.phase != CAUGHT)


def _dealt(before: State, after: State, owner: int, seat: int | None) -> list[GameEvent]:
    """A hand is told to its owner when it is complete."""
    if seat != owner or before.held[owner] + 1 < handful(before):
        return []
    return [Hand(cards=[card(kind) for kind in hand_of(after, owner)])]


def _drew(before: State, outcome: int, owner: int, seat: int | None) -> list[GameEvent]:
    """A card from the deck: its owner sees it."""
    if seat == owner:
        return [DrewCard(player=owner, card=card(hand_of(before, DECK)[outcome]))]
    return [Drew(player=owner, left=before.held[DECK] - 1)]


def _exchanged(before: State, outcome: int, after: State, seat: int | None) -> list[GameEvent]:
    """TG-21: everybody sees the card that comes and the one that goes."""
    picks = before.pick[:]
    picks[before.target] = hand_of(before, following(before, before.target))[outcome]
    told: list[GameEvent] = [Exchanged()]
    for drawer in range(before.players):
        if picks[drawer] >= 0:
            owner = following(before, drawer)
            if seat == drawer:
                told.append(Got(player=drawer, other=owner, card=card(picks[drawer])))
            elif seat == owner:
                told.append(Gave(player=owner, other=drawer, card=card(picks[drawer])))
    return told + _onward(before, after, before.turn, ended=True)


def _acted(before: State, ply: Act, after: State, seat: int | None) -> list[GameEvent]:
    player, action = ply
    if action < NAMING:
        return _laid(before, ply, after)
    if action < DRAW:
        named = Named(player=player, colour=colour(action - NAMING))
        return [named, *_onward(before, after, player, ended=True)]
    if action == DRAW:
        return []  # the draw that follows tells it
    if action == PAY:
        return [_paid(before, player), *_onward(before, after, player, ended=True)]
    if action == SILENT:
        return [SaidNothing(player=player), *_onward(before, after, player, ended=True)]
    if action == CHALLENGE:
        return _challenged(before, ply, after, seat)
    if action == CALL:
        other = before.suspect
        return [Called(player=player, other=other, tugriks=before.money[other] - after.money[other])]
    if action == LEND:
        return [Refused(player=player, other=before.target), *_round_over(before, after)]
    lent = Lent(player=player, other=before.target, tugriks=action - LEND)
    return [lent, *_round_over(before, after)]


def _paid(before: State, player: int) -> Paid:
    """TG-11: 1, or nothing where there is nothing."""
    return Paid(player=player, tugriks=min(1, before.money[player]))


def _challenged(before: State, ply: Act, after: State, seat: int | None) -> list[GameEvent]:
    """TG-25, TG-26."""
    player, other = ply.seat, before.suspect
    told: list[GameEvent] = [Challenged(player=player, other=other)]
    if seat == player:
        told.append(Shown(player=player, other=other, cards=[card(k) for k in hand_of(before, other)]))
    guilty = can_lay(before, other)
    loser = other if guilty else player
    price = 2 if before.held[DECK] else 3
    verdict = Guilty if guilty else Innocent
    told.append(verdict(player=loser, tugriks=min(price, before.money[loser])))
    return told + (_onward(before, after, player, ended=not guilty) if after.phase == MOVE else [])


def _laid(before: State, ply: Act, after: State) -> list[GameEvent]:
    player = ply.seat
    kind, place = card_of(ply.action), ply.action % CARDS
    carried = before.carries[kind] if kind < CARDS else PLAIN
    told: list[GameEvent] = [_lay(before, player, kind, place)]
    if before.held[player] == 1:
        return [*told, WonRound(player=player, tugriks=before.bank), *_round_over(before, after)]
    if after.phase in (DEAL, OVER):
        told.append(Stalemate(tugriks=before.bank))
        if 0 < after.stalled < MOST_STALLED and after.phase != OVER:
            told.append(Stalled(rounds=after.stalled))
        if after.phase == OVER:
            told.append(Split(tugriks=before.bank // before.playing.bit_count()))
        return told + _round_over(before, after)
    row = place // RANKS
    fresh = not filled(before, place // PER_WORD) >> place % PER_WORD & 1
    finished = fresh and not unfinished(after, row)
    if finished:
        told.append(Finished(colour=colour(row)))
    if after.bound >= 0 and not after.named and (before.bound != after.bound or before.named or kind == CHOICE):
        told.append(Binds(colour=colour(after.bound)))
    elif before.bound >= 0 > after.bound and after.phase != NAME:
        told.append(Free())
    told += _carried_out(before, after, player, carried)
    missing = finished or carried in (SKIP, DRAW_ONE, PENALTY)
    if after.phase == MOVE:
        told += _onward(before, after, player, ended=carried != REPEAT, missing=missing)
    return told


def _lay(s: State, player: int, kind: int, place: int) -> Laid | LaidWild:
    if kind >= CARDS:
        return LaidWild(player=player, card=card(kind), place=card(place))
    if filled(s, place // PER_WORD) >> place % PER_WORD & 1:
        return LaidOver(player=player, card=card(kind))
    return Laid(player=player, card=card(kind))


def _carried_out(before: State, after: State, player: int, carried: int) -> list[GameEvent]:
    """TG-2: actions that show at once; the others are told by what follows."""
    if carried == REVERSE:
        return [Clockwise() if after.step > 0 else Anticlockwise()]
    if carried == REPEAT:
        return [Again(player=player)]
    if carried == ROBBERY:
        return [Robbed(player=player, tugriks=min(before.bank, before.playing.bit_count()))]
    if carried == PENALTY:
        other = following(after, player)
        return [Fined(player=other, tugriks=min(2, before.money[other]))]
    return []


def _onward(before: State, after: State, seat: int, ended: bool, missing: bool = False) -> list[GameEvent]:
    """Who misses the turn, and who can only pay, until somebody has to decide (TG-11, TG-24)."""
    told: list[GameEvent] = []
    miss = missing or bool(before.miss)
    if not ended and seat != after.turn:
        told.append(Passed(player=seat))
        ended = True
    while ended:
        seat = following(after, seat)
        if miss:
            told.append(Missed(player=seat))
            miss = False
        elif seat == after.turn:
            break
        else:
            told.append(Passed(player=seat))
    return told


def _round_starts(s: State) -> list[GameEvent]:
    return [RoundStarts(round=s.round_no, player=s.starter, cards=handful(s), bank=s.bank)]


def _round_over(before: State, after: State) -> list[GameEvent]:
    """TG-30, TG-31: who is out, who is asked, what comes next."""
    told: list[GameEvent] = [Out(player=p) for p in range(before.players) if (before.playing & ~after.playing) >> p & 1]
    if after.phase == LOAN:
        told.append(Asked(player=after.asked, other=after.target))
    elif after.phase == DEAL:
        told += _round_starts(after)
    elif after.phase == OVER:
        told += _knockout_cut_short(after) + _end(after)
    return told


def _knockout_cut_short(s: State) -> list[GameEvent]:
    """TG-31: why a knockout is over although several players are left."""
    if s.rounds or s.playing.bit_count() == 1:
        return []
    return [KnockoutStalled() if s.stalled == MOST_STALLED else KnockoutLong()]


def _end(s: State) -> list[GameEvent]:
    told: list[GameEvent] = [Repaid()] if s.lent else []
    told += [Scored(player=p, tugriks=s.money[p]) for p in range(s.players)]
    return [*told, told_winners(winners(rules, s))]


def reveals(s: State, action: int) -> bool:
    """Laying and challenging show cards. Where TG-10 is enforced, not to lay shows that nothing could be laid."""
    if action in (DRAW, PAY, SILENT):
        return not s.challenges or (s.phase == MOVE and not s.held[DECK])
    return action < NAMING or action == CHALLENGE


def uncovers(s: State, action: int) -> bool:
    """A challenger is shown the other's hand (TG-25). When there is nothing to draw and paying is automatic, the turn
    passes over those who cannot lay."""
    return action == CHALLENGE or (not s.held[DECK] and not (s.challenges and s.attention))


def describe(s: State, seat: int, action: int) -> Fact:
    if action < NAMING:
        kind, place = card_of(action), action % CARDS
        if kind >= CARDS:
            return fact("tugriki.can_lay_wild", card=card(kind).fact, place=card(place).fact)
        if s.carries[kind] != PLAIN:
            name = CARRIED[s.carries[kind]]
            carried = fact("tugriki.carries", action=fact(f"tugriki.action_{name}"), does=fact(f"tugriki.does_{name}"))
            return fact("tugriki.can_lay_action", card=card(kind).fact, action=carried)
        return fact("tugriki.can_lay", card=card(kind).fact)
    if action < DRAW:
        return fact("tugriki.can_name", colour=colour(action - NAMING).fact)
    if action == DRAW:
        return fact("tugriki.can_draw", left=s.held[DECK])
    if action == PAY:
        key = "tugriki.can_keep" if s.phase == DRAWN else "tugriki.can_pay"
        return fact(key, tugriks=min(1, s.money[seat]))
    if action == SILENT:
        return fact("tugriki.can_be_silent")
    if action == CHALLENGE:
        return fact("tugriki.can_challenge", other=s.suspect)
    if action == CALL:
        return fact("tugriki.can_call", other=s.suspect)
    if action == LEND:
        return fact("tugriki.can_refuse", other=s.target)
    return fact("tugriki.can_lend", other=s.target, tugriks=action - LEND)
