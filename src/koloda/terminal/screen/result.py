"""How a game ended: winners, scores, what broke a tie, and that the deal was honest."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from koloda.core.errors import KolodaError
from koloda.core.facts import Arg, Fact, fact
from koloda.core.text import Language, say
from koloda.table.record import verify
from koloda.terminal.sitting import Sitting

COLUMNS: dict[str, tuple[str, ...]] = {
    "dobro": ("points", "last_round", "pile_sum"),
    "no_thanks": ("points",),
    "mind_up": ("points", "last_round", "bonuses"),
    "tugriki": ("tugriks",),
}
"""What decides, in this order (DB-27, MU-16); in the other games equals share the win."""


def result(sitting: Sitting, language: Language, notes: Sequence[Fact]) -> Text:
    table = sitting.table
    names = table.record.names

    def t(key: str, /, **args: Arg) -> str:
        return say(fact(f"screen.{key}", **args), language, names, sitting.seat)

    winners = table.game.winners(table.state)
    if len(winners) == 1:
        told = fact("common.wins", player=winners[0])
    else:
        told = fact("common.share", players=[fact("common.player", player=seat) for seat in winners])
    text = Text().append(f"★ {say(told, language, names, sitting.seat)}\n\n", style="bold")
    text.append_text(_scores(sitting, winners, t))
    for note in (*notes, _checked(sitting)):
        text.append(f"\n{say(note, language)}")
    return text


def figures(view: Any, seat: int) -> list[int]:
    """What decides, for one seat, as it is shown."""
    if view.game == "dobro":
        return [view.points[seat], view.last_points[seat], _sum(view.piles[seat])]
    if view.game == "mind_up":
        return [view.totals[seat], view.points[seat][-1], view.bonuses[seat]]
    return [view.scores[seat]]


def _sum(pile: Sequence[str]) -> int:
    return sum(int(card) for card in pile if card.isdecimal())


def deciding(rows: Sequence[Sequence[int]]) -> int:
    """Which column told the winner from the next: the first in which they differ (0: no tie at all)."""
    if len(rows) < 2:
        return 0
    differ = [number for number, (a, b) in enumerate(zip(rows[0], rows[1], strict=True)) if a != b]
    return differ[0] if differ else len(rows[0]) - 1


def _scores(sitting: Sitting, winners: Sequence[int], t: Callable[..., str]) -> Text:
    """A line for each seat, the best first; as many columns as it took to decide."""
    table = sitting.table
    standings = [0] * table.game.seats
    table.game.rules.standings(table.state, standings)
    order = sorted(range(table.state.players), key=lambda seat: -standings[seat])
    view = table.view(sitting.seat)
    rows = [figures(view, seat) for seat in order]
    shown = deciding(rows) + 1
    heads = [t(f"column_{name}") for name in COLUMNS[table.game.name][:shown]]
    name_width = max(cell_len(name) for name in table.record.names) + 2
    text = Text().append(" " * (name_width + 5) + "  ".join(heads) + "\n", style="bold")
    for seat, row in zip(order, rows, strict=True):
        place = 1 + sum(standings[other] > standings[seat] for other in order)
        mark = "★" if seat in winners else " "
        name = table.record.names[seat]
        line = f"{mark} {place}. {name}{' ' * (name_width - cell_len(name))}"
        cells = [str(value).rjust(cell_len(head)) for head, value in zip(heads, row, strict=False)]
        text.append(line + "  ".join(cells) + "\n", style="bold" if seat == sitting.seat else "")
    if shown > 1:
        text.append("\n" + t("tie_break", column=heads[-1]) + "\n")
    return text


def _checked(sitting: Sitting) -> Fact:
    """Every draw recomputed from the dealer's secret, which is no secret any more."""
    found = sitting.table.record
    try:
        verify(found)
    except KolodaError as error:
        return error.detail
    return fact("screen.verified", draws=found.course.draws)
