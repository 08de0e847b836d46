"""The schema of the messages: docs/protocol.md and the browser's types agree with the code."""

import subprocess
from pathlib import Path
from typing import get_args

import msgspec

from koloda.games import GAMES
from koloda.server import messages
from koloda.server.schema import json_schema
from tests.server.built_pages import WEB, node
from tests.test_docs import table, text


def test_the_page_lists_every_command_with_its_fields() -> None:
    said = {row[0].strip("`"): row[1].replace("`", "") for row in table(text("docs/protocol.md"), "commands")}
    right = {}
    for command in get_args(messages.AnyCommand):
        info = msgspec.inspect.type_info(command)
        assert isinstance(info, msgspec.inspect.StructType)
        right[info.tag] = ", ".join(field.name for field in info.fields if field.name != "id")
    assert said == right


def test_the_browsers_types_are_those_of_the_messages(tmp_path: Path) -> None:
    files = [Path("messages.ts"), *(Path("games") / name / "messages.ts" for name in GAMES)]
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    schema = msgspec.json.encode(json_schema())
    subprocess.run([node(), "types.js", str(tmp_path)], cwd=WEB, input=schema, check=True)
    for file in files:
        assert (WEB / "src" / file).read_text("utf-8") == (tmp_path / file).read_text("utf-8"), "run `make web`"


def test_every_message_has_a_schema() -> None:
    schemas = json_schema()["$defs"]
    views = {game.view_type.__name__ for game in GAMES.values()}
    assert {"PlayMove", "News", "Failure", "NewTable", "DealProof", *views} <= schemas.keys()


def test_what_the_server_sends_is_complete_and_what_a_client_sends_may_leave_out_defaults() -> None:
    schemas = json_schema()["$defs"]
    assert schemas["Answer"]["required"] == ["say", "id", "seq", "failure", "next"]
    assert schemas["SitDown"]["required"] == ["name", "nonce"]
    assert schemas["Fact"]["required"] == ["key"]
