"""No Thanks! for a search: nothing is hidden but the deck, and the game is one round."""

from typing import Any

from koloda.compiled.generator import below
from koloda.core.win_chances import likelihoods, with_wins
from koloda.games.no_thanks.bots.policy import rule
from koloda.games.no_thanks.rules import standings
from koloda.games.no_thanks.state import State

SLOPE = 0.08  # log odds for one point at the end

reply = rule


def likely(s: State, memory: Any, r: Any, n: int) -> int:
    return below(r, n)


def age(s: State) -> int:
    return 0


def glimpse(s: State, seat: int) -> int:
    """The card that was turned up."""
    return s.card + 0 if s.pot == 0 else 0


def worth(s: State, standing: Any, share: Any) -> None:
    standings(s, standing)
    for seat in range(s.players):
        share[seat] = standing[seat] + 0.0
    likelihoods(share, s.players + 0, SLOPE)
    with_wins(share, standing, s.players + 0)
