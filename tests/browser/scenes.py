"""Positions that show something: each is the first one in random games, the same in every run."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from koloda.core.game import Act, Game, seats_of
from koloda.core.text import Language
from koloda.games import GAMES
from koloda.server.messages import Clock
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import Append
from koloda.server.tables.commands import begun
from koloda.server.tables.events import Opened, Sat
from koloda.server.tables.history import TableHistory
from koloda.server.tables.identifiers import new_id, new_token
from koloda.server.tables.listing import summary
from koloda.server.tables.seats import hashed
from koloda.table.dealer import Dealer
from tests.server.leaks import play

NOW = 1_700_000_000_000
NAMES = ("Анна", "Boris", "Chloé", "Даша", "Émile", "Фёдор", "Gustav", "Надя")
LONG_NAMES = (
    "Щ" * 24,
    "W" * 24,
    "محمد عبد الرحمن بن علي",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "Александра-Виктория Ш.",
    "Жозефина Мммммммммммммм",
    "Ю",
    "Wolfeschlegelsteinhausen",
)
"""Names that push things off the screen where they can: wide, without spaces, from right to left, joined emoji."""
GAMES_TO_TRY = 3000


class Look:
    """A position, as the reader in seat 0 sees it."""

    def __init__(self, game: Game, s: Any) -> None:
        self._game = game
        self._s = s

    @cached_property
    def moves(self) -> list[str]:
        """The legal moves, as a record writes them."""
        return [self._game.notation.write_action(self._s, action) for action in self._game.legal(self._s, 0)]

    @cached_property
    def must(self) -> bool:
        return bool(self._game.rules.actors(self._s) & 1)

    @cached_property
    def over(self) -> bool:
        return self._game.rules.over(self._s)

    @cached_property
    def view(self) -> Any:
        return self._game.view(self._s, 0)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """`shows` a position, or the effect of the next move of the seat to act (`turns`)."""

    name: str
    game: str
    shows: Callable[[Look], bool] = lambda look: True
    turns: Callable[[Look, str, Look], bool] | None = None
    players: int = 4
    names: Sequence[str] = NAMES
    options: Mapping[str, str] = field(default_factory=dict)
    clicks: tuple[str, ...] = ()
    """One after another; the page is checked after each."""
    until: str = ".me"
    """What the page shows when it is ready, or when the next move has been shown."""
    holds: bool = False
    """What the next move shows stays, instead of making room at once."""
    pad: bool = False
    """The phone beside a shared screen."""


@dataclass(frozen=True)
class Staged:
    """The table of a scene."""

    scene: Scene
    table: str
    tokens: list[str]
    """By seat."""
    next: tuple[int, str] | None
    """The move that turns it: whose, and as a record writes it."""


@dataclass
class PlayedGame:
    """A random game so far."""

    scene: Scene
    number: int
    decisions: list[Act] = field(default_factory=list)

    @property
    def secret(self) -> bytes:
        return hashlib.sha256(f"{self.scene.name} {self.number}".encode()).digest()

    @property
    def nonces(self) -> list[str]:
        return [hashlib.sha256(name.encode()).hexdigest()[:32] for name in NAMES[: self.scene.players]]


def first(scene: Scene) -> tuple[PlayedGame, Act | None]:
    """The first wanted position in the first game that has one, and the next move."""
    game = GAMES[scene.game]
    values = game.set_up.settle(scene.players, **scene.options)
    for number in range(GAMES_TO_TRY):
        played = PlayedGame(scene, number)
        dealer = Dealer(played.secret, [bytes.fromhex(nonce) for nonce in played.nonces])
        chance = Random(f"{scene.name} {number}")
        s = game.start(values)
        deal(game, s, dealer)
        while True:
            look = Look(game, s)
            wanted = scene.shows(look)
            if (wanted and scene.turns is None) or look.over:
                if wanted:
                    return played, None
                break
            seat = chance.choice(seats_of(game.rules.actors(s)))
            act = Act(seat, chance.choice(game.legal(s, seat)))
            move = game.notation.write_action(s, act.action)
            before = s.copy()
            game.rules.act(s, *act)
            deal(game, s, dealer)
            if wanted and scene.turns is not None and scene.turns(Look(game, before), move, Look(game, s)):
                return played, act
            played.decisions.append(act)
    raise AssertionError(f"{scene.name}: none of {GAMES_TO_TRY} games shows it")


def deal(game: Game, s: Any, dealer: Dealer) -> None:
    while n := game.rules.chance(s):
        game.rules.draw(s, dealer.deal(n))


def staged(scene: Scene) -> tuple[Staged, TableHistory]:
    played, act = first(scene)
    entropy = Random(scene.name).randbytes
    tokens = [new_token(entropy) for _ in range(scene.players)]
    opened = Opened(
        at=NOW,
        game=scene.game,
        players=scene.players,
        options=dict(scene.options),
        public=False,
        language="ru",
        clock=Clock(),
        patience=None,
        secret=played.secret.hex(),
    )
    history = TableHistory.create(new_id(entropy), [opened])
    history.advance(
        Sat(at=NOW, seat=seat, name=scene.names[seat], nonce=nonce, token=hashed(tokens[seat]))
        for seat, nonce in enumerate(played.nonces)
    )
    history.advance([begun(history.state, NOW)])
    for number, decision in enumerate(played.decisions):
        play(history, decision, now=NOW + 1000 * number)
    table = history.state
    assert table.match is not None
    turn = None if act is None else (act.seat, table.game.notation.write_action(table.match.state, act.action))
    return Staged(scene, table.id, tokens, turn), history


async def stage(scenes: list[Scene], database: Path) -> list[Staged]:
    """A database with a table for each scene."""
    store = SqliteStore(database)
    found = []
    for scene in scenes:
        ready, history = staged(scene)
        table = history.state
        await store.append(Append(table=table.id, first=1, events=history.log, summary=summary(table)))
        found.append(ready)
    await store.close()
    return found


def changed(what: str) -> Callable[[Look, str, Look], bool]:
    """A field of the view changes with the move, and the game goes on."""
    return lambda before, move, after: not after.over and getattr(before.view, what) != getattr(after.view, what)


def has(*moves: str) -> Callable[[Look], bool]:
    return lambda look: all(move in look.moves for move in moves)


def waiting(look: Look) -> bool:
    return not look.moves and not look.over


def tied(look: Look) -> bool:
    """The game is over with equal scores at the top: the page shows the tie-break."""
    return look.over and look.view.scores.count(look.view.scores[look.view.winners[0]]) > 1


LEGAL = ".hand .card.legal"


class WholeGame(NamedTuple):
    """A game that people at browsers play from the first card to the last."""

    language: str
    people: int
    bots: int
    options: dict[str, str]
    jumps: float = 0.05
    """How much of the layout may shift from the first card to the last."""


class PadVisit(NamedTuple):
    """A score sheet that somebody at a browser fills in, from the names to the winner, in English."""

    players: int
    taps: Sequence[str | tuple[str, int]]
    """The names of the buttons and tabs, one after another; with a number, so many times."""
    winner: str
    """What the page says at the end."""
    totals: Sequence[int]
    options: Mapping[str, str] = {}


@dataclass(frozen=True, kw_only=True)
class PadScene:
    """A score sheet to look at."""

    name: str
    game: str
    written: Sequence[Sequence[Mapping[str, Any]]] = ()
    draft: Sequence[Mapping[str, Any]] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    players: int = 4


class GameScenes(Protocol):
    """`tests/games/<game>/scenes.py`."""

    SCENES: Sequence[Scene]
    WHOLE_GAME: WholeGame
    SHORTEST: tuple[int, Mapping[str, str]]
    """How many players, and the options, of a game that is soon over."""
    ON_TV: str
    """The scene that the shared screen shows."""
    APART: Sequence[str]
    """What lies apart from each other on its stage, besides what does on every table: see boxes.js."""
    SMALL: Sequence[str]
    """Controls on its board that are smaller than a finger, and grow as soon as one touches them."""
    CHECKED: Mapping[Language, Mapping[str, str]]
    """The states whose boxes `make test` checks, and at which sizes: see boxes.py."""
    PAD: PadVisit
    PADS: Sequence[PadScene]


def scenes_of(game: str) -> GameScenes:
    return cast(GameScenes, import_module(f"tests.games.{game}.scenes"))


def all_scenes() -> list[Scene]:
    return [scene for game in GAMES for scene in scenes_of(game).SCENES]
