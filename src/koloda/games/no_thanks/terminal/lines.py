"""No Thanks! in lines of text."""

from collections.abc import Sequence

from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say
from koloda.games.no_thanks.notation import write_runs
from koloda.games.no_thanks.view import NoThanksView


def lines(view: NoThanksView, language: Language, names: Sequence[str]) -> list[str]:
    def tell(told: Fact) -> str:
        return say(told, language, names, view.seat)

    shown = []
    if view.card is not None:
        shown.append(tell(fact("no_thanks.on_offer", card=view.card, pot=view.pot, left=view.left)))
    for seat in range(view.players):
        cards = write_runs(sum(1 << card for card in view.taken[seat])).replace(",", " ")
        if view.scores is not None:
            shown.append(f"  {tell(_final(view, view.scores[seat], seat, cards))}")
            continue
        taken = fact("no_thanks.cards", cards=cards, points=view.points[seat]) if cards else fact("no_thanks.no_cards")
        chips = view.chips[seat]
        held = fact("no_thanks.chips_hidden") if chips is None else fact("no_thanks.chips", chips=chips)
        mark = ">" if seat in view.actors else " "
        shown.append(f"{mark} {tell(fact('no_thanks.player', player=seat, held=held, taken=taken))}")
    return shown


def _final(view: NoThanksView, score: int, seat: int, cards: str) -> Fact:
    """What a seat's score is made of (NT-8)."""
    chips, points = view.chips[seat] or 0, view.points[seat]
    return fact("no_thanks.final", player=seat, cards=cards, points=points, chips=chips, score=score)
