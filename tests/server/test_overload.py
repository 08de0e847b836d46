"""An overloaded server takes nothing new, and running games go on."""

from collections.abc import Sequence

import pytest

from koloda.server.metrics import Metrics
from koloda.server.overload import APPEND, FEWEST, FULL, LAG, RELIEF, RETRY, ROOM, WAITING, WINDOW, Overload
from koloda.server.web.app import App
from tests.server.clusters import served_cluster
from tests.server.in_process_server import another, client_of, go, later_news, metric, new_table, news_on_turn, seated
from tests.server.stores import StoreMaker
from tests.server.test_websocket import do, hear, sit


def many() -> int:
    return FEWEST


def lag(overload: Overload, seconds: float, work: float = 0.7) -> bool:
    for _ in range(WINDOW):
        overload.note_loop(seconds, work)
    return overload.overloaded


def test_a_loop_that_lags_behind_is_overloaded_until_it_has_recovered() -> None:
    overload = Overload(many)
    assert not lag(overload, 0.9 * LAG)
    assert lag(overload, 1.1 * LAG)
    assert lag(overload, 0.9 * LAG), "it must be well below"
    assert not lag(overload, 0.9 * RELIEF * LAG)
    assert not lag(overload, 0.9 * LAG)


def test_a_loop_that_works_nearly_all_the_time_is_overloaded_until_there_is_room() -> None:
    overload = Overload(many)
    assert not lag(overload, 0, work=FULL - 0.01)
    assert lag(overload, 0, work=FULL + 0.01)
    assert lag(overload, 0, work=ROOM + 0.01), "there must be room"
    assert not lag(overload, 0, work=ROOM - 0.01)


def test_one_hiccup_is_no_overload() -> None:
    overload = Overload(many)
    lag(overload, 0)
    overload.note_loop(0.9 * LAG * WINDOW, 0.7)
    assert not overload.overloaded


def test_a_machine_that_does_something_else_is_no_overload() -> None:
    assert not lag(Overload(many), 10 * LAG, work=0.4)


def test_a_server_with_few_tables_is_never_overloaded() -> None:
    assert not lag(Overload(lambda: FEWEST - 1), 10 * LAG)


def test_a_disk_is_overloaded_when_many_wait_for_it() -> None:
    overload = Overload(many)
    for _ in range(WINDOW):
        overload.append_begins()
        overload.append_ends(2 * APPEND)
    overload.note_loop(0, 0)
    assert not overload.overloaded, "it is slow, but it has nothing to do"
    for _ in range(WAITING + 1):
        overload.append_begins()
    overload.note_loop(0, 0)
    assert overload.overloaded
    for _ in range(WAITING + 1):
        overload.append_ends(0.001)
    overload.note_loop(0, 0)
    assert not overload.overloaded


def burden(app: App, heavy: bool = True) -> None:
    app.metrics.overload.tables = many
    assert lag(app.metrics.overload, 2 * LAG if heavy else 0) is heavy


def test_new_tables_and_spectators_are_refused(cluster_maker: StoreMaker) -> None:
    async def come() -> None:
        async with served_cluster(cluster_maker) as cluster:
            first, last = cluster.first, cluster.last
            async with another(first) as host, another(last, "192.0.2.8") as guest:
                waiting, playing = await seated(host), await seated(host, start=True)
                for app in cluster.apps:
                    burden(app)
                refused = await host.post("/api/tables", json=new_table())
                assert (refused.status_code, refused.headers["retry-after"]) == (503, str(RETRY))
                assert (refused.json()["code"], refused.json()["detail"]["key"]) == ("busy", "http.busy")
                assert refused.json()["retry_after"] == RETRY
                assert (await guest.get(f"/api/tables/{playing}/news")).json()["code"] == "busy"
                assert (await guest.get(f"/api/tables/{playing}/news?since=1")).status_code == 200, "not new"
                assert (await host.get(f"/api/tables/{playing}/news")).status_code == 200, "players stay"
                assert (await guest.get(f"/api/tables/{waiting}/news")).status_code == 200, "and may become some"
                assert metric(first, "shed_total", what="table") == 1
                assert metric(last, "shed_total", what="spectator") == 1
                assert sum(metric(app, "refusals_total", code="busy") for app in cluster.apps) == 2
                assert metric(first, "overloaded") == 1
                for app in cluster.apps:
                    burden(app, heavy=False)
                await seated(host)
                assert (await guest.get(f"/api/tables/{playing}/news")).status_code == 200

    go(come)


def test_running_games_go_on_over_their_sockets(cluster_maker: StoreMaker) -> None:
    async def play() -> None:
        async with served_cluster(cluster_maker) as cluster, client_of(cluster.hosts[0]) as host:
            table = await seated(host, start=True)
            cookie = f"koloda_{table}={host.cookies[f'koloda_{table}']}"
            here, there = [f"ws://{address}/api/tables/{table}/socket" for address in ends(cluster.hosts)]
            async with sit(here, cookie) as seat, sit(there) as spectator:
                await hear(seat, "news")
                await hear(spectator, "news")
                for app in cluster.apps:
                    burden(app)
                with pytest.raises(Exception, match="503"):
                    await sit(there)
                assert (await do(seat, do="emote", id="1", emote="yes"))["failure"] is None
                assert (await hear(spectator, "emote"))["emote"] == "yes", "whoever watches already goes on"
            async with sit(there, cookie) as seat:
                await hear(seat, "news")

    go(play)


def ends(given: Sequence[str]) -> tuple[str, str]:
    """The first and the last, which may be the same."""
    return given[0], given[-1]


@pytest.mark.parametrize("cluster_maker", ["two workers", "two nodes"], indirect=True)
def test_an_overloaded_node_takes_nothing_new_while_the_others_do(cluster_maker: StoreMaker) -> None:
    """The load balancer is told, and the games that the node has go on there."""

    async def play() -> None:
        async with (
            served_cluster(cluster_maker) as cluster,
            another(cluster.first) as host,
            another(cluster.last) as elsewhere,
        ):
            table = await seated(host, start=True)
            elsewhere.cookies = host.cookies
            burden(cluster.first)
            assert [(await at.get("/ready")).status_code for at in (host, elsewhere)] == [503, 200]
            assert (await host.post("/api/tables", json=new_table())).status_code == 503
            await seated(elsewhere)
            news = await news_on_turn(host, table)
            command = {"do": "act", "id": "1", "offer": news["offer"]["number"]}
            moved = await host.post(
                f"/api/tables/{table}/do", json={**command, "move": news["offer"]["moves"][0]["move"]}
            )
            assert (moved.status_code, moved.json()["failure"]) == (200, None)
            await later_news(elsewhere, table, news["seq"])  # everybody sees it

    go(play)


def test_two_servers_are_overloaded_each_for_itself() -> None:
    one, other = Metrics(), Metrics()
    one.overload.tables = other.overload.tables = many
    lag(one.overload, 2 * LAG)
    assert (one.overload.overloaded, other.overload.overloaded) == (True, False)
