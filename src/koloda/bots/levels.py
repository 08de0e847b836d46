"""Bots by name: "0" to "5", or random, greedy, rule, search, network, guided. A bot that searches (search, guided) may
have its own budget: "search:200ms" for milliseconds, "guided:500" for iterations. Others are made of these (`spec.py`):
"network.npz", "guided:network.npz", "careless:20:rule". Anything else is an external bot (`external/`).
"""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Self

from koloda.bots.bot import Bot, Budget
from koloda.bots.careless_bot import CarelessBot
from koloda.bots.external import is_external, make_external_bot
from koloda.bots.knowledge import Knowledge
from koloda.bots.random import RandomBot
from koloda.bots.search_bot import SearchBot
from koloda.bots.spec import careless, from_file, is_careless
from koloda.bots.weights import weights
from koloda.core.errors import UnknownOption
from koloda.core.facts import Fact, fact
from koloda.core.game import Game

LEVELS = ("random", "greedy", "rule", "search", "network", "guided")
FROM_WEAK_TO_STRONG = ("random", "greedy", "rule", "network", "search", "guided")
"""Level 4 beats level 2, but wins less from it than level 3 does: docs/strength.md."""
USUAL = 2
SEARCH, NETWORK, GUIDED = 3, 4, 5
_SEARCHES = re.compile(r"(?P<level>search|3|guided|5)(?::(?P<number>[1-9]\d{0,6})(?P<unit>ms)?)?")


class PolicyBot:
    """Levels 1 and 2: the greedy player or the tuned rule of a game's `bots/policy.py`."""

    needs_story = False

    def __init__(self, game: Game, players: int, level: str) -> None:
        assert game.policy is not None
        self._policy = game.policy
        self._weights = weights(game, players) if level == "rule" else None

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        out, n = knowledge.legal, len(knowledge.legal)
        if not knowledge.must:
            action = int(self._policy.step_in(knowledge.partial_state, knowledge.seat, out, n))
            return action if action >= 0 else None
        if n == 1:
            return out[0]
        if self._weights is None:
            return int(self._policy.greedy(knowledge.partial_state, knowledge.seat, out, n))
        return int(self._policy.rule(knowledge.partial_state, knowledge.seat, out, n, self._weights))

    def __deepcopy__(self, memo: object) -> Self:
        """The bot has no memory, so a copy is the bot itself."""
        return self


def levels(game: Game) -> tuple[int, ...]:
    """The levels of bots for a game, ascending.

    Levels 1 and 2 need a policy, 4 and 5 a network, and all but 0 need rules that can sample hidden cards.
    """
    if not game.deals_anew:
        return (0,)
    by_policy = () if game.policy is None else (1, 2)
    by_network = () if game.network is None else (NETWORK, GUIDED)
    return (0, *by_policy, SEARCH, *by_network)


def from_weak_to_strong(game: Game) -> tuple[int, ...]:
    """The same levels in the order in which people choose from them."""
    ordered = map(LEVELS.index, FROM_WEAK_TO_STRONG)
    return tuple(level for level in ordered if level in levels(game))


def name_of(level: str) -> Fact:
    """What people call a level: "Master" for "search"."""
    return fact(f"common.level_{level}")


def about(level: str) -> Fact:
    """How a level plays: "thinks ahead"."""
    return fact(f"levels.about_{level}")


def usual_level(game: Game) -> int:
    """The default level."""
    return USUAL if USUAL in levels(game) else levels(game)[-1]


def level_of(spec: str) -> int | None:
    """The level that a spec names; None for an external bot. A careless player has that of the bot that it else is."""
    if is_external(spec):
        return None
    if is_careless(spec):
        player = careless(spec)
        if player is None or is_careless(player.bot) or is_external(player.bot):
            raise UnknownOption.of("bots.careless", given=spec)
        return level_of(player.bot)
    if made := from_file(spec):
        spec = made.bot
    if found := _SEARCHES.fullmatch(spec):
        spec = found["level"]
    if spec in map(str, range(len(LEVELS))):
        return int(spec)
    if spec not in LEVELS:
        raise UnknownOption.near(spec, LEVELS, "bots.unknown", given=spec)
    return LEVELS.index(spec)


def can_play(spec: str, game: Game) -> bool:
    """Can this bot play the game? An external bot needs rules with `hide`, so that it knows only what its seat may."""
    level = level_of(spec)
    if player := careless(spec):
        return game.deals_anew and can_play(player.bot, game)
    return game.deals_anew if level is None or from_file(spec) else level in levels(game)


def check_bot(spec: str, game: Game) -> None:
    """Refuse a bot that cannot play a game, and say why."""
    if can_play(spec, game):
        return
    if not game.deals_anew:
        reason = "bot_no_hide"
    else:
        reason = "bot_no_network" if level_of(spec) in (NETWORK, GUIDED) else "bot_no_policy"
    offered = [f"{level} ({LEVELS[level]})" for level in levels(game)]
    raise UnknownOption.of(f"errors.{reason}", game=Fact(f"{game.name}.title"), given=spec, levels=offered)


def make_bot(
    spec: str,
    game: Game,
    players: int,
    seed: object,
    wait: bool = False,
    threads: int = 1,
    clock: Callable[[], float] = perf_counter,
) -> Bot:
    """Make the bot that a spec names. With `wait`, compile its search before the first move; it may use `threads`.

    `clock` tells a search that thinks for some time how much has passed, in seconds.
    """
    check_bot(spec, game)
    level = level_of(spec)
    if level is None:
        return make_external_bot(spec, seed)
    if player := careless(spec):
        return CarelessBot(make_bot(player.bot, game, players, seed, wait, threads, clock), player.percent, seed)
    made = from_file(spec)
    file = made and made.file
    if found := _SEARCHES.fullmatch(made.bot if made else spec):
        budget = _budget(found["number"], found["unit"])
        if level == SEARCH:
            return SearchBot(game, seed, budget, wait, clock, threads)
        from koloda.bots.guided_bot import GuidedBot  # loads NumPy

        return GuidedBot(game, seed, budget, wait, clock, threads, file)
    if level == NETWORK:
        from koloda.bots.network_bot import NetworkBot
        from koloda.bots.network_files import NetworkFiles

        return NetworkBot(game, seed, game.once(NetworkFiles).network(file) if file else None)
    return RandomBot(seed) if level == 0 else PolicyBot(game, players, LEVELS[level])


def _budget(number: str | None, unit: str | None) -> Budget | None:
    if number is None:
        return None
    return Budget(milliseconds=int(number)) if unit else Budget(iterations=int(number))
