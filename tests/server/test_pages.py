"""The pages and the rules, as browsers get them."""

import gzip
import re
from pathlib import Path

import pytest

from koloda.core.text import LANGUAGES, Language
from koloda.games import GAMES
from koloda.server.web import qr, rulebook
from koloda.server.web.pages import NoPages, Pages
from koloda.server.web.settings import Settings
from tests.server.in_process_server import HASTY, go, new_table, visitor

SCRIPT = '<script type="module" src="/assets/index-abc.js"></script>'


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small build of the pages."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(f"<!doctype html><title>Koloda</title>{SCRIPT}" + "x" * 500)
    (folder / "sw.js").write_text("self.x = 1")
    (folder / "assets" / "index-abc.js").write_text("let x = 1\n" * 100)
    (folder / "assets" / "index-abc.js.br").write_bytes(b"brotli")
    (tmp_path / "secret").write_text("secret")
    return folder


def test_every_address_of_a_page_is_the_page(built: Path) -> None:
    async def ask() -> None:
        async with visitor(pages=built) as client:
            for path in ("/", "/t/k3mz8w2p", "/tv/k3mz8w2p", "/replay/k3mz8w2p", "/rules/dobro", "/t/a?b=1"):
                answer = await client.get(path)
                assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
                assert answer.headers["cache-control"] == "no-cache"
                assert "Koloda" in answer.text

    go(ask)


def test_assets_are_kept_for_ever_and_the_worker_is_not(built: Path) -> None:
    async def ask() -> None:
        async with visitor(pages=built) as client:
            plain = await client.get("/assets/index-abc.js", headers={"accept-encoding": "identity"})
            assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
            assert "content-encoding" not in plain.headers
            packed = await client.get("/assets/index-abc.js", headers={"accept-encoding": "gzip"})
            assert (packed.headers["content-encoding"], packed.text) == ("gzip", plain.text)
            assert int(packed.headers["content-length"]) < len(plain.content)
            worker = await client.get("/sw.js")
            assert worker.headers["cache-control"] == "no-cache"
            again = await client.get("/sw.js", headers={"if-none-match": worker.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            head = await client.head("/sw.js")
            assert (head.status_code, head.content) == (200, b"")

    go(ask)


def test_what_the_build_has_packed_is_sent_as_it_is(built: Path) -> None:
    async def ask() -> None:
        async with visitor(pages=built) as client:
            asked = client.build_request(
                "GET", "/assets/index-abc.js", headers={"accept-encoding": "gzip, deflate, br"}
            )
            answer = await client.send(asked, stream=True)
            assert answer.headers["content-encoding"] == "br"
            assert b"".join([part async for part in answer.aiter_raw()]) == b"brotli"

    go(ask)


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/assets/", "/assets/none.js", "/../secret", "/assets/..%2f..%2fsecret", "/t/", "/index.html.gz"],
)
def test_what_is_not_there(built: Path, path: str) -> None:
    async def ask() -> None:
        async with visitor(pages=built) as client:
            answer = await client.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "no_page")

    go(ask)


@pytest.mark.parametrize("path", ["/nope", "/t/", "/replay", "/koloda/nope"])
def test_people_get_a_page_where_nothing_is(built: Path, path: str) -> None:
    """It has the right status, and programs and paths of the API get JSON."""

    async def ask() -> None:
        settings = Settings(address="http://localhost:8080/koloda", limits=HASTY)
        async with visitor(settings, built) as client:
            browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
            home = await client.get("/")
            answer = await client.get(path, headers={**browser, "if-none-match": home.headers["etag"]})
            assert (answer.status_code, answer.text) == (404, home.text)
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            program = await client.get(path)
            assert (program.status_code, program.json()["code"]) == (404, "no_page")
            api = await client.get("/api/nope", headers=browser)
            assert (api.status_code, api.json()["code"]) == (404, "no_page")

    go(ask)


def test_pages_that_were_not_built(tmp_path: Path) -> None:
    with pytest.raises(NoPages):
        Pages(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_can_be_linked_to(game: str, language: Language) -> None:
    html = rulebook.page(game, language)
    known = re.findall(r"<p id=\"([A-Z]{2}-\d+)\"><strong>\1</strong>", html)
    prefix = known[0].partition("-")[0]
    assert known == [f"{prefix}-{n}" for n in range(1, len(known) + 1)]
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(known)
    assert "style=" not in html, "our pages allow none"
    assert "<script" not in html


def test_rules_over_http() -> None:
    async def ask() -> None:
        async with visitor() as client:
            answer = await client.get("/api/rules/ru/dobro")
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.text == rulebook.page("dobro", "ru")
            for path in ("/api/rules/de/dobro", "/api/rules/en/chess"):
                assert (await client.get(path)).status_code == 404

    go(ask)


def test_a_qr_code_is_a_picture() -> None:
    picture = qr.picture("http://192.168.1.5:8080/t/k3mz8w2p")
    assert picture.startswith(b"<svg")
    assert b"style=" not in picture
    assert len(gzip.compress(picture)) < 4000
    assert len(set(map(len, qr.blocks("http://192.168.1.5:8080").splitlines()))) == 1


def test_a_server_below_a_path(built: Path) -> None:
    """Whether the proxy passes the path on or removes it."""

    async def ask() -> None:
        settings = Settings(address="https://example.org/koloda", limits=HASTY, hosts=frozenset({"example.org"}))
        async with visitor(settings, built) as client:
            client.headers.update({"host": "example.org", "origin": "https://example.org"})
            for prefix in ("", "/koloda"):
                page = await client.get(f"{prefix}/")
                assert 'src="/koloda/assets/index-abc.js"' in page.text
                assert (await client.get(f"{prefix}/assets/index-abc.js")).status_code == 200
                opened = await client.post(f"{prefix}/api/tables", json=new_table())
                assert "path=/koloda;" in f"{opened.headers['set-cookie'].lower()};"
                table = opened.json()["table"]
                cookie = {"cookie": opened.headers["set-cookie"].partition(";")[0]}
                news = (await client.get(f"{prefix}/api/tables/{table}/news", headers=cookie)).json()
                assert (news["seat"], news["table"]["link"]) == (0, f"https://example.org/koloda/t/{table}")
                assert (await client.get(f"{prefix}/t/{table}")).text == page.text
                assert (await client.get(f"{prefix}/health")).status_code == 200
            bare = await client.get("/koloda")
            assert (bare.status_code, bare.headers["location"]) == (308, "/koloda/")
            assert (await client.get("/kolodaX/health")).status_code == 404

    go(ask)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small build of the documentation."""
    folder = tmp_path / "docs"
    (folder / "api").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Koloda</title>" + "x" * 500)
    (folder / "api" / "koloda.html").write_text("<!doctype html><title>play</title>")
    (folder / "searchindex.js").write_text("Search.setIndex({})")
    (tmp_path / "secret").write_text("secret")
    return folder


@pytest.mark.parametrize("base", ["", "/koloda"])
def test_the_documentation(site: Path, base: str) -> None:
    async def ask() -> None:
        async with visitor(Settings(address=f"http://localhost:8080{base}", limits=HASTY), None, site) as client:
            assert (await client.get(f"{base}/api/lobby")).json()["docs"] is True
            bare = await client.get(f"{base}/docs")
            assert (bare.status_code, bare.headers["location"]) == (307, "docs/"), "its links are relative"
            first = await client.get(f"{base}/docs/")
            assert (first.status_code, first.headers["content-type"]) == (200, "text/html; charset=utf-8")
            assert (first.headers["content-encoding"], "Koloda" in first.text) == ("gzip", True)
            assert "script-src 'self';" in first.headers["content-security-policy"]
            assert "play" in (await client.get(f"{base}/docs/api/koloda.html")).text
            script = await client.get(f"{base}/docs/searchindex.js")
            assert script.headers["content-type"] == "text/javascript; charset=utf-8"
            again = await client.get(f"{base}/docs/searchindex.js", headers={"if-none-match": script.headers["etag"]})
            assert again.status_code == 304
            for path in ("none.html", "../secret", "..%2fsecret", "api", "api/", "/etc/passwd"):
                answer = await client.get(f"{base}/docs/{path}")
                assert (answer.status_code, answer.json()["code"]) == (404, "no_page"), path
            assert (await client.post(f"{base}/docs/", json={})).status_code == 405

    go(ask)


def test_documentation_that_was_not_built(built: Path, tmp_path: Path) -> None:
    """The server says where it is, to people, in both languages."""

    async def ask() -> None:
        for folder in (None, tmp_path / "nothing"):
            async with visitor(pages=built, documentation=folder) as client:
                assert (await client.get("/api/lobby")).json()["docs"] is False
                for path in ("/docs", "/docs/", "/docs/bots.html"):
                    answer = await client.get(path)
                    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")
                    assert "make docs" in answer.text
                    assert "Она лежит в папке docs" in answer.text

    go(ask)


def test_the_log_has_no_file_names_of_the_documentation(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with visitor(documentation=site) as client:
            with caplog.at_level("INFO", "koloda"):
                await client.get("/docs/")
                await client.get("/docs/api/koloda.html")

    go(ask)
    assert [record.more["path"] for record in caplog.records if hasattr(record, "more")] == ["/docs/", "/docs/{path}"]
