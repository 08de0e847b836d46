"""Level 3: legal, reproducible, blind to hidden cards, the same at both speeds, and it sees the obvious."""

import subprocess
import sys
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.bots.levels import make_bot
from koloda.bots.search_bot import SLICE, SearchBot
from koloda.bots.search_state import KEPT_NODES, ActionValue, TreeSearchState
from koloda.compiled.generator import stream
from koloda.compiled.loader import Driver
from koloda.core.game import Game
from koloda.games import GAMES
from koloda.table.dealer import Dealer
from koloda.table.table import Table
from tests import laws
from tests.bots.decisions import knowledge
from tests.referees import REFEREES, hides_cards
from tests.timeouts import HANG

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES.values() for players in game.set_up.players],
    ids=lambda value: getattr(value, "name", value),
)


def searcher(game: Game, iterations: int, seed: object = 1) -> SearchBot:
    return SearchBot(game, seed, Budget(iterations=iterations), wait=True)


def at(game: Game, position: str, seat: int) -> Knowledge:
    s = game.notation.read_position(position)
    return knowledge_of(game, s, seat, list)


def choice(game: Game, position: str, seat: int, iterations: int = 400) -> str:
    """The move in notation."""
    action = searcher(game, iterations).choose(at(game, position, seat), Budget())
    assert action is not None
    return game.notation.write_action(game.notation.read_position(position), action)


@every_table
def test_a_choice_is_legal(game: Game, players: int) -> None:
    bot = searcher(game, 8)
    for key in range(2):
        for seen in knowledge(game, players, key, every=12):
            action = bot.choose(seen, Budget())
            assert action in seen.legal or (action is None and not seen.must)


@every_game
def test_the_same_seed_and_iterations_give_the_same_choice(game: Game) -> None:
    differ = 0
    for seen in knowledge(game, 3, 5, every=8):
        first = searcher(game, 60, seed="a").estimates(seen)
        bot = searcher(game, 60, seed="a")
        assert bot.estimates(seen) == first
        assert bot.choose(seen, Budget()) == searcher(game, 60, seed="a").choose(seen, Budget())
        differ += searcher(game, 60, seed="b").estimates(seen) != first
    assert differ


@pytest.mark.parametrize("game", [GAMES[name] for name in GAMES if hides_cards(name)], ids=lambda game: game.name)
def test_hidden_cards_that_change_places_change_nothing(game: Game) -> None:
    """A bot never gets the state, so this holds by construction; we check it nevertheless.

    A bot may remember what everybody saw: chips in No Thanks! (NT-10), score piles in Dobro.
    """
    referee, bot, compared = REFEREES[game.name], searcher(game, 30), 0
    deal = stream(9)
    for _, _, s in laws.walk(game, {"players": 3}, 3):
        for seat in range(3):
            hidden = [place for place in referee.hidden(s, seat) if place[0] != "pile"]
            if not game.legal(s, seat) or len(hidden) < 2 or deal(3):
                continue
            other = referee.swap(s, hidden[deal(len(hidden))], hidden[deal(len(hidden))])
            assert bot.estimates(knowledge_of(game, s, seat, list)) == bot.estimates(
                knowledge_of(game, other, seat, list)
            )
            compared += 1
    assert compared > 5


@every_game
def test_interpreted_and_compiled_search_find_the_same(game: Game) -> None:
    interpreted = Engine(game)
    compiled = game.once(Engine)
    compiled.load()
    bot = searcher(game, 1)
    for seen in knowledge(game, 4, 2, every=20):
        question = bot.question(seen)
        found: list[list[ActionValue]] = []
        for at_hand in (interpreted, compiled):
            driver, fast = at_hand.at_hand
            state = at_hand.State(question, fast)
            state.go_on(driver, 5)
            state.go_on(driver, 4)
            found.append(state.estimates())
        assert found[0] == found[1]


@every_game
@pytest.mark.parametrize("pace", [0.000_01, 0.000_3, 0.001])
def test_a_budget_in_milliseconds_is_kept(game: Game, pace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only the search advances, by `pace` seconds an iteration."""
    now = 0.0
    looks: list[float] = []

    def clock() -> float:
        looks.append(now)
        return now

    bot = SearchBot(game, 1, wait=True, clock=clock)
    think = game.once(Engine).State.go_on

    def go_on(state: Any, driver: Any, iterations: int) -> None:
        nonlocal now
        think(state, driver, iterations)
        now += pace * iterations

    monkeypatch.setattr(game.once(Engine).State, "go_on", go_on)
    seen = next(s for s in knowledge(game, 4, 2, every=3) if len(s.legal) > 1)
    bot.estimates(seen, Budget(milliseconds=20))
    assert 0.020 - pace <= now <= 0.020 + 1e-9
    assert max(after - before for before, after in pairwise(looks[3:])) < SLICE + 1e-9, "it looks often enough"


@every_game
def test_until_it_is_compiled_a_search_plays_interpreted(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "load_aside", lambda engine: None)
    bot = SearchBot(replace(game))  # a game of its own, with an engine of its own
    assert not bot.ready
    seen = next(s for s in knowledge(game, 3, 4, every=1) if len(s.legal) > 1 and s.must)
    assert bot.choose(seen, Budget(iterations=3)) in seen.legal


def test_the_compiled_search_is_told_of_when_it_is_there() -> None:
    GAMES["no_thanks"].once(Engine).load()
    told: list[str] = []
    GAMES["no_thanks"].once(Engine).load_aside(lambda: told.append("ready"))
    assert told == ["ready"]


def test_if_compiling_fails_the_interpreted_search_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Engine(GAMES["no_thanks"])
    monkeypatch.setattr(fresh, "_mark", lambda driver: tmp_path / "never")
    monkeypatch.setattr("koloda.bots.background_loader.COMPILE", "raise SystemExit('no compiler')")
    fresh._load_aside()
    assert not fresh.ready
    assert "no compiler" in fresh.problem


# Several threads, and the tree of the decision before


@every_game
def test_what_was_asked_before_and_how_many_threads_there_are_changes_no_choice_by_iterations(game: Game) -> None:
    asked = SearchBot(game, "a", wait=True, threads=3)
    fresh = SearchBot(game, "a", wait=True)
    for seen in knowledge(game, 3, 5, every=12):
        asked.choose(seen, Budget(milliseconds=1))
        assert asked.choose(seen, Budget(iterations=30)) == fresh.choose(seen, Budget(iterations=30))
        assert asked.estimates(seen, Budget(iterations=30)) == fresh.estimates(seen, Budget(iterations=30))


@every_game
def test_threads_add_up_what_they_find(game: Game) -> None:
    bot = SearchBot(game, 1, wait=True, threads=3)
    seen = next(each for each in knowledge(game, 3, 4, every=1) if len(each.legal) > 1 and each.must)
    driver, states = bot._think_so_long(bot.question(seen), 2)
    assert len(states) == 3
    alone = game.once(Engine).State(bot.question(seen), True)
    for state in states[1:]:
        alone.go_on(driver, 1)
        alone.absorb(state)
    assert sum(each.visits for each in alone.estimates()) > sum(each.visits for each in states[1].estimates())
    assert bot.choose(seen, Budget(milliseconds=2)) in seen.legal


def visited(state: Any) -> dict[int | None, tuple[int, float]]:
    return {each.action: (each.visits, round(each.value, 9)) for each in state.estimates()}


@pytest.mark.parametrize("name", ["no_thanks", "dobro", "tugriki"])
def test_a_search_by_time_goes_on_in_the_tree_of_the_decision_before(name: str) -> None:
    """At a table of rule bots: what a later search begins with is what the earlier one had found at that place."""
    game, found = GAMES[name], 0
    engine, bot = game.once(Engine), searcher(game, 1)
    engine.load()
    driver, _ = engine.at_hand
    rule = make_bot("2", game, 3, 1)
    table = Table.open(game, game.set_up.settle(3), ["A", "B", "C"], Dealer.seeded("reuse", 3), {})
    kept: Any = None
    for _ in range(60):
        if table.over:
            break
        seat = table.actors[0]
        seen = table.knowledge(seat)
        action = rule.choose(seen, Budget())
        assert action is not None
        if seat == 0 and len(seen.legal) > 1:
            state: Any = engine.State(bot.question(seen), True)
            state.keep_places()
            if kept is not None and state.adopt(driver, kept):
                found += 1
                begun = visited(state)
                assert set(begun) == set(seen.legal)
                state.go_on(driver, 1)
                assert any(visits > begun[action][0] for action, (visits, _) in visited(state).items())
            state.go_on(driver, 300)
            kept = state.keep(driver, action)
            assert len(kept) <= KEPT_NODES
        table.act(seat, action)
    assert found


@pytest.mark.parametrize("name", ["no_thanks", "dobro", "tugriki"])
def test_a_bot_that_thinks_for_some_time_keeps_its_tree_from_move_to_move(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, adopted = GAMES[name], []
    adopt = TreeSearchState.adopt

    def counted(state: TreeSearchState, driver: Driver, kept: Any) -> bool:
        adopted.append(adopt(state, driver, kept))
        return adopted[-1]

    monkeypatch.setattr(TreeSearchState, "adopt", counted)
    bot = SearchBot(game, 1, wait=True, clock=map(float, count(0, 0.001)).__next__)  # a look at it takes a millisecond
    rule = make_bot("2", game, 3, 1)
    table = Table.open(game, game.set_up.settle(3), ["A", "B", "C"], Dealer.seeded("reuse", 3), {})
    for _ in range(40):
        if not table.over:
            seat = table.actors[0]
            action = (rule if seat else bot).choose(table.knowledge(seat), Budget(milliseconds=5))
            assert action is not None
            table.act(seat, action)
    assert any(adopted)


# The obvious


def test_no_thanks_a_card_that_closes_a_gap_is_taken() -> None:
    position = "no_thanks[players=3 chips=11] turn=1 card=33 pot=9 chips=8/8/8 taken=32,34/10/20"
    assert choice(GAMES["no_thanks"], position, 0) == "take"


def test_no_thanks_a_high_card_without_chips_on_it_is_passed() -> None:
    position = "no_thanks[players=3 chips=11] turn=1 card=35 chips=11/11/11 taken=//"
    assert choice(GAMES["no_thanks"], position, 0) == "pass"


def test_dobro_the_last_card_ends_a_round_that_is_won() -> None:
    position = "dobro[players=3] turn=1 trick=7 hands=12/2,3,4,5,6,8/2,3,4,5,6,9 piles=/4,5,6,6/3,3,4,5"
    assert choice(GAMES["dobro"], position, 0) == "12"


def test_tugriki_the_last_card_wins_the_bank() -> None:
    position = (
        "tugriki[players=3 loans=on rounds=3] round=3 starter=1 turn=1 "
        "hands=R6/R0,R2,Y0,Y1,G2/R8,R9,Y3,Y4 rows=R5 bank=30 tugriks=30/30/30"
    )
    assert choice(GAMES["tugriki"], position, 0) == "R6"


def test_mind_up_mixes() -> None:
    """Two players in the same position: one that always chose the same could be predicted."""
    game = GAMES["mind_up"]
    seen = next(s for s in knowledge(game, 2, 6, every=1) if s.must)
    chosen = {searcher(game, 300, seed).choose(seen, Budget()) for seed in range(24)}
    assert len(chosen) > 1
    estimates = searcher(game, 300).estimates(seen)
    assert [e.action for e in estimates] == seen.legal
    assert sum(e.visits > 0 for e in estimates) > 1
    assert all(0 <= e.value <= 1 for e in estimates)


MANY_AT_ONCE = """
from threading import Barrier, Thread
from koloda.bots.engine import Engine
from koloda.games import GAMES
from koloda.table.dealer import Dealer
from koloda.table.table import Table

together, found = Barrier(6), []

def ask():
    together.wait()
    for game in ("no_thanks", "mind_up"):
        one = GAMES[game].once(Engine)
        found.append((game, one, one._wrapped().module.legal))

threads = [Thread(target=ask) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(found) == 12 and len(set(found)) == 2 and all(legal for _, _, legal in found), found
"""


def test_many_threads_get_one_engine_that_is_whole() -> None:
    done = subprocess.run([sys.executable, "-c", MANY_AT_ONCE], capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
