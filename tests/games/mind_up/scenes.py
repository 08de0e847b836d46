"""Mind Up! in the browser: positions to look at, and a game to play."""

from tests.browser.scenes import LEGAL, Scene, WholeGame, changed, tied

WHOLE_GAME = WholeGame("en", people=6, bots=0, options={"goals": "each-round"}, jumps=1.5)
ON_TV = "mind_up-choose"
GOALS = {"goals": "each-round", "goal_count": "5"}

SCENES = [
    Scene(
        name="mind_up-choose",
        game="mind_up",
        shows=lambda look: look.must and bool(look.view.collections[0]),
        clicks=(LEGAL, ".acts .btn.pri"),
    ),
    *(
        Scene(
            name=f"mind_up-goals-{letters}",
            game="mind_up",
            shows=lambda look, letters=letters: (  # type: ignore[misc]
                look.must
                and {goal.name[0] for goal in look.view.goals} >= set(letters)
                and {goal.name for goal in look.view.goals} >= {f"{letters[0]}1", f"{letters[1]}2"}
            ),
            players=6,
            options=GOALS,
            clicks=(".goal",),
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
