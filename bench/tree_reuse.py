"""What does level 3 gain by going on in the tree of its last decision? `python bench/tree_reuse.py [GAME …]`

    python bench/tree_reuse.py [GAME …] [--players 2] [--deals 100] [--milliseconds 20] [--seed S]

A bot that keeps its tree plays against bots that forget theirs, on the same deals from every seat, all with the same
processor time a move. Prints the share of the wins of the one that keeps it with a 95 % interval clustered by deal; in
how many of its decisions (with more than one choice) it found a tree to go on in; and for both how many tries of moves
they decide by, the inherited ones included: the ratio is what reuse brings.
Mind Up! is left out: its search has no tree.
"""

import argparse
from dataclasses import dataclass
from time import thread_time

from koloda.arena.match_player import MatchPlayer
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan
from koloda.bots.bot import Bot, Budget
from koloda.bots.engine import Engine
from koloda.bots.search_bot import SearchBot
from koloda.bots.search_state import Question, SearchState, TreeSearchState
from koloda.compiled.loader import Driver
from koloda.core.game import Game
from koloda.core.ranking import places
from koloda.games import GAMES, find

KEEPS, FORGETS = "search:1", "3:1"
"""How the two are told apart in a plan; `Measured` gives them their time."""


@dataclass
class Counts:
    """What the decisions of one kind of bot were based on."""

    decisions: int = 0
    adopted: int = 0
    inherited: int = 0
    tries: int = 0


class Measured(SearchBot):
    """Level 3 that counts, and may forget its tree."""

    def __init__(self, game: Game, seed: object, milliseconds: int, keeps: bool, counts: Counts) -> None:
        super().__init__(game, seed, Budget(milliseconds=milliseconds), wait=True, clock=thread_time)
        self.keeps, self.counts = keeps, counts

    def _think_so_long(
        self, question: Question, until: float, decide: bool = False
    ) -> tuple[Driver, list[SearchState]]:
        kept = self._kept if self.keeps else []
        self._kept = kept
        driver, states = super()._think_so_long(question, until, decide)
        state = states[0]
        self.counts.decisions += 1
        self.counts.tries += sum(each.visits for each in state.estimates())
        if kept and isinstance(state, TreeSearchState):
            again = self._game.once(Engine).State(question, True)
            if kept[0] is not None and again.adopt(driver, kept[0]):
                self.counts.adopted += 1
                self.counts.inherited += sum(each.visits for each in again.estimates())
        return driver, states


HEAD = ("game", "share", "trees found", "inherited tries", "tries, keeping", "tries, forgetting", "ratio")


def measure(name: str, players: int, deals: int, milliseconds: int, seed: int) -> list[str]:
    """A row of the table."""
    plan = Plan.of(name, [KEEPS, *[FORGETS] * (players - 1)], deals, players, seed)
    counts = {KEEPS: Counts(), FORGETS: Counts()}

    def make(spec: str, noise: str) -> Bot:
        return Measured(plan.rules, noise, milliseconds, spec == KEEPS, counts[spec])

    player = MatchPlayer(plan, make)
    games = [[*game.scores, *places(game.standings), game.decisions] for game in player.play(range(deals))]
    share = MatchResult.of(plan, [{"chunk": 0, "games": games}]).win_share(0)
    keeps, forgets = counts[KEEPS], counts[FORGETS]
    tries = keeps.tries / keeps.decisions, forgets.tries / forgets.decisions
    return [
        name,
        f"{100 * share.mean:.1f} ± {100 * share.half:.1f} %",
        f"{keeps.adopted / keeps.decisions:.0%}",
        f"{keeps.inherited / keeps.decisions:,.0f}",
        f"{tries[0]:,.0f}",
        f"{tries[1]:,.0f}",
        f"{tries[0] / tries[1]:.2f}×",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--milliseconds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |")
    print("|---" * len(HEAD) + "|")
    for name in options.game or [name for name in GAMES if not find(name).simultaneous]:
        row = measure(name, options.players, options.deals, options.milliseconds, options.seed)
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
