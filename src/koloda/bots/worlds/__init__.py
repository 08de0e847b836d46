"""What a search must know of a game besides its rules, as compilable functions (one module a game).

    likely(s, memory, r, n) -> outcome   answers a draw among n while a world is imagined, mindful of what is remembered
    reply(s, seat, out, n, knobs)        a quick choice for playing rounds out: the rule, unless that takes too long
    age(s) -> int                        the number of the round; a search looks no further than the end of this one
    glimpse(s, seat) -> int              what a seat sees of the draws just made; 0 where that changes nothing for it
    worth(s, standing, share)            each seat's prospects of winning, at the end of a round or of the game, go to
                                         `share`; `standing` is room for the rules' standings

`memory` is a row of numbers for every seat, from what the searching seat was told (`memory.py`): all 0 knows nothing.
"""

from types import ModuleType

from koloda.bots.worlds import dobro, mind_up, no_thanks, tugriki

WORLDS: dict[str, ModuleType] = {"dobro": dobro, "no_thanks": no_thanks, "mind_up": mind_up, "tugriki": tugriki}
REMEMBERED = 6
"""How many numbers a seat has in the memory."""
