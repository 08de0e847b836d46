"""The arguments of an environment. One that it does not take is a `TypeError`: libraries try some out and expect that.

Stable-Baselines3 asks for the render mode "rgb_array", torchrl for a `frameskip`, and both go on without.
"""

from collections.abc import Mapping

from koloda.core.errors import UnknownOption
from koloda.core.facts import Fact, fact
from koloda.core.game import Game
from koloda.core.options import Value

RENDER_MODES = ["ansi", "human"]


class BadArgument(UnknownOption, TypeError):
    """There is no such argument, or no such render mode."""

    def __init__(self, detail: Fact | str) -> None:
        """Gymnasium raises a `TypeError` again with more text: then `detail` is that."""
        super().__init__(detail if isinstance(detail, Fact) else fact("envs.raised", text=detail))


def settle(game: Game, players: int | None, options: Mapping[str, object]) -> dict[str, Value]:
    """The players and options of a table, checked and complete."""
    known = [option.name for option in game.set_up.options]
    for name in options:
        if name not in known:
            title, allowed = fact(f"{game.name}.title"), ", ".join(known) or "-"
            raise BadArgument.near(name, known, "envs.no_argument", option=name, game=title, allowed=allowed)
    return game.set_up.settle(players, **options)


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadArgument.of("envs.render_mode", given=str(mode), allowed=", ".join(RENDER_MODES))
