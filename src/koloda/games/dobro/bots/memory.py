"""What a search remembers of Dobro's hands: who played or took could not, or would not, play something else."""

from collections.abc import Iterable

from koloda.core.events import Told
from koloda.core.game import REMEMBERED, Memory
from koloda.games.dobro.bots.belief import LACKS, OLD
from koloda.games.dobro.events import Dealt, Doubled, Draws, Played, Reversed, Skipped, Took
from koloda.games.dobro.state import HIGHEST, JOKER, LOWEST, REVERSE, SEATS, SKIP, State
from koloda.games.dobro.wording import JokerAs, JokersAs, Number, NumberPlay, Pair, WithJoker


def remember(seen: State, seat: int, events: Iterable[Told]) -> Memory:
    """Everything that the events tell of the round in progress."""
    memory = DobroMemory()
    for event in events:
        memory.hear(event)
    return memory.memory


class DobroMemory:
    """What a hand seems to lack: who plays high has nothing lower that would do, who takes has nothing that would."""

    def __init__(self) -> None:
        self.deal(0)

    def deal(self, cards: int) -> None:
        self.memory: Memory = [[0] * REMEMBERED for _ in range(SEATS)]
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
                self.laid(player, 2 if type(play) in PAIRS else 1, _passed_over(play, self.good))
                self.good = good
            case Draws(player=player, cards=cards):
                self.held[player] += cards
            case Took(player=player):
                lacking = _numbers(self.good, HIGHEST if self.trick > CHEAP else DEAR)
                if self.trick > CHEAP:
                    lacking |= 1 << SKIP | 1 << REVERSE | 1 << JOKER
                self.laid(player, 0, lacking if self.good else 0)
                self.clear()
            case Skipped(player=player) | Reversed(player=player):
                self.laid(player, 1, _numbers(self.good, HIGHEST) if self.good else 0)
            case Dealt(cards=cards):
                self.deal(cards)

    def laid(self, seat: int, cards: int, lacking: int) -> None:
        """Somebody has laid so many cards, and so shown to lack some kinds."""
        self.trick += cards
        self.held[seat] -= cards
        mine = self.memory[seat]
        mine[OLD] = self.held[seat] if lacking else max(mine[OLD] - cards, 0)
        mine[LACKS] |= lacking


HEARD = frozenset((Played, Doubled, Draws, Took, Skipped, Reversed, Dealt))  # the others tell nothing of hands
PAIRS = (Pair, WithJoker, JokersAs)
CHEAP = 2  # a trick of so few cards is taken by some who could play
DEAR = 8  # but not instead of a number up to this


def _numbers(low: int, high: int) -> int:
    """The number cards of a range, as bits."""
    return max((2 << high) - (1 << max(low, LOWEST)), 0)


def _passed_over(play: NumberPlay, good: int) -> int:
    """The numbers that a play leaves out: lower ones that would have done. Pairs are played for their own sake."""
    if isinstance(play, Number):
        return _numbers(good, play.number - 1)
    return _numbers(good, HIGHEST) if isinstance(play, JokerAs) else 0
