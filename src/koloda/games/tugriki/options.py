"""The options of Tugriki and what they make of a blank state."""

from collections.abc import Mapping
from dataclasses import dataclass

from koloda.core.edition import DEFAULT, Edition, edition_option
from koloda.core.errors import UnknownOption
from koloda.core.game import SetUp
from koloda.core.options import FLAG, Option, Value, flag
from koloda.games.tugriki.cards import check_edition, default_edition, edition_of, put_in
from koloda.games.tugriki.rounds import HANDFUL
from koloda.games.tugriki.rows import EVERY, FIVES
from koloda.games.tugriki.rules import start
from koloda.games.tugriki.state import DECK, PER_WORD, PLAIN, SEATS, WILD_USES, State

KNOCKOUT = "knockout"


@dataclass(frozen=True)
class RoundsOption(Option):
    """A number of rounds, or "knockout" (TG-31)."""

    def read(self, given: object) -> Value:
        return KNOCKOUT if given == KNOCKOUT else super().read(given)

    @property
    def words(self) -> tuple[str, ...]:
        return (KNOCKOUT,)

    def allowed(self) -> str:
        return f"{super().allowed()}, {KNOCKOUT}"


OPTIONS = (
    edition_option("edition", "TG-1", check_edition),
    Option("wilds", "TG-13", WILD_USES, WILD_USES[0]),
    flag("challenges", "TG-25", True),
    flag("attention", "TG-27", True),
    Option("loans", "TG-30", FLAG, None),
    RoundsOption("rounds", "TG-31", range(1, 21), None),
    # Shorter rows and smaller hands, for study: not in any box.
    Option("reach", "TG-1", range(1, 6), 5, study=True),
    Option("dealt", "TG-3", range(1, 17), None, study=True),
)


def prepare(s: State, values: Mapping[str, Value]) -> None:
    s.players = int(values["players"])
    s.challenges = int(values["challenges"])
    s.attention = int(values["attention"])
    s.plain_wilds = WILD_USES.index(str(values["wilds"]))
    rounds = values.get("rounds", s.players)
    s.rounds = 0 if rounds == KNOCKOUT else int(rounds)
    s.loans = int(values.get("loans", s.rounds > 0))
    if s.loans and not s.rounds:
        raise UnknownOption.of("tugriki.knockout_loans")
    s.reach = int(values["reach"])
    s.dealt = int(values.get("dealt", 0))
    edition = str(values["edition"])
    put_in(s, default_edition() if edition == DEFAULT else Edition.expand(edition))
    _open_to_wilds(s)
    _check_deal(s)


def _open_to_wilds(s: State) -> None:
    """TG-13: a wild takes the place of any card but a 5, or of a plain one only."""
    for word in range(2):
        s.for_wilds[word] = EVERY & ~FIVES
    for kind, action in enumerate(s.carries):
        if s.plain_wilds and action != PLAIN:
            s.for_wilds[kind // PER_WORD] &= ~(1 << kind % PER_WORD)


def _check_deal(s: State) -> None:
    """An edition has enough cards (TG-1), but with shorter rows or other hands they may run out."""
    start(s)
    cards = s.held[DECK]
    for players in range(2, s.players + 1):
        each = s.dealt or HANDFUL[players]
        if players * each > cards:
            raise UnknownOption.of("tugriki.too_few_cards", cards=cards, players=players, each=each)


def chosen(s: State) -> dict[str, Value]:
    """The options of a state."""
    values: dict[str, Value] = {
        "players": s.players,
        "edition": edition_of(s),
        "wilds": WILD_USES[s.plain_wilds],
        "challenges": s.challenges,
        "attention": s.attention,
        "loans": s.loans,
        "rounds": s.rounds or KNOCKOUT,
        "reach": s.reach,
    }
    return {**values, "dealt": s.dealt} if s.dealt else values


SET_UP = SetUp("tugriki", range(2, SEATS + 1), 4, OPTIONS, State, start, prepare, chosen)
