"""The rules of No Thanks! without `hide`."""

from koloda.games.no_thanks.rules import act, actors, chance, draw, legal, over, scores, standings, start

__all__ = ["act", "actors", "chance", "draw", "legal", "over", "scores", "standings", "start"]
