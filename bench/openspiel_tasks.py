"""OpenSpiel's leduc_poker and crazy_eights with their default options: all in C++, and driven from Python."""

import random
import statistics
from typing import Any

import pyspiel
from goals import cpp, example_loop, python
from worker import Bench

CHANCE = pyspiel.PlayerId.CHANCE
ROOTS = 16


def prepare(name: str, quick: bool) -> Bench:
    game = pyspiel.load_game(name)
    dice = random.Random(1)
    _check_draws_are_uniform(game, dice)
    roots = [_dealt(game, dice) for _ in range(ROOTS)]
    lengths = [[_finish(root.clone(), dice) for _ in range(50 if quick else 400)] for root in roots]
    means = [statistics.fmean(of_root) for of_root in lengths]
    spread = statistics.fmean(statistics.variance(of_root) for of_root in lengths)

    def rollouts(amount: int) -> float:
        """`amount` games from each dealt position, in one call each: the whole loop is C++.

        A search of one simulation evaluates its root and nothing else. It cannot start at a chance node, so the deal
        is done beforehand and costs OpenSpiel nothing here.
        """
        for root in roots:
            evaluator = pyspiel.RandomRolloutEvaluator(amount, dice.getrandbits(31))
            search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, dice.getrandbits(31), False)
            search.mcts_search(root)
        return amount * sum(means)

    def driven(amount: int) -> float:
        return sum(_finish(game.new_initial_state(), dice) for _ in range(amount))

    def driven_weighing(amount: int) -> float:
        return sum(_finish_weighing(game.new_initial_state(), dice) for _ in range(amount))

    return Bench(
        {cpp(name): rollouts, python(name): driven, example_loop(name): driven_weighing},
        {
            "players": game.num_players(),
            "decisions_per_game": statistics.fmean(means),
            "standard_error": (spread / sum(len(of_root) for of_root in lengths)) ** 0.5,
        },
    )


def _finish(state: Any, dice: random.Random) -> int:
    """Play on at random; returns the decisions. The tightest loop: it knows that every draw here is uniform."""
    player, legal, apply, chance = state.current_player, state.legal_actions, state.apply_action, dice.random
    decisions = 0
    while True:
        now = player()
        if now >= 0:
            decisions += 1
        elif now != CHANCE:
            return decisions
        actions = legal()
        apply(actions[int(chance() * len(actions))])


def _finish_weighing(state: Any, dice: random.Random) -> int:
    """The loop that fits every game, as OpenSpiel's example has it: outcomes with their probabilities."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _dealt(game: Any, dice: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def _check_draws_are_uniform(game: Any, dice: random.Random) -> None:
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                assert list(outcomes) == state.legal_actions()
                assert max(weights) - min(weights) < 1e-9
            state.apply_action(dice.choice(state.legal_actions()))
