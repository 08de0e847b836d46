"""Writes the network of a checkpoint to a file: `python -m koloda.learn.export training/checkpoint.pt network.npz`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from koloda.learn.checkpoint import export


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="The network of a checkpoint")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("network", type=Path)
    given = parser.parse_args(arguments)
    export(given.checkpoint).save(given.network)


if __name__ == "__main__":
    main()
