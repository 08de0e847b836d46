"""Does `koloda attack` find what there is to find? In reduced games OpenSpiel knows the exact best response to a bot.

For every game and bot it prints what the exact best response wins, what the attacker's network wins (exactly, too: over
all deals and decisions), and which part of the best response's gain over a fair share that is: the table of
docs/training.md.
"""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from types import MappingProxyType
from typing import Any

import pyspiel
from exact_values import GAMES, TINY_MIND_UP, children
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.policy import Policy, UniformRandomPolicy

from koloda.bots.bot import Budget
from koloda.bots.knowledge import knowledge_of
from koloda.bots.levels import make_bot
from koloda.bots.network import Network
from koloda.core.game import seats_of
from koloda.core.observation import INSIGHT
from koloda.envs.openspiel import load
from koloda.games import find
from koloda.learn.attack_report import AttackOptions, begin
from koloda.learn.recipe import read_changes

TARGETS = ("random", "greedy", "rule")
SEATS = (0, 1)
FAIR = 1 / len(SEATS)


@dataclass(frozen=True)
class Attacked:
    """A reduced game for two, and how much training it gets."""

    name: str
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    position: str | None = None
    decisions: int = 300_000
    changes: dict[str, Any] = field(default_factory=dict)

    def openspiel(self) -> Any:
        """The game with wins as rewards, and turns in which seats that choose at once choose one after another."""
        start = {"players": 2, **self.options} if self.position is None else {"position": self.position}
        return load(self.game, reward="win", observation=INSIGHT, **start)


SMALL = {
    "threads": 1,
    "games": 64,
    "steps": 32,
    "epochs": 4,
    "minibatch": 256,
    "stage": 64,
    "deals": 64,
    "hidden": 64,
    "explore": 0.1,
}
"""Small games need few decisions, but many steps of the optimizer: with large minibatches an attack stops improving.
They are so short that one decision decides much, so exploring must pull hard to be felt beside that."""
ATTACKED = [
    Attacked(
        f"No Thanks! {highest - 2} cards, {chips} chip{'s' * (chips > 1)}",
        "no_thanks",
        {"removed": 1, "chips": chips, "highest": highest},
        changes=SMALL,
    )
    for highest, chips in ((5, 1), (5, 2), (6, 1), (6, 2))
] + [
    Attacked("Mind Up! 6 cards", "mind_up", {"edition": TINY_MIND_UP}, decisions=1_000_000, changes=SMALL),
    Attacked(
        "Dobro 5 cards",
        "dobro",
        position=next(each.parameters["position"] for each in GAMES if each.game == "dobro"),
        changes=SMALL,
    ),
]


class Choices(Policy):
    """Somebody who does always the same in an information state, as OpenSpiel asks for it."""

    def __init__(self, game: Any, turns: Any, choose: Callable[[Any, int], int | None]) -> None:
        super().__init__(turns, list(SEATS))
        self._choices: dict[str, int | None] = {}
        stack = [game.new_initial_state()]
        while stack:
            state = stack.pop()
            if not state.is_chance_node():
                for seat in seats_of(state.game.rules.actors(state.s)):
                    known = state.information_state_string(seat)
                    if known not in self._choices:
                        self._choices[known] = choose(state, seat)
            stack += children(state)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        known = state.information_state_string(seat)
        chosen = self._choices[known[known.index(f"seat {seat}\n") :]]  # turns have a line of their own before that
        return {action: float(action == chosen) for action in state.legal_actions(seat)}


def bot_choice(name: str, level: str) -> Callable[[Any, int], int | None]:
    """What one of our bots chooses."""
    bot = make_bot(level, find(name), len(SEATS), 0)
    return lambda state, seat: bot.choose(knowledge_of(state.game, state.s, seat, list), Budget())


def network_choice(network: Network) -> Callable[[Any, int], int]:
    """What a network finds best."""

    def choose(state: Any, seat: int) -> int:
        legal = state.legal_actions(seat)
        preferences = network.evaluate(state.at.observed(seat), len(SEATS)).preferences
        return int(max(legal, key=lambda action: preferences[action]))

    return choose


@dataclass(frozen=True)
class Found:
    """Shares of the wins of one seat, both seats averaged: of the best response, and of the attacker."""

    best: float
    attacker: float
    figure: str
    """What `koloda attack` says, with its interval."""
    seconds: float

    @property
    def part(self) -> float:
        """Of the gain that is there."""
        return (self.attacker - FAIR) / (self.best - FAIR)


def measure(
    attacked: Attacked,
    target: str,
    decisions: int | None = None,
    seed: int = 0,
    deals: int = 2048,
    changes: Mapping[str, Any] = MappingProxyType({}),
) -> Found:
    """Train an attacker as the command does, and compare it with the best response."""
    game = attacked.openspiel()
    at_once = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    turns = pyspiel.convert_to_turn_based(game) if at_once else game
    bot = UniformRandomPolicy(turns) if target == "random" else Choices(game, turns, bot_choice(attacked.game, target))
    start = turns.new_initial_state()
    best = [BestResponsePolicy(turns, seat, bot).value(start) for seat in SEATS]
    began = perf_counter()
    attack = begin(
        AttackOptions(
            attacked.game,
            target,
            None if attacked.position else len(SEATS),
            attacked.options,
            attacked.position,
            decisions=decisions or attacked.decisions,
            seed=seed,
            changes={**attacked.changes, **changes},
        )
    )
    while not attack.trainer.spent():
        attack.trainer.run_stage()
    seconds = perf_counter() - began
    network = Choices(game, turns, network_choice(attack.trainer.to_network()))
    won = [policy_value(start, [network, bot] if seat == 0 else [bot, network])[seat] for seat in SEATS]
    share = attack.share(deals)
    figure = f"{100 * share.mean:.1f} ± {100 * share.half:.1f} %"
    return Found(sum(best) / 2, sum(won) / 2, figure, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="How much of an exact best response an attacker finds")
    parser.add_argument("--only", default="", help="part of a game's name")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--decisions", type=int, help="of an attack; by default each game has its own")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=N", help="of the recipe")
    given = parser.parse_args()
    changes = read_changes(given.set)
    heads = ["game", "target", "best response", "attacker", "part of the gain", "what the attack says", "seconds"]
    print(f"| {' | '.join(heads)} |")
    print("|---" * len(heads) + "|")
    for attacked in ATTACKED:
        if given.only in attacked.name:
            for target in given.targets.split(","):
                found = measure(attacked, target, given.decisions, given.seed, changes=changes)
                shares = [f"{100 * share:.2f} %" for share in (found.best, found.attacker)]
                cells = [attacked.name, target, *shares, f"{found.part:.1%}", found.figure, f"{found.seconds:.0f}"]
                print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
