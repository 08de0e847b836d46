"""How the bots are written that are made of others: networks in files, and careless players.

- `path/to/network.npz` is a network alone, like level 4; `guided:network.npz` and `guided:60ms:network.npz` are
  searches that it guides, like level 5;
- `careless:20:BOT` is another bot that plays a random move in 20 of 100 decisions.
"""

import re
from typing import NamedTuple

CARELESS = "careless:"
_CARELESS = re.compile(r"careless:(?P<percent>\d{1,2}|100):(?P<bot>.+)")
_NETWORK = re.compile(r"(?:(?P<search>(?:guided|5)(?::[1-9]\d{0,6}(?:ms)?)?):)?(?P<file>(?!cmd:)\S+\.npz)")


class Careless(NamedTuple):
    """A careless player: how many of its moves are random, in percent, and what it plays otherwise."""

    percent: int
    bot: str


def is_careless(spec: str) -> bool:
    """Does a spec name a careless player, be it rightly or not?"""
    return spec.startswith(CARELESS)


def careless(spec: str) -> Careless | None:
    """The careless player that a spec names; None if it names none."""
    found = _CARELESS.fullmatch(spec)
    return found and Careless(int(found["percent"]), found["bot"])


class FromFile(NamedTuple):
    """A bot whose network is in a file: what it is, written as if the game had the network, and the file."""

    bot: str
    file: str


def from_file(spec: str) -> FromFile | None:
    """The bot whose network is in a file that a spec names; None if it names none."""
    found = _NETWORK.fullmatch(spec)
    return found and FromFile(found["search"] or "network", found["file"])
