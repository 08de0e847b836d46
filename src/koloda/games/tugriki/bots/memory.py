"""What a search remembers of Tugriki's hands: who drew lacked what would have fitted; what was shown is known."""

from collections.abc import Iterable

from koloda.core.events import Told
from koloda.core.game import REMEMBERED, Memory
from koloda.games.tugriki.bots.belief import HOLDS, LACKS, NO_CHOICE, NO_GENIE
from koloda.games.tugriki.events import (
    Binds,
    Drew,
    Free,
    Gave,
    Laid,
    LaidOver,
    LaidWild,
    Named,
    Paid,
    RoundStarts,
    SaidNothing,
    Shown,
)
from koloda.games.tugriki.rows import fitting, open_places, wild_places
from koloda.games.tugriki.state import CARDS, CHOICE, GENIE, PER_WORD, SEATS, State
from koloda.games.tugriki.wording import Card, Genie, kind_of, number_of


def remember(seen: State, seat: int, events: Iterable[Told]) -> Memory:
    """Everything that the events tell of the round in progress."""
    memory = TugrikiMemory(seen)
    for event in events:
        memory.hear(event)
    return memory.memory


class TugrikiMemory:
    """The rows as the events build them up, to see what would have fitted when somebody drew."""

    def __init__(self, seen: State) -> None:
        self.rows = seen.copy()
        self.clear()

    def clear(self) -> None:
        self.memory: Memory = [[0] * REMEMBERED for _ in range(SEATS)]
        self.drawer = -1
        for places in (self.rows.laid, self.rows.genie_at, self.rows.choice_at):
            places[:] = [0, 0]
        self.bind(-1, 0)

    def bind(self, colour: int, named: int) -> None:
        self.rows.bound, self.rows.named = colour, named

    def hear(self, event: Told) -> None:
        drawer, self.drawer = self.drawer, -1
        if drawer >= 0 and isinstance(event, DRAWN_IN_VAIN) and event.player == drawer:
            self.lacks(drawer)
        if type(event) not in HEARD:
            return
        match event:  # what happens most comes first
            case Laid(card=card):
                self.fill(self.rows.laid, kind_of(card))
            case Drew(player=player):
                self.drawer = player
            case LaidWild(card=card, place=place):
                self.fill(self.rows.genie_at if isinstance(card, Genie) else self.rows.choice_at, kind_of(place))
            case Free():
                self.bind(-1, 0)
            case Binds(colour=colour):
                self.bind(number_of(colour), 0)
            case Named(colour=colour):
                self.bind(number_of(colour), 1)
            case Gave(other=other, card=card):
                self.holds(other, [card])
            case Shown(other=other, cards=cards):
                self.holds(other, cards)
            case RoundStarts():
                self.clear()

    def fill(self, places: list[int], kind: int) -> None:
        places[kind // PER_WORD] |= 1 << kind % PER_WORD

    def lacks(self, seat: int) -> None:
        """Nothing that fits now is in this hand, most likely (TG-10, TG-25)."""
        mine = self.memory[seat]
        for word in range(2):
            free = open_places(self.rows, word)
            fits = fitting(self.rows, word, free)
            mine[LACKS + word] |= fits
            mine[HOLDS + word] &= ~fits
            mine[NO_GENIE] |= wild_places(self.rows, word, free, GENIE) > 0
            mine[NO_CHOICE] |= wild_places(self.rows, word, free, CHOICE) > 0

    def holds(self, seat: int, cards: Iterable[Card]) -> None:
        for kind in map(kind_of, cards):
            if kind < CARDS:
                for other, row in enumerate(self.memory):
                    bit = 1 << kind % PER_WORD
                    word = HOLDS + kind // PER_WORD
                    row[word] = row[word] | bit if other == seat else row[word] & ~bit


HEARD = frozenset((Laid, LaidOver, Drew, LaidWild, Free, Binds, Named, Gave, Shown, RoundStarts))
DRAWN_IN_VAIN = (Paid, SaidNothing, Laid, LaidWild)
