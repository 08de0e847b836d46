"""The exact value of a small two-player zero-sum game of OpenSpiel's, by linear programming over its sequence form."""

from collections import defaultdict
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, hstack

ROOT = ("", -1)
Sequence = tuple[str, int]
"""An information state and an action there; ROOT before the first."""


class SequenceForm:
    """What the first player gets for every pair of sequences, and how each player's sequences follow each other."""

    def __init__(self, game: Any) -> None:
        self.payoffs: defaultdict[tuple[int, int], float] = defaultdict(float)
        self.numbers: list[dict[Sequence, int]] = [{ROOT: 0}, {ROOT: 0}]
        self.choices: list[dict[str, tuple[int, list[int]]]] = [{}, {}]
        """By information state: the sequence that leads there, and those that go on."""
        self._walk(game.new_initial_state(), 1.0, (0, 0))

    def _walk(self, state: Any, chance: float, at: tuple[int, int]) -> None:
        if state.is_terminal():
            self.payoffs[at] += chance * state.returns()[0]
        elif state.is_chance_node():
            for outcome, probability in state.chance_outcomes():
                self._walk(state.child(outcome), chance * probability, at)
        else:
            player = state.current_player()
            known = state.information_state_string(player)
            numbers = self.numbers[player]
            for action in state.legal_actions():
                number = numbers.setdefault((known, action), len(numbers))
                came_from, goes_on = self.choices[player].setdefault(known, (at[player], []))
                assert came_from == at[player], "players remember what they did"
                if number not in goes_on:
                    goes_on.append(number)
                self._walk(state.child(action), chance, (number, at[1]) if player == 0 else (at[0], number))

    def constraints(self, player: int) -> Any:
        """One row for the root, one for each information state: what goes on adds up to what leads there."""
        cells = [(0, 0, 1.0)]
        for row, (came_from, goes_on) in enumerate(self.choices[player].values(), 1):
            cells += [(row, came_from, -1.0), *((row, number, 1.0) for number in goes_on)]
        return _matrix(cells, (1 + len(self.choices[player]), len(self.numbers[player])))


def game_value(game: Any) -> float:
    """What the first player wins on average when both play perfectly."""
    form = SequenceForm(game)
    own, others = form.constraints(0), form.constraints(1)
    shape = (len(form.numbers[1]), len(form.numbers[0]))
    payoffs = _matrix([(j, i, paid) for (i, j), paid in form.payoffs.items()], shape)
    rows, columns = own.shape
    free = others.shape[0]
    goal = np.zeros(columns + free)
    goal[columns] = -1.0
    found = linprog(
        goal,
        A_ub=hstack([-payoffs, others.T]),
        b_ub=np.zeros(shape[0]),
        A_eq=hstack([own, coo_matrix((rows, free))]),
        b_eq=np.eye(1, rows)[0],
        bounds=[(0, None)] * columns + [(None, None)] * free,
    )
    assert found.success, found.message
    return float(-found.fun)


def _matrix(cells: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    rows, columns, values = zip(*cells, strict=True)
    return coo_matrix((values, (rows, columns)), shape)


if __name__ == "__main__":
    from koloda.envs.openspiel import load

    print(game_value(load("leduc", reward="score")))
