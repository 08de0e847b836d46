"""The result of a game: winners, scores, what broke a tie, and that the deal was fair."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from koloda.core.errors import KolodaError
from koloda.core.events import told_winners
from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say
from koloda.core.view import View
from koloda.table.record import verify
from koloda.terminal.session import Session


def result(session: Session, language: Language, notes: Sequence[Fact]) -> Text:
    table = session.table
    names = table.record.names
    told = told_winners(table.game.winners(table.state)).fact
    text = Text().append(f"★ {say(told, language, names, session.seat)}\n\n", style="bold")
    text.append_text(scores(table.view(session.seat), names, language))
    for note in (*notes, _checked(session)):
        text.append(f"\n{say(note, language)}")
    return text


def scores(view: View, names: Sequence[str], language: Language) -> Text:
    """A line for each seat, the best first, with as many columns as it took to decide."""
    assert view.places is not None
    assert view.ranking is not None
    score, *tie_breaks = view.ranking.criteria
    shown = [score, *(criterion for criterion in tie_breaks if criterion.compared)]
    heads = [_in_a_line(say(fact(criterion.name), language)) for criterion in shown]
    name_width = max(cell_len(name) for name in names) + 2
    text = Text().append(" " * (name_width + 5) + "  ".join(heads) + "\n", style="bold")
    for place, seat in sorted(zip(view.places, range(view.players), strict=True)):
        mark = "★" if place == 1 else " "
        line = f"{mark} {place}. {names[seat]}{' ' * (name_width - cell_len(names[seat]))}"
        cells = [str(each.values[seat]).rjust(cell_len(head)) for head, each in zip(heads, shown, strict=True)]
        text.append(line + "  ".join(cells) + "\n", style="bold" if seat == view.seat else "")
    for head, criterion in zip(heads, shown, strict=True):
        if criterion.decided:
            text.append("\n" + say(fact("screen.tie_break", column=head), language) + "\n")
    return text


def _in_a_line(name: str) -> str:
    """A name as it reads within a sentence."""
    return name[:1].lower() + name[1:]


def _checked(session: Session) -> Fact:
    """Recompute every draw from the dealer's secret."""
    found = session.table.record
    try:
        verify(found)
    except KolodaError as error:
        return error.detail
    return fact("screen.verified", draws=session.table.match.draws)
