"""`koloda replay` and `koloda verify`: show a record, and check its dealer."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from koloda.core.errors import BadRecord, FileError, KolodaError, UnknownOption
from koloda.core.exit_codes import DONE, FILE, NO, USAGE
from koloda.core.facts import fact
from koloda.core.output import print_json
from koloda.core.text import Language, say
from koloda.table.match import Match, Undo
from koloda.table.record import Record, verify
from koloda.terminal.files import read_record
from koloda.terminal.view_lines import lines


def each_file(files: Sequence[Path], show: Callable[[Path], int], as_json: bool, language: Language) -> int:
    """Show one file after the other; the exit code is the largest of theirs. A file that cannot be read stops none."""
    if len(files) == 1:
        return show(files[0])
    worst = DONE
    for number, file in enumerate(files):
        if not as_json:
            print("\n" * bool(number) + f"{file}:")
        try:
            status = show(file)
        except KolodaError as error:
            status = FILE if isinstance(error, FileError) else USAGE
            if as_json:
                print_json({"file": str(file), "error": {"code": error.code, "message": error.text(language)}})
            else:
                sys.stdout.flush()
                print(error.text(language), file=sys.stderr)
        worst = max(worst, status)
    return worst


def replay(file: Path, to: int | None, seat: int | None, as_json: bool, language: Language) -> int:
    """Show the position after `to` entries (None: all) as seat number `seat` saw it (None: a spectator)."""
    found = read_record(file)
    seen_by = _seat(found, seat)
    match = _up_to(found, to)
    game, names = found.game, found.names
    told, view = match.story(seen_by), match.view(seen_by)
    if as_json:
        result: dict[str, Any] = {
            "file": str(file),
            "game": game.name,
            "entries": len(match.entries),
            "of": len(found.match.entries),
            "seat": seat,
            "names": names,
            "view": msgspec.to_builtins(view),
            "story": [{**msgspec.to_builtins(f), "text": say(f, language, names)} for f in told],
        }
        print_json(result)
        return DONE
    for f in told:
        print(say(f, language, names, seen_by))
    print()
    print(say(fact("terminal.position", entry=len(match.entries), of=len(found.match.entries)), language))
    for line in lines(found.game, view, language, names):
        print(line)
    return DONE


def look(file: Path, to: int | None, seat: int | None, language: Language) -> int:
    """Show the same in full screen, to step through. `to` is where to begin."""
    from koloda.terminal.screen import replay as screen

    found = read_record(file)
    seen_by = _seat(found, seat)
    _up_to(found, to)  # refuses an entry that there is not
    return screen.run(found, to, seen_by, language)


def _seat(found: Record, seat: int | None) -> int | None:
    if seat is None:
        return None
    players = int(found.values["players"])
    if not 1 <= seat <= players:
        raise UnknownOption.of("errors.no_seat", seat=seat, players=players)
    return seat - 1


def _up_to(found: Record, to: int | None) -> Match:
    """The match after `to` entries."""
    entries = found.match.entries
    if to is not None and not 0 <= to <= len(entries):
        raise UnknownOption.of("errors.no_entry", given=to, most=len(entries))
    match = found.begin()
    match.apply(*entries[:to])
    return match


def check(file: Path, as_json: bool, language: Language) -> int:
    """Recompute every draw of a record. A file that is not a record, or one that does not hold, is a no."""
    try:
        found = read_record(file)
        verify(found)
    except BadRecord as error:
        if as_json:
            refused = {"code": error.code, "message": error.text(language)}
            print_json({"file": str(file), "verified": False, "error": refused})
        else:
            sys.stdout.flush()
            print(error.text(language), file=sys.stderr)
        return NO
    undone = sum(isinstance(entry, Undo) for entry in found.match.entries)
    if as_json:
        draws, commitment = found.match.draws, found.commitment
        print_json({"file": str(file), "verified": True, "draws": draws, "commitment": commitment})
    else:
        told = fact("terminal.verified", draws=found.match.draws, undone=undone, commitment=found.commitment or "")
        print(say(told, language))
    return DONE
