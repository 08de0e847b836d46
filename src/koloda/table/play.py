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

    __slots__ = ("_act", "_chance", "_draw", "_legal", "_out", "deal", "game", "state")

    def __init__(self, game: Game, state: Any, deal: Callable[[int], int]) -> None:
        self.game = game
        self.state = state
        self.deal = deal
        rules = game.rules
        self._act, self._chance, self._draw, self._legal = rules.act, rules.chance, rules.draw, rules.legal
        self._out = [0] * game.widest
        self._settle()

    @property
    def over(self) -> bool:
        return self.game.rules.over(self.state)

    @property
    def actors(self) -> list[int]:
        """The seats that must act now."""
        return seats_of(self.game.rules.actors(self.state))

    @property
    def actor(self) -> int:
        """The first of the seats that must act now; -1 when the game is over."""
        mask = self.game.rules.actors(self.state)
        return (mask & -mask).bit_length() - 1

    def legal(self, seat: int) -> list[int]:
        """The actions open to a seat."""
        out = self._out
        return out[: self._legal(self.state, seat, out)]

    def act(self, seat: int, action: int) -> None:
        """Carry out an action, then all draws that are due. A refused action changes nothing."""
        if action not in self.legal(seat):
            raise refusal(self.game, self.state, seat, action)
        self._act(self.state, seat, action)
        self._settle()

    def _settle(self) -> None:
        s, chance, draw, deal = self.state, self._chance, self._draw, self.deal
        while n := chance(s):
            draw(s, deal(n))

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
