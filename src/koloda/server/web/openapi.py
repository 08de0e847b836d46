"""The HTTP part of the protocol as an OpenAPI document, made from the messages themselves."""

from importlib.metadata import version
from typing import Any

import msgspec

from koloda.core.text import LANGUAGES
from koloda.games import GAMES
from koloda.server import messages

REF = "#/components/schemas/{name}"
NUMBER = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
WAIT = {"type": "integer", "minimum": 0, "maximum": 25}
SCREEN = {"type": "string", "enum": ["1"]}
BODIES: tuple[Any, ...] = (messages.NewTable, messages.SitDown, messages.ComeBack, messages.AnyCommand)
ANSWERS: tuple[Any, ...] = (
    messages.Lobby,
    messages.Seated,
    messages.Answer,
    messages.News,
    messages.Replay,
    messages.Deal,
    messages.Failure,
)
(NEW_TABLE, SIT_DOWN, COME_BACK, COMMAND, LOBBY, SEATED, ANSWER, NEWS, REPLAY, DEAL, FAILURE), SCHEMAS = (
    msgspec.json.schema_components((*BODIES, *ANSWERS), ref_template=REF)
)


def document() -> dict[str, Any]:
    table = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
    at_table = {"parameters": [table]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Koloda", "version": version("koloda")},
        "paths": {
            "/api/lobby": {"get": _get("Games, bots and public tables", LOBBY)},
            "/api/tables": {"post": _post("Open a table", NEW_TABLE, SEATED)},
            "/api/tables/{table}/sit": {**at_table, "post": _post("Sit down", SIT_DOWN, SEATED)},
            "/api/tables/{table}/seat": {
                **at_table,
                "get": _get("The own seat", SEATED),
                "post": _post("Take the own seat on this device", COME_BACK, SEATED),
            },
            "/api/tables/{table}/do": {**at_table, "post": _post("Any command", COMMAND, ANSWER)},
            "/api/tables/{table}/news": {
                **at_table,
                "get": _get("What happened", NEWS, since=NUMBER, wait=WAIT, screen=SCREEN),
            },
            "/api/tables/{table}/replay": {**at_table, "get": _get("The game step by step", REPLAY, seat=NUMBER)},
            "/api/tables/{table}/deal": {**at_table, "get": _get("All draws and the secret", DEAL)},
            "/api/tables/{table}/record": {**at_table, "get": _get("The record", {"type": "string"}, "text/plain")},
            "/api/tables/{table}/qr.svg": {
                **at_table,
                "get": _get("The link as a QR code", {"type": "string"}, "image/svg+xml"),
            },
            "/api/rules/{language}/{game}": {
                "parameters": [_choice("language", LANGUAGES), _choice("game", GAMES)],
                "get": _get("The rules", {"type": "string"}, "text/html"),
            },
            "/health": {"get": _get("Is the server well?", {"type": "object"})},
            "/metrics": {"get": _get("Figures for Prometheus", {"type": "string"}, "text/plain")},
        },
        "components": {"schemas": SCHEMAS},
    }


def _choice(name: str, values: Any) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "enum": list(values)}}


def _get(about: str, answer: Any, kind: str = "application/json", **query: Any) -> dict[str, Any]:
    asked = [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
    return {"summary": about, "parameters": asked, "responses": _responses(answer, kind)}


def _post(about: str, body: Any, answer: Any) -> dict[str, Any]:
    content = {"application/json": {"schema": body}}
    return {
        "summary": about,
        "requestBody": {"required": True, "content": content},
        "responses": _responses(answer, "application/json"),
    }


def _responses(answer: Any, kind: str) -> dict[str, Any]:
    return {
        "200": {"description": "Done", "content": {kind: {"schema": answer}}},
        "4XX": {"description": "Refused", "content": {"application/json": {"schema": FAILURE}}},
    }
