"""What one remembers of Tugriki from the events of a seat: the memory of an observation, and that of a search."""

from collections.abc import Iterable, Sequence

from koloda.core.events import Told, since_last
from koloda.core.game import REMEMBERED
from koloda.core.game import Memory as SearchMemory
from koloda.games.tugriki.bots.belief import HOLDS, LACKS, NO_CHOICE, NO_GENIE
from koloda.games.tugriki.events import (
    Binds,
    Drew,
    Free,
    Gave,
    Got,
    Laid,
    LaidOver,
    LaidWild,
    Named,
    Paid,
    Passed,
    RoundStarts,
    SaidNothing,
    Shown,
)
from koloda.games.tugriki.hands import give as give_card
from koloda.games.tugriki.hands import put_back
from koloda.games.tugriki.memory import Memory, forget, give, lack, show_hand, take_wild
from koloda.games.tugriki.state import CARDS, PER_WORD, SEATS, State
from koloda.games.tugriki.wording import Card, Genie, kind_of, number_of


def recollect(seen: State, seat: int, events: Sequence[Told]) -> Memory:
    """Everything that the events tell a seat of the round in progress."""
    listener = TugrikiMemory(seen, seat)
    for event in since_last(RoundStarts, events):
        listener.hear(event)
    return listener.memory


def remember(seen: State, seat: int, events: Sequence[Told]) -> SearchMemory:
    """The same as a search uses it."""
    return table(recollect(seen, seat, events), seat)


def table(known: Memory, seat: int) -> SearchMemory:
    """By seat, what it seems to lack and what it was seen to hold."""
    rows = [[0] * REMEMBERED for _ in range(SEATS)]
    for other, row in enumerate(rows):
        for card in range(CARDS):
            row[LACKS + card // PER_WORD] |= (known.lacking[card] >> other & 1) << card % PER_WORD
        at = 2 * (seat * SEATS + other)
        row[HOLDS : HOLDS + 2] = known.shown[at : at + 2]
        row[NO_GENIE], row[NO_CHOICE] = known.wildless[other] & 1, known.wildless[other] >> 1
    return rows


class TugrikiMemory:
    """The rows as the events build them up, to see what would have fitted when somebody drew."""

    def __init__(self, seen: State, seat: int) -> None:
        self.rows = seen.copy()
        self.seat = seat
        self.memory = Memory()
        self.clear()

    def clear(self) -> None:
        forget(self.memory)
        self.drawer = -1
        for places in (self.rows.laid, self.rows.genie_at, self.rows.choice_at):
            places[:] = [0, 0]
        self.bind(-1, 0)

    def bind(self, colour: int, named: int) -> None:
        self.rows.bound, self.rows.named = colour, named

    def hear(self, event: Told) -> None:
        drawer, self.drawer = self.drawer, -1
        if type(event) not in HEARD:
            return
        match event:  # what happens most comes first
            case Laid(player=player, card=card):
                self.drew_in_vain(player, drawer)
                self.fill(self.rows.laid, kind_of(card))
            case Drew(player=player):
                self.drawer = player
            case Paid(player=player) | SaidNothing(player=player) | Passed(player=player):
                lack(self.rows, self.memory, 1 << player)
            case LaidWild(player=player, card=card, place=place):
                self.drew_in_vain(player, drawer)
                self.fill(self.rows.genie_at if isinstance(card, Genie) else self.rows.choice_at, kind_of(place))
                take_wild(self.memory, self.seat, player, kind_of(card))
            case Free():
                self.bind(-1, 0)
            case Binds(colour=colour):
                self.bind(number_of(colour), 0)
            case Named(colour=colour):
                self.bind(number_of(colour), 1)
            case Gave(other=other, card=card):
                give(self.memory, self.seat, other, kind_of(card))
            case Got(other=other, card=card):
                take_wild(self.memory, self.seat, other, kind_of(card))
            case Shown(other=other, cards=cards):
                self.shown(other, cards)
            case RoundStarts():
                self.clear()

    def fill(self, places: list[int], kind: int) -> None:
        places[kind // PER_WORD] |= 1 << kind % PER_WORD

    def drew_in_vain(self, player: int, drawer: int) -> None:
        """Who lays the card just drawn had nothing else that fitted, most likely."""
        if player == drawer:
            lack(self.rows, self.memory, 1 << player)

    def shown(self, other: int, cards: Iterable[Card]) -> None:
        put_back(self.rows, other)
        for card in cards:
            give_card(self.rows, other, kind_of(card))
        show_hand(self.rows, self.memory, self.seat, other)


HEARD = frozenset(
    (Laid, LaidOver, Drew, LaidWild, Free, Binds, Named, Gave, Got, Shown, Paid, SaidNothing, Passed, RoundStarts)
)
