"""The messages as others see them: the page about the protocol and the browser's types say what the code says."""

from pathlib import Path
from typing import get_args

import msgspec

from koloda.server import messages
from koloda.server.schema import json_schema, typescript
from tests.test_docs import table, text

WEB = Path(__file__).parents[2] / "web" / "src"


def test_the_page_lists_every_command_with_its_fields() -> None:
    said = {row[0].strip("`"): row[1].replace("`", "") for row in table(text("docs/protocol.md"), "commands")}
    right = {}
    for command in get_args(messages.AnyCommand):
        info = msgspec.inspect.type_info(command)
        assert isinstance(info, msgspec.inspect.StructType)
        right[info.tag] = ", ".join(field.name for field in info.fields if field.name != "id")
    assert said == right


def test_the_browsers_types_are_those_of_the_messages() -> None:
    assert (WEB / "messages.ts").read_text("utf-8") == typescript(), "run `make web`"


def test_every_message_has_a_schema() -> None:
    schemas = msgspec.json.decode(json_schema())
    assert {"Act", "News", "Failure", "NewTable", "Deal", "DobroView", "TugrikiView"} <= schemas.keys()
