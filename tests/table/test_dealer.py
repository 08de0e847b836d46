"""The dealer: uniform, reproducible, committed."""

import hashlib
import hmac
from collections import Counter

import pytest

from koloda.table.dealer import Dealer, commitment

SECRET = bytes(range(32))
NONCES = [b"one", b"two"]


def by_hand(k: int, n: int) -> int:
    """The docstring's formula, written again."""
    parts = b"\x00\x00\x00\x03one\x00\x00\x00\x03two"
    prefix = b"koloda draw 1" + hashlib.sha256(parts).digest() + k.to_bytes(8, "big")
    for attempt in range(100):
        block = hmac.new(SECRET, prefix + attempt.to_bytes(8, "big"), hashlib.sha256).digest()
        word = int.from_bytes(block[:8], "big")
        if word // n < 2**64 // n:
            return word % n
    raise AssertionError


def test_draws_follow_the_published_formula() -> None:
    dealer = Dealer(SECRET, NONCES)
    assert [dealer.deal(52 - k) for k in range(52)] == [by_hand(k, 52 - k) for k in range(52)]


def test_rejection_keeps_large_bounds_exact() -> None:
    """With n just above 2**63 nearly half of all words are rejected."""
    n = 2**63 + 1
    dealer = Dealer(SECRET, NONCES)
    drawn = [dealer.deal(n) for _ in range(40)]
    assert drawn == [by_hand(k, n) for k in range(40)]
    assert max(drawn) < n


def test_a_dealer_goes_on_where_it_stopped() -> None:
    first, again = Dealer(SECRET, NONCES), Dealer(SECRET, NONCES, drawn=5)
    drawn = [first.deal(10) for _ in range(10)]
    assert [again.deal(10) for _ in range(5)] == drawn[5:]


def test_secret_and_every_nonce_matter() -> None:
    def draws(dealer: Dealer) -> list[int]:
        return [dealer.deal(1 << 32) for _ in range(4)]

    others = [Dealer(bytes(32), NONCES), Dealer(SECRET, [b"one", b"twO"]), Dealer(SECRET, [b"onet", b"wo"])]
    assert all(draws(other) != draws(Dealer(SECRET, NONCES)) for other in others)


def test_every_outcome_is_equally_likely() -> None:
    """χ² with 12 degrees of freedom, 99.9 % below 32.91."""
    dealer = Dealer(SECRET, NONCES)
    seen = Counter(dealer.deal(13) for _ in range(13_000))
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 32.91


def test_fresh_dealers_differ_and_seeded_ones_do_not() -> None:
    assert Dealer.fresh(3).secret != Dealer.fresh(3).secret
    assert Dealer.seeded("a", 3).commitment == Dealer.seeded("a", 3).commitment
    assert Dealer.seeded("a", 3).commitment != Dealer.seeded("b", 3).commitment


def test_the_commitment_is_pinned() -> None:
    """Old records must stay verifiable."""
    assert commitment(SECRET) == hashlib.sha256(b"koloda commitment 1" + SECRET).hexdigest()


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="31 bytes instead of 32"):
        Dealer(bytes(31), NONCES)
