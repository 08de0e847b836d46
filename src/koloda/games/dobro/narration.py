"""Dobro told in events. All plays are public; a drawn card is shown to its owner only (the others see how many)."""

from koloda.core.events import GameEvent, told_winners
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Ply, winners
from koloda.games.dobro import rules
from koloda.games.dobro.cards import count, count_of
from koloda.games.dobro.events import (
    Dealt,
    Doubled,
    Draws,
    Drew,
    Forgot,
    ForgotFrom,
    Hand,
    Leads,
    OutOfCards,
    Played,
    Reversed,
    Scored,
    ScoredForgetful,
    Skipped,
    Took,
)
from koloda.games.dobro.plays import CARDS_LAID, FIGURE, LAID, VALUE
from koloda.games.dobro.state import (
    CHOOSE,
    DEAL,
    DRAW,
    DRAW_UP,
    END_TURN,
    LEADER,
    OVER,
    PLAY,
    PLAY_REVERSE,
    PLAY_SKIP,
    TAKE,
    State,
)
from koloda.games.dobro.view import CARDS, names
from koloda.games.dobro.wording import card, good_number, play


def narrate(before: State, ply: Ply, after: State, seat: int | None) -> list[GameEvent]:
    if isinstance(ply, Act):
        return _act(before, ply.seat, ply.action, after)
    if before.phase == LEADER:
        return [Leads(player=after.turn)]
    told: list[GameEvent] = []
    if before.phase == DEAL and not any(before.held):
        told = [Dealt(round=before.played + 1, rounds=before.rounds, cards=before.limit)]
    if seat is None or after.hand[seat] == before.hand[seat]:
        return told
    if before.phase == DEAL:
        complete = after.held[seat] == after.limit
        return [*told, Hand(cards=[card(name) for name in names(after.hand[seat])])] if complete else told
    (drawn,) = names(after.hand[seat] - before.hand[seat])
    return [Drew(player=seat, card=card(drawn))]


def _act(before: State, player: int, action: int, after: State) -> list[GameEvent]:
    if action == DRAW_UP:
        return [_draws(before, player)]
    if action == END_TURN:
        if before.forgetful in (-1, player):
            return [Forgot(player=player)]
        return [ForgotFrom(player=player, other=before.forgetful)]
    told: list[GameEvent]
    if action == TAKE:
        told = [Took(player=player, cards=count(before.on_table))]
    else:
        told = [_played(before, player, action)]
    if after.played > before.played:
        return told + _round_end(before, player, after)
    if after.phase == DRAW:
        told.append(_draws(after, player))
    return told


def _draws(s: State, player: int) -> Draws:
    cards = rules.owed(s, player)
    return Draws(player=player, cards=cards, left=s.left - cards)


def _played(before: State, player: int, action: int) -> Played | Skipped | Reversed:
    """DB-16: every play says the good number."""
    if action >= PLAY_SKIP:
        special = Reversed if action == PLAY_REVERSE else Skipped
        return special(player=player, good=good_number(before.good))
    good = rules.raised(before, action)
    played = Doubled if good > VALUE[action] else Played
    return played(player=player, play=_PLAYS[action], good=good)


_PLAYS = tuple(play(names(LAID[action]), FIGURE[action]) for action in range(PLAY_SKIP))


def _round_end(before: State, player: int, after: State) -> list[GameEvent]:
    """DB-21 to DB-23. The piles were those of the round that has just ended."""
    told: list[GameEvent] = [OutOfCards(player=player, round=after.played)]
    for p in range(after.players):
        scored = ScoredForgetful if p == before.forgetful else Scored
        told.append(scored(player=p, cards=count(before.pile[p]), points=after.last[p], total=after.points[p]))
    return [*told, told_winners(winners(rules, after))] if after.phase == OVER else told  # DB-26, DB-27


def reveals(s: State, action: int) -> bool:
    """A play shows cards of the hand; a take moves what everyone has seen."""
    return action < TAKE


def uncovers(s: State, action: int) -> bool:
    """Others' cards are seen only once they are played."""
    return False


def describe(s: State, seat: int, action: int) -> Fact:
    if action == DRAW_UP:
        return fact("dobro.can_draw", cards=rules.owed(s, seat))
    if action == END_TURN:
        return fact("dobro.can_end")
    if action == TAKE:
        return fact("dobro.can_take", cards=count(s.on_table))
    if action >= PLAY_SKIP:
        key = "can_reverse" if action == PLAY_REVERSE else "can_skip"
        return fact(f"dobro.{key}", good=good_number(s.good).fact)
    good = rules.raised(s, action)
    key = "can_double" if good > VALUE[action] else "can_play"
    return fact(f"dobro.{key}", play=_PLAYS[action].fact, good=good)


_WORDS = {TAKE: "take", DRAW_UP: "draw", END_TURN: "end"}


def refuse(s: State, seat: int, action: int) -> Fact:
    if s.phase not in (PLAY, CHOOSE):
        return fact("common.nothing_due")
    if seat != s.turn:
        return fact("common.not_your_turn", player=s.turn)
    if s.phase == CHOOSE:
        return fact("dobro.draw_or_end", cards=rules.owed(s, seat))
    if action in (DRAW_UP, END_TURN):
        return fact("dobro.turn_first") if s.attention else fact("dobro.automatic")
    if action == TAKE:
        return fact("dobro.nothing_to_take")
    if missing := _missing(s.hand[seat], LAID[action]):
        return fact("dobro.not_in_hand", cards=missing)
    if CARDS_LAID[action] == 2:
        return fact("dobro.too_low_pair", value=VALUE[action], good=s.good)
    return fact("dobro.too_low", good=s.good)


def move_name(s: State, action: int) -> Fact:
    """What a move is called in a refusal."""
    if action in _WORDS:
        return fact(f"dobro.move_{_WORDS[action]}")
    return card("R" if action == PLAY_REVERSE else "S").fact if action >= PLAY_SKIP else _PLAYS[action].fact


def _missing(hand: int, cards: int) -> list[Fact]:
    """The cards of a play that are not in the hand."""
    left = names(hand)
    missing = []
    for name in names(cards):
        if name in left:
            left.remove(name)
        else:
            missing.append(card(name).fact)
    return missing


def reminder(s: State) -> Fact | None:
    """The cards in the score piles: everybody saw them go there, and searches know them."""
    gone = sum(s.pile)
    kinds = [(card(name).fact, count_of(gone, kind)) for kind, name in CARDS.items()]
    told = [fact("dobro.several", card=each, n=n) if n > 1 else each for each, n in kinds if n]
    return fact("dobro.in_the_piles", cards=told) if told else None
