"""The four games."""

from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.games import dobro, mind_up, no_thanks, tugriki

GAMES: dict[str, Game] = {
    "dobro": dobro.GAME,
    "no_thanks": no_thanks.GAME,
    "mind_up": mind_up.GAME,
    "tugriki": tugriki.GAME,
}


def find(name: str) -> Game:
    """The game of that name; "No Thanks!" and "no-thanks" are understood as well."""
    plain = name.strip().lower().rstrip("!").replace(" ", "_").replace("-", "_")
    if plain not in GAMES:
        raise UnknownOption.of("errors.game", given=name, games=", ".join(GAMES))
    return GAMES[plain]
