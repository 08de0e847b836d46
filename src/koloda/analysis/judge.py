"""How good a decision was, by what the seat could know when it decided.

Searches over hidden cards judge every move, as for a hint (`bots/hint.py`). A few quick ones choose the best move. If
another one was played, fresh searches compare the two: numbers that have chosen the best would flatter it. What they
call a mistake, a few long searches must confirm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Literal, NamedTuple

from koloda.bots.engine import Engine
from koloda.bots.hint import HintMove, Opinion, best_move, can_hint, compare, opinions
from koloda.bots.knowledge import Knowledge
from koloda.bots.weights import weights
from koloda.core.errors import UnknownOption
from koloda.core.facts import Fact
from koloda.core.game import Game

SURE = 3
"""Standard errors by which a difference must stand out."""
CERTAIN = 6
"""Standard errors that nothing comes back from."""
WORTH = 0.02
"""Of the win, two games in a hundred: a mistake costs at least that much, and a great move gains it."""

Verdict = Literal["mistake", "great", "fine"]


class Effort(NamedTuple):
    """How many searches judge a decision, and how long they are."""

    quick: int = 4
    """The searches that choose the best move."""
    quick_iterations: int = 50
    searches: int = 6
    """The searches that compare two moves."""
    most_searches: int = 24
    """Their number is doubled up to this one, while they do not agree."""
    iterations: int = 200
    long: int = 6
    """The long searches that have the last word."""
    glance: int = 2
    """So many of them are enough where the rest could hardly change anything."""
    long_iterations: int = 2000
    """Some moves show what they are worth only after a thousand iterations, when the search has learned to go on."""

    def times(self, factor: float) -> "Effort":
        """So many times as many searches."""
        return self._replace(
            quick=max(2, round(self.quick * min(factor, 4))),
            searches=max(4, round(self.searches * factor)),
            most_searches=max(4, round(self.most_searches * factor)),
            long=max(4, round(self.long * factor)),
        )


USUAL = Effort()


class Difference(NamedTuple):
    """How much more of the win one move promises than another."""

    mean: float
    error: float
    """The standard error."""

    @property
    def clear(self) -> bool:
        """Does it stand out?"""
        return self.mean >= SURE * self.error and self.mean > 0

    @property
    def least(self) -> float:
        """It is surely as large as this."""
        return self.mean - SURE * self.error

    @property
    def counts(self) -> bool:
        """Is it surely worth talking about?"""
        return self.least >= WORTH

    @property
    def certain(self) -> bool:
        """Does it count even if its error is twice as large?"""
        return self.mean - CERTAIN * self.error >= WORTH

    def shrinking(self, shorter: "Difference") -> "Difference":
        """What is left of it if still longer searches take away as much again as these took from shorter ones."""
        return self._replace(mean=self.mean - max(0.0, shorter.mean - self.mean))

    @property
    def open(self) -> bool:
        """Are more searches likely to say that it counts?"""
        return not self.counts and self.mean >= WORTH


NO_DIFFERENCE = Difference(0.0, 0.0)


@dataclass(frozen=True)
class Judgement:
    """What the searches say about one decision. An action is None where a bystander does nothing."""

    seat: int
    played: int | None
    best: int | None
    other: int | None
    """What the played move is compared with: the best move, or if it is that itself, what the reference would do."""
    difference: Difference
    """How much worse the played move is than the best; of the best one, how much better than the reference's."""
    examined: bool
    """Have fresh searches compared the two? If not, it was clear at once that nothing counts here."""
    verdict: Verdict
    moves: tuple[HintMove, ...]
    """All moves, the best first, the others by their loss. Where nothing was examined, by quick searches."""
    short: Difference = NO_DIFFERENCE
    """What fresh searches saw first, before long ones had the last word."""

    @property
    def loss(self) -> float:
        """What the decision lost, of the win. What does not stand out from nothing counts as nothing."""
        found = self.examined and self.played != self.best and self.difference.clear
        return self.difference.mean if found else 0.0

    @property
    def searched(self) -> bool:
        """Was there anything to choose?"""
        return len(self.moves) > 1


def check_judge(game: Game) -> None:
    """Refuse a game whose decisions nobody can judge, and say why."""
    if not can_hint(game):
        raise UnknownOption.of("errors.no_judge", game=Fact(f"{game.name}.title"))


def judge(knowledge: Knowledge, played: int | None, effort: Effort = USUAL) -> Judgement:
    """Judge a decision. The same knowledge, move and effort always give the same judgement."""
    knowledge.game.once(Engine).load()
    seat = knowledge.seat
    if knowledge.must and len(knowledge.legal) == 1:
        return Judgement(seat, played, played, played, NO_DIFFERENCE, False, "fine", (HintMove(played, 0.0, 0.0),))
    quick = opinions(knowledge, _seeds("quick", 0, effort.quick), effort.quick_iterations)
    actions = [move.action for move in quick[0]]
    at, best = actions.index(played), best_move(quick)
    worse = at if at != best else _reference(knowledge, actions, best)
    first = difference(quick, best, worse)
    other = actions[best if worse == at else worse]
    if worse == best or not (first.open or first.counts):
        return Judgement(seat, played, actions[best], other, first, False, "fine", ranked(quick, best))
    pair = (actions[best], actions[worse])
    fresh = opinions(knowledge, _seeds("fresh", 0, effort.searches), effort.iterations, pair)
    while (short := difference(fresh, best, worse)).open and len(fresh) < effort.most_searches:
        fresh += opinions(knowledge, _seeds("fresh", len(fresh), 2 * len(fresh)), effort.iterations, pair)
    found, sure = short, short.counts
    if sure:
        found = _long_look(knowledge, pair, (best, worse), short, effort)
        sure = found.shrinking(short).counts
    if worse == at and found.mean < 0:  # the quick searches were wrong
        return Judgement(seat, played, played, other, NO_DIFFERENCE, True, "fine", ranked(fresh, at), short)
    verdict: Verdict = "fine" if not sure else "mistake" if worse == at else "great"
    moves = ranked(fresh, best, HintMove(actions[worse], max(0.0, found.mean), found.error))
    return Judgement(seat, played, actions[best], other, found, True, verdict, moves, short)


def _long_look(
    knowledge: Knowledge, pair: Sequence[int | None], places: tuple[int, int], short: Difference, effort: Effort
) -> Difference:
    """What long searches see of a difference. Short ones can agree on what longer ones see through."""

    def look(begin: int, end: int) -> list[Opinion]:
        return opinions(knowledge, _seeds("long", begin, end), effort.long_iterations, pair, only=True)

    glance = look(0, effort.glance)
    found = difference(glance, *places)
    found = found._replace(error=max(found.error, short.error, short.mean - found.mean))  # two can agree by chance
    if found.shrinking(short).certain:
        return found
    return difference(glance + look(effort.glance, effort.long), *places)


def difference(found: Sequence[Opinion], better: int, worse: int) -> Difference:
    """How much more the move at one place of the opinions promises than the move at another."""
    each = [opinion[better].value - opinion[worse].value for opinion in found]
    return Difference(fmean(each), stdev(each) / sqrt(len(each)))


def ranked(found: Sequence[Opinion], best: int, known: HintMove | None = None) -> tuple[HintMove, ...]:
    """All moves: the best first, the others by their loss. Of one, something better may be known."""
    moves = compare(found, best)
    first = moves.pop(best)
    moves = [known if known is not None and known.action == move.action else move for move in moves]
    return (first, *sorted(moves, key=lambda move: move.loss))


def _seeds(purpose: str, begin: int, end: int) -> list[str]:
    return [f"judge {purpose} {number}" for number in range(begin, end)]


def _reference(knowledge: Knowledge, actions: Sequence[int | None], otherwise: int) -> int:
    """Where the reference's move stands: a best move is great if the reference would not have found it."""
    policy = knowledge.game.policy
    if policy is None:
        return otherwise
    s, seat, legal = knowledge.partial_state, knowledge.seat, knowledge.legal
    if not knowledge.must:
        action = int(policy.step_in(s, seat, legal, len(legal)))
        return actions.index(action if action >= 0 else None)
    return actions.index(int(policy.rule(s, seat, legal, len(legal), weights(knowledge.game, knowledge.players))))
