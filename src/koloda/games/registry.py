"""Which games there are."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import RLock
from typing import Any, NamedTuple, Protocol

from koloda.core.errors import UnknownOption
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Game, Narration, Notation, Rules
from koloda.core.text import CATALOGUE, LANGUAGES, Catalogue, is_area

GROUP = "koloda.games"


class Problem(NamedTuple):
    """A game of another package that cannot be played."""

    name: str
    package: str
    reason: Fact

    @property
    def told(self) -> Fact:
        """In one sentence."""
        return fact("errors.plugin", name=self.name, package=self.package, reason=self.reason)


class EntryPoint(Protocol):
    """As `importlib.metadata` has them; that module is loaded only when somebody asks for other packages' games."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def module(self) -> str: ...
    @property
    def dist(self) -> Any: ...
    def load(self) -> object: ...


def _installed() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


class Registry(Mapping[str, Game]):
    """Games by name. Those of other packages are loaded when somebody asks for more than those that come with Koloda.

    A game that cannot be loaded becomes one of the `problems`, and harms nothing else.
    """

    def __init__(
        self,
        built_in: Iterable[Game],
        installed: Callable[[], Iterable[EntryPoint]] = _installed,
        texts: Catalogue = CATALOGUE,
    ) -> None:
        """`installed` finds the entry points, `texts` takes the games' texts."""
        self._installed = installed
        self._texts = texts
        self._built_in = {game.name: game for game in built_in}
        self._added: dict[str, Game] | None = None
        self._packages: dict[str, str] = {}
        self._problems: list[Problem] = []
        self._lock = RLock()
        for game in self._built_in.values():
            self._texts.add(game.name, game.folder)

    def __getitem__(self, name: str) -> Game:
        if name in self._built_in:
            return self._built_in[name]
        return self._load()[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._built_in
        yield from self._load()

    def __len__(self) -> int:
        return len(self._built_in) + len(self._load())

    def find(self, name: str) -> Game:
        """The game of that name or title, in any language, whatever its case, spaces, hyphens, commas and last "!"."""
        exact = name.strip().lower().rstrip("!").replace(" ", "_").replace("-", "_")
        if exact in self:
            return self[exact]
        names = {game: game for game in self} | self._titles()
        known = {_plain(title): game for title, game in reversed(names.items())}
        if _plain(name) in known:
            return self[known[_plain(name)]]
        raise UnknownOption.near(name, names, "errors.game", given=name, games=", ".join(self))

    def _titles(self) -> dict[str, str]:
        """The games by their titles in all languages."""
        found = {}
        for language in LANGUAGES:
            said = self._texts.texts(language)
            found.update({said[f"{name}.title"]: name for name in self})
        return found

    def package(self, name: str) -> str:
        """The package that brings a game."""
        return "koloda" if name in self._built_in else self._packages[self[name].name]

    @property
    def problems(self) -> list[Problem]:
        """Games of other packages that cannot be played, and why."""
        self._load()
        return self._problems

    def _load(self) -> dict[str, Game]:
        with self._lock:
            if self._added is None:
                self._added = {}
                for entry in self._installed():
                    self._add(entry, self._added)
            return self._added

    def _add(self, entry: EntryPoint, added: dict[str, Game]) -> None:
        package = entry.dist.name if entry.dist is not None else entry.module
        try:
            game = self._checked(entry, added)
            seat_fields = game.seat_fields
        except _LeftOut as left_out:
            self._problems.append(Problem(entry.name, package, left_out.reason))
        except (Exception, SystemExit) as error:  # another package's code: whatever it raises, the other games go on
            problem = " ".join(f"{type(error).__name__}: {error}".split())
            reason = fact("errors.plugin_broken", problem=problem)
            self._problems.append(Problem(entry.name, package, reason))
        else:
            self._texts.add(game.name, game.folder, seat_fields)
            added[game.name] = game
            self._packages[game.name] = package

    def _checked(self, entry: EntryPoint, added: Mapping[str, Game]) -> Game:
        game = entry.load()
        if not isinstance(game, Game):
            raise _LeftOut("no_game", value=entry.value)
        if game.name != entry.name:
            raise _LeftOut("name", given=entry.name, right=game.name)
        if not re.fullmatch(r"[a-z][a-z0-9_]*", game.name) or is_area(game.name):
            raise _LeftOut("bad_name", given=game.name)
        for part, protocol in (("rules", Rules), ("notation", Notation), ("narration", Narration)):
            for function in _functions(protocol):
                if not hasattr(getattr(game, part), function):
                    raise _LeftOut("incompatible", part=part, function=function)
        if game.name in self._built_in:
            raise _LeftOut("clash", other="koloda")
        if game.name in added:
            raise _LeftOut("clash", other=self._packages[game.name])
        if any("title" not in Catalogue.of_game(game.folder, language) for language in LANGUAGES):
            raise _LeftOut("texts")
        return game


def _plain(title: str) -> str:
    """A title as it is compared with others."""
    return re.sub(r"[\s_,«»\"-]", "", title.strip().casefold().replace("ё", "е").rstrip("!"))


def _functions(protocol: type) -> list[str]:
    """What a part of a game must have. Rules may go without `hide`."""
    return [name for name in vars(protocol) if not name.startswith("_") and name != "hide"]


class _LeftOut(Exception):
    """A game that is not taken, and why."""

    def __init__(self, key: str, **args: Arg) -> None:
        super().__init__(key)
        self.reason = fact(f"errors.plugin_{key}", **args)
