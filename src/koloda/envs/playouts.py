"""Whole random games as fast as possible, on the CPU or a GPU: the same games on both."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from koloda.compiled.cuda_device import check_cuda
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.envs.batch import DEVICES, MOST_GAMES, Device, checked
from koloda.games import find


@dataclass
class Playouts:
    """The results of the games, one row each."""

    lengths: Any
    """Decisions."""
    scores: Any
    """By seat."""
    standings: Any
    """Numbers that compare like the final ranking."""
    seconds: float
    """Without the time to compile."""

    @property
    def decisions(self) -> int:
        return int(self.lengths.sum())


def playouts(
    game: str,
    players: int | None = None,
    games: int = 10_000,
    device: Device = "cpu",
    seed: int = 0,
    threads: int | None = None,
    **options: object,
) -> Playouts:
    """Play this many games with random legal actions. Game n depends only on the game, its options and the seed."""
    found = find(game)
    values = found.set_up.settle(players, **options)
    checked("games", games, 1, MOST_GAMES)
    checked("seed", seed, 0, (1 << 62) - 1)
    if device not in DEVICES:
        raise UnknownOption.of("errors.device", given=str(device), devices=", ".join(DEVICES))
    if device == "cuda":
        check_cuda()
        from koloda.envs.cuda_playouts import on_cuda

        return on_cuda(found, values, games, seed)
    return _on_cpu(found, values, games, seed, threads)


def _on_cpu(game: Game, values: Mapping[str, Any], games: int, seed: int, threads: int | None) -> Playouts:
    from koloda.compiled.playouts import RandomGames
    from koloda.core.cores import usable_cores
    from koloda.envs.cpu_batch import MOST_THREADS

    most = checked("threads", threads if threads is not None else usable_cores(), 1, MOST_THREADS)
    source = RandomGames(game, game.start(values), int(values["players"]), seed)
    began = perf_counter()
    results = source.play(games, most)
    return Playouts(*results, seconds=perf_counter() - began)
