"""The bots in the other seats: bots of a level, and external bots."""

from collections.abc import Callable, Mapping, Sequence

from koloda.bots.bot import Bot
from koloda.bots.external import ExternalBot, is_external, make_external_bot
from koloda.bots.levels import check_bot, make_bot, usual_level
from koloda.bots.search_bot import threads_at_hand
from koloda.core.errors import BadBot, UnknownOption
from koloda.core.game import Game
from koloda.core.text import Language
from koloda.table.table import Table


def named(game: Game, seats: Sequence[int], bots: Sequence[str], level: str | None) -> dict[int, str]:
    """Which bot sits where: named bots fill the seats in order, the rest have the level."""
    if len(bots) > len(seats):
        raise UnknownOption.of("terminal.too_many_bots", given=len(bots), seats=len(seats))
    return dict(zip(seats, [*bots, *[level or str(usual_level(game))] * (len(seats) - len(bots))], strict=True))


def renamed(table: Table, bots: Sequence[str], level: str | None) -> None:
    """Replace the bots of a saved game. A program that only the file names is not run: anybody may have written it."""
    seats = sorted(table.record.bots)
    given = named(table.game, seats, bots, level)
    for number, seat in enumerate(seats):
        if number < len(bots) or level is not None:
            table.record.bots[seat] = given[seat]
        elif is_external(table.record.bots[seat]):
            raise BadBot.of("terminal.name_again", seat=seat + 1, bot=table.record.bots[seat])


def seated(table: Table, seed: object, language: Language) -> dict[int, Bot]:
    """Make the bots that a record names."""
    return {seat: _made(spec, f"{seed} {seat}", table, language) for seat, spec in table.record.bots.items()}


def _made(spec: str, seed: str, table: Table, language: Language) -> Bot:
    check_bot(spec, table.game)
    if is_external(spec):
        return make_external_bot(spec, seed, table.record.names, language)
    return make_bot(spec, table.game, table.state.players, seed, threads=threads_at_hand())


def report_faults(table: Table, bots: Mapping[int, Bot], language: Language, tell: Callable[[str], None]) -> None:
    """Report the faults of external bots as they happen."""
    names = table.record.names
    for bot in bots.values():
        if isinstance(bot, ExternalBot):
            bot.on_fault = lambda fault: tell(fault.text(language, names))


def close_bots(table: Table, bots: Mapping[int, Bot]) -> None:
    """Close the external bots. If the game is over, they hear how it ended."""
    for seat, bot in bots.items():
        if isinstance(bot, ExternalBot):
            if table.over:
                bot.finish(table.view(seat), table.story(seat))
            bot.close()
