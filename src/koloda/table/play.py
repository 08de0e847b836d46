"""The step API: one game, interpreted, with its draws answered as they fall due.

play = koloda.play("no_thanks", players=4, seed=7)
while not play.over:
    seat = play.actor
    play.act(seat, choice(play.legal(seat)))
print(play.scores())
"""

from collections.abc import Callable
from typing import Any

from koloda.core.errors import KolodaError, NotLegal, NotYourTurn
from koloda.core.facts import fact
from koloda.core.game import Game, seats_of
from koloda.core.view import View


class Play:
    """A game in progress. `deal` answers a draw among n equally likely outcomes with a number in 0 .. n-1."""

    __slots__ = (
        *("_act", "_actors", "_chance", "_count", "_draw", "_legal", "_out", "_seat"),
        *("actor", "deal", "game", "mask", "over", "state"),
    )

    def __init__(self, game: Game, state: Any, deal: Callable[[int], int]) -> None:
        self.game = game
        self.state = state
        self.deal = deal
        self.mask = 0
        """The seats that must act now, as bits."""
        self.actor = -1
        """The first of them; -1 when the game is over."""
        self.over = False
        rules = game.rules
        self._act, self._actors, self._chance = rules.act, rules.actors, rules.chance
        self._draw, self._legal = rules.draw, rules.legal
        self._out = [0] * game.widest
        self._seat, self._count = -1, 0  # whose legal actions are in _out, and how many
        self._settle()

    @property
    def actors(self) -> list[int]:
        """The seats that must act now."""
        return seats_of(self.mask)

    def legal(self, seat: int) -> list[int]:
        """The actions open to a seat."""
        self._seat = seat
        self._count = n = self._legal(self.state, seat, self._out)
        return self._out[:n]

    def act(self, seat: int, action: int) -> None:
        """Carry out an action, then all draws that are due. A refused action changes nothing."""
        if seat != self._seat and 0 <= seat < self.state.players:
            self.legal(seat)
        if seat != self._seat or action not in self._out[: self._count]:
            raise refusal(self.game, self.state, seat, action)
        self._act(self.state, seat, action)
        self._settle()

    def _settle(self) -> None:
        s = self.state
        self._seat = -1
        while n := self._chance(s):
            self._draw(s, self.deal(n))
        self.mask = mask = self._actors(s)
        self.actor = (mask & -mask).bit_length() - 1
        self.over = not mask  # with no draw due, somebody must act unless the game is over

    def view(self, seat: int | None) -> View:
        return self.game.view(self.state, seat)

    def scores(self) -> list[int]:
        return self.game.scores(self.state)

    def winners(self) -> list[int]:
        return self.game.winners(self.state)


def refusal(game: Game, s: Any, seat: int, action: int) -> KolodaError:
    """The error for an action that is not legal."""
    if not 0 <= seat < s.players:
        return NotYourTurn(fact("errors.no_seat", seat=seat + 1, players=s.players))
    if not 0 <= action < game.actions:
        return NotLegal(fact("errors.no_action", action=action, most=game.actions - 1))
    reason = game.narration.refuse(s, seat, action)
    if not game.rules.actors(s) >> seat & 1 and not game.legal(s, seat):
        return NotYourTurn(fact("errors.not_your_turn", reason=reason))
    named = game.move_name(s, action)
    if named is not None:
        return NotLegal(fact("errors.not_legal_named", move=named, reason=reason))
    return NotLegal(fact("errors.not_legal", move=game.notation.write_action(s, action), reason=reason))
