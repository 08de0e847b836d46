"""What the tests of bots share."""

import pytest

from koloda.core.game import Game
from koloda.games import GAMES
from tests.bots.networks import with_network


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    """The games, each with a small random network."""
    folder = tmp_path_factory.mktemp("networks")
    return {name: with_network(game, folder) for name, game in GAMES.items()}
