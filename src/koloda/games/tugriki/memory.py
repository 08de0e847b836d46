"""What a player of Tugriki with perfect memory knows, as numbers. Compilable.

Everybody sees who draws, pays or passes, and so what that hand seems to lack: what would have fitted. Some are shown
more: a challenger the whole hand of the other (TG-26), and who gives a card in an exchange knows who has it (TG-21). So
what was shown is kept by who knows it.
"""

from collections.abc import MutableSequence
from typing import Annotated

from koloda.core.bits import lowest, spelled
from koloda.core.observation import Part
from koloda.core.schema import I1, Fields, fields
from koloda.core.seats import around, others_after
from koloda.games.tugriki.hands import nth_card
from koloda.games.tugriki.observation import LAYOUT as VIEW_LAYOUT
from koloda.games.tugriki.observation import MOST_CARDS, WIDTH, observe_rest
from koloda.games.tugriki.rows import (
    ROW,
    alone,
    can_lay,
    fits,
    fitting,
    open_places,
    unfilled,
    wild_places,
    word_of,
    words,
)
from koloda.games.tugriki.rules import card_of
from koloda.games.tugriki.state import (
    CALL,
    CARDS,
    CHALLENGE,
    CHOICE,
    DEAL,
    DECK,
    DRAW_ONE,
    DRAWING,
    DRAWN,
    EXCHANGING,
    GENIE,
    MOVE,
    NAMING,
    PAY,
    PENALTY,
    PER_WORD,
    PLAIN,
    RANKS,
    REPEAT,
    REVERSE,
    SEATS,
    SILENT,
    SKIP,
    State,
)
from koloda.games.tugriki.turns import following

__all__ = ["LAYOUT", "WIDTH", "Memory", "forget", "give", "lack", "recall", "show_hand", "watch", "watch_draw"]

SHOWN = 3  # where a card is that was shown: this and the places from the observing seat to its holder
ALL_LACK = (1 << (SEATS - 1)) - 1

LAYOUT = (
    Part(
        "cards",
        CARDS,
        0,
        SHOWN + SEATS - 1,
        "where each coloured card is: 0 unseen, 1 own, 2 laid, 3 not in the deck, "
        "4 to 10 shown in the hand of the next seat, the one after it, ... (an exchange may have moved it since)",
    ),
    *VIEW_LAYOUT[1:],
    Part(
        "lacking",
        CARDS,
        0,
        ALL_LACK,
        "for each coloured card, who drew, paid or passed in this round when it fitted, as bits: 1 the next seat, ...",
    ),
    Part("wildless", SEATS, 0, 3, "the same for wilds, by seat: 1 a Genie fitted, 2 a Row choice, 3 both; own 0"),
    Part("shown_genies", SEATS, 0, MOST_CARDS, "Genies that were shown in this hand and not seen to leave; own 0"),
    Part(
        "shown_choices", SEATS, 0, MOST_CARDS, "Row choices that were shown in this hand and not seen to leave; own 0"
    ),
)
LACKING = sum(part.size for part in VIEW_LAYOUT)
WILDLESS = LACKING + CARDS


@fields
class Memory(Fields):
    """Of the round in progress. What was shown: the seat that knows, times SEATS, plus the seat that holds it."""

    next: I1  # whose turn came after the last move: who passed since could not lay; -1 where that is not known
    miss: I1  # whether the one after that misses the turn (TG-24)
    lacking: Annotated[list[int], "i2", CARDS]  # the seats that seem to lack a card, as bits
    wildless: Annotated[list[int], "i1", SEATS]  # 1: seems to have no Genie, 2: no Row choice, 3: neither
    shown: Annotated[list[int], "i8", SEATS * SEATS * 2]  # cards, two numbers of a set for each
    genies: Annotated[list[int], "i1", SEATS * SEATS]
    choices: Annotated[list[int], "i1", SEATS * SEATS]


def forget(m: Memory) -> None:
    m.next = -1
    m.miss = 0
    for card in range(CARDS):
        m.lacking[card] = 0
    for seat in range(SEATS):
        m.wildless[seat] = 0
    for pair in range(SEATS * SEATS):
        m.shown[2 * pair] = 0
        m.shown[2 * pair + 1] = 0
        m.genies[pair] = 0
        m.choices[pair] = 0


def watch(s: State, m: Memory, seat: int, action: int) -> None:
    who = passed(s, m)
    if action in (PAY, SILENT) or (s.phase == DRAWN and action < NAMING):
        who |= 1 << seat
    if who:
        lack(s, m, who)
    if action == CHALLENGE:
        show_hand(s, m, seat, s.suspect + 0)
    elif action < NAMING and card_of(action) >= CARDS:
        for knower in range(s.players):
            take_wild(m, knower, seat, card_of(action))
    if s.attention == 0:
        watch_turn(s, m, seat, action)


def watch_draw(s: State, m: Memory, outcome: int) -> None:
    if s.phase == EXCHANGING:
        if following(s, s.target + 0) == s.turn:
            watch_exchange(s, m, nth_card(s, s.turn + 0, outcome))
    elif s.phase == DRAWING:
        if not s.challenges and not s.attention and not fits(s, nth_card(s, DECK, outcome)):
            lack(s, m, 1 << s.turn)
    elif s.phase == DEAL and s.target == s.starter and s.held[s.starter] == 0:
        forget(m)
        m.next = s.starter


def watch_exchange(s: State, m: Memory, last: int) -> None:
    """TG-21: all cards change hands when the last one has been drawn."""
    for drawer in range(s.players):
        kind = last if drawer == s.target else s.pick[drawer] + 0
        if kind >= 0:
            owner = following(s, drawer)
            give(m, owner, drawer, kind)
            take_wild(m, drawer, owner, kind)


def lack(s: State, m: Memory, who: int) -> None:
    """These seats, as bits, seem to have nothing that fits now; where nobody may bluff (TG-10), they have not."""
    wilds = 0
    for word in range(words(s)):
        free = open_places(s, word)
        cards = fitting(s, word, free) & s.coloured[word]
        wilds |= (wild_places(s, word, free, GENIE) > 0) | (wild_places(s, word, free, CHOICE) > 0) << 1
        if not s.challenges:
            for pair in range(SEATS * SEATS):
                if (who >> pair % SEATS) & 1:
                    m.shown[2 * pair + word] &= ~cards
        while cards:
            m.lacking[word * PER_WORD + lowest(cards)] |= who
            cards &= cards - 1
    for seat in range(s.players):
        if (who >> seat) & 1:
            m.wildless[seat] |= wilds


def show_hand(s: State, m: Memory, knower: int, holder: int) -> None:
    """TG-26: a seat sees the whole hand of another."""
    for word in range(2):
        for other in range(SEATS):
            m.shown[2 * (knower * SEATS + other) + word] &= ~s.hand[holder][word]
        m.shown[2 * (knower * SEATS + holder) + word] = s.hand[holder][word]
    m.genies[knower * SEATS + holder] = s.genies[holder]
    m.choices[knower * SEATS + holder] = s.choices[holder]


def give(m: Memory, knower: int, holder: int, kind: int) -> None:
    """A seat knows that another has this card now."""
    for word in range(2):
        card = alone(kind, word)
        for other in range(SEATS):
            m.shown[2 * (knower * SEATS + other) + word] &= ~card
        m.shown[2 * (knower * SEATS + holder) + word] |= card
    m.genies[knower * SEATS + holder] += kind == GENIE
    m.choices[knower * SEATS + holder] += kind == CHOICE


def take_wild(m: Memory, knower: int, holder: int, kind: int) -> None:
    """A seat sees a wild leave another hand, if it is one."""
    pair = knower * SEATS + holder
    if kind == GENIE:
        m.genies[pair] = max(m.genies[pair] - 1, 0)
    elif kind == CHOICE:
        m.choices[pair] = max(m.choices[pair] - 1, 0)


def watch_turn(s: State, m: Memory, seat: int, action: int) -> None:
    """Whose turn comes after a move, for `passed` (TG-24)."""
    stays = action == CALL or (action == CHALLENGE and can_lay(s, s.suspect + 0))
    step = s.step + 0
    missed = s.miss > 0
    if action < NAMING:
        kind = card_of(action)
        carried = s.carries[kind] + 0 if kind < CARDS else PLAIN
        stays = carried == REPEAT
        step = -step if carried == REVERSE else step
        missed = missed or carried in (SKIP, DRAW_ONE, PENALTY) or finishes(s, action % CARDS)
    turn = s.turn + 0
    if not stays:
        turn = beyond(s, seat, step)
        if missed:
            turn = beyond(s, turn, step)
    m.next = turn
    m.miss = stays and missed


def finishes(s: State, place: int) -> bool:
    """Is this the last empty place of its row?"""
    word = word_of(place)
    row = ROW << (place // RANKS * RANKS - PER_WORD * word)
    return unfilled(s, word) & row == 1 << (place - PER_WORD * word)


def beyond(s: State, seat: int, step: int) -> int:
    """The next seat that is not out, in this direction."""
    while True:
        seat += step
        if seat < 0:
            seat = s.players - 1
        elif seat >= s.players:
            seat = 0
        if (s.playing >> seat) & 1:
            return seat


def passed(s: State, m: Memory) -> int:
    """Who had nothing to lay and nothing to draw since the last move, as bits (TG-11, TG-27)."""
    who = 0
    if s.attention == 0 and s.phase == MOVE and m.next >= 0:
        seat = m.next + 0
        miss = m.miss > 0
        while seat != s.turn:
            who |= 1 << seat
            seat = beyond(s, seat, s.step + 0)
            if miss:
                seat = beyond(s, seat, s.step + 0)
                miss = False
    return who


def recall(s: State, m: Memory, seat: int, out: MutableSequence[int]) -> None:
    for word in range(2):
        recall_places(s, m, seat, word, out)
    observe_rest(s, seat, out)
    for card in range(CARDS):
        out[LACKING + card] = others_after(m.lacking[card] + 0, seat, s.players + 0)
    for i in range(SEATS):
        known = 0 < i < s.players
        p = around(seat, i, s.players) if known else 0
        pair = seat * SEATS + p
        out[WILDLESS + i] = m.wildless[p] if known else 0
        out[WILDLESS + SEATS + i] = m.genies[pair] if known else 0
        out[WILDLESS + 2 * SEATS + i] = m.choices[pair] if known else 0
    who = others_after(passed(s, m), seat, s.players + 0)
    if who:
        recall_passed(s, who, out)


def recall_passed(s: State, who: int, out: MutableSequence[int]) -> None:
    """These of the others, as bits, have just shown to have nothing that fits."""
    wilds = 0
    for word in range(words(s)):
        free = open_places(s, word)
        cards = fitting(s, word, free) & s.coloured[word]
        wilds |= (wild_places(s, word, free, GENIE) > 0) | (wild_places(s, word, free, CHOICE) > 0) << 1
        while cards:
            out[LACKING + word * PER_WORD + lowest(cards)] |= who
            cards &= cards - 1
    for i in range(1, s.players):
        if (who >> (i - 1)) & 1:
            out[WILDLESS + i] |= wilds


def recall_places(s: State, m: Memory, seat: int, word: int, out: MutableSequence[int]) -> None:
    """The cards of one number of a set, and what lies in their places."""
    absent = ~s.coloured[word]
    own = s.hand[seat][word]
    laid = s.laid[word]
    ones = own | absent
    twos = laid | absent
    fours = 0
    eights = 0
    for i in range(1, s.players):
        cards = m.shown[2 * (seat * SEATS + around(seat, i, s.players)) + word] & ~(own | laid)
        place = SHOWN + i
        ones |= cards * (place & 1)
        twos |= cards * ((place >> 1) & 1)
        fours |= cards * ((place >> 2) & 1)
        eights |= cards * (place >> 3)
    genies = s.genie_at[word]
    choices = s.choice_at[word]
    first = word * PER_WORD
    for n in range(min(PER_WORD, CARDS - first)):
        out[first + n] = spelled(n, ones, twos, fours, eights)
        out[CARDS + first + n] = ((genies >> n) & 1) | ((choices >> n) & 1) << 1
