"""Tugriki in the browser: positions to look at, and a game to play."""

from koloda.core.text import Language
from tests.browser.scenes import (
    LEGAL,
    LONG_NAMES,
    Look,
    PadScene,
    PadVisit,
    Scene,
    WholeGame,
    changed,
    has,
    tied,
    waiting,
)

# No bot: its calls would race with people.
WHOLE_GAME = WholeGame("ru", people=4, bots=0, options={"rounds": "1", "dealt": "5"})
SHORTEST = (4, {"rounds": "1", "dealt": "3", "attention": "off", "challenges": "off"})
ON_TV = "tugriki-waiting"
APART = (".bank .held", ".bank .cap", ".binds .pill", ".rowc", ".point")
SMALL = (".rows .card.about",)  # cards that lie are only explained
CHECKED: dict[Language, dict[str, str]] = {
    "ru": {"tugriki-keep": "PS-320", "tugriki-wild-1": "LS", "tugriki-lend": "PS-320", "tugriki-pad": "PS-320"},
    "en": {
        "tugriki-pay": "PS-320 L-zoom",
        "tugriki-wild-1": "PS-320",
        "tugriki-challenge-1": "L",
        "tugriki-many": "LS",
    },
}
COLOURS = tuple("RYGPBO")


def plain(look: Look) -> bool:
    return any(move[0] in COLOURS for move in look.moves)


def wild(look: Look) -> bool:
    return sum(move.startswith(("genie", "row")) for move in look.moves) > 2


SCENES = [
    Scene(
        name="tugriki-turn",
        game="tugriki",
        shows=lambda look: look.must and plain(look) and look.view.drawn is None and "draw" in look.moves,
        clicks=(f"{LEGAL}:not(.wild)",),
    ),
    Scene(
        name="tugriki-wild",
        game="tugriki",
        names=LONG_NAMES,
        shows=lambda look: look.must and wild(look) and look.view.drawn is None,
        clicks=(f"{LEGAL}.wild", ".point"),
    ),
    Scene(
        name="tugriki-wild-on-a-phone",
        game="tugriki",
        shows=lambda look: look.must and wild(look) and look.view.drawn is None,
        clicks=(f"{LEGAL}.wild", ".places .btn"),
        pad=True,
    ),
    Scene(
        name="tugriki-keep",
        game="tugriki",
        names=LONG_NAMES,
        shows=lambda look: {"pay", "silent"} <= set(look.moves) and plain(look),
    ),
    Scene(
        name="tugriki-pay",
        game="tugriki",
        names=LONG_NAMES,
        shows=lambda look: {"pay", "silent"} == set(look.moves),
        players=8,
    ),
    Scene(name="tugriki-draw", game="tugriki", shows=lambda look: look.must and look.moves == ["draw"]),
    Scene(
        name="tugriki-challenge",
        game="tugriki",
        names=LONG_NAMES,
        shows=has("challenge"),
        clicks=(".acts .btn:nth-child(2)",),
    ),
    Scene(name="tugriki-call", game="tugriki", names=LONG_NAMES, shows=has("call")),
    Scene(name="tugriki-waiting", game="tugriki", shows=lambda look: waiting(look) and look.view.bound is None),
    Scene(name="tugriki-name", game="tugriki", shows=has("name red")),
    Scene(
        name="tugriki-lend",
        game="tugriki",
        names=LONG_NAMES,
        shows=has("refuse", "lend 1"),
        options={"rounds": "8"},
        players=3,
    ),
    Scene(
        name="tugriki-shown",
        game="tugriki",
        turns=lambda before, move, after: move == "challenge" and before.must,
        until=".shown",
        clicks=(".shown .btn",),
    ),
    Scene(name="tugriki-round", game="tugriki", turns=changed("round"), until=".rnd", options={"dealt": "3"}),
    Scene(
        name="tugriki-out",
        game="tugriki",
        shows=lambda look: 0 in look.view.out and not look.over,
        options={"rounds": "knockout", "dealt": "3"},
        players=3,
    ),
    Scene(
        name="tugriki-wild-in-a-row",
        game="tugriki",
        shows=lambda look: (
            look.must
            and look.view.drawn is None
            and look.moves != ["draw"]
            and any(
                cards[-1] == "genie"
                for row in look.view.rows
                if row.colour == "purple"
                for cards in row.places.values()
            )
        ),
        options={"challenges": "off"},  # then a card that can be laid must be
    ),
    Scene(
        name="tugriki-many",
        game="tugriki",
        shows=lambda look: look.must and len(look.view.hand) > 16,
        players=2,
        options={"dealt": "16"},
    ),
    Scene(name="tugriki-over", game="tugriki", shows=tied, options={"rounds": "2"}, until=".result"),
]

PAD = PadVisit(
    players=2,
    taps=(
        *("Boris", "Boris starts", "tab Anna", "pays 1", "Anna pays 1", "tab Boris", "takes the bank", "Boris wins 3"),
        *("tab Boris", "takes the bank", "Boris wins 2"),
    ),
    winner="Boris wins",  # both began with 60
    totals=[57, 63],
)
START = [{"do": "start", "seat": 1}]
PADS = (
    PadScene(name="tugriki-pad-start", game="tugriki"),
    PadScene(name="tugriki-pad", game="tugriki", written=[START, [{"do": "pay", "seat": 3}]]),
    PadScene(
        name="tugriki-pad-loan",
        game="tugriki",
        options={"tugriks": "8", "loans": "on"},
        written=[START, [{"do": "pay", "seat": 3}], [{"do": "win", "seat": 0}]],
    ),
)
