"""Which thing is selected, and which of its actions."""

from collections.abc import Sequence

from koloda.drawing.scene import Thing
from koloda.terminal.screen.hand import KEYS

_STEPS = {"left": -1, "right": 1, "shift+tab": -1, "tab": 1}
_USES = {"up": -1, "down": 1}


class Selection:
    """Left and right select among the things that have actions, up and down among a thing's actions or in a list."""

    def __init__(self) -> None:
        self.things: Sequence[Thing] = ()
        self.selected: int | None = None
        self.use = 0
        self.deliberate = False
        """Did the person select it? (If not, it is the default.)"""

    def lay_out(self, things: Sequence[Thing], afresh: bool, must: bool) -> None:
        """Take the things of a new position. If the position is the same, the selection stays."""
        self.things = things
        if afresh:
            self.select(self._usual() if must else None)
            self.use = 0
            self.deliberate = False

    def _usual(self) -> int | None:
        """The first card that can be played, preferably alone. Of several buttons, none is suggested."""
        usable = self._usable
        cards = [number for number in usable if self.things[number].face is not None]
        cards.sort(key=lambda number: bool(self.things[number].note))
        return cards[0] if cards else usable[0] if len(usable) == 1 else None

    @property
    def _usable(self) -> list[int]:
        return [number for number, thing in enumerate(self.things) if thing.actions]

    @property
    def uses(self) -> tuple[int, ...]:
        return () if self.selected is None else self.things[self.selected].actions

    @property
    def action(self) -> int | None:
        return self.uses[self.use] if self.uses else None

    def select(self, number: int | None) -> None:
        if number != self.selected:
            self.use = 0
        self.selected = number
        self.deliberate = True

    def aim(self, action: int) -> None:
        """Select the thing that has this action."""
        for number, thing in enumerate(self.things):
            if action in thing.actions:
                self.select(number)
                self.use = thing.actions.index(action)
                return

    def press(self, key: str) -> bool:
        """Move the selection. True if the key does that."""
        steps = _STEPS | _USES if any(thing.listed for thing in self.things) else _STEPS
        if key in steps and self._usable:
            usable = self._usable
            if self.selected in usable:
                self.select(usable[(usable.index(self.selected) + steps[key]) % len(usable)])
            else:
                self.select(usable[0 if steps[key] > 0 else -1])
            return True
        if key in _USES and len(self.uses) > 1:
            self.use = (self.use + _USES[key]) % len(self.uses)
            return True
        return False

    def by_key(self, key: str) -> int | None:
        """The thing with that letter, else the playable card with that number."""
        for number, thing in enumerate(self.things):
            if thing.key and thing.key == key:
                return number
        cards = [number for number in self._usable if self.things[number].face is not None]
        return dict(zip(KEYS, cards, strict=False)).get(key)
