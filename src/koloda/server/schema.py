"""The JSON Schema of every message: `python -m koloda.server.schema` prints it for clients in other languages.

`web/types.js` generates the pages' types from it.
"""

import json
from inspect import cleandoc
from typing import Any

import msgspec

from koloda.core.events import Form, form_of, terms_of
from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.core.moves import MoveInfo
from koloda.core.score_sheet import Standing, sheet_of
from koloda.games import GAMES
from koloda.server import messages

ROOTS: dict[str, Any] = {
    "AnyCommand": messages.AnyCommand,
    "AnyFrame": messages.AnyFrame,
    "NewTable": messages.NewTable,
    "SitDown": messages.SitDown,
    "ReclaimSeat": messages.ReclaimSeat,
    "LogIn": messages.LogIn,
    "LinkSeats": messages.LinkSeats,
    "SeatLink": messages.SeatLink,
    "MoveSeats": messages.MoveSeats,
    "ForgetSeats": messages.ForgetSeats,
    "OwnGames": messages.OwnGames,
    "PushSubscription": messages.PushSubscription,
    "ForgetPush": messages.ForgetPush,
    "PushKey": messages.PushKey,
    "Seated": messages.Seated,
    "Hint": messages.Hint,
    "Lobby": messages.Lobby,
    "Replay": messages.Replay,
    "ScoreCourse": messages.ScoreCourse,
    "Review": messages.Review,
    "ReviewProgress": messages.ReviewProgress,
    "DealProof": messages.DealProof,
    "Lesson": messages.Lesson,
    "Puzzle": messages.Puzzle,
    "PuzzleList": messages.PuzzleList,
    "ScoreSheet": messages.ScoreSheet,
    "Standing": Standing,
    "RealTable": messages.RealTable,
    "FollowedTable": messages.FollowedTable,
}


def json_schema() -> dict[str, Any]:
    """All messages and their parts by name, under `$defs`; `x-game` marks those of one game."""
    views = {game.view_type: game.name for game in GAMES.values()}
    moves = {game.move_type: game.name for game in GAMES.values() if game.move_type is not MoveInfo}
    standings = {sheet.standing_type: game.name for game in GAMES.values() if (sheet := sheet_of(game)) is not None}
    standings.pop(Standing, None)
    kinds = [*ROOTS.values(), *views, *moves, *standings]
    roots, found = msgspec.json.schema_components(kinds)
    for name, schema in found.items():
        if "additionalProperties" not in schema and name != Fact.__name__:  # the server always sends every field
            schema["required"] = list(schema["properties"])
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])
    for kind, game in (*views.items(), *moves.items(), *standings.items()):
        found[kind.__name__]["x-game"] = game
    for kind, game in views.items():
        found[kind.__name__]["properties"]["game"] = {"const": game}
    for each in GAMES.values():
        found |= event_schemas(each)
    unions = {name: {"title": name, **schema} for name, schema in zip(ROOTS, roots, strict=False) if "anyOf" in schema}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**unions, **found}}


def event_schemas(game: Game) -> dict[str, Any]:
    """The facts of a game's events: one struct for each kind (`<Game>Took`), and `<Game>Event` for any of them."""
    prefix = "".join(word.title() for word in game.name.split("_"))
    events = game.event_types
    if not events:
        return {}
    refs, structs = msgspec.json.schema_components(events, ref_template=f"#/$defs/{prefix}{{name}}")
    kinds = {kind.__name__: kind for event in events for kind in (event, *terms_of(event))}
    schemas = {f"{prefix}{name}": _fact_schema(struct, form_of(kinds[name])) for name, struct in structs.items()}
    schemas[f"{prefix}Event"] = {"anyOf": list(refs)}
    return {name: {"title": name, **schema, "x-game": game.name} for name, schema in schemas.items()}


def _fact_schema(struct: dict[str, Any], form: Form) -> dict[str, Any]:
    """The schema of a fact, from that of the struct that it renders."""
    properties: dict[str, Any] = {"key": {"enum": list(form.keys)}}
    if form.arguments:
        fields = {name: struct["properties"][name] for name in form.arguments}
        properties["args"] = {"type": "object", "properties": fields, "required": list(fields)}
    about = {"description": cleandoc(struct["description"])} if "description" in struct else {}
    return {"type": "object", **about, "properties": properties, "required": list(properties)}


if __name__ == "__main__":
    print(json.dumps(json_schema(), indent=2, ensure_ascii=False))
