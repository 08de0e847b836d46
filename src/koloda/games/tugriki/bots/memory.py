"""What a search remembers of Tugriki's hands: who drew lacked what would have fitted; what was shown is known."""

from collections.abc import Iterable

from koloda.core.facts import Fact
from koloda.core.game import REMEMBERED, Memory
from koloda.games.tugriki.bots.belief import HOLDS, LACKS, NO_CHOICE, NO_GENIE
from koloda.games.tugriki.cards import NAMES, PALETTE, RANK_NAMES
from koloda.games.tugriki.rows import fitting, open_places, wild_places
from koloda.games.tugriki.state import CARDS, CHOICE, GENIE, PER_WORD, RANKS, SEATS, State


def remember(seen: State, story: Iterable[Fact]) -> Memory:
    """Everything that the story tells of the round in progress."""
    memory = TugrikiMemory(seen)
    for told in story:
        memory.hear(told)
    return memory.memory


class TugrikiMemory:
    """The rows as the story builds them up, to see what would have fitted when somebody drew."""

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
            mine[LACKS + word] |= fits
            mine[HOLDS + word] &= ~fits
            mine[NO_GENIE] |= wild_places(self.rows, word, free, GENIE) > 0
            mine[NO_CHOICE] |= wild_places(self.rows, word, free, CHOICE) > 0

    def holds(self, seat: int, cards: Iterable[Fact]) -> None:
        for kind in map(_kind, cards):
            if kind < CARDS:
                for other, row in enumerate(self.memory):
                    bit = 1 << kind % PER_WORD
                    word = HOLDS + kind // PER_WORD
                    row[word] = row[word] | bit if other == seat else row[word] & ~bit


DRAWN_IN_VAIN = ("paid", "said_nothing", "laid", "laid_over", "laid_wild")


def _kind(card: Fact) -> int:
    """The number of a card that is told in words."""
    name = card.key.removeprefix("tugriki.")
    if name in NAMES[CARDS:]:
        return GENIE if name == NAMES[GENIE] else CHOICE
    return PALETTE.index(name.removeprefix("card_")) * RANKS + RANK_NAMES.index(str(card.args["rank"]))


def _number(fact: Fact, name: str) -> int:
    value = fact.args[name]
    assert isinstance(value, int)
    return value


def _fact(fact: Fact, name: str) -> Fact:
    value = fact.args[name]
    assert isinstance(value, Fact)
    return value
