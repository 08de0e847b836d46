"""The messages for other languages: `python -m koloda.server.schema` prints their JSON Schema, with `--typescript`
the types that the pages are checked against (`web/src/messages.ts`)."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect as kinds

from koloda.core.view import View
from koloda.games.dobro.view import DobroView
from koloda.games.mind_up.view import MindUpView
from koloda.games.no_thanks.view import NoThanksView
from koloda.games.tugriki.view import TugrikiView
from koloda.server import messages

VIEWS: tuple[type[View], ...] = (DobroView, NoThanksView, MindUpView, TugrikiView)
ROOTS: tuple[Any, ...] = (
    messages.AnyCommand,
    messages.AnyFrame,
    messages.NewTable,
    messages.SitDown,
    messages.ComeBack,
    messages.Seated,
    messages.Lobby,
    messages.Replay,
    messages.Deal,
    *VIEWS,
)


def json_schema() -> str:
    _, components = msgspec.json.schema_components(ROOTS)
    return json.dumps(components, indent=2, ensure_ascii=False) + "\n"


def typescript() -> str:
    """One interface for each message, in the order in which they are met."""
    structs: dict[type, kinds.StructType] = {}
    for root in ROOTS:
        _collect(kinds.type_info(root), structs)
    lines = ["// Made by `make web` from src/koloda/server/messages.py and the games' views: not to be edited.", ""]
    for cls, info in structs.items():
        if cls is View:
            lines += [f"export type View = {' | '.join(view.__name__ for view in VIEWS)}", ""]
        else:
            lines += [*_interface(cls, info), ""]
    lines.append(f"export type AnyCommand = {_union(messages.AnyCommand)}")
    lines.append(f"export type AnyFrame = {_union(messages.AnyFrame)}")
    return "\n".join(lines) + "\n"


def _union(union: Any) -> str:
    return " | ".join(cls.__name__ for cls in union.__args__)


def _collect(info: kinds.Type, found: dict[type, kinds.StructType]) -> None:
    if isinstance(info, kinds.StructType):
        if info.cls in found:
            return
        found[info.cls] = info
        for field in info.fields:
            _collect(field.type, found)
    elif isinstance(info, kinds.UnionType):
        for each in info.types:
            _collect(each, found)
    elif isinstance(info, kinds.ListType):
        _collect(info.item_type, found)
    elif isinstance(info, kinds.DictType):
        _collect(info.value_type, found)


def _interface(cls: type, info: kinds.StructType) -> Iterator[str]:
    if "__doc__" in vars(cls) and cls.__doc__:
        yield f"/** {' '.join(cls.__doc__.split())} */"
    yield f"export interface {cls.__name__} {{"
    if info.tag_field is not None:
        yield f"  {info.tag_field}: {json.dumps(info.tag)}"
    may_lack = info.cls.__struct_config__.omit_defaults or cls in (messages.NewTable, messages.SitDown, messages.Clock)
    for field in info.fields:
        optional = "?" if not field.required and may_lack else ""
        kind = _kind(field.type)
        if cls in VIEWS and field.name == "game":
            kind = json.dumps(GAME_OF[cls])
        yield f"  {field.encode_name}{optional}: {kind}"
    yield "}"


GAME_OF: dict[type, str] = {
    DobroView: "dobro",
    NoThanksView: "no_thanks",
    MindUpView: "mind_up",
    TugrikiView: "tugriki",
}


def _kind(info: kinds.Type) -> str:
    match info:
        case kinds.StructType():
            return info.cls.__name__
        case kinds.UnionType():
            return " | ".join(_kind(each) for each in info.types)
        case kinds.ListType():
            return f"({item})[]" if " " in (item := _kind(info.item_type)) else f"{item}[]"
        case kinds.DictType():
            return f"Record<{_kind(info.key_type)}, {_kind(info.value_type)}>"
        case kinds.LiteralType():
            return " | ".join(json.dumps(value) for value in info.values)
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.StrType():
            return "string"
        case kinds.BoolType():
            return "boolean"
        case kinds.NoneType():
            return "null"
    raise TypeError(f"no TypeScript for {info}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m koloda.server.schema", description=__doc__)
    parser.add_argument("--typescript", action="store_true")
    print(typescript() if parser.parse_args().typescript else json_schema(), end="")


if __name__ == "__main__":
    main()
