"""Positions that show something: each is the first one in random games, the same in every run."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from koloda.core.game import Act, Game, seats_of
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
NAMES = ["Анна", "Boris", "Chloé", "Даша", "Émile", "Фёдор", "Gustav", "Надя"]
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
        Sat(at=NOW, seat=seat, name=NAMES[seat], nonce=nonce, token=hashed(tokens[seat]))
        for seat, nonce in enumerate(played.nonces)
    )
    history.advance([begun(history.state, NOW)])
    for number, decision in enumerate(played.decisions):
        play(history, decision, now=NOW + 1000 * number)
    table = history.state
    assert table.course is not None
    turn = None if act is None else (act.seat, table.game.notation.write_action(table.course.state, act.action))
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


JOKER = ':has(use[href="#i-joker"])'
LEGAL = ".hand .card.legal"


def _dobro() -> list[Scene]:
    def special(look: Look) -> bool:
        return look.must and any(move in ("skip", "reverse") for move in look.moves)

    return [
        Scene(
            name="dobro-turn",
            game="dobro",
            shows=lambda look: look.must and any(move.isdecimal() for move in look.moves) and bool(look.view.trick),
            clicks=(f"{LEGAL}:not(.special)",),
        ),
        Scene(
            name="dobro-special",
            game="dobro",
            shows=lambda look: special(look) and look.view.good is not None,
            clicks=(f"{LEGAL}.special:not({JOKER})",),
        ),
        Scene(
            name="dobro-special-first",
            game="dobro",
            shows=lambda look: special(look) and look.view.good is None,
            clicks=(f"{LEGAL}.special:not({JOKER})",),
        ),
        Scene(
            name="dobro-joker",
            game="dobro",
            shows=lambda look: look.must and sum(move.startswith("J=") for move in look.moves) > 3,
            clicks=(f"{LEGAL}{JOKER}", ".picker .card"),
        ),
        Scene(name="dobro-draw", game="dobro", shows=has("draw"), players=6),
        Scene(name="dobro-take", game="dobro", shows=lambda look: look.must and look.moves == ["take"]),
        Scene(name="dobro-waiting", game="dobro", shows=lambda look: waiting(look) and bool(look.view.trick)),
        Scene(
            name="dobro-forgetful",
            game="dobro",
            shows=lambda look: look.must and look.view.forgetful == 0,
            players=2,
        ),
        Scene(name="dobro-round", game="dobro", turns=changed("round"), until=".rnd", clicks=(".rnd .btn",)),
        Scene(name="dobro-over", game="dobro", shows=tied, until=".result"),
    ]


def _no_thanks() -> list[Scene]:
    return [
        Scene(name="no_thanks-turn", game="no_thanks", shows=lambda look: look.must and look.view.pot > 2),
        Scene(
            name="no_thanks-undo",
            game="no_thanks",
            shows=lambda look: look.must and look.view.pot == 0 and bool(look.view.taken[0]),
            players=7,
            clicks=(".acts .btn:has(kbd)",),
        ),
        Scene(
            name="no_thanks-no-chips",
            game="no_thanks",
            shows=lambda look: look.must and look.moves == ["take"],
            options={"open_chips": "on", "chips": "2"},
        ),
        Scene(
            name="no_thanks-many",
            game="no_thanks",
            shows=lambda look: look.must and len(look.view.taken[0]) > 9,
            players=3,
        ),
        Scene(name="no_thanks-waiting", game="no_thanks", shows=waiting),
        Scene(name="no_thanks-over", game="no_thanks", shows=tied, until=".result"),
    ]


def _mind_up() -> list[Scene]:
    goals = {"goals": "each-round", "goal_count": "5"}
    return [
        Scene(
            name="mind_up-choose",
            game="mind_up",
            shows=lambda look: look.must and bool(look.view.collections[0]),
            clicks=(LEGAL, ".acts .btn.pri"),
        ),
        *(
            Scene(
                name=f"mind_up-goals-{letters}",
                game="mind_up",
                shows=lambda look, letters=letters: (  # type: ignore[misc]
                    look.must
                    and {goal.name[0] for goal in look.view.goals} >= set(letters)
                    and {goal.name for goal in look.view.goals} >= {f"{letters[0]}1", f"{letters[1]}2"}
                ),
                players=6,
                options=goals,
                clicks=(".goal",),
            )
            for letters in ("AB", "BC", "CD", "DE", "EF", "FG", "GA")
        ),
        Scene(
            name="mind_up-purple",
            game="mind_up",
            shows=lambda look: look.must and any((card.colour, card.mark) == ("purple", -1) for card in look.view.hand),
            players=2,
        ),
        Scene(
            name="mind_up-revealed",
            game="mind_up",
            turns=lambda before, move, after: (
                before.view.row != after.view.row and before.view.round == after.view.round
            ),
            until=".rev",
            holds=True,
        ),
        Scene(name="mind_up-round", game="mind_up", turns=changed("round"), until=".rnd", options=goals),
        Scene(name="mind_up-over", game="mind_up", shows=tied, until=".result"),
    ]


def _tugriki() -> list[Scene]:
    lays = tuple("RYGPBO")

    def plain(look: Look) -> bool:
        return any(move[0] in lays for move in look.moves)

    def wild(look: Look) -> bool:
        return sum(move.startswith(("genie", "row")) for move in look.moves) > 2

    return [
        Scene(
            name="tugriki-turn",
            game="tugriki",
            shows=lambda look: look.must and plain(look) and look.view.drawn is None and "draw" in look.moves,
            clicks=(f"{LEGAL}:not(.wild)",),
        ),
        Scene(
            name="tugriki-wild",
            game="tugriki",
            shows=lambda look: look.must and wild(look) and look.view.drawn is None,
            clicks=(f"{LEGAL}.wild", ".point"),
        ),
        Scene(
            name="tugriki-wild-on-a-phone",
            game="tugriki",
            shows=lambda look: look.must and wild(look) and look.view.drawn is None,
            clicks=(f"{LEGAL}.wild", ".places .btn"),
            pad=True,
        ),
        Scene(
            name="tugriki-keep",
            game="tugriki",
            shows=lambda look: {"pay", "silent"} <= set(look.moves) and plain(look),
        ),
        Scene(
            name="tugriki-pay",
            game="tugriki",
            shows=lambda look: {"pay", "silent"} == set(look.moves),
            players=8,
        ),
        Scene(name="tugriki-draw", game="tugriki", shows=lambda look: look.must and look.moves == ["draw"]),
        Scene(
            name="tugriki-challenge",
            game="tugriki",
            shows=has("challenge"),
            clicks=(".acts .btn:nth-child(2)",),
        ),
        Scene(name="tugriki-call", game="tugriki", shows=has("call")),
        Scene(name="tugriki-waiting", game="tugriki", shows=lambda look: waiting(look) and look.view.bound is None),
        Scene(name="tugriki-name", game="tugriki", shows=has("name red")),
        Scene(name="tugriki-lend", game="tugriki", shows=has("refuse", "lend 1"), options={"rounds": "8"}, players=3),
        Scene(
            name="tugriki-shown",
            game="tugriki",
            turns=lambda before, move, after: move == "challenge" and before.must,
            until=".shown",
            clicks=(".shown .btn",),
        ),
        Scene(name="tugriki-round", game="tugriki", turns=changed("round"), until=".rnd", options={"dealt": "3"}),
        Scene(
            name="tugriki-out",
            game="tugriki",
            shows=lambda look: 0 in look.view.out and not look.over,
            options={"rounds": "knockout", "dealt": "3"},
            players=3,
        ),
        Scene(
            name="tugriki-wild-in-a-row",
            game="tugriki",
            shows=lambda look: (
                look.must
                and any(
                    cards[-1] == "genie"
                    for row in look.view.rows
                    if row.colour == "purple"
                    for cards in row.places.values()
                )
            ),
        ),
        Scene(
            name="tugriki-many",
            game="tugriki",
            shows=lambda look: look.must and len(look.view.hand) > 16,
            players=2,
            options={"dealt": "16"},
        ),
        Scene(name="tugriki-over", game="tugriki", shows=tied, options={"rounds": "2"}, until=".result"),
    ]


SCENES = [*_dobro(), *_no_thanks(), *_mind_up(), *_tugriki()]
