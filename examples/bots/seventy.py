"""A yardstick for No Thanks!: take the card when the chips on it pay for 70 % of the points that it adds.

koloda arena no_thanks --bots 3,examples/bots/seventy.py:Seventy,examples/bots/seventy.py:Seventy --deals 100
"""

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.games.no_thanks.state import PASS, TAKE
from koloda.games.no_thanks.view import NoThanksView


class Seventy:
    def choose(self, knowledge: Knowledge, budget: Budget) -> int:
        view = knowledge.view
        assert isinstance(view, NoThanksView)
        assert view.card is not None
        cards = view.taken[knowledge.seat]
        cost = points([*cards, view.card]) - points(cards)
        return TAKE if PASS not in knowledge.legal or 10 * view.pot >= 7 * cost else PASS


def points(cards: list[int]) -> int:
    """Of a run only the lowest card counts."""
    return sum(card for card in cards if card - 1 not in cards)
