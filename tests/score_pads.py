"""Score pads in tests: what the browser sends, counted."""

from collections.abc import Sequence
from typing import Any

from koloda.core.facts import Fact
from koloda.core.score_sheet import count, sheet_of
from koloda.core.text import LANGUAGES, say
from koloda.games import GAMES

NAMES = ("Anna", "Boris", "Vera", "Gleb")
Entries = Sequence[dict[str, Any]]


def counted(game: str, entries: Entries, draft: Entries = (), players: int = 4, **options: str) -> Any:
    """The standing of a sheet. Everything that it tells has a text in every language."""
    sheet = sheet_of(GAMES[game])
    assert sheet is not None
    found = [count(sheet(options, language), NAMES[:players], entries, draft) for language in LANGUAGES]
    for language, standing in zip(LANGUAGES, found, strict=True):
        for told in facts_in(standing):
            assert say(told, language, standing.names)
    assert isinstance(found[0], sheet.standing_type)
    return found[0]


def facts_in(thing: Any) -> list[Fact]:
    if isinstance(thing, Fact):
        return [thing]
    if isinstance(thing, list):
        return [told for each in thing for told in facts_in(each)]
    fields = getattr(thing, "__struct_fields__", ())
    return [told for name in fields for told in facts_in(getattr(thing, name))]


def told(fact: Fact | None) -> str:
    """An English sentence about these players."""
    return "" if fact is None else say(fact, "en", NAMES)
