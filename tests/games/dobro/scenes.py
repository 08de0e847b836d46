"""Dobro in the browser: positions to look at, and a game to play."""

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

WHOLE_GAME = WholeGame("ru", people=2, bots=1, options={"attention": "off"})
SHORTEST = (6, {"attention": "off"})
ON_TV = "dobro-waiting"
APART = (".number .cap", ".number .good", ".need .pill", ".trick .last")
SMALL = ()
CHECKED: dict[Language, dict[str, str]] = {
    "ru": {"dobro-turn-1": "P", "dobro-draw": "PS-320 LS", "dobro-joker-1": "L", "dobro-pad": "PS-320"},
    "en": {"dobro-joker-1": "PS-320", "dobro-draw": "W-zoom"},
}
JOKER = ':has(use[href="#i-joker"])'


def special(look: Look) -> bool:
    return look.must and any(move in ("skip", "reverse") for move in look.moves)


SCENES = [
    Scene(
        name="dobro-turn",
        game="dobro",
        names=LONG_NAMES,
        shows=lambda look: look.must and any(move.isdecimal() for move in look.moves) and bool(look.view.trick),
        clicks=(f"{LEGAL}:not(.special)",),
    ),
    Scene(
        name="dobro-special",
        game="dobro",
        shows=lambda look: special(look) and look.view.good is not None,
        clicks=(f"{LEGAL}.special:not({JOKER})",),
    ),
    Scene(
        name="dobro-special-first",
        game="dobro",
        shows=lambda look: special(look) and look.view.good is None,
        clicks=(f"{LEGAL}.special:not({JOKER})",),
    ),
    Scene(
        name="dobro-joker",
        game="dobro",
        names=LONG_NAMES,
        shows=lambda look: look.must and sum(move.startswith("J=") for move in look.moves) > 3,
        clicks=(f"{LEGAL}{JOKER}", ".picker .card"),
    ),
    Scene(name="dobro-draw", game="dobro", names=LONG_NAMES, shows=has("draw"), players=6),
    Scene(name="dobro-take", game="dobro", shows=lambda look: look.must and look.moves == ["take"]),
    Scene(name="dobro-waiting", game="dobro", shows=lambda look: waiting(look) and bool(look.view.trick)),
    Scene(
        name="dobro-forgetful",
        game="dobro",
        shows=lambda look: look.must and look.view.forgetful == 0,
        players=2,
    ),
    Scene(name="dobro-round", game="dobro", turns=changed("round"), until=".rnd", clicks=(".rnd .btn",)),
    Scene(name="dobro-over", game="dobro", shows=tied, until=".result"),
]

PAD = PadVisit(
    players=3,
    taps=(
        *("Boris, cards in the pile: more", ("Vera, cards in the pile: more", 2), "Write down round 1"),
        *("Boris, cards in the pile: more", ("Vera, cards in the pile: more", 2), "Write down round 2"),
        *(("Anna, cards in the pile: more", 2), "Vera, cards in the pile: more", "Write down round 3"),
    ),
    winner="Boris wins",  # 7 : 7, and 3 : 1 in the last round
    totals=[7, 7, 4],
)
ROUNDS = ({"piles": [3, 20, 6, 10]}, {"piles": [18, 12, 12, 8], "forgot": 2}, {"piles": [2, 9, 12, 5]})
PADS = (
    PadScene(name="dobro-pad", game="dobro", written=[ROUNDS[:1]], draft=ROUNDS[1:2]),
    PadScene(name="dobro-pad-sums", game="dobro", written=[[{"piles": [10, 10, 20]}]] * 3, players=3),
    PadScene(
        name="dobro-pad-over",
        game="dobro",
        written=[[played] for played in ROUNDS],
    ),
)
