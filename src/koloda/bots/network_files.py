"""Networks that are named by their files, each read once."""

from pathlib import Path

from koloda.bots.network import Network, read_network
from koloda.bots.network_arrays import CompiledWeights
from koloda.core.files import read_bytes
from koloda.core.game import Game


class NetworkFiles:
    """The networks that a process has read for a game. There is one per game: `game.once(NetworkFiles)`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._read: dict[str, tuple[bytes, Network, CompiledWeights]] = {}

    def network(self, file: str) -> Network:
        return self._found(file)[1]

    def weights(self, file: str) -> CompiledWeights:
        """The same for compiled code."""
        return self._found(file)[2]

    def _found(self, file: str) -> tuple[bytes, Network, CompiledWeights]:
        content = read_bytes(Path(file).expanduser())
        if file not in self._read or self._read[file][0] != content:
            network = read_network(self._game, content, file)
            self._read[file] = content, network, CompiledWeights(network)
        return self._read[file]
