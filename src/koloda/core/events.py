"""Typed events: what happened, as a seat is told of it. A fact is the rendering of an event.

A game declares in its `events.py` what can happen, one class for each kind:

    class Event(GameEvent, frozen=True):
        area = "snap"

    class Took(Event, frozen=True):
        player: int
        card: int
        pot: int

`Took(player=1, card=17, pot=3).fact` is `Fact("snap.took", {"player": 1, "card": 17, "pot": 3})`: the key is made of
the game and the name of the class, the arguments are the fields. A field may hold a `Term` (a card, a colour) or a
list of terms: those render to facts in the fact. Programs use events; texts and messages are made from facts.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import product
from string import Formatter
from types import ModuleType
from typing import Any, ClassVar, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import asdict

from koloda.core.facts import Fact


class TypedFact(msgspec.Struct, frozen=True, tag=True):
    """What `GameEvent` and `Term` have in common: the class stands for the key, the fields for the arguments."""

    area: ClassVar[str] = "common"
    """What the key begins with: the name of the game."""
    template: ClassVar[str] = ""
    """The rest of the key, if it is not the name of the class. In `card_{colour}`, the field `colour` is a part of the
    key and no argument; its type is a `Literal`."""


class GameEvent(TypedFact, frozen=True):
    """Something that happened."""

    @property
    def fact(self) -> Fact:
        return _renderer(type(self))(self)


class Term(TypedFact, frozen=True, dict=True):
    """Something that events are about: a card, a colour. A game keeps the terms that it needs: each renders once."""

    @cached_property
    def fact(self) -> Fact:
        return _renderer(type(self))(self)


Told = GameEvent | Fact
"""What a narration tells: events, or plain facts in a small game that no program has to understand."""


def facts_of(told: Iterable[Told]) -> list[Fact]:
    return [_renderer(type(each))(each) for each in told]


def since_last(kind: type[GameEvent], told: Sequence[Told]) -> Sequence[Told]:
    """What was told from the last event of a kind on, such as the start of a round; everything if there was none."""
    for at in range(len(told) - 1, -1, -1):
        if type(told[at]) is kind:
            return told[at:]
    return told


class Player(Term, frozen=True):
    player: int


class Wins(GameEvent, frozen=True):
    player: int


class Share(GameEvent, frozen=True):
    """The players share the win."""

    players: list[Player]


def told_winners(winners: Sequence[int]) -> Wins | Share:
    """How every game ends."""
    if len(winners) == 1:
        return Wins(player=winners[0])
    return Share(players=[Player(player=seat) for seat in winners])


def events_in(module: ModuleType) -> list[type[GameEvent]]:
    """The kinds of events that a module declares. The class that only says which game they belong to is none."""
    declared = [each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__]
    kinds = [each for each in declared if isinstance(each, type) and issubclass(each, GameEvent)]
    return [kind for kind in kinds if "area" not in vars(kind)]


class Form(NamedTuple):
    """How the facts of one class look."""

    keys: dict[str, dict[str, str]]
    """Every key, and the values of the fields that are parts of it."""
    template: str
    in_key: tuple[str, ...]
    """The fields that are parts of the key."""
    arguments: tuple[str, ...]
    """The other fields."""
    term_fields: tuple[str, ...]
    """Those that hold a term."""
    list_fields: tuple[str, ...]
    """Those that hold a list of terms."""
    terms: tuple[type[Term], ...]
    """The classes of these terms."""


@cache
def form_of(kind: type[TypedFact]) -> Form:
    hints = get_type_hints(kind)
    template = f"{kind.area}.{kind.template or _snake_case(kind.__name__)}"
    in_key = tuple(name for _, name, _, _ in Formatter().parse(template) if name)
    arguments = tuple(name for name in kind.__struct_fields__ if name not in in_key)
    terms = {name: tuple(_terms_in(hints[name])) for name in arguments}
    for name in in_key:
        if get_origin(hints[name]) is not Literal:
            raise TypeError(f"{kind.__name__}.{name} is a part of the key {template!r}: its type should be a Literal")
    values = [dict(zip(in_key, chosen, strict=True)) for chosen in product(*(get_args(hints[name]) for name in in_key))]
    return Form(
        keys={template.format(**each): each for each in values},
        template=template,
        in_key=in_key,
        arguments=arguments,
        term_fields=tuple(name for name in arguments if terms[name] and get_origin(hints[name]) is not list),
        list_fields=tuple(name for name in arguments if terms[name] and get_origin(hints[name]) is list),
        terms=tuple(term for name in arguments for term in terms[name]),
    )


def terms_of(kind: type[TypedFact]) -> list[type[Term]]:
    """All kinds of terms that there can be in facts of a class."""
    return [each for term in form_of(kind).terms for each in (term, *terms_of(term))]


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _terms_in(hint: Any) -> Iterator[type[Term]]:
    """The classes of terms in a type: in a union, in a list."""
    if isinstance(hint, type) and issubclass(hint, Term):
        yield hint
    for part in get_args(hint):
        yield from _terms_in(part)


@cache
def _renderer(kind: type[Told | Term]) -> Callable[[Any], Fact]:
    """Renders what is of one class. A fact is rendered already."""
    if issubclass(kind, Fact):
        return lambda told: told
    form = form_of(kind)
    template, in_key, term_fields, list_fields = form.template, form.in_key, form.term_fields, form.list_fields
    if not (in_key or term_fields or list_fields):
        return lambda told: Fact(template, asdict(told))

    def render(told: TypedFact) -> Fact:
        args: dict[str, Any] = asdict(told)
        for name in term_fields:
            args[name] = args[name].fact
        for name in list_fields:
            args[name] = [term.fact for term in args[name]]
        key = template.format(**{name: args.pop(name) for name in in_key}) if in_key else template
        return Fact(key, args)

    return render


class EventReader:
    """Reads facts back into a game's kinds of events, and those of every game; without any, facts stay facts."""

    def __init__(self, kinds: Sequence[type[GameEvent]]) -> None:
        self._kinds: dict[str, tuple[type[TypedFact], dict[str, str], Form]] = {}
        events: list[type[GameEvent]] = [*kinds, Wins, Share] if kinds else []
        for event in events:
            for kind in (event, *terms_of(event)):
                form = form_of(kind)
                self._kinds |= {key: (kind, values, form) for key, values in form.keys.items()}

    def read(self, told: Iterable[Told]) -> list[Told]:
        """What is no fact of these kinds stays what it is."""
        return [self._read(each) if isinstance(each, Fact) else each for each in told]

    def _read(self, fact: Fact) -> Any:
        if fact.key not in self._kinds:
            return fact
        kind, values, form = self._kinds[fact.key]
        args: dict[str, Any] = {**values, **fact.args}
        for name in form.term_fields:
            args[name] = self._read(args[name])
        for name in form.list_fields:
            args[name] = [self._read(term) for term in args[name]]
        return kind(**args)
