"""A card is laid: what it binds, what it finishes, what it does (TG-14 to TG-24)."""

from koloda.core.bits import size
from koloda.games.tugriki.hands import give, take
from koloda.games.tugriki.rounds import stalemate, unbind, win_round
from koloda.games.tugriki.rows import filled, unfilled, unfinished, word_of
from koloda.games.tugriki.state import (
    CARDS,
    CHOICE,
    COLOUR_CHOICE,
    DECK,
    DRAW_ONE,
    EXCHANGE,
    EXCHANGING,
    FORCED,
    GENIE,
    NAME,
    PENALTY,
    PER_WORD,
    PLAIN,
    RANKS,
    REPEAT,
    REVERSE,
    ROBBERY,
    SKIP,
    TO_MOVE,
    State,
)
from koloda.games.tugriki.turns import advance, following, forget, pay


def lay(s: State, seat: int, kind: int, place: int) -> None:
    """TG-8: a card of the hand goes to its place in the rows."""
    word = word_of(place)
    bit = 1 << (place - PER_WORD * word)
    fresh = (filled(s, word) & bit) == 0
    take(s, seat, kind)
    if kind == GENIE:
        s.genie_at[word] |= bit
    elif kind == CHOICE:
        s.choice_at[word] |= bit
    else:
        s.laid[word] |= bit
    forget(s)
    s.drawn = -1
    if s.held[seat] == 0:
        win_round(s, seat)
    elif s.laid[0] == s.coloured[0] and s.laid[1] == s.coloured[1]:
        stalemate(s)
    else:
        colour = place // RANKS
        finished = fresh and not unfinished(s, colour)
        bind(s, kind, colour, finished)
        if finished:
            s.miss = 1
        carry_out(s, seat, s.carries[kind] + 0 if kind < CARDS else PLAIN)


def bind(s: State, kind: int, colour: int, finished: bool) -> None:
    """TG-14, TG-16 to TG-19: while something binds, only a Row choice can have gone into another row."""
    if finished:
        unbind(s)
    elif s.named > 0:
        s.named -= 1
        if kind == CHOICE:
            s.pledge = 1
        if s.named == 0:
            if s.pledge == 0:
                s.bound = -1
            s.pledge = 0
    elif kind == CHOICE:
        s.bound = colour


def carry_out(s: State, seat: int, action: int) -> None:
    """TG-2, TG-20, TG-23: the action on the card that was laid."""
    if action == COLOUR_CHOICE:
        unbind(s)
        if unfilled(s, 0) | unfilled(s, 1):
            s.phase = NAME
            return
    elif action == DRAW_ONE:
        s.miss = 1
        if s.held[DECK] > 0:
            s.target = following(s, seat)
            s.phase = FORCED
            return
    elif action == SKIP:
        s.miss = 1
    elif action == REVERSE:
        s.step = -s.step
    elif action == REPEAT:
        s.phase = TO_MOVE
        return
    elif action == EXCHANGE:
        s.target = seat
        s.phase = EXCHANGING
        return
    elif action == PENALTY:
        pay(s, following(s, seat), 2)
        s.miss = 1
    elif action == ROBBERY:
        rob(s, seat)
    advance(s)


def rob(s: State, seat: int) -> None:
    """TG-22: one tugrik a player in the round, as far as the bank reaches."""
    loot = min(s.bank + 0, size(s.playing + 0))
    s.bank -= loot
    s.money[seat] += loot


def name_colour(s: State, colour: int) -> None:
    """TG-18."""
    s.bound = colour
    s.named = 2
    advance(s)


def exchange(s: State, kind: int) -> None:
    """TG-21: the target has drawn blindly from the next player; the cards change hands when all have drawn."""
    s.pick[s.target] = kind
    s.target = following(s, s.target + 0)
    if s.target == s.turn:
        s.target = -1
        for seat in range(s.players):
            if s.pick[seat] >= 0:
                take(s, following(s, seat), s.pick[seat] + 0)
                give(s, seat, s.pick[seat] + 0)
                s.pick[seat] = -1
        advance(s)
