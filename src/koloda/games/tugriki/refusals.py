"""Why an action is refused, by rule, from what its seat knows: the own hand and all that is public."""

from koloda.core.facts import Fact, fact
from koloda.games.tugriki.cards import RANK_NAMES, hand_of, in_deck
from koloda.games.tugriki.rows import binding, can_lay, filled, fits, open_places
from koloda.games.tugriki.rules import actors, card_of
from koloda.games.tugriki.state import (
    CALL,
    CARDS,
    CHALLENGE,
    CHOICE,
    DECK,
    DRAW,
    DRAWN,
    LEND,
    LOAN,
    MOVE,
    NAME,
    NAMING,
    PAY,
    PER_WORD,
    PLAIN,
    RANKS,
    SILENT,
    State,
)
from koloda.games.tugriki.wording import as_object, card, colour, colour_of

_WORDS = {DRAW: "draw", PAY: "pay", SILENT: "silent", CHALLENGE: "challenge", CALL: "call"}


def refuse(s: State, seat: int, action: int) -> Fact:
    due = actors(s)
    if not due:
        return fact("common.nothing_due")
    if not s.playing >> seat & 1:
        return fact("tugriki.you_are_out")
    if not due >> seat & 1:
        if action == CALL:
            return _no_call(s, seat)
        return fact("common.not_your_turn", player=s.asked if s.phase == LOAN else s.turn)
    if s.phase == NAME:
        return _no_name(s, action)
    if s.phase == LOAN:
        return fact("tugriki.keep_one") if action > LEND else fact("tugriki.answer_first", other=s.target)
    if action < NAMING:
        return _no_lay(s, seat, card_of(action), action % CARDS)
    if action < DRAW:
        return fact("tugriki.no_naming")
    if action == DRAW:
        return _no_draw(s)
    if action in (PAY, SILENT):
        return _no_payment(s, seat)
    if action == CHALLENGE:
        return _no_challenge(s, seat)
    return _no_call(s, seat) if action == CALL else fact("tugriki.no_lending")


def move_name(s: State, action: int) -> Fact:
    """The card that a move would lay, or what else one would do, in words."""
    if action >= LEND:
        return fact("tugriki.move_refuse" if action == LEND else "tugriki.move_lend")
    if action >= DRAW:
        return fact(f"tugriki.move_{_WORDS[action]}")
    if action >= NAMING:
        return fact("tugriki.move_name")
    return as_object(card_of(action))


def _no_name(s: State, action: int) -> Fact:
    """TG-18."""
    if not NAMING <= action < DRAW:
        return fact("tugriki.name_first")
    row = action - NAMING
    key = "tugriki.row_finished" if in_deck(s, row * RANKS + 5) else "tugriki.no_such_colour"
    return fact(key, colour=colour(row).fact)


def _no_lay(s: State, seat: int, kind: int, place: int) -> Fact:
    """TG-8, TG-13 to TG-19, TG-25."""
    word, bit = place // PER_WORD, 1 << place % PER_WORD
    row = colour_of(place).fact
    if not in_deck(s, place):
        return fact("tugriki.no_such_card")
    if kind not in hand_of(s, seat):
        return fact("tugriki.not_in_hand")
    if s.phase == DRAWN and kind != s.drawn:
        return fact("tugriki.only_drawn", card=card(s.drawn).fact)
    if kind >= CARDS:
        if place % RANKS == 5:
            return fact("tugriki.never_a_five")
        if filled(s, word) & bit:
            return fact("tugriki.place_taken")
        if s.plain_wilds and s.carries[place] != PLAIN:
            return fact("tugriki.plain_only")
    if not filled(s, word) >> RANKS * (place // RANKS % 5) + 5 & 1 and place % RANKS != 5:
        return fact("tugriki.not_started")
    if kind < CARDS or open_places(s, word) & bit:
        bound = colour(s.bound).fact if s.bound >= 0 else row
        if kind == CHOICE and s.named:
            return fact("tugriki.choice_bound", colour=bound)
        if not binding(s, word) & bit:
            return fact("tugriki.bound_by_colour" if s.named else "tugriki.bound_by_row", colour=bound)
    return _not_next(s, place)


def _not_next(s: State, place: int) -> Fact:
    """TG-8: the card between this place and the rest of its row is missing."""
    rank = place % RANKS
    before = card(place + 1 if rank < 5 else place - 1).fact
    if rank in (5 - s.reach, 5 + s.reach):
        return fact("tugriki.not_next_end", card=before, rank=RANK_NAMES[rank])
    return fact("tugriki.not_next", card=before)


def _no_draw(s: State) -> Fact:
    """TG-10, TG-11."""
    if s.phase == DRAWN:
        return fact("tugriki.drawn_already")
    return fact("tugriki.must_lay") if s.held[DECK] else fact("tugriki.deck_empty")


def _no_payment(s: State, seat: int) -> Fact:
    """TG-10, TG-11, TG-27."""
    if s.phase == DRAWN and not s.challenges and fits(s, s.drawn):
        return fact("tugriki.must_lay_drawn")
    if s.phase == MOVE and s.held[DECK]:
        return fact("tugriki.draw_first")
    if s.phase == MOVE and can_lay(s, seat):
        return fact("tugriki.must_lay")
    return fact("tugriki.attention_off")  # to pay would be legal


def _no_challenge(s: State, seat: int) -> Fact:
    """TG-25, TG-28."""
    if not s.challenges:
        return fact("tugriki.challenges_off")
    if s.phase == DRAWN:
        return fact("tugriki.too_late")
    if s.silent and s.suspect != seat:
        return fact("tugriki.only_call", other=s.suspect)
    return fact("tugriki.nobody_to_challenge")


def _no_call(s: State, seat: int) -> Fact:
    """TG-27, TG-28."""
    if not s.attention:
        return fact("tugriki.calls_off")
    if s.phase != MOVE:
        return fact("tugriki.too_late")
    if s.suspect == seat:
        return fact("tugriki.not_yourself")
    return fact("tugriki.nobody_to_call")
