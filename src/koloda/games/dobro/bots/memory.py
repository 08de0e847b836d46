"""What a search remembers of Dobro's hands: who played or took could not, or would not, play something else."""

from collections.abc import Iterable

from koloda.core.facts import Fact
from koloda.core.game import REMEMBERED, Memory
from koloda.games.dobro.bots.belief import LACKS, OLD
from koloda.games.dobro.state import HIGHEST, JOKER, LOWEST, REVERSE, SEATS, SKIP, State


def remember(seen: State, story: Iterable[Fact]) -> Memory:
    """Everything that the story tells of the round in progress."""
    memory = DobroMemory()
    for told in story:
        memory.hear(told)
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

    def hear(self, told: Fact) -> None:
        key = told.key.removeprefix("dobro.")
        if key == "dealt":
            self.deal(_number(told, "cards"))
        elif key in ("played", "doubled"):
            play = _fact(told, "play")
            way, number = play.key.removeprefix("dobro."), _number(play, "number")
            self.laid(_number(told, "player"), 2 if way in PAIRS else 1, _passed_over(way, number, self.good))
            self.good = _number(told, "good")
        elif key in ("skipped", "reversed"):
            self.laid(_number(told, "player"), 1, _numbers(self.good, HIGHEST) if self.good else 0)
        elif key == "took":
            lacking = _numbers(self.good, HIGHEST if self.trick > CHEAP else DEAR)
            if self.trick > CHEAP:
                lacking |= 1 << SKIP | 1 << REVERSE | 1 << JOKER
            self.laid(_number(told, "player"), 0, lacking if self.good else 0)
            self.clear()
        elif key == "draws":
            self.held[_number(told, "player")] += _number(told, "cards")

    def laid(self, seat: int, cards: int, lacking: int) -> None:
        """Somebody has laid so many cards, and so shown to lack some kinds."""
        self.trick += cards
        self.held[seat] -= cards
        mine = self.memory[seat]
        mine[OLD] = self.held[seat] if lacking else max(mine[OLD] - cards, 0)
        mine[LACKS] |= lacking


PAIRS = ("pair", "with_joker", "jokers_as")
CHEAP = 2  # a trick of so few cards is taken by some who could play
DEAR = 8  # but not instead of a number up to this


def _numbers(low: int, high: int) -> int:
    """The number cards of a range, as bits."""
    return sum(1 << number for number in range(max(low, LOWEST), high + 1))


def _passed_over(way: str, number: int, good: int) -> int:
    """The numbers that a play leaves out: lower ones that would have done. Pairs are played for their own sake."""
    if way == "number":
        return _numbers(good, number - 1)
    return _numbers(good, HIGHEST) if way == "joker_as" else 0


def _number(fact: Fact, name: str) -> int:
    value = fact.args[name]
    assert isinstance(value, int)
    return value


def _fact(fact: Fact, name: str) -> Fact:
    value = fact.args[name]
    assert isinstance(value, Fact)
    return value
