"""A network in compiled code gives what NumPy gives, within rounding, whatever is evaluated with it."""

import numpy as np
import pytest

from koloda.bots.network_arrays import CompiledWeights
from koloda.compiled import loader, network
from koloda.core.game import seats_of
from koloda.games import GAMES
from tests import laws
from tests.bots.networks import random_network

LINES = 5


@pytest.mark.parametrize(("name", "players", "width", "layers"), [("no_thanks", 7, 11, 0), ("mind_up", 3, 24, 2)])
def test_compiled_and_numpy_agree(name: str, players: int, width: int, layers: int) -> None:
    game = GAMES[name]
    weights = random_network(game, 4, width, layers)
    insight = game.observation.insight
    driver = loader.compiled(game, network, parts={"memory": loader.memory_part(insight)})
    room = CompiledWeights(weights).room(LINES)
    decisions = [
        (step.after, seat)
        for step in laws.walk(game, {"players": players}, 2)
        for seat in seats_of(game.rules.actors(step.after))
    ]
    nothing = game.observation.nothing_remembered()
    memory = loader.records([nothing])
    shares, likely = np.zeros(game.seats), np.zeros(game.widest)
    for first in range(0, len(decisions) - LINES, 3 * LINES):
        some = decisions[first : first + LINES]
        for line, (s, seat) in enumerate(some):
            driver(network.take_in)(loader.records([s])[0], memory[0], seat, room, line)
        driver(network.evaluate)(room, LINES)
        together = room.out.copy()
        for line, (s, seat) in enumerate(some):
            expected = weights.evaluate(insight.of(s, seat), players)
            assert np.allclose(room.out[line, : game.actions], expected.preferences, atol=1e-4)
            driver(network.read_shares)(room, line, seat, players, shares)
            relative = [shares[(seat + i) % players] for i in range(players)]
            assert np.allclose(relative, expected.shares[:players], atol=1e-5)
            legal = game.legal(s, seat)
            driver(network.read_policy)(room, line, np.array(legal), len(legal), likely)
            raised = np.exp(expected.preferences[legal] - expected.preferences[legal].max())
            assert np.allclose(likely[: len(legal)], raised / raised.sum(), atol=1e-4)
        room.rows[0] = room.rows[LINES - 1]
        driver(network.evaluate)(room, 1)
        assert (room.out[0] == together[LINES - 1]).all(), "a position is worth the same alone"
