"""No Thanks! in the browser: positions to look at, and a game to play."""

from tests.browser.scenes import Scene, WholeGame, tied, waiting

WHOLE_GAME = WholeGame("en", people=3, bots=1, options={"highest": "16", "removed": "3", "chips": "4"})
ON_TV = "no_thanks-waiting"


SCENES = [
    Scene(name="no_thanks-turn", game="no_thanks", shows=lambda look: look.must and look.view.pot > 2),
    Scene(
        name="no_thanks-undo",
        game="no_thanks",
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
        shows=lambda look: look.must and len(look.view.taken[0]) > 9,
        players=3,
    ),
    Scene(name="no_thanks-waiting", game="no_thanks", shows=waiting),
    Scene(name="no_thanks-over", game="no_thanks", shows=tied, until=".result"),
]
