"""Reasons in words, for tests."""

from koloda.analysis.reasons import Reason, Tone, reason
from koloda.bots.knowledge import knowledge_of
from koloda.core.bits import lowest
from koloda.core.game import Game
from koloda.core.text import say

NAMES = ["Anna", "Boris", "Vera"]


def why(game: Game, position: str, better: str, worse: str, tone: Tone = "cost", most: int = 256) -> Reason:
    """Why a move is better than another, for the first who has to move in a position."""
    s = game.notation.read_position(position)
    seat = lowest(game.rules.actors(s))
    read = game.notation.read_action
    return reason(knowledge_of(game, s, seat), read(s, better), read(s, worse), tone, most)


def said(found: Reason) -> list[str]:
    """In English, then in Russian."""
    return [say(fact, language, NAMES) for fact in found.facts for language in ("en", "ru")]
