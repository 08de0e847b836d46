"""Mind Up! in text. Actions: a card's number `37`; `back` takes the choice back.

Draws: `up 1 37` (seat 1 turns up card 37), `value 4` (the next collection card), `deal 2 15`, `goal B1`; after `hide`
also `choice 2 15`. Positions are in `positions.py`.
"""

from koloda.core.bits import nth
from koloda.core.errors import NotUnderstood
from koloda.games.mind_up.cards import GOAL_NAMES
from koloda.games.mind_up.goals import candidates
from koloda.games.mind_up.positions import read_position, write_position
from koloda.games.mind_up.rules import chance, chooser, debtor
from koloda.games.mind_up.state import CHOOSE_ANEW, DEAL, DEAL_ANEW, LAY_OUT, OPEN_GOALS, TAKE_BACK, TURN_UP, State

__all__ = ["read_action", "read_draw", "read_position", "write_action", "write_draw", "write_position"]

BACK = ("back", "назад", "вернуть")


def write_action(s: State, action: int) -> str:
    return BACK[0] if action == TAKE_BACK else str(action)


def read_action(s: State, text: str) -> int:
    word = text.strip().lower()
    if word in BACK:
        return TAKE_BACK
    if word.isdecimal() and len(word) <= 2 and s.deck >> int(word) & 1:
        return int(word)
    raise NotUnderstood.of("mind_up.no_move", text=text)


def write_draw(s: State, outcome: int) -> str:
    if s.phase == LAY_OUT:
        return f"value {nth(s.unlaid, outcome)}"
    if s.phase == OPEN_GOALS:
        return f"goal {GOAL_NAMES[nth(candidates(s), outcome)]}"
    if s.phase == CHOOSE_ANEW:
        seat = chooser(s)
        return f"choice {seat + 1} {nth(s.hand[seat], outcome)}"
    card = nth(s.stack, outcome)
    if s.phase == TURN_UP:
        return f"up {s.turn + 1} {card}"
    if s.phase == DEAL:
        return f"deal {s.turn + 1} {card}"
    assert s.phase == DEAL_ANEW
    return f"deal {debtor(s) + 1} {card}"


def read_draw(s: State, text: str) -> int:
    """The outcome that is written so; there are few enough to look through."""
    plain = " ".join(text.split()).lower()
    for outcome in range(chance(s)):
        if write_draw(s, outcome).lower() == plain:
            return outcome
    raise NotUnderstood.of("mind_up.no_draw", text=text)
