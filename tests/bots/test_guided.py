"""Level 5: legal, reproducible, blind to hidden cards, and it listens to its network, but not blindly."""

from dataclasses import replace

import pytest

from koloda.bots import guided_bot
from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.guided_bot import GuidedBot
from koloda.bots.knowledge import knowledge_of
from koloda.bots.levels import levels, make_bot
from koloda.bots.network_bot import NetworkBot
from koloda.bots.search_bot import SearchBot
from koloda.compiled.generator import stream
from koloda.core.game import Game
from koloda.games import GAMES
from koloda.server.bots.pool import BotPool
from tests import laws
from tests.bots.decisions import knowledge
from tests.referees import REFEREES, hides_cards

every_game = pytest.mark.parametrize("name", GAMES)


def guided(game: Game, iterations: int, seed: object = 1) -> GuidedBot:
    return GuidedBot(game, seed, Budget(iterations=iterations), wait=True)


@every_game
def test_a_choice_is_legal(name: str, games: dict[str, Game]) -> None:
    game = games[name]
    bot = guided(game, 4)
    for players in game.set_up.players:
        for seen in knowledge(game, players, players, every=16):
            action = bot.choose(seen, Budget())
            assert action in seen.legal or (action is None and not seen.must)


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_by_time_it_plays_too_in_one_thread_or_several(name: str, threads: int, games: dict[str, Game]) -> None:
    game = games[name]
    bot = GuidedBot(game, 1, wait=True, threads=threads)
    asked = 0
    for seen in knowledge(game, 3, 7, every=20):
        action = bot.choose(seen, Budget(milliseconds=1))
        assert action in seen.legal or (action is None and not seen.must)
        asked += len(seen.legal) > 1
    assert asked


@every_game
def test_the_same_seed_and_iterations_give_the_same_choice(name: str, games: dict[str, Game]) -> None:
    game, differ = games[name], 0
    for seen in knowledge(game, 3, 5, every=10):
        first = guided(game, 20, seed="a").estimates(seen)
        assert guided(game, 20, seed="a").estimates(seen) == first
        differ += guided(game, 20, seed="b").estimates(seen) != first
        assert [each.action for each in first] == [*seen.legal, *([] if seen.must or game.simultaneous else [None])]
        assert all(0 <= each.value <= 1 for each in first)
        assert game.simultaneous or all(each.visits > 0 for each in first), "all moves are judged"
    assert differ


@every_game
def test_without_trust_in_its_network_it_is_level_3(
    name: str, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guided_bot, "TRUST", 0.0)
    game = games[name]
    search = SearchBot(game, 1, Budget(iterations=20), wait=True)
    for seen in knowledge(game, 3, 5, every=10):
        assert guided(game, 20).estimates(seen) == search.estimates(seen)
        assert guided(game, 20).choose(seen, Budget()) == search.choose(seen, Budget())


@every_game
def test_with_endless_trust_it_plays_what_its_network_likes_best(
    name: str, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guided_bot, "TRUST", 1e6)
    game, asked = games[name], 0
    network = NetworkBot(game)
    iterations = 400 if game.simultaneous else 30  # strategies begin with the rule's choice, which is soon forgotten
    for seen in knowledge(game, 3, 5, every=10):
        if seen.must and len(seen.legal) > 1:
            likely = network.likelihoods(seen)
            assert guided(game, iterations).choose(seen, Budget()) == max(likely, key=lambda action: likely[action])
            asked += 1
    assert asked


@pytest.mark.parametrize("name", [name for name in GAMES if hides_cards(name)])
def test_hidden_cards_that_change_places_change_nothing(name: str, games: dict[str, Game]) -> None:
    game, referee, compared, deal = games[name], REFEREES[name], 0, stream(9)
    bot = guided(game, 10)
    for _, _, s in laws.walk(game, {"players": 3}, 3):
        for seat in range(3):
            hidden = [place for place in referee.hidden(s, seat) if place[0] != "pile"]
            if not game.legal(s, seat) or len(hidden) < 2 or deal(4):
                continue
            other = referee.swap(s, hidden[deal(len(hidden))], hidden[deal(len(hidden))])
            swapped = knowledge_of(game, other, seat, list)
            assert bot.estimates(knowledge_of(game, s, seat, list)) == bot.estimates(swapped)
            compared += 1
    assert compared > 5


@every_game
def test_until_its_search_is_compiled_the_network_plays(
    name: str, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "load_aside", lambda engine: None)
    game = replace(games[name])
    vars(game)["network"] = games[name].network
    bot, network = GuidedBot(game, 7), NetworkBot(game, 7)
    assert not bot.ready
    for seen in knowledge(game, 3, 4, every=12):
        assert bot.choose(seen, Budget()) == network.choose(seen, Budget())


def test_at_a_server_the_network_plays_until_the_search_is_compiled(
    games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither waits for the compiler, nor lets the rule bot play instead."""
    monkeypatch.setattr(Engine, "load_aside", lambda engine: None)
    game = replace(games["dobro"])
    vars(game)["network"] = games["dobro"].network
    pool = BotPool({}, Budget(iterations=1))
    bot = pool.seat("guided", "seed", ["A", "B", "C"], "en")
    assert bot.listens
    for seen in knowledge(game, 3, 4, every=12):
        assert bot.choose(seen) == NetworkBot(game, "seed").choose(seen, Budget())
    pool.close()


@pytest.mark.parametrize(
    ("name", "position", "move"),
    [
        (
            "tugriki",
            "tugriki[players=3 loans=on rounds=3] round=3 starter=1 turn=1 "
            "hands=R6/R0,R2,Y0,Y1,G2/R8,R9,Y3,Y4 rows=R5 bank=30 tugriks=30/30/30",
            "R6",
        ),
        (
            "no_thanks",
            "no_thanks[players=3 chips=11 removed=28] turn=1 card=33 pot=9 chips=8/8/8 taken=32,34/25/28",
            "take",
        ),
    ],
)
def test_what_wins_the_game_at_once_is_played(name: str, position: str, move: str, games: dict[str, Game]) -> None:
    game = games[name]
    s = game.notation.read_position(position)
    chosen = {guided(game, 60, seed).choose(knowledge_of(game, s, 0, list), Budget()) for seed in range(3)}
    assert chosen == {game.notation.read_action(s, move)}


def test_a_game_with_a_network_has_levels_4_and_5(games: dict[str, Game]) -> None:
    game = games["no_thanks"]
    assert levels(game) == (0, 1, 2, 3, 4, 5)
    for spec, budget in (("5", None), ("guided:40", Budget(iterations=40)), ("5:30ms", Budget(milliseconds=30))):
        bot = make_bot(spec, game, 3, 1)
        assert isinstance(bot, GuidedBot)
        assert bot.own_budget == budget


def test_in_mind_up_it_mixes(games: dict[str, Game]) -> None:
    game = games["mind_up"]
    seen = next(each for each in knowledge(game, 2, 6, every=1) if each.must)
    assert len({guided(game, 60, seed).choose(seen, Budget()) for seed in range(16)}) > 1
