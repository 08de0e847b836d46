"""`koloda games`: lists the installed games."""

from koloda.bots.levels import levels
from koloda.core.facts import Arg, fact
from koloda.core.game import Game
from koloda.core.output import print_json
from koloda.core.score_sheet import sheet_of
from koloda.core.text import Language, say
from koloda.games import GAMES


def run(as_json: bool, language: Language) -> int:
    if as_json:
        found = {
            "games": [report(game, language) for game in GAMES.values()],
            "left_out": [
                {"name": problem.name, "package": problem.package, "reason": say(problem.reason, language)}
                for problem in GAMES.problems
            ],
        }
        print_json(found)
        return 0
    for game in GAMES.values():
        print("\n".join(lines(game, language)))
    return 0


def report(game: Game, language: Language) -> dict[str, object]:
    return {
        "name": game.name,
        "title": say(fact(f"{game.name}.title"), language),
        "package": GAMES.package(game.name),
        "players": [game.set_up.players[0], game.set_up.players[-1]],
        "levels": list(levels(game)),
        "score_sheet": sheet_of(game) is not None,
        "options": {option.name: option.allowed() for option in game.set_up.options},
    }


def lines(game: Game, language: Language) -> list[str]:
    """Describe a game in a few lines, the first without indentation."""

    def t(key: str, /, **args: Arg) -> str:
        return say(fact(f"cli.games_{key}", **args), language)

    seats = game.set_up.players
    told = [t("line", title=fact(f"{game.name}.title"), name=game.name, low=seats[0], high=seats[-1])]
    told.append(f"  {t('package', package=GAMES.package(game.name))} · {t('levels', levels=list(levels(game)))}")
    lacks = [] if game.policy is not None else [t("no_policy")]
    lacks += [] if game.network is not None else [t("no_network")]
    if not game.deals_anew:
        lacks = [t("no_hide")]
    if lacks:
        told[-1] += f" ({'; '.join(lacks)})"
    if game.set_up.options:
        options = [f"{option.name} ({option.allowed()})" for option in game.set_up.options]
        told.append(f"  {t('options', options=options)}")
    return told
