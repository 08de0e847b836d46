"""What a game is to the rest of Koloda: its rules, and how they are set up, seen, written and told."""

from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import RLock
from typing import Any, NamedTuple, Protocol, TypeVar, get_type_hints

import msgspec

from koloda.core.errors import UnknownOption
from koloda.core.events import EventReader, GameEvent, Told, events_in
from koloda.core.facts import Fact
from koloda.core.moves import PLAIN_MOVES, MoveInfo, Moves
from koloda.core.observation import Observation
from koloda.core.options import Option, Value, settle
from koloda.core.ranking import Column, TieBreak, best, compare, places
from koloda.core.schema import Fields
from koloda.core.view import Ranking, View, seat_fields

T = TypeVar("T")


class Draw(NamedTuple):
    """Chance answered: outcome 0 .. n-1 of the n equally likely ones that were due."""

    outcome: int


class Act(NamedTuple):
    """A seat's decision."""

    seat: int
    action: int


Event = Draw | Act


class Rules(Protocol):
    """A game's `rules.py`: plain functions over the state's fields, interpreted or compiled.

    `act` and `draw` trust their caller: whoever takes input from outside checks it against `legal` and `chance` first.
    """

    def start(self, s: Any, /) -> None:
        """Reset every field that is not an option."""

    def actors(self, s: Any, /) -> int:
        """The seats that must act now, as bits; 0 while a draw is due and when the game is over."""

    def legal(self, s: Any, seat: int, out: MutableSequence[int], /) -> int:
        """Fill in the actions open to a seat, ascending; returns how many. Bystanders may have some as well."""

    def act(self, s: Any, seat: int, action: int, /) -> None:
        """Carry out a legal action."""

    def chance(self, s: Any, /) -> int:
        """How many equally likely outcomes the draw that is due has; 0 when none is due."""

    def draw(self, s: Any, outcome: int, /) -> None:
        """Carry out a draw."""

    def over(self, s: Any, /) -> bool: ...

    def scores(self, s: Any, out: MutableSequence[int], /) -> None:
        """Each seat's score as the rulebook counts it, at any time."""

    def standings(self, s: Any, out: MutableSequence[int], /) -> None:
        """Numbers that compare as the final ranking does, tie-breaks included; the highest wins, equals share."""

    def hide(self, s: Any, seat: int, /) -> None:
        """Put what `seat` cannot know back among the unseen, so that the draws that are then due deal it anew.

        Afterwards `chance` is due until the position is whole again. Cards that everyone has seen stay known. Rules may
        go without `hide`: then only bots play that look at nothing (`Game.deals_anew`).
        """


class Notation(Protocol):
    """A game's `notation.py`: text that parses back. Reading raises `NotUnderstood`."""

    def write_action(self, s: Any, action: int, /) -> str: ...
    def read_action(self, s: Any, text: str, /) -> int: ...
    def write_draw(self, s: Any, outcome: int, /) -> str:
        """What the draw that is due brings, readably (`card 17`), as seen by the referee."""

    def read_draw(self, s: Any, text: str, /) -> int: ...
    def write_position(self, s: Any, /) -> str:
        """One line that tells a state fully, options included."""

    def read_position(self, text: str, /) -> Any: ...


class Narration(Protocol):
    """A game's `narration.py`: what people are told, each seat only what it may know."""

    def narrate(self, before: Any, event: Event, after: Any, seat: int | None, /) -> Sequence[Told]:
        """What `seat` (None: a spectator) is told of a transition: events of the game, or plain facts."""

    def reveals(self, s: Any, action: int, /) -> bool:
        """Does an action show the others something that was hidden? (If not, it may still be undone.)"""

    def uncovers(self, s: Any, action: int, /) -> bool:
        """Does an action, before any draw, show its own player something that was hidden? (Then it stands.)"""

    def describe(self, s: Any, seat: int, action: int, /) -> Fact:
        """What a legal action would do, for its own seat."""

    def refuse(self, s: Any, seat: int, action: int, /) -> Fact:
        """Why an action is not legal for a seat, from what that seat knows; names the rule."""


class Policy(Protocol):
    """A game's `bots/policy.py`: the bots of levels 1 and 2. Compilable.

    `s` is what the seat knows (`hide` has been called), or a full state that a search has imagined; a policy must read
    nothing of it that the seat cannot know. `out[:n]` are the legal actions, ascending, n > 1.
    """

    @property
    def WEIGHTS(self) -> tuple[str, ...]:  # noqa: N802
        """The names of the numbers that `rule` weighs with; `bots/policy.toml` holds tuned ones for each table size."""

    @property
    def RANGES(self) -> tuple[tuple[int, int], ...]:  # noqa: N802
        """The least and the greatest of each, for tuning."""

    def greedy(self, s: Any, seat: int, out: Sequence[int], n: int, /) -> int:
        """The action that looks best at once."""

    def rule(self, s: Any, seat: int, out: Sequence[int], n: int, weights: Sequence[int], /) -> int:
        """The action by a rule of thumb."""

    def step_in(self, s: Any, seat: int, out: Sequence[int], n: int, /) -> int:
        """What a bystander does, -1 for nothing, where a game lets them step in."""


REMEMBERED = 6
"""How many numbers a search remembers of every seat."""
Memory = list[list[int]]
"""What a search remembers of the others, by seat. All 0 knows nothing."""


class Belief(Protocol):
    """A game's `bots/belief.py`: what a search must know besides the rules. Compilable."""

    def likely(self, s: Any, memory: Any, r: Any, n: int, /) -> int:
        """Answer a draw among n while hidden cards are imagined, mindful of what is remembered."""

    def reply(self, s: Any, seat: int, out: Sequence[int], n: int, weights: Sequence[int], /) -> int:
        """A quick choice for playing rounds out: the policy's rule, unless that takes too long."""

    def age(self, s: Any, /) -> int:
        """The number of the round; a search looks no further than the end of this one."""

    def glimpse(self, s: Any, seat: int, /) -> int:
        """What a seat sees of the draws just made; 0 where that changes nothing for it."""

    def worth(self, s: Any, standing: Any, share: Any, /) -> None:
        """Each seat's chances of winning, at the end of a round or of the game, go to `share`.

        `standing` is room for the rules' standings.
        """


class Statistics(Protocol):
    """A game's `statistics.py`: which cards a seat came by, for balance reports. Compilable, but for `card_name`."""

    KINDS: int
    """How many kinds of cards there are."""
    DEALT: bool
    """Are cards dealt, so that a difference is what they are worth? Else they are taken by choice."""

    def counts(self, s: Any, /) -> bool:
        """May the event that is due bring cards that count?"""

    def held(self, s: Any, seat: int, out: MutableSequence[int], /) -> None:
        """How many cards of every kind a seat has."""

    def card_name(self, s: Any, kind: int, /) -> Fact:
        """A kind of card in words; `s` is any state of the game."""


def _seat_players(s: Any, values: Mapping[str, Value]) -> None:
    s.players = int(values["players"])


def _seated_players(s: Any) -> dict[str, Value]:
    return {"players": s.players}


@dataclass(frozen=True)
class SetUp:
    """What is agreed before the first card: the number of players and the options.

    A game without options needs neither `prepare` nor `chosen`.
    """

    name: str
    players: range
    usual: int
    options: tuple[Option, ...]
    State: type[Fields]
    start: Callable[[Any], None]
    prepare: Callable[[Any, Mapping[str, Value]], None] = _seat_players
    """Writes the settled options into the option fields of a blank state; refuses those that do not go together."""
    chosen: Callable[[Any], dict[str, Value]] = _seated_players
    """The players and options of a state: `prepare` the other way round."""

    def settle(self, players: int | None = None, **given: object) -> dict[str, Value]:
        """Players and options, checked and complete."""
        count = self.usual if players is None else players
        if isinstance(count, bool) or count not in self.players:
            low, high = self.players[0], self.players[-1]
            raise UnknownOption.of(
                "errors.players", game=Fact(f"{self.name}.title"), given=str(count), low=low, high=high
            )
        return {"players": int(count), **settle(self.options, given)}

    def new(self, players: int | None = None, **given: object) -> Any:
        """A started state: the first draw or decision is due."""
        return self.state(self.settle(players, **given))

    def state(self, values: Mapping[str, Value]) -> Any:
        """A started state from settled values."""
        s = self.State()
        self.prepare(s, values)
        self.start(s)
        return s


def _unnamed(s: Any, action: int) -> Fact | None:
    return None


@dataclass(frozen=True, eq=False)
class Game:
    """All that is true of one game. Other parts of its folder (bots, terminal, ...) are loaded when they are needed."""

    package: str
    """The package that is the game's folder."""
    set_up: SetUp
    rules: Rules
    notation: Notation
    narration: Narration
    position_view: Callable[[Any, int | None], View]
    """What a seat (None: a spectator) may know of a position, the result aside: `Game.view` adds that."""
    observation: Observation
    actions: int
    """Size of the action id space."""
    widest: int = 0
    """The most actions that can be legal at once; as many as there are, unless given."""
    rule_prefix: str = ""
    """What the ids of its rules begin with: "NT" for NT-1, NT-2, ..."""
    steps_in: bool = False
    """May bystanders step into others' turns (TG-27)? Taking an own choice back is no stepping in."""
    lowest_wins: bool = False
    """Is a lower score better?"""
    simultaneous: bool = False
    """Do all seats choose at the same time?"""
    tie_breaks: tuple[TieBreak, ...] = ()
    """What tells equal scores apart, in this order; who is equal in all shares the place. The score and the tie-breaks
    rank the seats as `rules.standings` does. The score is called `by_score` among the game's texts."""
    tie_rule: str = ""
    """The rule that says what becomes of equal scores."""
    move_name: Callable[[Any, int], Fact | None] = _unnamed
    """What a move is called in a refusal, for a state and an action; None: as it is written."""
    moves: Moves = PLAIN_MOVES
    """What the legal moves are done with, and what comes of them."""
    _made: dict[object, Any] = field(default_factory=dict, init=False, repr=False)
    _making: RLock = field(default_factory=RLock, init=False, repr=False)

    def __post_init__(self) -> None:
        if not self.widest:
            object.__setattr__(self, "widest", self.actions)

    @property
    def name(self) -> str:
        return self.set_up.name

    @property
    def seats(self) -> int:
        """The most seats that a table of this game has."""
        return self.set_up.players[-1]

    @property
    def deals_anew(self) -> bool:
        """Can what a seat does not know be dealt anew? Every bot but the random one needs that."""
        return hasattr(self.rules, "hide")

    @cached_property
    def policy(self) -> Policy | None:
        found: Policy | None = self.part("bots.policy")
        return found

    @cached_property
    def belief(self) -> Belief | None:
        found: Belief | None = self.part("bots.belief")
        return found

    @cached_property
    def event_types(self) -> tuple[type[GameEvent], ...]:
        """What can happen (`events.py`); nothing where the game tells plain facts."""
        events = self.part("events")
        return () if events is None else tuple(events_in(events))

    @cached_property
    def event_reader(self) -> EventReader:
        """Reads the facts of this game back into its events."""
        return EventReader(self.event_types)

    @cached_property
    def remember(self) -> Callable[[Any, Iterable[Told]], Memory] | None:
        """What a search keeps of what its seat was told (`bots/memory.py`), from what it sees and the events."""
        memory = self.part("bots.memory")
        return None if memory is None else memory.remember

    @cached_property
    def statistics(self) -> Statistics | None:
        found: Statistics | None = self.part("statistics")
        return found

    def once(self, make: Callable[["Game"], T]) -> T:
        """What `make` makes of this game: made once, whichever thread asks first, and kept as long as the game."""
        with self._making:
            if make not in self._made:
                self._made[make] = make(self)
            made: T = self._made[make]
            return made

    def part(self, name: str) -> Any:
        """A module of the game's folder, None where there is none."""
        module = f"{self.package}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as missing:
            if missing.name is not None and f"{module}.".startswith(f"{missing.name}."):
                return None
            raise

    @property
    def folder(self) -> Traversable:
        return files(self.package)

    def new(self, players: int | None = None, **options: object) -> Any:
        return self.set_up.new(players, **options)

    def start(self, values: Mapping[str, Value]) -> Any:
        """A started state from settled players and options."""
        return self.set_up.state(values)

    def legal(self, s: Any, seat: int) -> list[int]:
        out = [0] * self.widest
        return out[: self.rules.legal(s, seat, out)]

    def observe(self, s: Any, seat: int) -> list[int]:
        """What a seat may know, as numbers."""
        return self.observation.of(s, seat)

    def scores(self, s: Any) -> list[int]:
        out = [0] * s.players
        self.rules.scores(s, out)
        return out

    @property
    def view_type(self) -> type[View]:
        """The struct of this game's views."""
        found: type[View] = get_type_hints(self.position_view)["return"]
        return found

    @cached_property
    def seat_fields(self) -> frozenset[str]:
        """The fields of its views that hold seats: those declared as `Seat`."""
        return seat_fields(self.view_type)

    @property
    def move_type(self) -> type[MoveInfo]:
        """The struct of what this game tells of its moves."""
        found: type[MoveInfo] = get_type_hints(self.moves.info)["return"]
        return found

    def view(self, s: Any, seat: int | None) -> View:
        """What a seat (None: a spectator) may know of a state; once the game is over, with its result."""
        view = self.position_view(s, seat)
        if not view.over:
            return view
        return msgspec.structs.replace(
            view, scores=self.scores(s), winners=self.winners(s), places=self.places(s), ranking=self.ranking(s)
        )

    def places(self, s: Any) -> list[int]:
        """By seat, from 1; equals share a place."""
        return places(standings(self.rules, s))

    def winners(self, s: Any) -> list[int]:
        """The seats that share the first place."""
        return winners(self.rules, s)

    def ranking(self, s: Any) -> Ranking:
        """How the places came about: the score, and what told equal scores apart."""
        columns = [Column("score", self.scores(s), self.lowest_wins), *(each.column(s) for each in self.tie_breaks)]
        named = [column._replace(name=f"{self.name}.by_{column.name}") for column in columns]
        return Ranking(criteria=compare(named), rule=self.tie_rule)


def standings(rules: Rules, s: Any) -> list[int]:
    """Numbers by seat that compare as the final ranking does: the highest wins, equals share."""
    out = [0] * s.players
    rules.standings(s, out)
    return out


def winners(rules: Rules, s: Any) -> list[int]:
    """The seats that share the first place."""
    return best(range(s.players), standings(rules, s))


def seats_of(mask: int) -> list[int]:
    """The seats of a set given as bits."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
