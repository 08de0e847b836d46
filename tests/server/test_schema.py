"""The schema of the messages: docs/protocol.md and the browser's types agree with the code."""

import subprocess
from pathlib import Path
from typing import Any, get_args

import msgspec

from koloda.core.events import facts_of, form_of
from koloda.games import GAMES
from koloda.server import messages
from koloda.server.schema import json_schema
from tests import laws
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


def test_the_events_of_a_game_are_told_apart_by_their_keys() -> None:
    """The schema of every event fits the facts that random games tell."""
    schemas = json_schema()["$defs"]
    for game in GAMES.values():
        name = game.view_type.__name__.removesuffix("View")
        union = [each["$ref"].removeprefix("#/$defs/") for each in schemas[f"{name}Event"]["anyOf"]]
        keys = {key: each for each in union for key in schemas[each]["properties"]["key"]["enum"]}
        assert {key for kind in game.event_types for key in form_of(kind).keys} == keys.keys()
        for step in laws.walk(game, {"players": 3}, 1):
            for fact in facts_of(game.narration.narrate(*step, 0)):
                if not fact.key.startswith("common."):
                    check(msgspec.to_builtins(fact), schemas[keys[fact.key]], schemas)


def check(value: Any, schema: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Does a value fit the parts of JSON Schema that events use?"""
    if "$ref" in schema:
        check(value, schemas[schema["$ref"].removeprefix("#/$defs/")], schemas)
    elif "anyOf" in schema:
        named = [schemas[each["$ref"].removeprefix("#/$defs/")] for each in schema["anyOf"]]
        (right,) = [each for each in named if value["key"] in each["properties"]["key"]["enum"]]
        check(value, right, schemas)
    elif "enum" in schema:
        assert value in schema["enum"]
    elif schema["type"] == "object":
        assert list(value) == list(schema["properties"]) == schema["required"]
        for name, each in schema["properties"].items():
            check(value[name], each, schemas)
    elif schema["type"] == "array":
        for each in value:
            check(each, schema["items"], schemas)
    else:
        assert type(value) is {"integer": int, "string": str}[schema["type"]]
