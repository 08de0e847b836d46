"""The rules of Tugriki (TG). Interpreted and compiled: plain functions over the fields of the state."""

from collections.abc import MutableSequence

from koloda.core.bits import enlist
from koloda.games.tugriki.hands import give, nth_card, put_back, take
from koloda.games.tugriki.laying import exchange, lay, name_colour
from koloda.games.tugriki.rounds import clear, handful, lend, start_round
from koloda.games.tugriki.rows import alone, fits, fitting, open_places, unfinished, wild_places, words
from koloda.games.tugriki.state import (
    AS_CHOICE,
    AS_GENIE,
    CALL,
    CARDS,
    CAUGHT,
    CHALLENGE,
    CHOICE,
    COLOURS,
    DEAL,
    DECK,
    DRAW,
    DRAWING,
    DRAWN,
    EXCHANGING,
    FIRST,
    GENIE,
    LAY,
    LEND,
    LOAN,
    LOANS,
    MOST_LENT,
    MOVE,
    NAME,
    NAMING,
    NEW_ROUND,
    OVER,
    PASSING,
    PAY,
    PER_WORD,
    REDEAL,
    SEATS,
    SILENT,
    TO_MOVE,
    State,
)
from koloda.games.tugriki.turns import (
    advance,
    challenge,
    following,
    forget,
    may_call,
    may_challenge,
    pass_on,
    pay,
    to_move,
)


def start(s: State) -> None:
    """TG-4, TG-6."""
    for seat in range(SEATS):
        s.money[seat] = s.tugriks // s.players if seat < s.players else 0
        s.owed[seat] = 0
    for i in range(LOANS):
        s.loan[i] = 0
    s.lent = 0
    s.bank = 0
    s.playing = (1 << s.players) - 1
    s.round_no = 1
    s.stalled = 0
    s.turn = 0
    s.starter = 0
    s.target = -1
    s.then = 0
    clear(s)
    s.phase = FIRST


def actors(s: State) -> int:
    if s.phase <= NAME:
        return 1 << s.turn
    return 1 << s.asked if s.phase == LOAN else 0


def legal(s: State, seat: int, out: MutableSequence[int]) -> int:
    if not (actors(s) >> seat) & 1:
        if may_call(s, seat):
            out[0] = CALL
            return 1
        return 0
    n = 0
    if s.phase == MOVE or s.phase == DRAWN:
        n = moves(s, seat, out)
    elif s.phase == NAME:
        for colour in range(COLOURS):
            if unfinished(s, colour):
                out[n] = NAMING + colour
                n += 1
    else:
        for tugriks in range(min(MOST_LENT, s.money[seat] - 1) + 1):
            out[n] = LEND + tugriks
            n += 1
    return n


def moves(s: State, seat: int, out: MutableSequence[int]) -> int:
    """TG-8, TG-11, TG-25: lay a card of the hand, or the one just drawn, and what there is to do instead."""
    first = s.hand[seat][0]
    second = s.hand[seat][1]
    genie = s.genies[seat] > 0
    choice = s.choices[seat] > 0
    if s.phase == DRAWN:
        first = alone(s.drawn, 0)
        second = alone(s.drawn, 1)
        genie = s.drawn == GENIE
        choice = s.drawn == CHOICE
    n = lays(s, first, second, genie, choice, out)
    if s.phase == MOVE:
        return instead_of_laying(s, seat, out, n)
    return payments(s, out, n) if n == 0 or s.challenges else n


def instead_of_laying(s: State, seat: int, out: MutableSequence[int], n: int) -> int:
    """TG-10, TG-11, TG-25. Who cannot lay and cannot draw pays, or says nothing."""
    if s.held[DECK] > 0:
        if n == 0 or s.challenges:
            out[n] = DRAW
            n += 1
    elif n == 0:
        n = payments(s, out, n)
    if may_challenge(s, seat):
        out[n] = CHALLENGE
        n += 1
    elif may_call(s, seat):
        out[n] = CALL
        n += 1
    return n


def lays(s: State, first: int, second: int, genie: bool, choice: bool, out: MutableSequence[int]) -> int:
    """Where these cards may be laid: the coloured ones, word by word, then a Genie, then a Row choice.

    One loop with one place to write actions down: compiled, that is far less code than a loop for each kind.
    """
    count = words(s)
    open_first = open_places(s, 0)
    open_second = open_places(s, 1) if count == 2 else 0
    n = 0
    word = 0
    base = LAY
    while base < NAMING:
        places = open_second if word else open_first
        if base == LAY:
            places = fitting(s, word, places) & (second if word else first)
        elif base == AS_GENIE:
            places = wild_places(s, word, places, GENIE) if genie else 0
        else:
            places = wild_places(s, word, places, CHOICE) if choice else 0
        n = enlist(places, base + word * PER_WORD, out, n)
        word += 1
        if word == count:
            word = 0
            base += CARDS
    return n


def payments(s: State, out: MutableSequence[int], n: int) -> int:
    """TG-27."""
    out[n] = PAY
    if s.attention:
        out[n + 1] = SILENT
        return n + 2
    return n + 1


def act(s: State, seat: int, action: int) -> None:
    decide(s, seat, action)
    go_on(s)


def go_on(s: State) -> None:
    """What follows by itself. (Decisions and draws leave it to one place: compiled, that is far less code.)"""
    if s.phase == NEW_ROUND:
        start_round(s)
    elif s.phase == PASSING:
        pass_on(s)
        s.phase = TO_MOVE
    if s.phase == TO_MOVE:
        to_move(s)


def decide(s: State, seat: int, action: int) -> None:
    if action < NAMING:
        lay(s, seat, card_of(action), action % CARDS)
    elif action < DRAW:
        name_colour(s, action - NAMING)
    elif action == DRAW:
        forget(s)
        s.phase = DRAWING
    elif action == PAY:
        pay_up(s, seat)
    elif action == SILENT:
        s.suspect = seat
        s.silent = 1
        advance(s)
    elif action == CHALLENGE:
        challenge(s, seat)
    elif action == CALL:
        pay(s, s.suspect + 0, 2)
        forget(s)
    else:
        lend(s, seat, action - LEND)


def card_of(action: int) -> int:
    """The card that an action lays."""
    if action < AS_GENIE:
        return action + 0
    return GENIE if action < AS_CHOICE else CHOICE


def pay_up(s: State, seat: int) -> None:
    """TG-11: the turn passes. Where there was a card to draw, the next player may doubt the need (TG-25)."""
    forget(s)
    if s.phase == DRAWN and s.challenges:
        s.suspect = seat
    pay(s, seat, 1)
    advance(s)


def chance(s: State) -> int:
    if s.phase <= OVER:
        return 0
    if s.phase >= DEAL:
        return s.held[DECK] + 0
    if s.phase == FIRST:
        return s.players + 0
    return s.held[following(s, s.target + 0)] + 0


def draw(s: State, outcome: int) -> None:
    if s.phase == FIRST:
        s.starter = outcome
        s.phase = NEW_ROUND
    else:
        exchanging = s.phase == EXCHANGING
        kind = nth_card(s, following(s, s.target + 0) if exchanging else DECK, outcome)
        if exchanging:
            exchange(s, kind)
        else:
            from_deck(s, kind)
    go_on(s)


def from_deck(s: State, kind: int) -> None:
    """A card of the deck goes to a hand."""
    holder = receiver(s)
    take(s, DECK, kind)
    give(s, holder, kind)
    if s.phase == DEAL:
        dealt(s)
    elif s.phase == DRAWING:
        drawn_to_move(s, kind)
    elif s.phase == REDEAL:
        dealt_anew(s, holder, kind)
    else:
        s.target = -1
        if s.phase == CAUGHT:
            s.phase = TO_MOVE
        else:
            advance(s)


def receiver(s: State) -> int:
    """Who gets the next card of the deck."""
    if s.phase == DRAWING:
        return s.turn + 0
    if s.phase != REDEAL:
        return s.target + 0
    holder = 0
    while s.owed[holder] == 0:
        holder += 1
    return holder


def dealt(s: State) -> None:
    """TG-3: hand by hand, from the starter clockwise."""
    if s.held[s.target] == handful(s):
        s.target = following(s, s.target + 0)
        if s.target == s.starter:
            s.target = -1
            s.phase = TO_MOVE


def drawn_to_move(s: State, kind: int) -> None:
    """TG-11, TG-25. With both options off there is nothing to decide about a card that does not fit."""
    s.drawn = kind
    s.phase = DRAWN
    if not s.challenges and not s.attention and not fits(s, s.drawn + 0):
        pay(s, s.turn + 0, 1)
        advance(s)


def over(s: State) -> bool:
    return s.phase == OVER


def scores(s: State, out: MutableSequence[int]) -> None:
    """TG-31: tugriks."""
    for seat in range(s.players):
        out[seat] = s.money[seat]


def standings(s: State, out: MutableSequence[int]) -> None:
    """TG-31: most tugriks win; whoever is left alone after a knockout has all of them."""
    scores(s, out)


def hide(s: State, seat: int) -> None:
    """All other hands are dealt anew; what exchanges and challenges have shown is forgotten.

    The card that another player has just drawn is hidden too. With challenges and attention both off it must be one
    that fits, which the new one need not be: its owner may then keep it.
    """
    cards = 0
    for other in range(s.players):
        if other != seat:
            s.owed[other] = s.held[other]
            cards += s.held[other]
            put_back(s, other)
    if s.turn != seat:
        s.drawn = -1
    if s.phase == EXCHANGING:
        s.target = s.turn
        for other in range(s.players):
            s.pick[other] = -1
    if cards > 0:
        s.then = s.phase
        s.phase = REDEAL


def dealt_anew(s: State, holder: int, kind: int) -> None:
    s.owed[holder] -= 1
    if s.then == DRAWN and s.drawn < 0 and holder == s.turn:
        s.drawn = kind
    left = 0
    for other in range(holder, s.players):
        left += s.owed[other]
    if left == 0:
        s.phase = s.then
        s.then = 0
