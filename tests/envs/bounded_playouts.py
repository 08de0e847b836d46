"""Random games on a GPU, real or simulated, with a lower bound on decisions: test_cuda.py runs it in a process."""

import sys

from koloda.compiled import random_games
from tests.envs.simulator import let_threads_go_first

GAMES, PLAYERS, SEED = 6, 3, 4


def main(name: str, bound: int) -> None:
    let_threads_go_first()
    random_games.LONGEST = bound
    from koloda import envs  # only now: kernels take the bound over when they are imported

    try:
        found = envs.playouts(name, PLAYERS, GAMES, "cuda", SEED)
    except AssertionError as problem:
        print(problem)
    else:
        print(found.lengths.tolist())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
