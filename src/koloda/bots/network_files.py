"""Networks that are named by their files, each read once."""

from pathlib import Path

from koloda.bots.network import Network, read_network
from koloda.core.files import read_bytes
from koloda.core.game import Game


class NetworkFiles:
    """The networks that a process has read for a game. There is one per game: `game.once(NetworkFiles)`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._read: dict[str, tuple[bytes, Network]] = {}

    def network(self, file: str) -> Network:
        content = read_bytes(Path(file).expanduser())
        if file not in self._read or self._read[file][0] != content:
            self._read[file] = content, read_network(self._game, content, file)
        return self._read[file][1]
