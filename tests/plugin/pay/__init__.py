"""Pay or Take: No Thanks! as a stranger's package, without any code for bots or interfaces."""

from dataclasses import replace

import msgspec

from koloda.core.moves import PLAIN_MOVES
from koloda.games import no_thanks
from koloda.games.no_thanks.state import State
from koloda.games.no_thanks.view import NoThanksView
from koloda.games.no_thanks.view import view as view_as_no_thanks


class PayView(NoThanksView, frozen=True, kw_only=True):
    pass


def view(s: State, seat: int | None) -> PayView:
    return PayView(**{**msgspec.structs.asdict(view_as_no_thanks(s, seat)), "game": "pay"})


GAME = replace(
    no_thanks.GAME,
    package=__name__,
    set_up=replace(no_thanks.GAME.set_up, name="pay"),
    position_view=view,
    moves=PLAIN_MOVES,
    rule_prefix="PT",
    tie_rule="",
)
