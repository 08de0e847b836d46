"""Which games there are."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import NamedTuple

from koloda.core.errors import UnknownOption
from koloda.core.facts import Fact, fact
from koloda.core.game import Game
from koloda.core.text import CATALOGUE, LANGUAGES, Catalogue

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


def _installed() -> Iterable[EntryPoint]:
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
        """The game of that name; "No Thanks!" and "no-thanks" are understood as well."""
        plain = name.strip().lower().rstrip("!").replace(" ", "_").replace("-", "_")
        if plain not in self:
            raise UnknownOption.of("errors.game", given=name, games=", ".join(self))
        return self[plain]

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
            game = entry.load()
            reason = self._refusal(entry, game, added)
        except Exception as error:  # another package's code: whatever it raises, the other games go on
            reason = fact("errors.plugin_broken", problem=f"{type(error).__name__}: {error}")
        if reason is not None:
            self._problems.append(Problem(entry.name, package, reason))
            return
        self._texts.add(game.name, game.folder)
        added[game.name] = game
        self._packages[game.name] = package

    def _refusal(self, entry: EntryPoint, game: object, added: Mapping[str, Game]) -> Fact | None:
        """Why a game is left out, if it is."""
        if not isinstance(game, Game):
            return fact("errors.plugin_no_game", value=entry.value)
        if game.name != entry.name:
            return fact("errors.plugin_name", given=entry.name, right=game.name)
        if game.name in self._built_in:
            return fact("errors.plugin_clash", other="koloda")
        if game.name in added:
            return fact("errors.plugin_clash", other=self._packages[game.name])
        if any("title" not in Catalogue.of_game(game.folder, language) for language in LANGUAGES):
            return fact("errors.plugin_texts")
        return None
