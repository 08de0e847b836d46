"""Exact values of reduced games, with OpenSpiel: the table of docs/environments.md.

The value is what the first seat gets when both play perfectly: the solution of the linear program over sequences of
decisions (Koller, Megiddo and von Stengel). NashConv is what both could gain together by best responses, 0 for perfect
play; bots are measured in the very positions that they meet in the reduced game.
"""

import argparse
from dataclasses import dataclass
from itertools import product
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import Policy, UniformRandomPolicy
from scipy.optimize import linprog
from scipy.sparse import bmat, csr_matrix

from koloda.bots.bot import Budget
from koloda.bots.knowledge import knowledge_of
from koloda.bots.levels import make_bot
from koloda.core.game import seats_of
from koloda.envs.openspiel import load
from koloda.games import find

TINY_DOBRO = '{"numbers":{"2":2,"3":2},"specials":{"joker":1},"hand":{"usual":2,"six":2},"two":{"aside":0}}'
TINY_MIND_UP = {"hand": 2, "rounds": 1, "values": [1, 3], "colours": {"orange": [1, 3, 5], "pink": [2, 4, 6]}}


@dataclass
class Reduced:
    name: str
    game: str
    parameters: dict[str, Any]
    about: str


GAMES = [
    Reduced(
        f"No Thanks! {highest - 2} cards, {chips} chip{'s' * (chips > 1)}",
        "no_thanks",
        {"position": f"no_thanks[players=2 removed=1 chips={chips} highest={highest}] turn=1"},
        "the first seat starts",
    )
    for highest, chips in ((5, 1), (5, 2), (6, 1), (6, 2))
] + [
    Reduced("Mind Up! 6 cards", "mind_up", {"players": 2, "edition": TINY_MIND_UP}, "one choice of two cards"),
    Reduced(
        "Dobro 5 cards",
        "dobro",
        {"position": f"dobro[players=2 attention=off edition={TINY_DOBRO}] round=3 phase=deal points=1/2 last=1/2"},
        "the last round; the first seat is a point behind and leads",
    ),
]


class BotPolicy(Policy):
    """A bot of ours as OpenSpiel asks for it: what it chooses in every information state of the game."""

    def __init__(self, game: Any, turns: Any, name: str, level: str) -> None:
        super().__init__(turns, list(range(game.num_players())))
        bot = make_bot(level, find(name), game.num_players(), 0)
        self._choices: dict[str, int | None] = {}
        stack = [game.new_initial_state()]
        while stack:
            state = stack.pop()
            if not state.is_chance_node():
                for seat in seats_of(state.game.rules.actors(state.s)):
                    known = state.information_state_string(seat)
                    if known not in self._choices:
                        self._choices[known] = bot.choose(knowledge_of(state.game, state.s, seat, list), Budget())
            stack += children(state)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        known = state.information_state_string(seat)
        chosen = self._choices[known[known.index(f"seat {seat}\n") :]]  # turns have a line of their own before that
        return {action: float(action == chosen) for action in state.legal_actions(seat)}


def children(state: Any) -> list[Any]:
    """All states that may follow."""
    if state.is_terminal():
        return []
    if not state.is_simultaneous_node():
        return [state.child(action) for action in state.legal_actions()]
    found = []
    for actions in product(*(state.legal_actions(seat) for seat in range(state.num_players()))):
        found.append(state.clone())
        found[-1].apply_actions(list(actions))
    return found


class Sequences:
    """A player's sequences of decisions. Sequence 0 is the empty one; an information state follows a sequence."""

    def __init__(self) -> None:
        self.count = 1
        self.states: dict[str, tuple[int, dict[int, int]]] = {}

    def after(self, sequence: int, state: Any) -> dict[int, int]:
        """The sequence that each action leads to."""
        key = state.information_state_string()
        if key not in self.states:
            actions = state.legal_actions()
            self.states[key] = sequence, {action: self.count + i for i, action in enumerate(actions)}
            self.count += len(actions)
        assert self.states[key][0] == sequence, "perfect recall"
        return self.states[key][1]

    def constraints(self) -> Any:
        """One row an information state, and a first one: what goes in comes out."""
        rows, columns, entries = [0], [0], [1.0]
        for row, (parent, actions) in enumerate(self.states.values(), 1):
            for column, entry in ((parent, -1.0), *((action, 1.0) for action in actions.values())):
                rows.append(row)
                columns.append(column)
                entries.append(entry)
        return csr_matrix((entries, (rows, columns)), (len(self.states) + 1, self.count))


def solve(game: Any) -> tuple[float, int, int]:
    """The value for the first player of a zero-sum game of two; how many histories and information states it has."""
    players = (Sequences(), Sequences())
    paid: dict[tuple[int, int], float] = {}
    histories = 0
    stack = [(game.new_initial_state(), 0, 0, 1.0)]
    while stack:
        state, one, two, chance = stack.pop()
        histories += 1
        if state.is_terminal():
            paid[one, two] = paid.get((one, two), 0.0) + chance * state.returns()[0]
        elif state.is_chance_node():
            stack += [(state.child(outcome), one, two, chance * p) for outcome, p in state.chance_outcomes()]
        elif state.current_player() == 0:
            stack += [(state.child(a), after, two, chance) for a, after in players[0].after(one, state).items()]
        else:
            stack += [(state.child(a), one, after, chance) for a, after in players[1].after(two, state).items()]
    value = _programme(players, paid)
    return value, histories, sum(len(player.states) for player in players)


def _programme(players: tuple[Sequences, Sequences], paid: dict[tuple[int, int], float]) -> float:
    """Maximise the value that the second player's best response leaves, over the first player's plans."""
    one, two = players
    flow, other = one.constraints(), two.constraints()
    cells = np.array(list(paid))
    payoff = csr_matrix((list(paid.values()), (cells[:, 0], cells[:, 1])), (one.count, two.count))
    states = other.shape[0]
    goal = np.zeros(one.count + states)
    goal[one.count] = -1.0
    start = np.zeros(flow.shape[0])
    start[0] = 1.0
    found = linprog(
        goal,
        A_ub=bmat([[-payoff.T, other.T]]),
        b_ub=np.zeros(two.count),
        A_eq=bmat([[flow, csr_matrix((flow.shape[0], states))]]),
        b_eq=start,
        bounds=[(0, None)] * one.count + [(None, None)] * states,
        method="highs",
    )
    assert found.success, found.message
    return float(-found.fun)


def row(reduced: Reduced, iterations: int) -> str:
    game = load(reduced.game, **reduced.parameters)
    at_once = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    turns = pyspiel.convert_to_turn_based(game) if at_once else game
    value, histories, states = solve(turns)
    measured = [exploitability.nash_conv(turns, UniformRandomPolicy(turns))]
    for level in ("greedy", "rule"):
        measured.append(exploitability.nash_conv(turns, BotPolicy(game, turns, reduced.game, level)))
    solver = cfr.CFRPlusSolver(turns)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    measured.append(exploitability.nash_conv(turns, solver.average_policy()))
    shown = [f"{figure:.4f}" for figure in measured]
    cells = [reduced.name, reduced.about, f"{histories:,}", f"{states:,}", f"{round(value, 4) + 0.0:+.4f}", *shown]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Exact values of reduced games")
    parser.add_argument("--iterations", type=int, default=30, help="of CFR+")
    parser.add_argument("--only", default="", help="part of a game's name")
    given = parser.parse_args()
    heads = ["game", "where", "histories", "information states", "value", "random", "greedy", "rule"]
    print(f"| {' | '.join([*heads, f'CFR+ {given.iterations}'])} |")
    print("|---" * (len(heads) + 1) + "|")
    began = perf_counter()
    for reduced in GAMES:
        if given.only in reduced.name:
            print(row(reduced, given.iterations), flush=True)
    print(f"\n{perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
