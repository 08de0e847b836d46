"""The narration of a plain game, in which one seat acts at a time.

The game names its moves, and says what draws bring and why a move is refused. Its facts may leave out the name of the
game. A move `fact("play", card="8♥")` has two texts: `play` announces it ("{player} plays the {card}."), and `can_play`
names it in the list of legal moves.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from koloda.core.events import told_winners
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Act, Ply, Rules, seats_of, winners


class Telling(Protocol):
    """A plain game's `narration.py`."""

    def move(self, s: Any, seat: int, action: int, /) -> Fact:
        """A legal move, without its player."""

    def drawn(self, before: Any, outcome: int, after: Any, seat: int | None, /) -> Fact | None:
        """What a seat (None: a spectator) is told of a draw; None for nothing."""

    def refuse(self, s: Any, seat: int, action: int, /) -> Fact:
        """Why a move is not legal for a seat that must act."""


def _nothing(s: Any) -> list[Fact]:
    return []


def _every_move(s: Any, action: int) -> bool:
    return True


class PlainNarration:
    """Announces moves and draws one by one, and at the end all scores and the winners."""

    def __init__(
        self,
        name: str,
        rules: Rules,
        telling: Telling,
        end: Callable[[Any], list[Fact]] = _nothing,
        shows: Callable[[Any, int], bool] = _every_move,
    ) -> None:
        """`name` is the game's; `end` is what is told before the scores.

        `shows` says which moves show the others something that was hidden: all, unless given. The last one always may.
        """
        self._name = name
        self._rules = rules
        self._telling = telling
        self._end = end
        self._shows = shows

    def narrate(self, before: Any, ply: Ply, after: Any, seat: int | None) -> list[Fact]:
        if not isinstance(ply, Act):
            drawn = self._telling.drawn(before, ply.outcome, after, seat)
            return [] if drawn is None else [self._complete(drawn)]
        move = self._telling.move(before, ply.seat, ply.action)
        told = self._complete(Fact(move.key, {"player": ply.seat, **move.args}))
        if not self._rules.over(after):
            return [told]
        end = [self._complete(each) for each in (*self._end(after), *self._scored(after))]
        return [told, *end, told_winners(winners(self._rules, after)).fact]

    def _scored(self, s: Any) -> list[Fact]:
        scores = [0] * s.players
        self._rules.scores(s, scores)
        return [fact("scored", player=seat, points=points) for seat, points in enumerate(scores)]

    def reveals(self, s: Any, action: int) -> bool:
        return self._shows(s, action) or self.uncovers(s, action)

    def uncovers(self, s: Any, action: int) -> bool:
        """Only the end of the game shows its player anything."""
        after = s.copy()
        (seat,) = seats_of(self._rules.actors(s))
        self._rules.act(after, seat, action)
        return bool(self._rules.over(after))

    def describe(self, s: Any, seat: int, action: int) -> Fact:
        move = self._telling.move(s, seat, action)
        return self._complete(Fact(f"can_{move.key}", move.args))

    def refuse(self, s: Any, seat: int, action: int) -> Fact:
        actors = seats_of(self._rules.actors(s))
        if not actors:
            return fact("common.nothing_due")
        if seat not in actors:
            return fact("common.not_your_turn", player=actors[0])
        return self._complete(self._telling.refuse(s, seat, action))

    def _complete(self, told: Fact) -> Fact:
        """Put the name of the game before every key that lacks it."""
        key = told.key if "." in told.key else f"{self._name}.{told.key}"
        return Fact(key, {name: self._complete_arg(value) for name, value in told.args.items()})

    def _complete_arg(self, value: Arg) -> Arg:
        if isinstance(value, Fact):
            return self._complete(value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self._complete(each) if isinstance(each, Fact) else each for each in value]
        return value


def told_card(player: int, seat: int | None, card: str) -> Fact | None:
    """Tell a player, and nobody else, which card they get."""
    return fact("dealt", card=card) if player == seat else None
