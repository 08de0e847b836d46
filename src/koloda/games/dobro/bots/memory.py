"""What one remembers of Dobro from the events of a seat: the memory of an observation, and that of a search."""

from collections.abc import Sequence

from koloda.core.events import Told, since_last
from koloda.core.game import REMEMBERED
from koloda.core.game import Memory as SearchMemory
from koloda.games.dobro.bots.belief import LACKS, OLD
from koloda.games.dobro.cards import count_of
from koloda.games.dobro.events import Dealt, Doubled, Draws, Played, Reversed, Skipped, Took
from koloda.games.dobro.memory import Memory, forget, note
from koloda.games.dobro.plays import CARDS_LAID
from koloda.games.dobro.state import (
    JOKER_AS,
    JOKERS_AS,
    KINDS,
    LOWEST,
    ONE,
    PAIR,
    PLAY_REVERSE,
    PLAY_SKIP,
    SEATS,
    TAKE,
    WAYS,
    WITH_JOKER,
    State,
)
from koloda.games.dobro.wording import JokerAs, JokersAs, Number, NumberPlay, Pair, WithJoker


def recollect(seen: State, seat: int, events: Sequence[Told]) -> Memory:
    """Everything that the events tell of the round in progress."""
    listener = DobroMemory()
    for event in since_last(Dealt, events):
        listener.hear(event)
    return listener.memory


def remember(seen: State, seat: int, events: Sequence[Told]) -> SearchMemory:
    """The same as a search uses it: by seat, which kinds it seems to lack, and how many of its cards are that old."""
    known = recollect(seen, seat, events)
    table = [[0] * REMEMBERED for _ in range(SEATS)]
    for other, row in enumerate(table):
        row[LACKS] = sum(1 << kind for kind in range(KINDS) if count_of(known.lacks[other], kind))
        row[OLD] = known.old[other]
    return table


class DobroMemory:
    """Follows the hand sizes and the trick as the events tell them, to note what every play and take shows."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.deal(0)

    def deal(self, cards: int) -> None:
        forget(self.memory)
        self.held = [cards] * SEATS
        self.clear()

    def clear(self) -> None:
        """A new trick."""
        self.good = 0
        self.trick = 0

    def hear(self, event: Told) -> None:
        if type(event) not in HEARD:
            return
        match event:  # what happens most comes first
            case Played(player=player, play=play, good=good):
                self.laid(player, action_of(play))
                self.good = good
            case Draws(player=player, cards=cards):
                self.held[player] += cards
            case Took(player=player):
                note(self.memory, player, TAKE, self.good, self.trick, self.held[player])
                self.clear()
            case Skipped(player=player):
                self.laid(player, PLAY_SKIP)
            case Reversed(player=player):
                self.laid(player, PLAY_REVERSE)
            case Dealt(cards=cards):
                self.deal(cards)

    def laid(self, seat: int, action: int) -> None:
        note(self.memory, seat, action, self.good, self.trick, self.held[seat])
        self.trick += CARDS_LAID[action]
        self.held[seat] -= CARDS_LAID[action]


HEARD = frozenset((Played, Doubled, Draws, Took, Skipped, Reversed, Dealt))  # the others tell nothing of hands
_WAYS: dict[type[NumberPlay], int] = {
    Number: ONE,
    JokerAs: JOKER_AS,
    Pair: PAIR,
    WithJoker: WITH_JOKER,
    JokersAs: JOKERS_AS,
}


def action_of(play: NumberPlay) -> int:
    return WAYS * (play.number - LOWEST) + _WAYS[type(play)]
