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

    __slots__ = ("_act", "_actors", "_chance", "_draw", "_legal", "_offered", "_out", "deal", "game", "mask", "state")

    def __init__(self, game: Game, state: Any, deal: Callable[[int], int]) -> None:
        self.game = game
        self.state = state
        self.deal = deal
        self.mask = 0
        """The seats that must act now, as bits."""
        rules = game.rules
        self._act, self._actors, self._chance = rules.act, rules.actors, rules.chance
        self._draw, self._legal = rules.draw, rules.legal
        self._out = [0] * game.widest
        self._offered = (-1, 0)  # the seat and number of the legal actions in _out
        self._settle()

    @property
    def over(self) -> bool:
        return not self.mask  # with no draw due, somebody must act unless the game is over

    @property
    def actors(self) -> list[int]:
        """The seats that must act now."""
        return seats_of(self.mask)

    @property
    def actor(self) -> int:
        """The first of the seats that must act now; -1 when the game is over."""
        return (self.mask & -self.mask).bit_length() - 1

    def legal(self, seat: int) -> list[int]:
        """The actions open to a seat."""
        n = self._legal(self.state, seat, self._out)
        self._offered = (seat, n)
        return self._out[:n]

    def act(self, seat: int, action: int) -> None:
        """Carry out an action, then all draws that are due. A refused action changes nothing."""
        if seat != self._offered[0] and 0 <= seat < self.state.players:
            self.legal(seat)
        offered, n = self._offered
        if seat != offered or action not in self._out[:n]:
            raise refusal(self.game, self.state, seat, action)
        self._act(self.state, seat, action)
        self._settle()

    def _settle(self) -> None:
        s = self.state
        self._offered = (-1, 0)
        while n := self._chance(s):
            self._draw(s, self.deal(n))
        self.mask = self._actors(s)

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
    move = game.notation.write_action(s, action)
    return NotLegal(fact("errors.not_legal", move=move, reason=reason))
