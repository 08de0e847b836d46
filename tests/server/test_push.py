"""Web Push: people who are away are told of their turn, once, on their devices, and nobody else learns anything."""

import asyncio
import base64
import socket
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from koloda.server.administration import AdminNotices, ShowNotices, perform
from koloda.server.compose import make_registry
from koloda.server.messages import HandOver, Nudge, PushSubscription, Rematch
from koloda.server.push import notices
from koloda.server.push.delivery import BadEndpoint, Delivery, PushAnswer, PushRequest, check_endpoint, is_public
from koloda.server.push.encryption import CURVE, encrypt
from koloda.server.push.notices import DELAY, MOST_DEVICES, Deliver
from koloda.server.push.vapid import base64url, contact_of, from_base64url
from koloda.server.storage.push import PushTarget
from koloda.server.storage.store import Store
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.web.settings import Settings
from tests.server.entropy import of_this_test
from tests.server.in_process_server import HASTY, go, metric, opened, seated, visitor
from tests.server.memory_store import MemoryStore
from tests.server.push_service import MINUTE, Answers, Device, PushService, claims, to_this_machine
from tests.server.registry_harness import Person, StepTime, begun, quiet
from tests.server.simulation import simulate
from tests.server.store_changes import change
from tests.server.stores import ALONE, SHARED, StoreMaker

SOON = 10_000
"""Milliseconds: less than the delay."""


class Scene:
    """A table of two people and a bot, where it is Anna's turn and she is away."""

    def __init__(self, registry: TableRegistry, time: StepTime, service: Answers, outcomes: "Counter[str]") -> None:
        self.registry = registry
        self.time = time
        self.service = service
        self.outcomes = outcomes
        self.people: list[Person] = []

    async def begin(self, *devices: Device, **more: Any) -> "Scene":
        more.setdefault("patience", None)
        self.people = await begun(self.registry, people=2, **more)
        for device in devices:
            await self.registry.notify(self.table, self.anna.token, device.subscription())
        await self.until(self.anna)
        return self

    @property
    def table(self) -> str:
        return self.people[0].table

    @property
    def anna(self) -> Person:
        return self.people[0]

    async def until(self, person: Person) -> None:
        """Play on until it is somebody's turn, and let them leave."""
        while not person.must:
            (other,) = [each for each in self.people if each.must]
            assert (await other.act(other.moves[0])).failure is None
            await quiet(self.registry)
        person.leave()

    async def wait(self, milliseconds: int) -> None:
        await self.time.step(self.registry, milliseconds)
        await quiet(self.registry)

    def told(self) -> list[str]:
        """The endpoints of all requests."""
        return [request.endpoint for request in self.service.requests]


async def started(
    time: StepTime, deliver: Deliver, store: Store | None = None, address: str = "https://cards.example.org"
) -> TableRegistry:
    """The tables of a server that sends its notices by `deliver`."""
    registry = make_registry(
        store or MemoryStore(), address=address, pace=0, time=time, entropy=of_this_test(), deliver=deliver
    )
    await registry.start()
    return registry


def scene_test(test: Callable[[Scene], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        async def inside() -> None:
            time, service = StepTime(), Answers()
            outcomes: Counter[str] = Counter()
            registry = await started(time, service)
            registry.notices.counted = lambda outcome: outcomes.update([outcome])
            try:
                await test(Scene(registry, time, service, outcomes))
            finally:
                await registry.close()

        simulate(inside())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


PHONE, TABLET = Device.number(1), Device.number(2)


@scene_test
async def test_whoever_is_away_is_told_of_a_turn_once(scene: Scene) -> None:
    await scene.begin(PHONE)
    await scene.wait(DELAY - 1000)
    assert scene.told() == [], "they may only be reloading the page"
    await scene.wait(10_000)
    assert scene.told() == [PHONE.endpoint]
    await scene.wait(10 * DELAY)
    await scene.anna.join()
    scene.anna.leave()
    await scene.wait(10 * DELAY)
    assert scene.told() == [PHONE.endpoint], "they know already"
    await scene.anna.join()
    assert (await scene.anna.act(scene.anna.moves[0])).failure is None
    await quiet(scene.registry)
    await scene.until(scene.anna)
    await scene.wait(2 * DELAY)
    assert scene.told() == [PHONE.endpoint] * 2, "another turn"
    assert scene.outcomes == {"sent": 2}


@scene_test
async def test_the_notice_says_which_game_and_whose_table_in_the_readers_language(scene: Scene) -> None:
    await scene.begin(PHONE)
    await scene.registry.notify(scene.table, scene.anna.token, TABLET.subscription("ru"))
    await scene.wait(2 * DELAY)
    assert scene.told() == [PHONE.endpoint, TABLET.endpoint]
    english, russian = scene.service.requests
    path = f"t/{scene.table}"
    assert PHONE.read(english.body) == {
        "title": "No Thanks!: your turn",
        "body": "At the table: Person 1",
        "path": path,
    }
    assert TABLET.read(russian.body) == {
        "title": "Нет уж, спасибо!: ваш ход",
        "body": "За столом: Person 1",
        "path": path,
    }
    assert scene.table not in str(english.headers), "who knows a table's id can watch it"
    assert english.headers["topic"] == russian.headers["topic"]
    assert len({len(request.body) for request in scene.service.requests}) == 1, "the length says nothing either"


@pytest.mark.parametrize(
    ("others", "english", "russian"),
    [
        ([], "Bots are waiting for you", "Вас ждут боты"),
        (["Boris"], "At the table: Boris", "За столом: Boris"),
        (["A", "B", "C", "D", "E"], "At the table: A, B, C and 2 more", "За столом: A, B, C и ещё 2"),
    ],
)
def test_who_is_named(others: list[str], english: str, russian: str) -> None:
    turn = notices.Turn("k3mz8w2p", 0, 1, "", "dobro", others)
    for language, expected in (("en", english), ("ru", russian)):
        found = msgspec.json.decode(notices.notice(turn, msgspec.structs.replace(target(1), language=language)))
        assert found["body"] == expected


@scene_test
async def test_nobody_is_told_who_is_there_or_lets_a_bot_play(scene: Scene) -> None:
    await scene.begin(PHONE)
    await scene.anna.join()
    await scene.wait(2 * DELAY)
    scene.anna.leave()
    await scene.wait(SOON)
    await scene.anna.join()
    await scene.wait(2 * DELAY)
    assert (await scene.anna.do(HandOver)).failure is None
    scene.anna.leave()
    await scene.wait(2 * DELAY)
    assert scene.told() == []


@scene_test
async def test_a_nudge_reaches_whoever_is_away_once_in_a_turn(scene: Scene) -> None:
    await scene.begin(PHONE, TABLET, idle=10)
    boris = scene.people[1]
    await scene.wait(SOON)
    assert (await boris.do(Nudge, seat=0)).failure is None
    await scene.wait(2 * DELAY)
    assert sorted(scene.told()) == [PHONE.endpoint, TABLET.endpoint], "the notice of the turn would be one too many"
    assert PHONE.read(scene.service.requests[0].body) == {
        "title": "No Thanks!: your turn",
        "body": "Person 1 is waiting for you",
        "path": f"t/{scene.table}",
    }
    await scene.wait(60_000)
    assert (await boris.do(Nudge, seat=0)).failure is None
    await scene.wait(DELAY)
    assert len(scene.told()) == 2, "once"
    await scene.anna.join()
    assert (await scene.anna.act(scene.anna.moves[0])).failure is None
    await quiet(scene.registry)
    await scene.until(scene.anna)
    await scene.wait(60_000)
    assert len(scene.told()) == 4, "another turn"
    assert (await boris.do(Nudge, seat=0)).failure is None
    await scene.wait(DELAY)
    assert len(scene.told()) == 6, "after the notice of the turn, too"
    await scene.anna.join()
    await scene.wait(60_000)
    assert (await boris.do(Nudge, seat=0)).failure is None
    await scene.wait(DELAY)
    assert len(scene.told()) == 6, "whoever is connected sees it"


@scene_test
async def test_with_another_key_devices_come_back_by_themselves(scene: Scene) -> None:
    await scene.begin(PHONE, TABLET)
    old, registry = await scene.registry.notice_key(), scene.registry
    shown = await perform(registry, ShowNotices())
    assert shown.notices == AdminNotices(key=old, devices=2)
    renewed = (await perform(registry, ShowNotices(renew_key=True))).notices
    assert renewed is not None
    assert (renewed.devices, renewed.forgotten, renewed.key != old) == (0, 2, True)
    assert await registry.notice_key() == renewed.key
    await scene.wait(2 * DELAY)
    assert scene.told() == [], "a push service takes nothing that another key has signed"
    await registry.notify(scene.table, scene.anna.token, PHONE.subscription())
    await scene.anna.join()
    scene.anna.leave()
    await scene.wait(2 * DELAY)
    assert scene.told() == [PHONE.endpoint]
    claims(scene.service.requests[0].headers["authorization"], renewed.key)


@scene_test
async def test_a_device_that_is_gone_is_asked_no_more(scene: Scene) -> None:
    await scene.begin(PHONE, TABLET)
    scene.service.given = [PushAnswer(410)]
    await scene.wait(2 * DELAY)
    assert sorted(scene.told()) == [PHONE.endpoint, TABLET.endpoint]
    assert scene.outcomes == {"gone": 1, "sent": 1}
    await scene.anna.join()
    assert (await scene.anna.act(scene.anna.moves[0])).failure is None
    await quiet(scene.registry)
    await scene.until(scene.anna)
    await scene.wait(2 * DELAY)
    assert scene.told()[2:] == [TABLET.endpoint]


@scene_test
async def test_a_push_service_that_fails_is_asked_three_times(scene: Scene) -> None:
    await scene.begin(PHONE)
    scene.service.given = [PushAnswer(0), PushAnswer(503), PushAnswer(500), PushAnswer(500)]
    await scene.wait(10 * DELAY)
    assert len(scene.told()) == 3
    assert scene.outcomes == {"failed": 1}


@scene_test
async def test_a_push_service_says_when_to_try_again(scene: Scene) -> None:
    await scene.begin(PHONE)
    scene.service.given = [PushAnswer(429, retry_after=100), PushAnswer(429, retry_after=3600)]
    await scene.wait(DELAY + 90_000)
    assert len(scene.told()) == 1
    await scene.wait(30_000)
    assert len(scene.told()) == 2
    await scene.wait(400_000)
    assert len(scene.told()) == 2, "an hour later it is of no use"


@scene_test
async def test_a_turn_that_has_ended_meanwhile_is_told_no_more(scene: Scene) -> None:
    await scene.begin(PHONE)
    scene.service.given = [PushAnswer(500)]
    await scene.wait(DELAY + 5000)
    await scene.anna.join()
    await scene.wait(10 * DELAY)
    assert len(scene.told()) == 1
    assert not scene.outcomes


@scene_test
async def test_notices_end_when_a_device_or_a_table_is_forgotten(scene: Scene) -> None:
    await scene.begin(PHONE, TABLET)
    await scene.registry.stop_notices(PHONE.endpoint)
    await scene.wait(2 * DELAY)
    assert scene.told() == [TABLET.endpoint]
    first = scene.table
    scene.people[1].leave()
    await scene.begin(PHONE)
    await scene.registry.remove(scene.table)
    assert scene.table != first
    await scene.wait(10 * DELAY)
    assert scene.told() == [TABLET.endpoint]


@scene_test
async def test_a_seat_has_a_few_devices_and_only_its_own_person_adds_one(scene: Scene) -> None:
    devices = [Device.number(number) for number in range(1, 9)]
    await scene.begin(*devices)
    for token in (None, "nonsense"):
        with pytest.raises(Refused):
            await scene.registry.notify(scene.table, token, PHONE.subscription())
    await scene.wait(2 * DELAY)
    assert scene.told() == [device.endpoint for device in devices[-MOST_DEVICES:]]


@scene_test
async def test_too_many_notices_at_once_are_dropped(scene: Scene) -> None:
    await scene.begin(PHONE)
    most, notices.MOST_WAITING = notices.MOST_WAITING, 0  # type: ignore[misc]
    try:
        await scene.wait(2 * DELAY)
    finally:
        notices.MOST_WAITING = most  # type: ignore[misc]
    assert (scene.told(), scene.outcomes) == ([], {"dropped": 1})


@scene_test
async def test_a_rematch_takes_the_notices_along(scene: Scene) -> None:
    await scene.begin(PHONE)
    await scene.anna.join()
    while scene.anna.news["table"]["status"] != "over":
        (person,) = [each for each in scene.people if each.must]
        assert (await person.act(person.moves[0])).failure is None
        await quiet(scene.registry)
    scene.anna.leave()
    following = (await scene.people[1].do(Rematch)).next
    assert following is not None
    boris = await Person(scene.registry, following, scene.people[1].token, 1).join()
    while not scene.told():
        while boris.must:
            assert (await boris.act(boris.moves[0])).failure is None
            await quiet(scene.registry)
        await scene.wait(2 * DELAY)
    assert scene.told() == [PHONE.endpoint]
    assert PHONE.read(scene.service.requests[0].body)["path"] == f"t/{following}"


def test_a_restart_tells_what_is_left_to_tell_and_nothing_twice() -> None:
    async def live() -> None:
        store, time, service = MemoryStore(), StepTime(), Answers()
        registry = await started(time, service, store)
        scene = await Scene(registry, time, service, Counter()).begin(PHONE)
        await scene.wait(SOON)
        await registry.close()
        time.set(time.now() + 3_600_000)
        assert scene.told() == []
        for _ in range(2):
            scene.registry = await started(time, service, store)
            await scene.wait(2 * DELAY)
            assert scene.told() == [PHONE.endpoint]
            await scene.registry.close()
            time.set(time.now() + 3_600_000)

    simulate(live())


def test_a_local_push_service_gets_what_a_browser_can_read() -> None:
    """The whole way: encryption and signature as RFC 8291 and RFC 8292 want them, over a real connection."""

    async def live() -> None:
        time = StepTime()
        async with PushService().listening() as service:
            registry = await started(time, to_this_machine(), address="https://cards.example.org/koloda")
            device = service.device(7)
            scene = await Scene(registry, time, Answers(), Counter()).begin(device)
            await scene.wait(2 * DELAY)
            ((head, body),) = service.requests
            headers = {name.decode(): value.decode() for name, value in head.headers}
            assert (head.method, head.target) == (b"POST", b"/send/7")
            assert headers["host"] == f"localhost:{service.port}"
            assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
            assert device.read(body)["title"] == "No Thanks!: your turn"
            claimed = claims(headers["authorization"], await registry.notice_key())
            now = time.now() // 1000
            assert claimed["aud"] == f"https://localhost:{service.port}"
            assert claimed["sub"] == "https://cards.example.org"
            assert now < claimed["exp"] <= now + 24 * 3600
            await registry.close()

    go(live)


async def posted_to_silence(service: PushService, request: PushRequest, left: int) -> PushAnswer:
    """The service falls silent in the middle of its answer, when so many milliseconds are left to the request."""
    time = StepTime()
    service.before_silence = partial(time.set, time.now() + 1000 * MINUTE - left)
    return await to_this_machine(lambda: time.now() / 1000).post(request)


def test_redirects_and_silence_are_no_answers() -> None:
    async def live() -> None:
        async with PushService().listening() as service:
            request = PushRequest(service.device(1).endpoint, {}, b"x")
            service.answer = b"HTTP/1.1 307 Elsewhere\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n"
            assert (await to_this_machine().post(request)).status == 307
            assert [head.target for head, _ in service.requests] == [b"/send/1"], "it goes nowhere else"
            service.answer = b"HTTP/1.1 429 Slowly\r\nRetry-After: 30\r\ncontent-length: 0\r\n\r\n"
            assert await to_this_machine().post(request) == PushAnswer(429, 30)
            service.answer = b"nonsense\r\n\r\n"
            assert (await to_this_machine().post(request)).status == 0
            service.answer = b"HTTP/1.1 "
            for left in (10, -10):
                assert (await posted_to_silence(service, request, left)).status == 0, "it waits no longer"
            assert (await Delivery(ports=None).post(request)).status == 0, "this machine is not public"
            assert len(service.requests) == 5
        assert (await to_this_machine().post(request)).status == 0, "nobody listens any more"

    go(live)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::10.0.0.1", "2002:7f00:1::", "2001:0:7f00:1::"),
    ],
)
def test_only_public_addresses_are_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a public one is beside it, and if the name resolved to something else when the device subscribed."""
    assert not is_public(ip_address(address))
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in ("8.8.8.8", address)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: found)
    monkeypatch.setattr(socket, "create_connection", lambda *args, **more: pytest.fail("it connects"))
    assert Delivery()._attempt(PushRequest(PHONE.endpoint, {}, b"")).status == 0


def test_public_addresses() -> None:
    for address in ("8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"):
        assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://push.example.org/x", "https:///x", "https://push.example.org:8443/x", "https://10.0.0.1/x"),
        *("https://[::1]/x", "https://user@push.example.org/x", "https://push.example.org/" + 2000 * "x"),
        *("ftp://push.example.org/x", "push.example.org", "", "https://push.example.org/ x", "https://пуш.рф/x"),
        "https://push.example.org/\r\nhost: other",
    ],
)
def test_endpoints_that_are_refused_at_once(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint(endpoint)


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        from_base64url("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        from_base64url("BTBZMqHH6r4Tts7J_aSIgg"),
        sender=ec.derive_private_key(
            int.from_bytes(from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
        ),
        salt=from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
        padded_to=1,
    )
    assert base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
        "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_whom_a_push_service_may_ask() -> None:
    assert contact_of("https://cards.example.org/koloda") == "https://cards.example.org"
    assert contact_of("http://192.168.1.5:8080") == "mailto:koloda@192.168.1.5"


def test_the_requests() -> None:
    """What a browser sends, and what is wrong with what it should not send."""

    async def ask() -> None:
        async with visitor() as client:
            key = (await client.get("/api/push")).json()["key"]
            assert len(base64.urlsafe_b64decode(key + "=")) == 65
            assert (await client.get("/api/push")).json()["key"] == key, "it is kept"
            table = await seated(client)
            wanted: dict[str, Any] = msgspec.to_builtins(PHONE.subscription())
            path = f"/api/tables/{table}/push"
            assert (await client.post(path, json=wanted)).json() == {"status": "on"}
            for wrong in (
                {"endpoint": "https://10.0.0.1/x"},
                {"endpoint": "http://push.example.org/x"},
                {"p256dh": wanted["p256dh"][:-4] + "AAAA"},
                {"p256dh": "???"},
                {"auth": "AAAA"},
                {"language": "fr"},
            ):
                answer = await client.post(path, json={**wanted, **wrong})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_message"), wrong
            assert (await client.post("/api/push/forget", json={"endpoint": PHONE.endpoint})).status_code == 200
            client.cookies.clear()
            assert (await client.post(path, json=wanted)).json()["code"] == "no_seat"

    go(ask)


def test_guests_of_a_closed_server_can_be_told_too() -> None:
    async def ask() -> None:
        async with visitor(Settings(limits=HASTY, password="secret")) as client:
            assert (await client.get("/api/push")).json()["code"] == "password_needed"
        async with visitor(Settings(limits=HASTY, password="secret", invite_only=True)) as client:
            assert (await client.get("/api/push")).status_code == 200

    go(ask)


def test_notices_are_counted() -> None:
    async def count() -> None:
        async with opened() as (app, registry):
            registry.notices.counted("sent")
            assert metric(app, "push_total", outcome="sent") == 1

    go(count)


# The store


@pytest.fixture(params=[*ALONE, *SHARED])
def maker(request: pytest.FixtureRequest, tmp_path: Path) -> StoreMaker:
    return StoreMaker(request.param, tmp_path, request)


def target(number: int) -> PushTarget:
    device = Device.number(number)
    return PushTarget(endpoint=device.endpoint, key=bytes([4] * 65), auth=device.auth, language="ru")


def test_what_is_stored(maker: StoreMaker) -> None:
    async def use(made: Store) -> None:
        push = made.push
        await made.append(change("aaaaaaaa", 1, b"{}"))
        await made.append(change("bbbbbbbb", 1, b"{}"))
        assert await push.key(b"first") == await push.key(b"second") == b"first"
        assert await push.devices() == 0
        for number in (1, 2, 3, 1):
            await push.subscribe("aaaaaaaa", ["anna", "boris"], "anna", target(number), 3)
        await push.subscribe("aaaaaaaa", ["anna", "boris"], "boris", target(9), 3)
        await push.subscribe("aaaaaaaa", ["anna", "boris"], "anna", target(4), 3)
        assert await push.tables() == ["aaaaaaaa"]
        assert await push.tables(active_since=1 << 60) == []
        found = await push.untold("aaaaaaaa", "anna", 5)
        assert {each.endpoint: each for each in found} == {each.endpoint: each for each in map(target, (1, 3, 4))}
        assert await push.untold("aaaaaaaa", "anna", 5) == []
        assert {each.endpoint for each in await push.targets("aaaaaaaa", "anna")} == {each.endpoint for each in found}
        assert await push.targets("bbbbbbbb", "anna") == []
        assert await push.devices() == 4
        await push.subscribe("aaaaaaaa", ["anna", "boris"], "anna", target(4), 3)
        assert await push.untold("aaaaaaaa", "anna", 4) == [], "whoever subscribes again has been told"
        assert len(await push.untold("aaaaaaaa", "anna", 6)) == 3
        assert await push.copy("aaaaaaaa", "bbbbbbbb") == 4
        assert await push.copy("cccccccc", "bbbbbbbb") == 0
        assert len(await push.untold("bbbbbbbb", "anna", 1)) == 3
        await push.forget(target(3).endpoint)
        assert len(await push.untold("bbbbbbbb", "anna", 2)) == 2
        await push.subscribe("bbbbbbbb", ["anna"], "anna", target(1), 3)
        assert await push.untold("bbbbbbbb", "boris", 2) == [], "he has left the table"
        assert await made.remove(["aaaaaaaa"]) == ["aaaaaaaa"]
        assert await push.untold("aaaaaaaa", "boris", 9) == []
        assert await push.tables() == ["bbbbbbbb"]
        assert await push.renew_key(b"third") == 2
        assert (await push.key(b"fourth"), await push.devices(), await push.tables()) == (b"third", 0, [])
        assert await push.renew_key(b"fifth") == 0

    async def with_store() -> None:
        async with maker.opened() as made:
            await use(made)

    asyncio.run(with_store())


def test_a_subscription_is_decoded_as_a_browser_writes_it() -> None:
    written = msgspec.json.encode(PHONE.subscription())
    assert msgspec.json.decode(written, type=PushSubscription) == PHONE.subscription()
