"""What a match on compiled rules does when somebody asks for more than moves; `tests/laws.py` compares the moves."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

import koloda
from koloda.compiled.generator import stream
from koloda.core.errors import KolodaError
from koloda.core.game import Draw, Game
from koloda.games import GAMES
from koloda.table import play as play_module
from koloda.table.compiled_match import CompiledMatch, StepEngine
from koloda.table.match import Match
from koloda.table.play import StartedGames
from tests.laws import outcome

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def both(game: Game, seed: int, players: int = 4, **options: Any) -> tuple[Match, CompiledMatch]:
    """The same game at both speeds; the draws of the interpreted one are what `koloda.play` promises of a seed."""
    random = Random(seed).random
    interpreted = Match(game, game.new(players, **options), lambda n: int(random() * n))
    compiled = koloda.play(game.name, players, seed, wait=True, **options)
    assert type(compiled) is CompiledMatch
    return interpreted, compiled


def play_on(match: Match, decisions: int = 1 << 20) -> Match:
    choose = stream(7)
    while not match.over and decisions:
        legal = match.legal(match.actor)
        match.act(match.actor, legal[choose(len(legal))])
        decisions -= 1
    return match


@every_game
def test_who_asks_for_the_state_gets_the_object_that_changes(game: Game) -> None:
    one, other = both(game, 3)
    play_on(one, 20)
    play_on(other, 20)
    held, before = other.state, other.state.copy()
    assert held == one.state
    play_on(one)
    play_on(other)
    assert other.state is held
    assert held != before
    assert one.state == held


@every_game
def test_the_draws_go_on_where_they_are(game: Game) -> None:
    one, other = both(game, 5)
    for match in (one, other):
        play_on(match, 9)
    assert one.deal is not None
    assert other.deal is not None
    assert [one.deal(1 << 30) for _ in range(50)] == [other.deal(1 << 30) for _ in range(50)]


def test_copies_go_their_own_way() -> None:
    match = play_on(koloda.play("dobro", seed=2, wait=True), 30)
    copies = [deepcopy(match), pickle.loads(pickle.dumps(match)), match.copy(deepcopy(match.deal))]
    played = [play_on(each).state for each in copies]
    assert all(each == play_on(match).state for each in played)


def test_a_copy_leaves_the_match_compiled() -> None:
    _, match = both(GAMES["dobro"], 2)
    play_on(match, 30)
    before = match.view(0)
    play_on(match.copy(lambda n: 0))
    assert match.view(0) == before
    assert match.compiled


@pytest.mark.parametrize("action", [np.int64(1), True, 1.0, 1.5, "1", None, 1 << 70, -(1 << 70)], ids=repr)
def test_actions_of_other_kinds(action: Any) -> None:
    one, other = both(GAMES["no_thanks"], 1)
    for seat in (one.actor, np.int64(one.actor), 1 << 70):
        assert outcome(one, seat, action) == outcome(other, seat, action)
        assert one.copy().state == other.copy().state


def test_other_ways_to_go_on() -> None:
    one, other = both(GAMES["no_thanks"], 4)
    for match in (one, other):
        match.deal_from(lambda n: n - 1)
        play_on(match, 20)
        match.check(match.actor, 1)
        with pytest.raises(KolodaError):
            match.check(match.actor, 2)
        match.deal = None
        match.act(match.actor, 1)
        match.apply(Draw(0))
    assert one.state == other.state
    assert one.knowledge(0, story=False).view == other.knowledge(0, story=False).view


def test_options_are_checked_at_every_start() -> None:
    koloda.play("no_thanks", 4, wait=True)
    for wrong in ({"players": True}, {"players": 99}, {"removed": 99}, {"jokers": 2}):
        with pytest.raises(koloda.UnknownOption):
            koloda.play("no_thanks", wait=True, **wrong)
    assert koloda.play("no_thanks", tactical=True, wait=True).state.tactical


def test_the_rules_are_compiled_after_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_module, "MANY", 2)
    monkeypatch.setattr(StepEngine, "load_aside", StepEngine.load)
    started = StartedGames(GAMES["no_thanks"])
    engines = [started.engine(wait=False) for _ in range(4)]
    assert engines == [None, None, GAMES["no_thanks"].once(StepEngine), GAMES["no_thanks"].once(StepEngine)]


def test_games_are_interpreted_until_the_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_module, "MANY", 0)
    monkeypatch.setattr(StepEngine, "load_aside", lambda engine: None)
    monkeypatch.setattr(StepEngine, "ready", False)
    assert StartedGames(GAMES["no_thanks"]).engine(wait=False) is None
