"""The page repeats the computations of the Python dealer, and names what was changed."""

import hashlib
import json
import subprocess
from typing import Any

import msgspec
import pytest

from koloda.server.messages import DealProof, DealtDraw
from koloda.table.dealer import Dealer
from tests.server.built_pages import WEB, node

LOADS = """
import { createServer } from "vite"
const server = await createServer({ configFile: false, server: { middlewareMode: true, ws: false }, appType: "custom",
  logLevel: "error", optimizeDeps: { noDiscovery: true } })
const { verify, fair } = await server.ssrLoadModule("/src/verify.ts")
const { sha256 } = await import("@noble/hashes/sha2.js")
let text = ""
for await (const chunk of process.stdin) text += chunk
const { cases, messages } = JSON.parse(text)
const verdicts = []
for (const [deal, promised] of cases) {
  const verdict = verify(deal, promised)
  verdicts.push({ ...verdict, fair: fair(verdict) })
}
const digests = messages.map((hex) => Buffer.from(sha256(Uint8Array.from(Buffer.from(hex, "hex")))).toString("hex"))
console.log(JSON.stringify({ verdicts, digests }))
await server.close()
"""


def dealt(dealer: Dealer) -> DealProof:
    """Draws among few and many outcomes."""
    sizes = [1, 2, 3, 7, 24, 33, 60, 110, 2**20, *[52] * 40]
    draws = [DealtDraw(outcomes=n, outcome=dealer.deal(n), text=f"card {k}") for k, n in enumerate(sizes)]
    return DealProof(
        commitment=dealer.commitment,
        secret=dealer.secret.hex(),
        nonces=[nonce.hex() for nonce in dealer.nonces],
        draws=draws,
    )


HONEST = dealt(Dealer.seeded("browser", 4))
PROMISED = {"commitment": HONEST.commitment, "nonce": HONEST.nonces[2], "seat": 2}
TURNED = msgspec.structs.replace(HONEST.draws[11], outcome=(HONEST.draws[11].outcome + 1) % 52, text="card 17")
ELSEWHERE = dealt(Dealer.seeded("another", 4))
CASES: dict[str, tuple[DealProof, dict[str, Any] | None]] = {
    "honest": (HONEST, PROMISED),
    "spectator": (HONEST, None),
    "turned": (
        msgspec.structs.replace(HONEST, draws=[*HONEST.draws[:11], TURNED, *HONEST.draws[12:]]),
        PROMISED,
    ),
    "other secret": (msgspec.structs.replace(HONEST, secret=ELSEWHERE.secret), PROMISED),
    "no secret": (msgspec.structs.replace(HONEST, secret=""), PROMISED),
    "other commitment": (ELSEWHERE, PROMISED | {"nonce": ELSEWHERE.nonces[2]}),
    "foreign nonce": (HONEST, PROMISED | {"nonce": "00" * 16}),
    "moved nonce": (HONEST, PROMISED | {"seat": 1}),
    "changed nonce": (
        msgspec.structs.replace(HONEST, nonces=[HONEST.nonces[0], "ab" * 16, *HONEST.nonces[2:]]),
        PROMISED,
    ),
}
MESSAGES = [bytes(range(n % 256)) * (1 + n // 256) for n in (0, 1, 55, 56, 63, 64, 65, 119, 120, 255, 1000)]


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    given = {"cases": list(CASES.values()), "messages": [message.hex() for message in MESSAGES]}
    done = subprocess.run(
        [node(), "--input-type=module", "-e", LOADS],
        input=msgspec.json.encode(given),
        cwd=WEB,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


@pytest.fixture
def verdict(answers: dict[str, Any], case: str) -> Any:
    return answers["verdicts"][list(CASES).index(case)]


@pytest.mark.parametrize("case", ["honest", "spectator"])
def test_an_honest_deal_is_found_so(verdict: Any, case: str) -> None:
    assert verdict["fair"]
    assert verdict["secret"]
    assert verdict["draws"] == len(HONEST.draws)
    assert verdict["wrong"] == []
    noted = True if case == "honest" else None
    assert (verdict["commitment"], verdict["nonce"]) == (noted, noted)


@pytest.mark.parametrize("case", ["turned"])
def test_a_changed_draw_is_named(verdict: Any) -> None:
    assert not verdict["fair"]
    assert verdict["secret"]
    right = HONEST.draws[11].outcome
    assert verdict["wrong"] == [{"number": 12, "text": "card 17", "outcome": TURNED.outcome, "right": right}]


@pytest.mark.parametrize("case", ["other secret", "no secret"])
def test_another_secret_breaks_the_promise_and_most_draws(verdict: Any) -> None:
    assert not verdict["fair"]
    assert not verdict["secret"]
    assert len(verdict["wrong"]) > 30


@pytest.mark.parametrize("case", ["other commitment"])
def test_a_deal_that_is_sound_but_was_not_promised_is_found(verdict: Any) -> None:
    assert verdict["secret"]
    assert verdict["wrong"] == []
    assert verdict["commitment"] is False
    assert not verdict["fair"]


@pytest.mark.parametrize("case", ["foreign nonce", "moved nonce"])
def test_the_own_nonce_must_have_gone_into_the_own_seat(verdict: Any) -> None:
    assert verdict["nonce"] is False
    assert not verdict["fair"]


@pytest.mark.parametrize("case", ["changed nonce"])
def test_a_nonce_changed_afterwards_breaks_the_draws(verdict: Any) -> None:
    assert verdict["nonce"] is True
    assert len(verdict["wrong"]) > 30
    assert not verdict["fair"]


def test_sha256_without_the_browsers_help(answers: dict[str, Any]) -> None:
    """Browsers give theirs to encrypted pages only, and a table in the home network is none."""
    assert answers["digests"] == [hashlib.sha256(message).hexdigest() for message in MESSAGES]
