"""Numbers as people write them."""

import re

from koloda.core.errors import UnknownOption

MOST = 10**18
"""Nobody means a larger one."""


def signed(number: int) -> str:
    """+3, +0, −2: with the sign that people write."""
    return f"{number:+}".replace("-", "\N{MINUS SIGN}")


def whole_number(text: str) -> int:
    """Read 1000000, 1_000_000, 1e6 or "1 000 000"."""
    plain = re.sub(r"(?<=\d)[_\s](?=\d)", "", text.strip())
    found = re.fullmatch(r"([+-]?\d{1,18})(?:\.(\d{1,18}))?(?:[eE]\+?(\d{1,2}))?", plain, re.ASCII)
    if found:
        whole, decimals, exponent = found[1], (found[2] or "").rstrip("0"), int(found[3] or 0)
        zeros = exponent - len(decimals)
        number = int(whole + decimals) * int("1" + "0" * zeros)
        if zeros >= 0 and abs(number) <= MOST:
            return number
    raise UnknownOption.of("errors.whole_number", given=text)
