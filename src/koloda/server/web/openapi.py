"""The route table as an OpenAPI document."""

import re
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from koloda.core.text import LANGUAGES
from koloda.games import GAMES
from koloda.server import messages
from koloda.server.web.routes import ROUTES, ApiRoute

REFERENCE = "#/components/schemas/{name}"
PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string"},
    "language": {"type": "string", "enum": list(LANGUAGES)},
    "game": {"type": "string", "enum": list(GAMES)},
    "number": {"type": "string"},
}
"""The schemas of the parameters in paths."""


@cache
def encoded_document() -> bytes:
    """The document as JSON. It is the same for every server in a process."""
    return msgspec.json.encode(document())


def document() -> dict[str, Any]:
    kinds = [messages.Failure]
    for route in ROUTES:
        kinds += [kind for kind in (route.body, route.answer) if kind is not None and not isinstance(kind, dict)]
    found, schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    schema_of = dict(zip(kinds, found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        if route.path not in paths:
            paths[route.path] = _parameters(route.path)
        paths[route.path][route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Koloda", "version": version("koloda")},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _parameters(path: str) -> dict[str, Any]:
    found = [
        {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]}
        for name in re.findall(r"{(\w+)}", path)
    ]
    return {"parameters": found} if found else {}


def _operation(route: ApiRoute, schema_of: dict[Any, Any]) -> dict[str, Any]:
    answer = route.answer if isinstance(route.answer, dict) else schema_of[route.answer]
    operation: dict[str, Any] = {
        "summary": _plain(route.summary),
        "parameters": [{"name": name, "in": "query", "schema": schema} for name, schema in route.query.items()],
        "responses": {
            "200": {"description": "Done", "content": {route.content_type: {"schema": answer}}},
            "4XX": {
                "description": "Refused",
                "content": {"application/json": {"schema": schema_of[messages.Failure]}},
            },
        },
    }
    if route.details:
        operation["description"] = _plain(route.details)
    if route.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of[route.body]}},
        }
    return operation


def _plain(text: str) -> str:
    """Remove links to other pages."""
    return re.sub(r"\[(.+?)\]\(.+?\)", r"\1", text)
