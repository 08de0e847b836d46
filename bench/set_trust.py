"""Change how much level 5 trusts in the values of a game's network: `python bench/set_trust.py GAME TRUST`.

1: only the network says what a leaf is worth; 0: only play-outs do. Then measure what is best, for example with
`python bench/strength.py GAME --matches 5-3 --players 4 --budget 60ms`.
"""

import sys
from pathlib import Path

from koloda.bots.network import own_network
from koloda.games import find


def main() -> None:
    game, trust = find(sys.argv[1]), float(sys.argv[2])
    if game.network is None or not 0 <= trust <= 1:
        raise SystemExit(f"{game.name} must have a network, and trust must be between 0 and 1.")
    network = own_network(game)
    network.trust = trust
    network.save(Path(str(game.network)))


if __name__ == "__main__":
    main()
