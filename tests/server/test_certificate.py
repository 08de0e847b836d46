"""https without a proxy. The certificates in `certificates/` are for tests alone, and valid for a hundred years."""

import shutil
import ssl
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from koloda.cli.main import main
from koloda.server import serve
from koloda.server.certificate import Certificate, Renewal
from koloda.server.web.settings import Settings
from tests.server.in_process_server import HASTY, go, seated, served
from tests.timeouts import HANG

FOLDER = Path(__file__).parent / "certificates"
FIRST = Certificate(FOLDER / "first.crt", FOLDER / "first.key")


def trusting(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(certificate)
    return context


def test_requests_and_sockets_are_encrypted() -> None:
    async def ask() -> None:
        async with served(Settings(limits=HASTY), certificate=FIRST) as (host, _):
            trust = trusting(FIRST.chain)
            async with httpx.AsyncClient(base_url=f"https://{host}", verify=trust, timeout=HANG) as client:
                table = await seated(client)
                answer = await client.get(f"/api/tables/{table}/seat")
                assert "; Secure" in answer.headers["set-cookie"]
                assert "strict-transport-security" not in answer.headers, "this machine may have servers with http"
                cookie = {"cookie": f"koloda_{table}={client.cookies[f'koloda_{table}']}"}
            url = f"wss://{host}/api/tables/{table}/socket"
            origin = f"https://{host}"
            async with connect(url, ssl=trust, additional_headers=cookie, origin=origin) as socket:  # type: ignore[arg-type]
                assert '"seat":0' in str(await socket.recv())

    go(ask)


def test_others_are_told_to_keep_to_https() -> None:
    async def ask() -> None:
        settings = Settings(limits=HASTY, hosts=frozenset({"localhost", "koloda.test"}))
        async with (
            served(settings, certificate=FIRST) as (host, _),
            httpx.AsyncClient(base_url=f"https://{host}", verify=trusting(FIRST.chain), timeout=HANG) as client,
        ):
            answer = await client.get("/health", headers={"host": "koloda.test"})
            assert answer.headers["strict-transport-security"] == "max-age=31536000"

    go(ask)


def test_the_address_is_https() -> None:
    options = serve.ServeOptions(host="127.0.0.1", certificate=FIRST)
    assert serve.make_settings(options, 8443).address == "https://localhost:8443"
    assert serve.make_settings(options, 443).address == "https://localhost"


def served_name(context: ssl.SSLContext, trusted: Path) -> str:
    """The name in the certificate that a server with this context shows, without a network in between."""
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(to_server, to_client, server_side=True)
    client = trusting(trusted).wrap_bio(to_client, to_server, server_hostname="localhost")
    for _ in range(5):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    shown: Any = client.getpeercert()
    (((_, name),),) = shown["subject"]
    return str(name)


def test_renewed_files_are_loaded(tmp_path: Path) -> None:
    def renew(*names: str) -> None:
        for name in names:
            shutil.copyfile(FOLDER / name, tmp_path / f"koloda.{name.rpartition('.')[2]}")

    renew("first.crt", "first.key")
    certificate = Certificate(tmp_path / "koloda.crt", tmp_path / "koloda.key")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.load(context)
    renewal = Renewal(certificate, context)
    renewal.look()
    assert served_name(context, FOLDER / "first.crt") == "first.koloda.test"
    renew("second.crt")
    renewal.look()
    assert served_name(context, FOLDER / "first.crt") == "first.koloda.test", "the key is still the old one"
    renew("second.key")
    renewal.look()
    assert served_name(context, FOLDER / "second.crt") == "second.koloda.test"
    (tmp_path / "koloda.crt").unlink()
    renewal.look()
    assert served_name(context, FOLDER / "second.crt") == "second.koloda.test"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--key", "first.key"], "--key needs --certificate"),
        (["--certificate", "none.crt"], "Cannot read none.crt: No such file or directory."),
        (["--certificate", "first.crt", "--key", "none.key"], "Cannot read none.key: No such file or directory."),
        (["--certificate", "first.crt"], "first.crt and first.crt should be a certificate and its key"),
        (["--certificate", "first.crt", "--key", "second.key"], "do not work together: KEY_VALUES_MISMATCH"),
        (["--certificate", "nonsense", "--key", "first.key"], "nonsense and first.key should be a certificate"),
        (["--certificate", "first.crt", "--key", "locked.key"], "The key in locked.key has a password"),
    ],
)
def test_what_is_wrong_with_the_files_is_said(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "nonsense").write_text("nonsense")
    (tmp_path / "index.html").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--pages", str(tmp_path), "--port", "0", "--lang", "en", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
