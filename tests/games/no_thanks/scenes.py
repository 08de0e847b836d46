"""No Thanks! in the browser: positions to look at, and a game to play."""

from koloda.core.text import Language
from tests.browser.scenes import LONG_NAMES, PadScene, PadVisit, Scene, WholeGame, tied, waiting

WHOLE_GAME = WholeGame("en", people=3, bots=1, options={"highest": "16", "removed": "3", "chips": "4"})
SHORTEST = (3, {"highest": "14", "removed": "2", "chips": "3"})
ON_TV = "no_thanks-waiting"
APART = (".offer .fresh",)
SMALL = ()
CHECKED: dict[Language, dict[str, str]] = {
    "ru": {"no_thanks-undo": "P LS", "no_thanks-many": "PS-320", "no_thanks-pad": "PS-320"},
    "en": {"no_thanks-undo-1": "PS-320", "no_thanks-many": "LS"},
}


SCENES = [
    Scene(name="no_thanks-turn", game="no_thanks", shows=lambda look: look.must and look.view.pot > 2),
    Scene(
        name="no_thanks-undo",
        game="no_thanks",
        names=LONG_NAMES,
        shows=lambda look: look.must and look.view.pot == 0 and bool(look.view.taken[0]),
        players=7,
        clicks=(".acts .btn:has(kbd)",),
    ),
    Scene(
        name="no_thanks-no-chips",
        game="no_thanks",
        shows=lambda look: look.must and look.moves == ["take"],
        options={"open_chips": "on", "chips": "2"},
    ),
    Scene(
        name="no_thanks-many",
        game="no_thanks",
        names=LONG_NAMES,
        shows=lambda look: look.must and len(look.view.taken[0]) > 9,
        players=3,
    ),
    Scene(name="no_thanks-waiting", game="no_thanks", shows=waiting),
    Scene(name="no_thanks-over", game="no_thanks", shows=tied, until=".result"),
]

PAD = PadVisit(
    players=3,
    taps=(
        *("3", "4", "5", ("Anna, chips: more", 2), "Next: Boris", "20", "22", "24", ("Boris, chips: more", 3)),
        *("tab Vera", "30", "31", "35", "Vera, chips: more", "Result"),
    ),
    winner="Anna wins",  # 3 - 2 : 20 + 22 + 24 - 3 : 30 + 35 - 1
    totals=[1, 63, 64],
    options={"Cards out of the game": "24", "Chips each": "2"},
)
HANDS = (
    {"seat": 0, "cards": [5, 24, 25, 26], "chips": 8},
    {"seat": 1, "cards": [3, 7, 8, 9, 10, 14, 15, 16], "chips": 6},
    {"seat": 2, "cards": [18, 19, 20, 30, 31], "chips": 13},
    {"seat": 3, "cards": [11, 12, 22, 28, 29, 34, 35], "chips": 17},
)
PADS = (
    PadScene(name="no_thanks-pad", game="no_thanks", draft=HANDS),
    PadScene(name="no_thanks-pad-over", game="no_thanks", written=[HANDS]),
)
