"""Play with everybody in their seats, and what decisions were worth: against a slow computation, game by game."""

from dataclasses import replace
from typing import Any

import pytest

from koloda.games import GAMES, find
from koloda.learn.league import NOBODY, RULE, Seating, seat_lesson
from koloda.learn.model import Model
from koloda.learn.opponents import League
from koloda.learn.recipe import Recipe
from koloda.learn.rollout import Decisions, Rollout
from koloda.learn.tables import MakeBatch, Tables
from koloda.learn.torch_extra import torch
from tests.learn.small import small

TRACE = 0.7


def played(recipe: Recipe, **changes: Any) -> tuple[Rollout, Decisions, Model]:
    game = find(recipe.game)
    torch.manual_seed(3)
    model = Model(game, recipe.hidden, recipe.layers)
    league = League(game, recipe, "cpu")
    league.meet(model, 1)
    tables = Tables(game, recipe.players, recipe.games, "cpu", [5, 6], MakeBatch())
    seating = replace(league.seating(tables.players, 4, 0.0), **changes)
    spreads = tables.players * 2.0
    rollout = Rollout(tables, seating, recipe.steps, game.seats, spreads, torch.Generator().manual_seed(7))
    return rollout, rollout.play(model, league.network(0), TRACE), model


@pytest.mark.parametrize("game", GAMES)
def test_only_legal_actions_are_played_and_only_the_learners_are_learnt_from(game: str) -> None:
    rollout, found, model = played(small(game, bots=0.3, past=0.2, careless=0.2))
    assert found.masks.gather(1, found.actions[:, None]).all()
    used = found.used.view(rollout.steps, -1)
    own = rollout.seating.learner.expand(rollout.steps, -1, -1).gather(2, rollout.acting[:-1, :, None])[:, :, 0]
    assert used.any()
    assert not (used & ~own).any()
    logits, _, _ = model(found.observations[found.used], found.players[found.used])
    chances = logits.masked_fill(~found.masks[found.used], -1e9).log_softmax(1)
    taken = chances.gather(1, found.actions[found.used][:, None])[:, 0]
    assert torch.allclose(taken, found.chances[found.used], atol=1e-4)


def test_targets_are_lambda_returns_of_each_seat() -> None:
    rollout, found, _ = played(small(steps=60, bots=0.3, past=0.2, careless=0.2))
    targets = found.targets.view(rollout.steps, rollout.tables.size, -1)
    used = found.used.view(rollout.steps, -1)
    assert rollout.done.any()
    for place in range(rollout.tables.size):
        expected = slowly(rollout, place)
        assert [bool(flag) for flag in used[:, place]] == [step in expected for step in range(rollout.steps)]
        for step, target in expected.items():
            assert torch.allclose(targets[step, place], torch.tensor(target), atol=1e-5)


def slowly(rollout: Rollout, place: int) -> dict[int, list[float]]:
    """The targets of the decisions of one game that can be learnt from, by step."""
    players = int(rollout.tables.players[place])
    following: dict[int, tuple[list[float], list[float]]] = {}
    targets: dict[int, list[float]] = {}
    for step in range(rollout.steps, -1, -1):
        if step < rollout.steps and rollout.done[step, place]:
            paid = rollout.rewards[step, place].tolist()
            best = [int(each > 0.06) for each in paid]
            won = [each / sum(best) for each in best]
            for seat in range(players):
                result = [won[(seat + k) % players] for k in range(players)]
                result += [0.0] * (rollout.seats - players)
                result.append((paid[seat] - won[seat]) * 16384 / (2 * players))
                following[seat] = (result, result)
        seat = int(rollout.acting[step, place])
        if rollout.seating.learner[place, seat]:
            forecast = rollout.values[step, place].tolist()
            outcome = forecast
            if step < rollout.steps and seat in following:
                next_forecast, next_outcome = following[seat]
                pairs = zip(next_forecast, next_outcome, strict=True)
                outcome = targets[step] = [(1 - TRACE) * a + TRACE * b for a, b in pairs]
            following[seat] = (forecast, outcome)
    return targets


def test_everybody_sits_where_the_league_says() -> None:
    recipe = small(games=400, bots=0.3, past=0.2, careless=0.2)
    league = League(find(recipe.game), recipe, "cpu")
    players = torch.tensor([3] * 200 + [4] * 200)
    seating = league.seating(players, 1, 0.0)
    at_table = torch.arange(4) < players[:, None]
    assert not seating.any_network
    assert (seating.learner & at_table).any(1).all()
    assert not (seating.learner & ~at_table).any()
    league.meet(Model(league.game, recipe.hidden, recipe.layers), 1)
    seating = league.seating(players, 1, 0.0)
    for count in (3, 4):
        here = players == count
        kinds = {
            "self-play": (seating.learner == at_table).all(1),
            "networks": seating.network.any(1),
            "careless": (seating.noise > 0).any(1),
            "bots": (seating.level >= 0).any(1) & ~(seating.noise > 0).any(1),
        }
        shares = {name: float(kind[here].float().mean()) for name, kind in kinds.items()}
        assert shares == pytest.approx({"self-play": 0.3, "networks": 0.2, "careless": 0.2, "bots": 0.3}, abs=0.01)
    assert_one_each(seating)


@pytest.mark.parametrize("alone", [0.0, 1.0])
def test_among_others_the_learner_has_one_seat_as_often_as_the_recipe_says(alone: float) -> None:
    recipe = small(games=200, bots=1.0, careless=0.0, alone=alone)
    players = torch.full((200,), 4)
    own = League(find(recipe.game), recipe, "cpu").seating(players, 1, 0.0).learner.sum(1)
    assert own.max() < 4
    assert (own == 1).all() if alone else (own > 1).any()


@pytest.mark.parametrize("game", GAMES)
def test_in_a_lesson_every_decision_is_learnt_from_as_the_rule_would_make_it(game: str) -> None:
    recipe = small(game)
    tables = Tables(find(game), recipe.players, recipe.games, "cpu", [5, 6], MakeBatch())
    seating = seat_lesson(recipe, tables.players, 4)
    model = Model(find(game), recipe.hidden, recipe.layers)
    spreads = tables.players * 2.0
    rollout = Rollout(tables, seating, recipe.steps, find(game).seats, spreads, torch.Generator().manual_seed(7))
    found = rollout.play(model, None, TRACE)
    assert found.masks.gather(1, found.actions[:, None]).all()
    acting = rollout.acting[:-1, :, None]
    level = seating.level.expand(recipe.steps, -1, -1).gather(2, acting).flatten()
    noise = seating.noise.expand(recipe.steps, -1, -1).gather(2, acting).flatten()
    done = rollout.actions.flatten()
    assert torch.equal(done[(level == RULE) & (noise == 0)], found.actions[(level == RULE) & (noise == 0)])
    assert not torch.equal(done, found.actions)
    assert found.used[level == RULE].any()
    assert found.used[level == NOBODY].any()


def test_small_tables_get_more_games() -> None:
    recipe = small(players=(4, 5, 6, 7), games=60)
    tables = Tables(find(recipe.game), recipe.players, recipe.games, "cpu", [1, 2, 3, 4], MakeBatch(), recipe.weights)
    assert [each.size for each in tables.batches] == [20, 20, 10, 10]


def assert_one_each(seating: Seating) -> None:
    """Nobody shares a seat with somebody else."""
    assert not (seating.network & (seating.level >= 0)).any()
    assert not (seating.learner & (seating.network | (seating.level >= 0) | (seating.noise > 0))).any()
