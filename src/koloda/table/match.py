"""A match: one game as it is played. Whatever plays, retells or replays a game wraps one.

match = koloda.play("crazy_eights", players=4, seed=7)
while not match.over:
    seat = match.actor
    match.act(seat, choice(match.legal(seat)))
print(match.scores())
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.core.errors import KolodaError, NotLegal, NotYourTurn
from koloda.core.events import Told, facts_of
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Draw, Game, Ply, seats_of
from koloda.core.view import View
from koloda.games import find

DrawSource = Callable[[int], int]
"""Answers a draw among n equally likely outcomes with a number in 0 .. n-1."""


class RandomDraws:
    """Draws from a generator of Python's, which can be copied and pickled; first from numbers drawn ahead of it."""

    __slots__ = ("_ahead", "_random")

    def __init__(self, random: Random, ahead: Sequence[float] = ()) -> None:
        self._random = random
        self._ahead = [*reversed(ahead)]

    def __call__(self, n: int) -> int:
        return int((self._ahead.pop() if self._ahead else self._random.random()) * n)


class Undo(NamedTuple):
    """A seat takes its last decision back, and with it all that came after."""

    seat: int


Entry = Draw | Act | Undo


class Step(NamedTuple):
    """A ply, and the states before and after it."""

    before: Any
    ply: Ply
    after: Any


class Match:
    """A game in progress. It starts with a started state.

    With `deal`, draws are carried out as they fall due. Without, `apply` brings them one by one: from a record, or from
    what somebody else has dealt.

    With `history`, a match knows all that has happened, and no state of it ever changes. Without, `act` changes the
    state in place: that is fast, but there is no story and no undo.
    """

    __slots__ = (
        *("_act", "_actors", "_ahead", "_chance", "_count", "_draw", "_entries", "_legal", "_out", "_seat", "_steps"),
        *("actor", "deal", "game", "mask", "over", "state"),
    )

    def __init__(self, game: Game, state: Any, deal: DrawSource | None = None, *, history: bool = False) -> None:
        self.game = game
        self.state = state
        self.deal = deal
        self.mask = 0
        """The seats that must act now, as bits."""
        self.actor = -1
        """The first of them; -1 when there is none."""
        self.over = False
        self._entries: list[Entry] | None = None  # from the first undo on: until then the steps say the same
        self._steps: list[Step] | None = [] if history else None
        rules = game.rules
        self._act, self._actors, self._chance = rules.act, rules.actors, rules.chance
        self._draw, self._legal = rules.draw, rules.legal
        self._ahead: tuple[list[Ply], Match] | None = None
        self._seat: int | None = None
        """Whose legal actions are in `_out`, if that is known; with a history it never is."""
        self._count = 0
        if not history:
            self._out = [0] * game.widest
        self._settle(self.deal)

    @property
    def actors(self) -> list[int]:
        """The seats that must act now."""
        return seats_of(self.mask)

    def legal(self, seat: int) -> list[int]:
        """The actions open to a seat."""
        if self._steps is not None:
            return self.game.legal(self.state, seat)  # several threads may look at a history
        self._count = n = self._legal(self.state, seat, self._out)
        self._seat = seat
        return self._out[:n]

    def check(self, seat: int, action: int) -> None:
        """Raise an error that says why, if an action is not legal."""
        if self._steps is None and seat != self._seat and 0 <= seat < self.state.players:
            self.legal(seat)
        listed = self._out[: self._count] if seat == self._seat else None
        check_ply(self.game, self.state, Act(seat, action), listed)

    def act(self, seat: int, action: int, listed: Sequence[int] | None = None) -> None:
        """Carry out an action, then all draws that are due. A refused action changes nothing.

        `listed` are the seat's legal actions, if you have asked for them already: a history does not remember them.
        """
        if self._steps is None:
            if seat != self._seat or action not in self._out[: self._count]:  # else `legal` has just said that it is
                self.check(seat, action)
            self._act(self.state, seat, action)
        else:
            self._add(Act(seat, action), listed)
        self._settle(self.deal)

    def apply(self, *entries: Entry) -> None:
        """Carry out entries, draws and undos too, up to the first that is not allowed. Draws that are due stay due."""
        try:
            for entry in entries:
                if isinstance(entry, Undo):
                    self._take_back(entry)
                else:
                    self._add(entry)
        finally:
            self._settle(None)

    def deal_from(self, deal: DrawSource) -> None:
        """From now on draws are answered by `deal`, those that are due already at once."""
        self.deal = deal
        self._settle(self.deal)

    def _settle(self, deal: DrawSource | None) -> None:
        """Carry out the draws that are due, if somebody deals, and see whose turn it is."""
        s = self.state
        while n := self._chance(s):
            if deal is None:
                break
            if self._steps is None:
                self._draw(s, deal(n))
            else:
                s = self._add(Draw(deal(n)))
        self._seat = None
        self.mask = mask = self._actors(s)
        self.actor = (mask & -mask).bit_length() - 1
        self.over = not mask and not n

    def _add(self, ply: Ply, listed: Sequence[int] | None = None) -> Any:
        """Go on to a new state by a ply, and remember it if there is a history; returns the state."""
        before, game = self.state, self.game
        check_ply(game, before, ply, listed)
        self.state = after = next_state(game, before, ply)
        if self._steps is not None:
            self._steps.append(Step(before, ply, after))
            if self._entries is not None:
                self._entries.append(ply)
        return after

    def view(self, seat: int | None, public: View | None = None) -> View:
        """What a seat (None: a spectator) may know now; `public` is the spectators' view, if you have it."""
        return self.game.view(self._look(), seat, public)

    def scores(self) -> list[int]:
        return self.game.scores(self._look())

    def winners(self) -> list[int]:
        return self.game.winners(self._look())

    def _look(self) -> Any:
        """The state as it is now, to look at."""
        return self.state

    # History

    @property
    def steps(self) -> list[Step]:
        """All that has happened and counts."""
        if self._steps is None:
            raise ValueError("this match keeps no history")
        return self._steps

    @property
    def entries(self) -> Sequence[Entry]:
        """All that has happened, undone decisions included: what a record keeps."""
        return [step.ply for step in self.steps] if self._entries is None else self._entries

    @property
    def draws(self) -> int:
        """How many draws there were; none is ever undone."""
        return sum(isinstance(entry, Draw) for entry in self.entries)

    def story(self, seat: int | None, since: int = 0) -> list[Fact]:
        """What a seat (None: a spectator) was told, from step number `since` on."""
        return facts_of(self.events(seat, since))

    def events(self, seat: int | None, since: int = 0) -> list[Told]:
        """The same as typed events."""
        return narrate(self.game, self.steps[since:], seat)

    def knowledge(self, seat: int, story: bool = True) -> Knowledge:
        """All that a bot in a seat is given; without the story where it needs none."""
        told = self.events(seat) if story else []
        return knowledge_of(self.game, self._look(), seat, told.copy)

    def last_decision(self, seat: int) -> int | None:
        """The step of a seat's last decision; None once something was drawn since, or the game is over."""
        steps = self.steps
        if not steps or self.game.rules.over(self.state):
            return None
        for number in range(len(steps) - 1, -1, -1):
            ply = steps[number].ply
            if isinstance(ply, Draw):
                return None
            if ply.seat == seat:
                return number
        return None

    def can_undo(self, seat: int, bots: Collection[int]) -> bool:
        """Not if its last decision showed it something, nor once something was drawn since, a person moved, or a bot
        showed a card. `bots` are the seats of bots."""
        latest = self.steps[-1].ply if self.steps else None
        if not isinstance(latest, Act) or (latest.seat != seat and latest.seat not in bots):
            return False  # as below, and most often so
        last, narration = self.last_decision(seat), self.game.narration
        if last is None:
            return False
        before, decision, _ = self.steps[last]
        assert isinstance(decision, Act)
        return not narration.uncovers(before, decision.action) and not any(
            isinstance(ply, Act) and (ply.seat not in bots or narration.reveals(before, ply.action))
            for before, ply, _ in self.steps[last + 1 :]
        )

    def _take_back(self, undo: Undo) -> None:
        taken_back = self.last_decision(undo.seat)
        if taken_back is None:
            raise NotLegal(fact("errors.undo"))
        self._entries = [*self.entries, undo]
        self.state = self.steps[taken_back].before
        del self.steps[taken_back:]

    def forget_history(self) -> None:
        """As if the match had begun in the present state: what has happened can no longer be told or undone."""
        assert self._steps is not None, "this match keeps no history"
        self._entries, self._steps = None, []

    # Copies

    def decided(self, plies: Sequence[Ply], match: "Match") -> None:
        """Note where some plies lead: to a copy of this match that has gone on by them."""
        match.deal = None
        self._ahead = list(plies), match

    def after(self, plies: Sequence[Ply]) -> "Match":
        """A copy that has gone on by plies. Draws that are due stay due.

        If it was just noted where they lead, nothing is carried out again; the note is used once.
        """
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] == list(plies):
            return ahead[1]
        made = self.copy()
        made.apply(*plies)
        return made

    def copy(self, deal: DrawSource | None = None) -> "Match":
        """The same match, which goes its own way from here, with draws of its own."""
        made = Match.__new__(Match)  # a server does this twice for every move, so nothing is worked out again
        made.game, made.state, made.deal = self.game, self.state, deal
        made.mask, made.actor, made.over = self.mask, self.actor, self.over
        made._act, made._actors, made._chance = self._act, self._actors, self._chance
        made._draw, made._legal = self._draw, self._legal
        made._entries = None if self._entries is None else self._entries[:]
        made._seat, made._count, made._ahead = None, 0, None
        if self._steps is None:
            made._steps, made._out, made.state = None, self._out[:], self.state.copy()
        else:
            made._steps = self._steps[:]
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is found again by its name: rules cannot be copied."""
        return _restored, (self.game.name, self.state, self.deal, self._entries, self._steps)


def _restored(
    name: str, state: Any, deal: DrawSource | None, entries: list[Entry] | None, steps: list[Step] | None
) -> Match:
    made = Match(find(name), state, history=steps is not None)
    made._entries, made._steps, made.deal = entries, steps, deal
    return made


def check_ply(game: Game, s: Any, ply: Ply, listed: Sequence[int] | None = None) -> None:
    """Raise an error that says why, if the rules do not allow a ply in a state.

    `listed` are the legal actions of the ply's seat, if somebody has asked for them already.
    """
    if isinstance(ply, Draw):
        due = game.rules.chance(s)
        if not 0 <= ply.outcome < due:
            raise NotLegal(fact("errors.outcome", outcome=ply.outcome, due=due))
        return
    seat, action = ply
    if not 0 <= seat < s.players or action not in (game.legal(s, seat) if listed is None else listed):
        raise refusal(game, s, seat, action)


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


def next_state(game: Game, s: Any, ply: Ply) -> Any:
    """The state that a ply leads to, which the rules allow; `s` stays as it is."""
    after = s.copy()
    if isinstance(ply, Draw):
        game.rules.draw(after, ply.outcome)
    else:
        game.rules.act(after, ply.seat, ply.action)
    return after


def narrate(game: Game, steps: Iterable[Step], seat: int | None) -> list[Told]:
    """What a seat (None: a spectator) is told of some steps."""
    return [told for step in steps for told in game.narration.narrate(*step, seat)]
