"""What a bot gets: what its seat sees, and nothing that leads to the true state."""

import gc
import sys
from collections.abc import Callable, Mapping
from functools import cache
from types import BuiltinMethodType, FunctionType, MappingProxyType, ModuleType
from typing import Any
from weakref import ProxyTypes

import msgspec
import pytest

from koloda.arena.match_player import GameNarrator, MatchPlayer
from koloda.arena.plan import Plan
from koloda.bots.bot import Budget, needs_story
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.bots.levels import make_bot
from koloda.compiled.generator import stream
from koloda.core.game import Game
from koloda.envs.gymnasium import SeatEnv
from koloda.games import GAMES
from koloda.server.tables.history import TableHistory
from koloda.table.dealer import Dealer
from koloda.table.match import Match, Step
from koloda.table.table import Table
from tests import laws
from tests.bots.test_plain_games import BLIND
from tests.server.leaks import chosen, new_table, play

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

NOTHING: Mapping[int, object] = MappingProxyType({})

OWNERS = (Table, Match, Step, Dealer, MatchPlayer, GameNarrator, TableHistory)
"""The paths that lead to the true state."""


def reached(*given: object, known: Mapping[int, object] = NOTHING) -> Mapping[int, object]:
    """All objects reachable from some, by id: through attributes, items, closures and bound methods, but not through
    modules and classes, which are the same for everybody, nor through `known` objects.
    """
    modules = {id(vars(module)) for module in tuple(sys.modules.values())}
    found: dict[int, object] = {}
    waiting = list(given)
    while waiting:
        thing = waiting.pop()
        if type(thing) in ProxyTypes:  # it stands for something that may be gone, and holds nothing
            continue
        if id(thing) in found or id(thing) in known or id(thing) in modules or isinstance(thing, ModuleType | type):
            continue
        found[id(thing)] = thing
        if isinstance(thing, FunctionType):
            waiting += [thing.__closure__, thing.__defaults__, thing.__kwdefaults__]
        elif isinstance(thing, BuiltinMethodType):
            waiting.append(thing.__self__)
        else:
            waiting += gc.get_referents(thing)
    return found


@cache
def of_game(game: Game) -> Mapping[int, object]:
    """What belongs to a game before anybody plays it, including its compiled search: a long walk."""
    return reached(game)


@pytest.fixture(autouse=True, scope="module")
def _before_anybody_plays() -> None:
    for game in (*GAMES.values(), BLIND):
        of_game(game)


def check(given: Knowledge, state: Any) -> None:
    """Before and after the bot has looked at everything, it can reach no state except what its seat knows."""
    mine = [given.partial_state]
    for look in (
        lambda: None,
        lambda: (given.view, given.story, given.events, given.partial_state is None or given.determinized),
    ):
        look()
        mine += [vars(given)["determinized"]] if "determinized" in vars(given) else []
        for thing in reached(given, known=of_game(given.game)).values():
            assert thing is not state
            assert not isinstance(thing, OWNERS), thing
            if isinstance(thing, type(state)):
                assert any(thing is known for known in mine)


def test_the_walk_finds_what_is_hidden_well() -> None:
    secret = object()

    class Holder:
        def method(self) -> object:
            return self.secret

        secret = None

    holder = Holder()
    vars(holder)["secret"] = secret
    hidden: list[Callable[[], object]] = [lambda: secret, holder.method, [secret].copy]
    for each in hidden:
        assert any(thing is secret for thing in reached(each).values())
    assert not any(thing is secret for thing in reached(list).values())


def test_a_story_that_holds_the_state_would_be_found() -> None:
    table = opened(GAMES["no_thanks"])
    with pytest.raises(AssertionError):
        check(knowledge_of(table.game, table.state, 0, lambda: table.story(0)), table.state)


def opened(game: Game) -> Table:
    players = game.set_up.usual
    values = game.set_up.settle(players)
    return Table.open(game, values, [f"P{seat}" for seat in range(players)], Dealer.seeded("x", players), {})


@pytest.mark.parametrize("game", [*GAMES.values(), BLIND], ids=[*GAMES, "no hide"])
def test_no_way_to_the_state_from_what_a_table_gives(game: Game) -> None:
    table, bot = opened(game), make_bot("0", game, game.set_up.usual, 1)
    for _ in range(12):
        for seat in range(game.set_up.usual):
            check(table.knowledge(seat), table.state)
        seat = table.actors[0]
        action = bot.choose(table.knowledge(seat), Budget())
        assert action is not None
        table.act(seat, action)


class Checker:
    """A bot of the arena that looks for the state of the game."""

    def __init__(self, player: Callable[[], MatchPlayer]) -> None:
        self._player = player
        self.asked = 0

    def choose(self, given: Knowledge, budget: Budget) -> int | None:
        if self.asked < 10:
            check(given, self._player().state())
            assert given.story
        self.asked += 1
        return given.legal[0] if given.must else None


@every_game
def test_no_way_to_the_state_from_what_the_arena_gives(game: Game) -> None:
    players: list[MatchPlayer] = []
    checker = Checker(lambda: players[0])
    players.append(MatchPlayer(Plan.of(game.name, ["checker", "2"], 1), lambda spec, seed: checker))
    next(players[0].play(range(1)))
    assert checker.asked > 0


@every_game
def test_no_way_to_the_state_from_what_an_environment_gives(game: Game) -> None:
    env = SeatEnv(game.name, seat=0, bots="0")
    env.reset(seed=1)
    for seat in range(1, env.episode.players):
        check(env._knowledge(seat), env.episode.state)


@every_game
def test_no_way_to_the_state_from_what_the_server_gives(game: Game) -> None:
    history, deal = new_table(game.name, 3, 1), stream(1)
    for _ in range(6):
        assert history.state.match is not None
        for seat in range(3):
            check(history.knowledge(seat), history.state.match.state)
        play(history, chosen(history.state, deal))


@every_game
def test_the_view_is_that_of_the_true_state(game: Game) -> None:
    """Byte for byte, at every step of random games: for actors, for bystanders, and at the end."""
    for players in game.set_up.players:
        for _, _, after in laws.walk(game, {"players": players}, players):
            if game.rules.chance(after):
                continue
            for seat in range(players):
                shown = knowledge_of(game, after, seat).view
                assert msgspec.json.encode(shown) == msgspec.json.encode(game.view(after, seat))


def test_a_bot_that_needs_no_story_gets_none() -> None:
    table = opened(GAMES["tugriki"])
    seat = table.actors[0]
    assert table.knowledge(seat).story == table.story(seat) != []
    assert table.knowledge(seat, story=False).story == []
    listening = [needs_story(make_bot(spec, table.game, 3, 0)) for spec in ("0", "1", "2", "3")]
    assert listening == [False, False, False, True]
    assert not needs_story(make_bot("3", GAMES["no_thanks"], 3, 0))
    assert needs_story(object())
