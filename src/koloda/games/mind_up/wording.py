"""Cards and goals of Mind Up! as facts, for narration and for views in words."""

from functools import cache

from koloda.core.facts import Fact, fact


@cache
def card(number: int, colour: str, mark: int) -> Fact:
    """`37 (blue, +1)`"""
    name = fact(f"mind_up.{colour}")
    if mark == 0:
        return fact("mind_up.card_unmarked", number=number, colour=name)
    return fact("mind_up.card", number=number, colour=name, mark=f"{mark:+}")


def goal(name: str, worth: int) -> Fact:
    """`B1: 2 or 4 blue cards, +2`"""
    return fact("mind_up.goal", name=name, text=fact(f"mind_up.goal_{name}"), worth=f"{worth:+}")
