"""Plays some steps of many games with everybody in their seats, and computes what the learner's decisions were worth.

A decision is worth what its seat expects at its next decision, or its share of the win if the game ends before that.
The network forecasts the shares of all seats; targets are mixtures of these forecasts and of what came out (lambda
returns), and the advantage of a decision is the difference of the target and the forecast for its own seat.

Who never wins learns nothing from wins. So the margin, by how much a score differs from those of the others, is
forecast in the same way, and counts in the advantage, too: much at first, later less, in the end not at all.
"""

from dataclasses import dataclass
from typing import Any
from weakref import proxy

from koloda.compiled.rewards import SHAPE
from koloda.learn.graphs import Recorded
from koloda.learn.league import RULE, Seating
from koloda.learn.model import FORBIDDEN
from koloda.learn.tables import Tables
from koloda.learn.torch_extra import Tensor, torch

LEAST_SHARE = 0.06
"""Rewards above are those of winners: more than any difference of scores can add, less than a sixteenth."""
SMALLEST = 1e-20
"""Noise must not be 0: its logarithm is taken."""


@dataclass
class Decisions:
    """What was seen and decided, one row for each decision; `used` are those to learn from."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    """What was done; in a lesson what the tuned rule would have done."""
    chances: Tensor
    """The log probability of the action."""
    targets: Tensor
    """Each seat's share of the win, as it turned out, relative to the seat that decided; at last its margin."""
    advantages: Tensor
    """Of the share of the win, in units of the spread of wins at a table of that size."""
    margins: Tensor
    """The advantage of the margin."""
    players: Tensor
    used: Tensor


class Rollout:
    """Memory for so many steps of all games, and the loop that fills it."""

    def __init__(
        self, tables: Tables, seating: Seating, steps: int, seats: int, spreads: Tensor, generator: Any
    ) -> None:
        """`spreads`: for every game, the unit in which margins count."""
        self.tables, self.seating, self.steps, self.seats = tables, seating, steps, seats
        self.generator, self.spreads = generator, spreads
        game, size, device = tables.game, tables.size, tables.device
        kind = {"i1": torch.int8, "i2": torch.int16}[game.observation.insight.width]

        def room(*shape: int, kind: Any = torch.float32) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        self.observations = room(steps + 1, size, game.observation.insight.size, kind=kind)
        self.masks = room(steps + 1, size, game.actions, kind=torch.bool)
        self.acting = room(steps + 1, size, kind=torch.int64)
        self.actions = room(steps, size, kind=torch.int64)
        self.chances = room(steps, size)
        self.values = room(steps + 1, size, seats + 1)
        """Forecasts: shares, and the margin."""
        self.own = room(steps + 1, size, kind=torch.bool)
        self.done = room(steps, size, kind=torch.bool)
        self.rewards = room(steps, size, tables.most)
        self.advice = room(steps if seating.taught else 0, size, kind=torch.int64)
        """What the tuned rule would do, where it teaches."""
        self._selects = device.type == "cpu"
        """Are networks asked only where they decide? A GPU has nothing from that: what it does is always the same."""
        self._asked = seating.learner | ((seating.level < 0) & ~seating.network)
        """Where the learner's network decides: in its own seats, and for those who are like it, but careless."""
        self._rule = torch.full((size,), RULE, dtype=torch.int8, device=device)
        self._relative, self._at_table = relative_seats(tables.players, tables.most, seats)
        self._recorded: dict[int, Recorded[Decisions]] = {}
        """On a GPU, by the identity of the other network."""

    def play(self, model: Any, stranger: Any, trace: float) -> Decisions:
        """Play on with the learner's network, and the network of past selves or attackers.

        On a GPU the networks must be the same objects every time, and what was found lies in the same memory.
        """
        if self.tables.device.type != "cuda":
            found: Decisions = self._play(model, stranger, trace)
            return found
        if id(stranger) not in self._recorded:
            this = proxy(self)  # what is recorded must not keep all this memory
            self._recorded[id(stranger)] = Recorded(lambda: this._play(model, stranger, trace), (self.generator,))
        return self._recorded[id(stranger)]()

    @torch.no_grad()
    def _play(self, model: Any, stranger: Any, trace: float) -> Decisions:
        for step in range(self.steps):
            self._decide(step, model, stranger)
            self.tables.step(self.actions[step])
            self.tables.read_ends(self.done[step], self.rewards[step])
        self._look(self.steps, model)
        return self._judge(trace)

    def _look(self, step: int, model: Any) -> Tensor:
        """What the learner's network makes of the positions; returns the logits."""
        tables, seats = self.tables, self.acting[step]
        tables.read(self.observations[step], self.masks[step], seats)
        self.own[step] = self.seating.learner.gather(1, seats[:, None])[:, 0]
        if self._selects:
            places = self._asked.gather(1, seats[:, None])[:, 0].nonzero()[:, 0]
            found, values, margin = model(
                self.observations[step].index_select(0, places), tables.players.index_select(0, places)
            )
            logits = torch.zeros(tables.size, found.shape[1]).index_copy_(0, places, found)
        else:
            places = slice(None)
            logits, values, margin = model(self.observations[step], tables.players)
        self.values[step, places, :-1] = values.softmax(1)
        self.values[step, places, -1] = margin
        masked: Tensor = logits.masked_fill(~self.masks[step], FORBIDDEN)
        return masked

    def _decide(self, step: int, model: Any, stranger: Any) -> None:
        seating, tables = self.seating, self.tables
        logits = self._look(step, model)
        seats = self.acting[step][:, None]
        noise = torch.empty_like(logits).exponential_(generator=self.generator).clamp_(min=SMALLEST).log_()
        actions = (logits - noise).argmax(1)
        self.chances[step] = logits.log_softmax(1).gather(1, actions[:, None])[:, 0]
        if seating.any_network:
            met = seating.met
            if self._selects:
                met = met[seating.network[met].gather(1, seats[met])[:, 0]]
            others, _, _ = stranger(self.observations[step][met], tables.players[met])
            others = others.masked_fill(~self.masks[step][met], FORBIDDEN)
            theirs = (others - noise[met] if seating.sampled else others).argmax(1)
            there = seating.network[met].gather(1, seats[met])[:, 0]
            actions = actions.index_copy(0, met, torch.where(there, theirs, actions[met]))
        if seating.taught:
            tables.bot_actions(self._rule, self.advice[step])
            actions = torch.where(seating.level.gather(1, seats)[:, 0] == RULE, self.advice[step], actions)
        elif seating.bots:
            tables.bot_actions(seating.level.gather(1, seats)[:, 0], actions)
        if seating.careless:
            random = (torch.where(self.masks[step], 0.0, FORBIDDEN) - noise).argmax(1)
            chance = seating.noise.gather(1, seats)[:, 0]
            careless = torch.rand(len(chance), generator=self.generator, device=chance.device) < chance
            actions = torch.where(careless, random, actions)
        self.actions[step] = actions

    def _judge(self, trace: float) -> Decisions:
        """Compute targets and advantages, from the last step to the first.

        A decision whose seat has neither had another turn nor a result yet is left out.
        """
        size, most = self.tables.size, self.tables.most
        shares, margins = decoded(self.rewards)
        margins /= self.spreads[:, None]
        following = torch.zeros(size, most, self.seats + 1, device=self.tables.device)
        """By seat, the forecast at its next decision, or the result."""
        outcome = torch.zeros_like(following)
        """By seat, the target of its next decision, or the result."""
        known = torch.zeros(size, most, dtype=torch.bool, device=self.tables.device)
        targets = torch.empty_like(self.values[:-1])
        used = torch.empty_like(self.own[:-1])
        for step in range(self.steps, -1, -1):
            seats = self.acting[step][:, None]
            rows = seats[:, :, None].expand(-1, -1, self.seats + 1)
            own, values = self.own[step][:, None], self.values[step]
            if step < self.steps:
                ended = self.done[step][:, None]
                relative = shares[step].gather(1, self._relative).view(size, most, -1) * self._at_table
                result = torch.cat([relative, margins[step][:, :, None]], 2)
                following = torch.where(ended[:, :, None], result, following)
                outcome = torch.where(ended[:, :, None], result, outcome)
                known = known | ended
                forecast, turned_out = following.gather(1, rows)[:, 0], outcome.gather(1, rows)[:, 0]
                targets[step] = torch.lerp(forecast, turned_out, trace)
                learnt = known.gather(1, seats) & own
                used[step] = learnt[:, 0]
                outcome.scatter_(
                    1, rows, torch.where(own, torch.where(learnt, targets[step], values), turned_out)[:, None]
                )
                following.scatter_(1, rows, torch.where(own, values, forecast)[:, None])
            else:
                outcome.scatter_(1, rows, values[:, None])
                following.scatter_(1, rows, values[:, None])
            known.scatter_(1, seats, known.gather(1, seats) | own)
        players = self.tables.players
        spread = ((players - 1) / players**2).sqrt()
        surprise = targets - self.values[:-1]
        return Decisions(
            observations=self.observations[:-1].flatten(0, 1),
            masks=self.masks[:-1].flatten(0, 1),
            actions=(self.advice if self.seating.taught else self.actions).flatten(),
            chances=self.chances.flatten(),
            targets=targets.flatten(0, 1),
            advantages=(surprise[:, :, 0] / spread).flatten(),
            margins=surprise[:, :, -1].flatten(),
            players=players.repeat(self.steps),
            used=used.flatten(),
        )


def decoded(rewards: Tensor) -> tuple[Tensor, Tensor]:
    """The shares of the win and the differences of scores, from rewards of the kind `shaped`."""
    won = rewards > LEAST_SHARE
    shares = won / won.sum(-1, keepdim=True).clamp(min=1)
    return shares, (rewards - shares) / SHAPE


def relative_seats(players: Tensor, most: int, seats: int) -> tuple[Tensor, Tensor]:
    """For every game, seat and distance the seat that is so far from it, flat; and whether there is such a seat."""
    distance = torch.arange(seats, device=players.device)
    seat = torch.arange(most, device=players.device)
    relative = (seat[None, :, None] + distance) % players[:, None, None]
    at_table = (distance < players[:, None, None]) & (seat[None, :, None] < players[:, None, None])
    return relative.flatten(1), at_table
