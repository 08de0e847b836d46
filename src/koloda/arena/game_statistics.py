"""Replays finished games and counts: which seat got which cards, and how the lead changed."""

from typing import Any

from koloda.arena.plan import Plan
from koloda.compiled import loader, replay_statistics
from koloda.compiled.game_functions import sizes_of

Statistics = list[Any]
"""Lead changes, decisions until the last of them, the seat that decided first; then for each seat the cards it got."""


class StatisticsReplayer:
    """Replays games of one plan with compiled rules."""

    def __init__(self, plan: Plan) -> None:
        import numpy as np

        game = plan.rules
        self._players = plan.players
        driver = loader.compiled(game, replay_statistics)
        self._replay = driver(replay_statistics.replay)
        self._boards = loader.records([game.start(plan.values)] * 2)
        self._gained = np.zeros((game.seats, sizes_of(game)["KINDS"]), np.int64)
        self._lead = np.zeros(3, np.int64)

    def of(self, log: Any) -> Statistics:
        """Return the statistics of one game, from its log."""
        import numpy as np

        self._replay(self._boards, log, self._gained, self._lead)
        kinds = [np.repeat(np.arange(len(row)), row).tolist() for row in self._gained[: self._players]]
        return [*self._lead.tolist(), *kinds]
