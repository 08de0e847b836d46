"""What a search bot remembers of the others, from what its seat was told: a row of numbers for every seat.

`worlds/` says what the numbers mean and deals imagined hands by them. A story that was not kept is forgotten: all 0.
"""

from collections.abc import Callable, Iterable

from koloda.bots.sight import Sight
from koloda.bots.worlds import REMEMBERED, dobro, tugriki
from koloda.core.facts import Fact
from koloda.games.dobro.state import HIGHEST, JOKER, LOWEST, REVERSE, SKIP
from koloda.games.tugriki.cards import NAMES, PALETTE, RANK_NAMES
from koloda.games.tugriki.rows import fitting, open_places, wild_places
from koloda.games.tugriki.state import CARDS, CHOICE, GENIE, PER_WORD, RANKS
from koloda.games.tugriki.state import State as Rows

Memory = list[list[int]]


def remember(sight: Sight) -> Memory:
    """Everything that the story tells of the round in progress."""
    keep = KEEPERS.get(sight.game.name)
    if keep is None:
        return blank(sight)
    return keep(sight, sight.story)


def blank(sight: Sight) -> Memory:
    return [[0] * REMEMBERED for _ in range(sight.game.seats)]


def _number(fact: Fact, name: str) -> int:
    value = fact.args[name]
    assert isinstance(value, int)
    return value


def _fact(fact: Fact, name: str) -> Fact:
    value = fact.args[name]
    assert isinstance(value, Fact)
    return value


class DobroMemory:
    """What a hand seems to lack: who plays high has nothing lower that would do, who takes has nothing that would."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.deal(0)

    def deal(self, cards: int) -> None:
        self.memory = blank(self.sight)
        self.held = [cards] * self.sight.game.seats
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
        mine[dobro.OLD] = self.held[seat] if lacking else max(mine[dobro.OLD] - cards, 0)
        mine[dobro.LACKS] |= lacking


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


def of_dobro(sight: Sight, story: Iterable[Fact]) -> Memory:
    """Who played or took could not, or would not, play something else."""
    keeper = DobroMemory(sight)
    for told in story:
        keeper.hear(told)
    return keeper.memory


class TugrikiMemory:
    """The rows as the story builds them up, to see what would have fitted when somebody drew."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.rows: Rows = sight.seen.copy()
        self.clear()

    def clear(self) -> None:
        self.memory = blank(self.sight)
        self.drawer = -1
        for places in (self.rows.laid, self.rows.genie_at, self.rows.choice_at):
            places[:] = [0, 0]
        self.bind(-1, 0)

    def bind(self, colour: int, named: int) -> None:
        self.rows.bound, self.rows.named = colour, named

    def hear(self, told: Fact) -> None:
        key = told.key.removeprefix("tugriki.")
        drawer, self.drawer = self.drawer, -1
        if drawer >= 0 and key in DRAWN_IN_VAIN and told.args.get("player") == drawer:
            self.lacks(drawer)
        if key == "round_starts":
            self.clear()
        elif key == "drew":
            self.drawer = _number(told, "player")
        elif key in ("laid", "laid_over"):
            self.fill(self.rows.laid, _kind(_fact(told, "card")))
        elif key == "laid_wild":
            wild = _kind(_fact(told, "card"))
            self.fill(self.rows.genie_at if wild == GENIE else self.rows.choice_at, _kind(_fact(told, "place")))
        elif key in ("binds", "named"):
            colour = PALETTE.index(_fact(told, "colour").key.removeprefix("tugriki."))
            self.bind(colour, int(key == "named"))
        elif key == "free":
            self.bind(-1, 0)
        elif key == "gave":
            self.holds(_number(told, "other"), [_fact(told, "card")])
        elif key == "shown":
            cards = told.args["cards"]
            assert isinstance(cards, list)
            self.holds(_number(told, "other"), [card for card in cards if isinstance(card, Fact)])

    def fill(self, places: list[int], kind: int) -> None:
        places[kind // PER_WORD] |= 1 << kind % PER_WORD

    def lacks(self, seat: int) -> None:
        """Nothing that fits now is in this hand, most likely (TG-10, TG-25)."""
        mine = self.memory[seat]
        for word in range(2):
            free = open_places(self.rows, word)
            fits = fitting(self.rows, word, free)
            mine[tugriki.LACKS + word] |= fits
            mine[tugriki.HOLDS + word] &= ~fits
            mine[tugriki.NO_GENIE] |= wild_places(self.rows, word, free, GENIE) > 0
            mine[tugriki.NO_CHOICE] |= wild_places(self.rows, word, free, CHOICE) > 0

    def holds(self, seat: int, cards: Iterable[Fact]) -> None:
        for kind in map(_kind, cards):
            if kind < CARDS:
                for other, row in enumerate(self.memory):
                    bit = 1 << kind % PER_WORD
                    word = tugriki.HOLDS + kind // PER_WORD
                    row[word] = row[word] | bit if other == seat else row[word] & ~bit


DRAWN_IN_VAIN = ("paid", "said_nothing", "laid", "laid_over", "laid_wild")


def _kind(card: Fact) -> int:
    """The number of a card that is told in words."""
    name = card.key.removeprefix("tugriki.")
    if name in NAMES[CARDS:]:
        return GENIE if name == NAMES[GENIE] else CHOICE
    return PALETTE.index(name.removeprefix("card_")) * RANKS + RANK_NAMES.index(str(card.args["rank"]))


def of_tugriki(sight: Sight, story: Iterable[Fact]) -> Memory:
    """Who drew lacked what would have fitted; what changed hands or was shown is known."""
    keeper = TugrikiMemory(sight)
    for told in story:
        keeper.hear(told)
    return keeper.memory


KEEPERS: dict[str, Callable[[Sight, Iterable[Fact]], Memory]] = {"dobro": of_dobro, "tugriki": of_tugriki}
