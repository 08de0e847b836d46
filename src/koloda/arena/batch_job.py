"""Plays one batch of a match: a few deals in one process. The result is plain JSON, to send and to store."""

from collections.abc import Callable
from hashlib import sha256
from time import perf_counter
from typing import Any

from koloda.analysis.luck import LuckMeter
from koloda.arena.failures import Failures
from koloda.arena.game_statistics import StatisticsReplayer
from koloda.arena.match_player import FinishedGame, MatchPlayer
from koloda.arena.plan import RECORDS, STATISTICS, Plan
from koloda.bots.bot import Bot
from koloda.bots.external import ExternalBot
from koloda.bots.levels import make_bot
from koloda.compiled.bot_match import FOREIGN
from koloda.core.game import Game
from koloda.core.names import NAME_LENGTH
from koloda.core.ranking import places
from koloda.table import record as records

Result = dict[str, Any]
"""`chunk`: the batch's number. `games`: one row each (scores, places, decisions). `seconds`; `failures` by bot and
the `first_failures`; `courses` and `records` if the plan keeps them; `luck` of every game (wins, points) if it is
measured. Checkpoints contain these keys, so they keep their names."""


class BatchPlayer:
    """Plays the batches of one plan in this process."""

    def __init__(self, plan: Plan, make: Callable[[str, str], Bot] | None = None) -> None:
        """`make(spec, seed)` makes the bots that are not compiled; without it they are the usual ones."""
        self._plan = plan
        self._player = MatchPlayer(plan, make or bot_factory(plan))
        self._replayer = StatisticsReplayer(plan) if STATISTICS in plan.keep else None
        start = plan.rules.start(plan.values)
        self._meter: LuckMeter | None = None
        if plan.luck_playouts:  # statistics ask what a seat is worth, so nothing may be assumed about seats
            alike = STATISTICS not in plan.keep
            self._meter = LuckMeter(plan.rules, start, plan.luck_playouts, seats_alike=alike)

    def play(self, number: int) -> Result:
        return {"chunk": number, **self.play_deals(self._plan.deals_of(number))}

    def play_deals(self, deals: range) -> Result:
        """Play some deals, be they a batch or not."""
        self._player.failures = Failures()
        began = perf_counter()
        result: Result = {"games": []}
        for game in self._player.play(deals):
            placed = places(game.standings)
            result["games"].append([*game.scores, *placed, game.decisions])
            if self._meter is not None:
                result.setdefault("luck", []).append(self._luck(self._meter, game, placed))
            if self._replayer is not None:
                result.setdefault("courses", []).append(self._replayer.of(game.log))
            if RECORDS in self._plan.keep:
                result.setdefault("records", []).append([record_name(game), record_text(self._plan, game)])
        result["seconds"] = round(perf_counter() - began, 6)
        return result | self._player.failures.batch()

    def _luck(self, meter: LuckMeter, game: FinishedGame, placed: list[int]) -> list[float]:
        """What luck brought every seat: wins, then points."""
        wins = [(place == 1) / placed.count(1) for place in placed]
        levels = [self._plan.levels[bot] for bot in game.seating]
        found = meter.of(game.log, levels, wins, game.scores, luck_key(self._plan.seed, game.deal), game.number)
        return [*found.wins, *found.points]


def luck_key(seed: int, deal: int) -> int:
    """The seed of a deal's playouts. The games of a deal share it: playouts, too, are played in every seating."""
    return int.from_bytes(sha256(f"luck {seed} {deal}".encode()).digest()[:7])


class LastBatchPlayer:
    """Keeps the batch player of a game's last plan, because a worker process plays many batches of the same plan.

    The game owns it: `game.once(LastBatchPlayer)`.
    """

    def __init__(self, game: Game) -> None:
        self._digest = ""
        self._player: BatchPlayer | None = None

    def of(self, plan: Plan) -> BatchPlayer:
        digest = plan.digest()
        if self._player is None or self._digest != digest:
            self._digest, self._player = digest, BatchPlayer(plan)
        return self._player


def play_batch(plan: Plan, number: int) -> Result:
    """Play one batch of a plan."""
    return plan.rules.once(LastBatchPlayer).of(plan).play(number)


def bot_factory(plan: Plan) -> Callable[[str, str], Bot]:
    """Return a function that makes a bot from its specification and a seed."""
    return lambda spec, seed: make_bot(spec, plan.rules, plan.players, seed, wait=True)


def check_bots(plan: Plan) -> None:
    """Fail early: make every bot that is not compiled once, before the first game."""
    for name, level in zip(plan.names, plan.levels, strict=True):
        if level == FOREIGN:
            bot = bot_factory(plan)(name, "0")
            if isinstance(bot, ExternalBot):
                bot.close()


def record_name(game: FinishedGame) -> str:
    """Name the file of a game's record by deal and game, both counted from 1."""
    return f"deal-{game.deal + 1:06}-{game.number + 1:02}.koloda"


def record_text(plan: Plan, game: FinishedGame) -> str:
    """Write a game as a record. It has no commitment: the cards come from the plan's seed."""
    names = [plan.names[bot] for bot in game.seating]
    shown = [f"{seat}: {name}"[:NAME_LENGTH] for seat, name in enumerate(names, 1)]
    record = records.started(plan.rules, plan.values, shown)
    record.bots = dict(enumerate(names))
    record.match.apply(*game.plies())
    return records.write(record)
