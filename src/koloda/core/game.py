"""What a game is to the rest of Koloda: its rules, and how to set it up, show it, write it and narrate it."""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import RLock
from typing import Any, NamedTuple, Protocol, TypeVar, get_type_hints

import msgspec

from koloda.core.contrast import Contrast
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
    """The answer of chance: outcome 0 .. n-1 of n equally likely ones."""

    outcome: int


class Act(NamedTuple):
    """A seat's decision."""

    seat: int
    action: int


Ply = Draw | Act
"""One step of a game: an outcome of chance, or a decision."""


class Rules(Protocol):
    """A game's `rules.py`: plain functions over the state's fields, interpreted or compiled.

    `act` and `draw` trust their caller: check input from outside against `legal` and `chance` first.
    """

    def start(self, s: Any, /) -> None:
        """Reset every field that is not an option."""

    def actors(self, s: Any, /) -> int:
        """The seats that must act now, as bits; 0 while a draw is due and when the game is over."""

    def legal(self, s: Any, seat: int, out: MutableSequence[int], /) -> int:
        """Fill in the legal actions of a seat, ascending; return how many there are. Bystanders may have some, too."""

    def act(self, s: Any, seat: int, action: int, /) -> None:
        """Carry out a legal action."""

    def chance(self, s: Any, /) -> int:
        """The number of equally likely outcomes of the draw that is due; 0 if none is due."""

    def draw(self, s: Any, outcome: int, /) -> None:
        """Carry out a draw."""

    def over(self, s: Any, /) -> bool: ...

    def scores(self, s: Any, out: MutableSequence[int], /) -> None:
        """Each seat's score by the rulebook, at any time."""

    def standings(self, s: Any, out: MutableSequence[int], /) -> None:
        """Numbers that compare like the final ranking, including tie-breaks: the highest wins, ties share."""

    def hide(self, s: Any, seat: int, /) -> None:
        """Put everything that `seat` cannot know back among the unseen cards, so that the draws then due deal it again.

        Afterwards `chance` is due until the position is complete again. Cards that everyone has seen stay known. `hide`
        is optional: without it, only bots that look at nothing can play (`Game.deals_anew`).
        """


class Notation(Protocol):
    """A game's `notation.py`: text that parses back. Reading raises `NotUnderstood`."""

    def write_action(self, s: Any, action: int, /) -> str: ...
    def read_action(self, s: Any, text: str, /) -> int: ...
    def write_draw(self, s: Any, outcome: int, /) -> str:
        """The draw that is due, in words (`card 17`), as the referee sees it."""

    def read_draw(self, s: Any, text: str, /) -> int: ...
    def write_position(self, s: Any, /) -> str:
        """A state in one line, complete with its options."""

    def read_position(self, text: str, /) -> Any: ...


class Narration(Protocol):
    """A game's `narration.py`: what people learn, each seat only what it may know."""

    def narrate(self, before: Any, ply: Ply, after: Any, seat: int | None, /) -> Sequence[Told]:
        """What `seat` (None: a spectator) is told of a transition: events of the game, or plain facts."""

    def reveals(self, s: Any, action: int, /) -> bool:
        """Does an action reveal something hidden to the others? (If not, it may still be undone.)"""

    def uncovers(self, s: Any, action: int, /) -> bool:
        """Does an action, before any draw, reveal something hidden to its own player? (Then it cannot be undone.)"""

    def describe(self, s: Any, seat: int, action: int, /) -> Fact:
        """What a legal action would do, in words for its seat."""

    def refuse(self, s: Any, seat: int, action: int, /) -> Fact:
        """Why an action is not legal for a seat, from what that seat knows; names the rule."""


class Policy(Protocol):
    """A game's `bots/policy.py`: the bots of levels 1 and 2. Compilable.

    `s` is what the seat knows (after `hide`), or a complete state that a search has sampled; a policy must not read
    anything that the seat cannot know. `out[:n]` are the legal actions, ascending, n > 1.
    """

    @property
    def WEIGHTS(self) -> tuple[str, ...]:  # noqa: N802
        """The names of the weights of `rule`; `bots/policy.toml` has tuned values for each number of players."""

    @property
    def RANGES(self) -> tuple[tuple[int, int], ...]:  # noqa: N802
        """The minimum and the maximum of each weight, for tuning."""

    def greedy(self, s: Any, seat: int, out: Sequence[int], n: int, /) -> int:
        """The action that looks best right now."""

    def rule(self, s: Any, seat: int, out: Sequence[int], n: int, weights: Sequence[int], /) -> int:
        """The action by a rule of thumb."""

    def step_in(self, s: Any, seat: int, out: Sequence[int], n: int, /) -> int:
        """What a bystander does, in games where they may act; -1 for nothing."""


REMEMBERED = 6
"""How many numbers a search remembers about every seat."""
Memory = list[list[int]]
"""What a search remembers about the others, by seat. All 0 means nothing."""


class Belief(Protocol):
    """A game's `bots/belief.py`: what a search must know besides the rules. Compilable."""

    def likely(self, s: Any, memory: Any, r: Any, n: int, /) -> int:
        """Answer a draw among n while hidden cards are sampled, considering what is remembered."""

    def reply(self, s: Any, seat: int, out: Sequence[int], n: int, weights: Sequence[int], /) -> int:
        """A quick choice for finishing rounds: the policy's rule, unless that takes too long."""

    def age(self, s: Any, /) -> int:
        """The number of the round; a search stops at the end of the current one."""

    def glimpse(self, s: Any, seat: int, /) -> int:
        """What a seat sees of the draws just made; 0 if that changes nothing for it."""

    def worth(self, s: Any, standing: Any, share: Any, /) -> None:
        """Write each seat's chances of winning, at the end of a round or of the game, to `share`.

        `standing` is scratch memory for the rules' standings.
        """


class Statistics(Protocol):
    """A game's `statistics.py`: which cards a seat got, for balance reports. Compilable, except `card_name`."""

    KINDS: int
    """The number of kinds of cards."""
    DEALT: bool
    """Are cards dealt, so that a difference is their value? Else players choose to take them."""

    def counts(self, s: Any, /) -> bool:
        """May the ply that is due give somebody cards that count?"""

    def held(self, s: Any, seat: int, out: MutableSequence[int], /) -> None:
        """How many cards of every kind a seat has."""

    def card_name(self, s: Any, kind: int, /) -> Fact:
        """A kind of card in words; `s` is any state of the game."""


class Reasons(Protocol):
    """A game's `bots/reasons.py`: why one move is better than another. `notice` is compilable.

    Both moves are played on in the same deals. The game counts what happens, and words what differs clearly.
    """

    COUNTED: int
    """How many numbers the game counts."""

    def notice(self, s: Any, seat: int, actor: int, action: int, counted: Any, /) -> None:
        """Count what happens as `actor` is about to act, from the point of view of `seat`. `counted` begins with zeros.

        The move in question comes first. The round is played to its end (`Belief.age`), everybody by the rule.
        """

    def move(self, s: Any, seat: int, action: int, /) -> Fact | None:
        """A move as the subject of a sentence ("passing", in Russian «отказаться»); None: it has no such name."""

    def clauses(self, s: Any, seat: int, contrast: Contrast, /) -> Sequence[Fact]:
        """What the numbers say, the most important first: clauses that fit after a colon, without a full stop.

        `s` is a position that the seat cannot tell from the true one. Say only what `Estimate.exceeds` allows.
        """


class Course(Protocol):
    """A game's `course.py`: at which points the course of its scores is plotted, such as the ends of rounds.

    Its text `course_point` says what the points count: "round {n}".
    """

    def point(self, before: Any, after: Any, /) -> Sequence[int] | None:
        """The scores to plot after a step of the game, given the states before and after it; None for no point."""


def _seat_players(s: Any, values: Mapping[str, Value]) -> None:
    s.players = int(values["players"])


def _seated_players(s: Any) -> dict[str, Value]:
    return {"players": s.players}


@dataclass(frozen=True)
class SetUp:
    """What players agree on before the game: their number and the options.

    A game without options needs neither `prepare` nor `chosen`.
    """

    name: str
    players: range
    usual: int
    options: tuple[Option, ...]
    State: type[Fields]
    start: Callable[[Any], None]
    prepare: Callable[[Any, Mapping[str, Value]], None] = _seat_players
    """Writes the options into the option fields of a blank state; refuses options that contradict each other."""
    chosen: Callable[[Any], dict[str, Value]] = _seated_players
    """The players and options of a state: the inverse of `prepare`."""

    def settle(self, players: int | None = None, **given: object) -> dict[str, Value]:
        """The players and options, checked and complete."""
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


def _nothing_to_remember(s: Any) -> Fact | None:
    return None


@dataclass(frozen=True, eq=False)
class Game:
    """Everything about one game. Other parts of its folder (bots, terminal, ...) are loaded when they are needed."""

    package: str
    """The package that is the game's folder."""
    set_up: SetUp
    rules: Rules
    notation: Notation
    narration: Narration
    position_view: Callable[[Any, int | None], View]
    """What a seat (None: a spectator) may know of a position, without the result: `Game.view` adds that."""
    observation: Observation
    actions: int
    """Size of the action id space."""
    widest: int = 0
    """The most actions that can be legal at once; as many as there are, unless given."""
    rule_prefix: str = ""
    """The prefix of its rules' ids: "NT" for NT-1, NT-2, ..."""
    steps_in: bool = False
    """May bystanders act during others' turns (TG-27)? Taking back your own choice does not count."""
    in_turn: Mapping[str, str] = field(default_factory=dict)
    """The options with which bystanders cannot act after all. People who share one device begin with them."""
    open_options: Mapping[str, str] = field(default_factory=dict)
    """The options with which everybody sees what one would else have to remember. Puzzles are played with them."""
    lowest_wins: bool = False
    """Is a lower score better?"""
    simultaneous: bool = False
    """Do all seats choose simultaneously? Then a choice that shows nothing (`Narration.reveals`) leaves the moves of
    the other seats, and what they mean, as they are.
    """
    tie_breaks: tuple[TieBreak, ...] = ()
    """The tie-breaks, in order; seats that are equal in all of them share the place.

    The score and the tie-breaks rank the seats like `rules.standings`. The title of the score is the game's text
    `by_score`.
    """
    tie_rule: str = ""
    """The rule that says what becomes of equal scores."""
    move_name: Callable[[Any, int], Fact | None] = _unnamed
    """What a move is called in a refusal, for a state and an action; None: as it is written."""
    reminder: Callable[[Any], Fact | None] = _nothing_to_remember
    """What everybody has seen and no view shows any more, in words; None for nothing. A puzzle says it."""
    moves: Moves = PLAIN_MOVES
    """What legal moves involve: cards, targets, effects."""
    seat_view: Callable[[Any, int, Any], View] | None = None
    """What a seat may know of a position, from what a spectator may: the same as `position_view`, but faster for those
    who need the views of all seats. None where a game leaves it out.
    """
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
        """The maximum number of seats at a table."""
        return self.set_up.players[-1]

    @property
    def deals_anew(self) -> bool:
        """Can the rules sample what a seat does not know? Every bot except the random one needs that."""
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
    def network(self) -> Traversable | None:
        """The file with the weights of its network (`bots/network.npz`), which levels 4 and 5 need."""
        file = self.folder.joinpath("bots", "network.npz")
        return file if file.is_file() else None

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
    def remember(self) -> Callable[[Any, int, Sequence[Told]], Memory] | None:
        """What a search keeps of what its seat was told (`bots/memory.py`): what it sees, the seat, and the events."""
        memory = self.part("bots.memory")
        return None if memory is None else memory.remember

    @cached_property
    def recollect(self) -> Callable[[Any, int, Sequence[Told]], Any] | None:
        """The memory of `memory.py` from the same arguments, as far as it concerns the seat (`bots/memory.py`)."""
        memory = self.part("bots.memory")
        return None if memory is None else memory.recollect

    @cached_property
    def statistics(self) -> Statistics | None:
        found: Statistics | None = self.part("statistics")
        return found

    @cached_property
    def reasons(self) -> Reasons | None:
        """Where None, a reason says only what a move costs, and whom it helps."""
        found: Reasons | None = self.part("bots.reasons")
        return found

    @cached_property
    def course(self) -> Course | None:
        """Where None, the course of the scores has a point wherever they change."""
        found: Course | None = self.part("course")
        return found

    def once(self, make: Callable[["Game"], T]) -> T:
        """Return `make(game)`: made once, thread-safe, and kept as long as the game."""
        with self._making:
            if make not in self._made:
                self._made[make] = make(self)
            made: T = self._made[make]
            return made

    def part(self, name: str) -> Any:
        """A module of the game's folder, None if it has none."""
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
        """A started state from checked players and options."""
        return self.set_up.state(values)

    def legal(self, s: Any, seat: int) -> list[int]:
        out = [0] * self.widest
        return out[: self.rules.legal(s, seat, out)]

    def observe(self, s: Any, seat: int, memory: Any = None) -> list[int]:
        """What a seat may know, as numbers; without a memory, as if the game had begun in this state."""
        return self.observation.of(s, seat, memory)

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
        """The struct of this game's move info."""
        found: type[MoveInfo] = get_type_hints(self.moves.info)["return"]
        return found

    def view(self, s: Any, seat: int | None, public: View | None = None) -> View:
        """What a seat (None: a spectator) may know of a state; once the game is over, with its result.

        `public` is the spectators' view of the same state, if you have it: that saves time.
        """
        if public is not None and self.seat_view is not None:
            return public if seat is None else self.seat_view(s, seat, public)
        view = self.position_view(s, seat)
        if not view.over:
            return view
        return msgspec.structs.replace(
            view, scores=self.scores(s), winners=self.winners(s), places=self.places(s), ranking=self.ranking(s)
        )

    def places(self, s: Any) -> list[int]:
        """By seat, from 1; ties share a place."""
        return places(standings(self.rules, s))

    def winners(self, s: Any) -> list[int]:
        """The seats that share the first place."""
        return winners(self.rules, s)

    def ranking(self, s: Any) -> Ranking:
        """How the places came about: the score and the tie-breaks."""
        columns = [Column("score", self.scores(s), self.lowest_wins), *(each.column(s) for each in self.tie_breaks)]
        named = [column._replace(name=f"{self.name}.by_{column.name}") for column in columns]
        return Ranking(criteria=compare(named), rule=self.tie_rule)


def standings(rules: Rules, s: Any) -> list[int]:
    """Numbers by seat that compare like the final ranking: the highest wins, ties share."""
    out = [0] * s.players
    rules.standings(s, out)
    return out


def winners(rules: Rules, s: Any) -> list[int]:
    """The seats that share the first place."""
    return best(range(s.players), standings(rules, s))


def seats_of(mask: int) -> list[int]:
    """The seats of a set given as bits."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
