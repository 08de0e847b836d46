"""Makes ids, tokens and nonces, and reads the ids, names and nonces that people send."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping

from koloda.bots.levels import check_bot
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.names import length, typed_name
from koloda.server.tables.refusals import Refused, failure_of, refused
from koloda.table.dealer import derived

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""The characters of table ids: no two look alike."""
ID_LENGTH = 8
GROUP_LENGTH = 2
"""With these first characters of its id a table shares a home among workers with its rematches (`web/handover.py`)."""
NAME_LENGTH = 24

Entropy = Callable[[int], bytes]
"""Returns this many unpredictable bytes. Table ids, tokens and dealers' secrets come from it."""

_ID = re.compile(rf"[{ALPHABET}]{{{ID_LENGTH}}}")
_NONCE = re.compile(r"[0-9a-f]{32}")


def is_id(text: str) -> bool:
    return bool(_ID.fullmatch(text))


def new_id(entropy: Entropy, fits: Callable[[str], bool] = lambda table: True) -> str:
    """`fits` says which ids it may be."""
    while True:
        number = int.from_bytes(entropy(16), "big")  # so large that no letter is likelier than another
        made = "".join(ALPHABET[number // len(ALPHABET) ** at % len(ALPHABET)] for at in range(ID_LENGTH))
        if fits(made):
            return made


def rematch_id(table: str, secret: bytes) -> str:
    """The id of the table of a rematch follows from the secret of the table before: whoever opens it, it is the same.

    Only who knows that table learns its secret, when the game is over. Its people stay at the same worker.
    """
    following = new_id(lambda count: derived(secret, "rematch")[:count])
    return table[:GROUP_LENGTH] + following[GROUP_LENGTH:]


def new_token(entropy: Entropy) -> str:
    return urlsafe_b64encode(entropy(32)).rstrip(b"=").decode()


def no_table(table: str) -> Refused:
    return refused("no_table", "no_table", table=table[:32], length=ID_LENGTH)


def dealers_nonce(secret: bytes, seat: int) -> str:
    """A nonce for a seat whose player sends none.

    The commitment binds the dealer to it, because it follows from the secret.
    """
    return derived(secret, f"nonce {seat}")[:16].hex()


def read_name(given: str) -> str:
    try:
        name = typed_name(given)
    except KolodaError as error:
        if error.detail.key == "errors.name_invisible":
            raise Refused(failure_of(error)) from None
        name = ""
    if not 1 <= length(name) <= NAME_LENGTH:
        raise refused("unknown_option", "name", most=NAME_LENGTH)
    return name


def read_nonce(given: str) -> str:
    if not _NONCE.fullmatch(given.lower()):
        raise refused("unknown_option", "nonce")
    return given.lower()


def read_bot(given: str, bots: Mapping[str, str], game: Game) -> str:
    """Check the name of a bot for a game. `bots` are the bots that the server offers: names and specs."""
    if given not in bots:
        raise refused("unknown_option", "no_bot", given=given[:NAME_LENGTH], bots=", ".join(bots))
    check_bot(bots[given], game)
    return given
