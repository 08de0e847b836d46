"""A game's functions and sizes, as every driver imports them.

    from koloda.compiled.game_functions import act, legal, MOST_LEGAL

What stands here only has a name, a type and a meaning: the loader (`loader.py`) puts the functions of a game in its
place, compiled or interpreted. A part of a game is a module of plain functions:

| part          | what it knows                                        |
| ------------- | ---------------------------------------------------- |
| `rules`       | the game itself                                      |
| `hiding`      | what a seat cannot know                              |
| `observation` | what a seat sees, as numbers                         |
| `memory`      | what a player with perfect memory knows, as numbers  |
| `policy`      | a greedy player and a tuned rule                     |
| `belief`      | hidden cards, and what a position is worth           |
| `statistics`  | which cards a seat came by                           |
| `reasons`     | what happens after one move and not after another    |

A game may lack a memory (`plain_memory.py` stands in for it), a policy (`plain_policy.py`), a belief
(`plain_belief.py`), statistics (`plain_statistics.py`), reasons (`plain_reasons.py`) or `hide` (`no_hide.py`).
"""

from koloda.compiled import plain_statistics
from koloda.compiled.stubs import NotLoaded, provided_by, size
from koloda.compiled.types import Floats, Ints, IntTable, Memory, State, Stream
from koloda.core.game import Game

ACTIONS: int = size("ACTIONS")
"""Size of the action id space."""
MOST_LEGAL: int = size("MOST_LEGAL")
"""The most actions that can be legal at once."""
SEATS: int = size("SEATS")
"""The most seats that a table has."""
STEPS_IN: int = size("STEPS_IN")
"""May bystanders act?"""
LOWEST_WINS: int = size("LOWEST_WINS")
"""Is a lower score better?"""
HAS_POLICY: int = size("HAS_POLICY")
"""Is there a policy? A search without one plays rounds out at random."""
KINDS: int = size("KINDS")
"""Kinds of cards that `held` counts."""


def sizes_of(game: Game) -> dict[str, int]:
    """What a driver may know of a game besides its functions. (`MOST_CHOICES`: an action, or to do nothing.)"""
    return {
        "ACTIONS": game.actions,
        "MOST_LEGAL": game.widest,
        "MOST_CHOICES": game.widest + 1,
        "SEATS": game.seats,
        "STEPS_IN": int(game.steps_in),
        "LOWEST_WINS": int(game.lowest_wins),
        "HAS_POLICY": int(game.policy is not None),
        "KINDS": (game.statistics or plain_statistics).KINDS,
    }


# The rules (`koloda.core.game.Rules`)


@provided_by("rules")
def start(s: State) -> None:
    """Reset every field that is not an option."""
    raise NotLoaded


@provided_by("rules")
def actors(s: State) -> int:
    """The seats that must act now, as bits; 0 while a draw is due and when the game is over."""
    raise NotLoaded


@provided_by("rules")
def legal(s: State, seat: int, out: Ints) -> int:
    """Fill in the actions open to a seat, ascending; returns how many. Bystanders may have some as well."""
    raise NotLoaded


@provided_by("rules")
def act(s: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    raise NotLoaded


@provided_by("rules")
def chance(s: State) -> int:
    """How many equally likely outcomes the draw that is due has; 0 when none is due."""
    raise NotLoaded


@provided_by("rules")
def draw(s: State, outcome: int) -> None:
    """Carry out a draw."""
    raise NotLoaded


@provided_by("rules")
def over(s: State) -> bool:
    """Is the game over?"""
    raise NotLoaded


@provided_by("rules")
def scores(s: State, out: Ints) -> None:
    """Each seat's score as the rulebook counts it, at any time."""
    raise NotLoaded


@provided_by("rules")
def standings(s: State, out: Ints) -> None:
    """Numbers that compare as the final ranking does, tie-breaks included; the highest wins, equals share."""
    raise NotLoaded


@provided_by("hiding")
def hide(s: State, seat: int) -> None:
    """Put what a seat cannot know back among the unseen, so that the draws that are then due deal it anew."""
    raise NotLoaded


# What a seat may know, as numbers (`koloda.core.observation`)


@provided_by("observation")
def observe(s: State, seat: int, out: Ints) -> None:
    """Fill in the numbers."""
    raise NotLoaded


@provided_by("memory")
def forget(m: Memory) -> None:
    """Empty the memory: a game begins."""
    raise NotLoaded


@provided_by("memory")
def watch(s: State, m: Memory, seat: int, action: int) -> None:
    """Remember what a decision is about to show."""
    raise NotLoaded


@provided_by("memory")
def watch_draw(s: State, m: Memory, outcome: int) -> None:
    """Remember what a draw is about to show."""
    raise NotLoaded


@provided_by("memory")
def recall(s: State, m: Memory, seat: int, out: Ints) -> None:
    """Fill in the numbers, with what the seat remembers."""
    raise NotLoaded


# Levels 1 and 2 (`koloda.bots.policies`)


@provided_by("policy")
def greedy(s: State, seat: int, out: Ints, n: int) -> int:
    """What looks best at once, of the n legal actions in `out` (more than one)."""
    raise NotLoaded


@provided_by("policy")
def rule(s: State, seat: int, out: Ints, n: int, weights: Ints) -> int:
    """What the tuned rule plays."""
    raise NotLoaded


@provided_by("policy")
def step_in(s: State, seat: int, out: Ints, n: int) -> int:
    """What a bystander does; -1 for nothing."""
    raise NotLoaded


# What a search must know (`koloda.bots.worlds`)


@provided_by("belief")
def likely(s: State, memory: IntTable, stream: Stream, n: int) -> int:
    """Answer a draw among n while hidden cards are dealt anew, mindful of what is remembered of each seat."""
    raise NotLoaded


@provided_by("belief")
def reply(s: State, seat: int, out: Ints, n: int, weights: Ints) -> int:
    """A quick choice for playing rounds out: the rule, unless that takes too long."""
    raise NotLoaded


@provided_by("belief")
def age(s: State) -> int:
    """The number of the round; a search looks no further than the end of this one."""
    raise NotLoaded


@provided_by("belief")
def glimpse(s: State, seat: int) -> int:
    """What a seat sees of the draws just made; 0 where that changes nothing for it."""
    raise NotLoaded


@provided_by("belief")
def worth(s: State, standing: Ints, share: Floats) -> None:
    """Each seat's prospects of winning, at the end of a round or of the game. `standing` is room for the standings."""
    raise NotLoaded


# What a balance report counts (`statistics.py` of a game)


@provided_by("statistics")
def counts(s: State) -> bool:
    """May the event that is due bring cards that count?"""
    raise NotLoaded


@provided_by("statistics")
def held(s: State, seat: int, out: Ints) -> None:
    """How many cards of every kind a seat has."""
    raise NotLoaded


# Why one move is better than another (`bots/reasons.py` of a game)


@provided_by("reasons")
def notice(s: State, seat: int, actor: int, action: int, counted: Ints) -> None:
    """Count what happens as `actor` is about to act, from the point of view of `seat`."""
    raise NotLoaded
