"""Mind Up! in the browser: positions to look at, and a game to play."""

from koloda.core.text import Language
from tests.browser.scenes import LEGAL, LONG_NAMES, PadScene, PadVisit, Scene, WholeGame, changed, tied

WHOLE_GAME = WholeGame("en", people=3, bots=3, options={"goals": "each-round"})
SHORTEST: tuple[int, dict[str, str]] = (2, {})
ON_TV = "mind_up-choose"
APART = (".goals > *", ".murow .card", ".tray", ".middle .cap", ".coll > li")
SMALL = ()
CHECKED: dict[Language, dict[str, str]] = {
    "ru": {"mind_up-choose": "P LS", "mind_up-goals-AB": "L", "mind_up-pad": "PS-320"},
    "en": {"mind_up-choose-1": "PS-320", "mind_up-revealed": "W-zoom"},
}
GOALS = {"goals": "each-round", "goal_count": "5"}

SCENES = [
    Scene(
        name="mind_up-choose",
        game="mind_up",
        names=LONG_NAMES,
        shows=lambda look: look.must and bool(look.view.collections[0]),
        clicks=(LEGAL, ".acts .btn.pri"),
    ),
    *(
        Scene(
            name=f"mind_up-goals-{letters}",
            game="mind_up",
            names=LONG_NAMES,
            shows=lambda look, letters=letters: (  # type: ignore[misc]
                look.must
                and {goal.name[0] for goal in look.view.goals} >= set(letters)
                and {goal.name for goal in look.view.goals} >= {f"{letters[0]}1", f"{letters[1]}2"}
                and (letters != "AB" or len(look.view.hand) == 9)  # the largest hand lies in two lines
            ),
            players=6,
            options=GOALS,
            clicks=(LEGAL, ".goals .goal") if letters == "AB" else (".goals .goal",),
        )
        for letters in ("AB", "BC", "CD", "DE", "EF", "FG", "GA")
    ),
    Scene(
        name="mind_up-purple",
        game="mind_up",
        shows=lambda look: look.must and any((card.colour, card.mark) == ("purple", -1) for card in look.view.hand),
        players=2,
    ),
    Scene(
        name="mind_up-revealed",
        game="mind_up",
        turns=lambda before, move, after: before.view.row != after.view.row and before.view.round == after.view.round,
        until=".rev",
        holds=True,
    ),
    Scene(name="mind_up-round", game="mind_up", turns=changed("round"), until=".rnd", options=GOALS),
    Scene(name="mind_up-over", game="mind_up", shows=tied, until=".result"),
]

ORDER = ("×2", "×4", "×1", "×5", "×3")
PAD = PadVisit(
    players=2,
    taps=(
        *(
            *ORDER,
            ("one more card: purple", 2),
            "one more card: blue",
            "one more card: green",
            ("one more card: orange", 3),
        ),
        *("mark +2", ("mark −1", 2), "mark +1", "Next: Boris", ("one more card: pink", 4), ("one more card: blue", 3)),
        *("Write down round 1", *ORDER, ("one more card: green", 8), "Next: Boris", ("one more card: pink", 8)),
        *("Write down round 2", *ORDER, ("one more card: blue", 9), "Next: Boris", ("one more card: purple", 9)),
        "Write down round 3",
    ),
    winner="Anna wins",  # 25 + 16 + 18 : 20 + 16 + 18
    totals=[59, 54],
)
OPENED = {"order": [2, 4, 1, 5, 3]}
LAID = (
    {"seat": 0, "colours": ["purple", "blue", "green", "orange"], "counts": [2, 1, 1, 3], "marks": [2, -1, -1, 1]},
    {"seat": 1, "colours": ["pink", "blue"], "counts": [4, 3], "marks": []},
)
PADS = (
    PadScene(name="mind_up-pad", game="mind_up", draft=[OPENED, *LAID], players=2),
    PadScene(name="mind_up-pad-order", game="mind_up", draft=[{"order": [2, 4]}], options={"goals": "each-round"}),
)
