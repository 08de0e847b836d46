"""A mean and how far it may be off, and how both are said."""

from typing import NamedTuple

from koloda.core.facts import Fact, fact

SURE = 3
"""Standard errors by which a mean must stand out from nothing before anybody is told."""


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    @property
    def clear(self) -> bool:
        """Does it stand out from nothing, on either side?"""
        return self.mean != 0 and abs(self.mean) >= SURE * self.error

    def __neg__(self) -> "Estimate":
        return Estimate(-self.mean, self.error)

    def exceeds(self, least: float) -> bool:
        """Does it stand out above nothing, and is it at least so large?"""
        return self.clear and self.mean > 0 and self.mean >= least

    @property
    def tenths(self) -> int:
        """A share, as so many times out of ten."""
        return round(10 * self.mean)

    @property
    def amount(self) -> dict[str, Fact | int]:
        """The arguments of a text for an amount above nothing: its `number`, and the `n` that a noun goes with.

        One of its last digit is at least a third of the standard error. Only what is less than 1 has two decimals.
        """
        digits = 0 if self.error > 0.3 else 1 if self.error > 0.03 or self.mean >= 1 else 2
        whole, part = divmod(round(self.mean * 10**digits), 10**digits)
        written = f"{part:0{digits}}".rstrip("0") if digits else ""
        if not written:
            return {"number": fact("reason.whole", whole=whole), "n": whole}
        return {"number": fact("reason.decimal", whole=whole, part=written), "n": 2}  # a fraction goes like a two
