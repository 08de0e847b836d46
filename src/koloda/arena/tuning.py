"""Tunes the weights of a game's rule (level 2) by playing: python -m koloda.arena.tuning GAME [--write].

A policy declares its weights: WEIGHTS = ("share", ...), RANGES = ((0, 150), ...), both ends included.

The search is a hill climb with successive halving. In every round a few candidates, each with one or two weights
changed, play against tables of greedy players on every other deal, and against earlier best candidates on the rest (to
beat only the latest one can lead in circles). All candidates play the same deals in every seat. The better half
continues with twice as many deals until one is left. It becomes the new best only if it leads by more than a standard
error on deals that no candidate has played before. The same seed gives the same weights.
"""

import argparse
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from koloda.arena.head_to_head import CompiledBot, HeadToHead
from koloda.compiled.bot_match import GREEDY, RULE
from koloda.compiled.generator import stream
from koloda.core.game import Game, Policy
from koloda.games import GAMES, find

Weights = tuple[int, ...]
CANDIDATES = 8  # per round; a power of two
TABLES = ("best", "greedy", "both")


@dataclass
class HillClimb:
    """The hill climb for one number of players."""

    duel: HeadToHead
    ranges: Sequence[tuple[int, int]]
    best: Weights
    deals: int
    table: str
    step: Callable[[int], None] = lambda deals: None
    """Called with the number of deals just played."""

    def __post_init__(self) -> None:
        self.former = [self.best]
        self._random = stream(self.duel.seed, 1)
        self._next_deal = 0

    def round(self) -> bool:
        """Try a few candidates. Return whether one replaced the best so far."""
        field = [self.moved() for _ in range(CANDIDATES)]
        points = dict.fromkeys(field, 0.0)
        deals = max(self.deals // CANDIDATES, 1)
        while len(points) > 1:
            fresh = self.fresh_deals(deals)
            for weights in points:
                points[weights] += sum(self.shares(weights, fresh))
            better = sorted(points, key=lambda weights: -points[weights])[: len(points) // 2]
            points = {weights: points[weights] for weights in better}
            deals *= 2
        (challenger,) = points
        last = self.fresh_deals(2 * self.deals)
        pairs = zip(self.shares(challenger, last), self.shares(self.best, last), strict=True)
        leads = [new - old for new, old in pairs]
        mean = sum(leads) / len(leads)
        error = sqrt(sum((lead - mean) ** 2 for lead in leads)) / len(leads)
        if mean <= error:
            return False
        self.best = challenger
        self.former.append(challenger)
        return True

    def moved(self) -> Weights:
        """Return the best weights with one or two of them changed, by a random amount."""
        weights = list(self.best)
        while tuple(weights) == self.best:
            for _ in range(1 + self._random(2)):
                i = self._random(len(weights))
                low, high = self.ranges[i]
                furthest = max((high - low) >> (1 + self._random(5)), 1)
                step = 1 + self._random(furthest)
                weights[i] = min(max(weights[i] + (step if self._random(2) else -step), low), high)
        return tuple(weights)

    def fresh_deals(self, n: int) -> range:
        """Return deals that nobody has played yet."""
        self._next_deal += n
        return range(self._next_deal - n, self._next_deal)

    def shares(self, weights: Weights, deals: Iterable[int]) -> list[float]:
        """Return the win shares of a candidate, deal by deal."""
        won = []
        for deal in deals:
            won.append(self.duel.share(CompiledBot(RULE, weights), self.others(deal), deal))
            self.step(1)
        return won

    def others(self, deal: int) -> CompiledBot:
        """Return the opponents of a deal."""
        if self.table == "greedy" or (self.table == "both" and deal % 2 == 0):
            return CompiledBot(GREEDY)
        return CompiledBot(RULE, self.former[deal // 2 % len(self.former)])

    def share(self, others: CompiledBot, deals: int) -> float:
        """Return the win share of the best so far against a table of others, on fresh deals."""
        mine = CompiledBot(RULE, self.best)
        return sum(self.duel.share(mine, others, deal) for deal in self.fresh_deals(deals)) / deals


def toml_file(game: Game) -> Path:
    return Path(str(game.folder)) / "bots" / "policy.toml"


def policy_of(game: Game) -> Policy:
    assert game.policy is not None
    return game.policy


def sections(game: Game) -> dict[int, str]:
    """Read the sections of the policy's file, by number of players."""
    path = toml_file(game)
    found = re.split(r"^\[(\d+)\]\n", path.read_text("utf-8") if path.exists() else "", flags=re.MULTILINE)[1:]
    return {int(players): text for players, text in zip(found[::2], found[1::2], strict=True)}


def first_guess(game: Game, players: int, tuned: dict[int, str], fresh: bool) -> Weights:
    """Return where the climb starts: the file's weights (or those for fewer players), else the middle of the ranges."""
    policy = policy_of(game)
    counts = [count for count in (players, players - 1, players - 2) if count in tuned]
    known = tomllib.loads(tuned[counts[0]]) if counts and not fresh else {}
    guess = []
    for name, (low, high) in zip(policy.WEIGHTS, policy.RANGES, strict=True):
        guess.append(min(max(int(known.get(name, (low + high) // 2)), low), high))
    return tuple(guess)


def file_text(tuned: dict[int, str]) -> str:
    """Join the sections into the text of the policy's file."""
    head = "# Numbers of the rule in policy.py, by number of players.\n# What they mean is told there.\n"
    return head + "".join(f"\n[{players}]\n{tuned[players].strip()}\n" for players in sorted(tuned))


def tune(game: Game, players: int, options: argparse.Namespace, tuned: dict[int, str], bar: Progress) -> str:
    """Tune the weights for one number of players. Return their section of the file, and how it was found."""
    policy = policy_of(game)
    duel = HeadToHead(game.name, players, options.seed)
    search = HillClimb(
        duel,
        policy.RANGES,
        first_guess(game, players, tuned, options.fresh),
        options.deals,
        options.table,
    )
    halvings = CANDIDATES.bit_length() - 1
    task = bar.add_task(f"{game.name} {players}", total=options.rounds * (halvings + 4) * options.deals)
    search.step = lambda deals: bar.advance(task, deals)
    for _ in range(options.rounds):
        if search.round():
            found = ", ".join(f"{name} {weight}" for name, weight in zip(policy.WEIGHTS, search.best, strict=True))
            bar.console.print(f"{players} players: {found}", soft_wrap=True, highlight=False)
    bar.remove_task(task)
    share = search.share(CompiledBot(GREEDY), 4 * options.deals)
    how = f"--players {players} --deals {options.deals} --rounds {options.rounds} --seed {options.seed}"
    how += f" --table {options.table}"
    numbers = "\n".join(f"{name} = {weight}" for name, weight in zip(policy.WEIGHTS, search.best, strict=True))
    return (
        f"# python -m koloda.arena.tuning {game.name} {how}{' --fresh' if options.fresh else ''}\n"
        f"# wins {share:.1%} of {4 * options.deals} deals in every seat against a table of greedy players\n{numbers}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m koloda.arena.tuning",
        description="Find the numbers of a game's rule (level 2) by playing.",
        epilog="example: python -m koloda.arena.tuning GAME --players 4 --rounds 60 --write",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(name for name, game in GAMES.items() if game.policy))
    parser.add_argument("--players", type=int, metavar="N", help="one number of players (all of them)")
    parser.add_argument("--deals", type=int, default=1000, metavar="D", help="deals in a last step but one (1000)")
    parser.add_argument("--rounds", type=int, default=40, metavar="R", help="rounds of candidates (40)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same numbers (0)")
    parser.add_argument("--table", choices=TABLES, default="both", help="who a candidate plays against (both)")
    parser.add_argument("--fresh", action="store_true", help="start from the middle of the ranges, not from the file")
    parser.add_argument("--write", action="store_true", help="write the numbers into the policy's file, else print")
    options = parser.parse_args(arguments)
    game = find(options.game)
    tuned = sections(game)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        for players in [options.players] if options.players else game.set_up.players:
            tuned[players] = tune(game, players, options, tuned, bar)
            if options.write:
                toml_file(game).write_text(file_text(tuned), "utf-8")
    if not options.write:
        print(file_text(tuned))


if __name__ == "__main__":
    main()
